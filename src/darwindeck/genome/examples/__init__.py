"""The games of the library under the name by which the documents import them."""

from darwindeck.library import *  # noqa: F403
from darwindeck.library import __all__ as __all__
