"""Pidro: the 52 properties of its own document as laws."""
