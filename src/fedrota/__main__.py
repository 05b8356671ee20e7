"""`python -m fedrota` is `fedrota`."""

from fedrota.cli import main

main()
