"""Stage 2: who trains together, and the certificate that the rules hold."""
