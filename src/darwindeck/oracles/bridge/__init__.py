"""Bridge: deals in Portable Bridge Notation, and an account of auction, play and scores."""
