"""`python -m darwindeck` is the command `darwindeck`."""

from darwindeck.cli.app import main

main()
