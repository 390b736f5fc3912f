"""Renderers: one document, several forms."""
