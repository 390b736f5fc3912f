"""Baloot: archives of a mobile server, and an account of the rules apart from the genome."""
