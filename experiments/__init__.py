"""The paper's tables and figures, one file each, through the public API only."""
