"""Bridge: deals in PBN and LIN, and an account of auction, play and scores."""
