"""Stage 1: who is in, under the budget, and why."""
