"""When the program began: what it takes to load the rest of it belongs to the time it was given."""

import time

BEGAN = time.monotonic()
