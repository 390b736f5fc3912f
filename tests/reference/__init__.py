"""A second engine for the genome language, written from its pages alone.

It shares no code with the core, the expansion or the validator. Each function names the paragraph
of docs/language.md (`§6.3`) or docs/phases.md (`§P4.2`) that it carries out.
"""
