"""Settings for every test.

``DARWINDECK_TEST_SCALE`` multiplies the number of examples of property tests: 0.1 for a quick look,
10 for a long one. Where ``CI`` is set the examples are the same on every run.
"""

import os

from hypothesis import settings

EXAMPLES = 100

settings.register_profile(
    "darwindeck",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    max_examples=max(1, round(EXAMPLES * float(os.environ.get("DARWINDECK_TEST_SCALE", "1")))),
)
settings.load_profile("darwindeck")
