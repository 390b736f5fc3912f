"""Play in words: what things, moves and events are called, a match as a story and in notation."""
