"""The last list marker of each style, to know what would come next."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.domain.page import Line
from app.layout.markers import Marker


@dataclass(slots=True)
class MarkerTracker:
    """Last marker of each style, to know what would come next."""

    last: dict[str, tuple[Marker, Line]] = field(default_factory=dict)

    def follows(self, marker: Marker) -> bool:
        seen = self.last.get(marker.style)
        if seen is None:
            return False
        if marker.is_bullet:
            return True
        if marker.path[:-1] != seen[0].path[:-1] and len(marker.path) > 1:
            return False
        return any(seen[0].value(family) == value - 1 > 0 for family, value in marker.readings)

    def near(self, marker: Marker) -> bool:
        """Whether the marker counts on from the last of its style, perhaps with one or two left out."""
        seen = self.last.get(marker.style)
        if seen is None or marker.is_bullet or marker.bare:
            return False
        return any(0 < value - seen[0].value(family) <= 3 for family, value in marker.readings)

    def aligned(self, marker: Marker, line: Line) -> bool:
        """Whether the last marker of this style stood at the same x."""
        seen = self.last.get(marker.style)
        return seen is not None and abs(seen[1].box.x0 - line.box.x0) < 4

    def note(self, marker: Marker, line: Line) -> None:
        self.last[marker.style] = (marker, line)
