"""The nouns: frozen data, the error family, the files they live in. No computation beyond checking themselves."""
