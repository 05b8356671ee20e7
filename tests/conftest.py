"""How the tests run: no deadlines (the first call compiles), the same examples on every continuous run."""

import os

from hypothesis import settings

settings.register_profile("fedrota", deadline=None, print_blob=True, derandomize="CI" in os.environ)
settings.load_profile("fedrota")
