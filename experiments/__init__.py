"""One file per table or figure of the paper, through the public API only."""
