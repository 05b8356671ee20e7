"""Solvers and measures. Arrays in, indices and numbers out: nothing here knows what a client is."""
