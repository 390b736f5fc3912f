"""Settings for every test.

``DARWINDECK_TEST_SCALE`` multiplies the number of examples of property tests: 0.1 for a quick look,
10 for a long one. At the usual scale and below the examples are the same on every run; a longer
run looks for new ones.
"""

import os

from hypothesis import settings

EXAMPLES = 100
SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))

settings.register_profile(
    "darwindeck",
    deadline=None,
    derandomize=SCALE <= 1,
    max_examples=max(1, round(EXAMPLES * SCALE)),
)
settings.load_profile("darwindeck")
