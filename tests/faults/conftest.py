from __future__ import annotations

from tests.entrypoints.conftest import settings  # noqa: F401 (a fixture)
