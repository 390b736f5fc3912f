"""The sections of a rulebook, each written from the parts of the genome it is about."""
