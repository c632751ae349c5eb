"""Section trees."""

from __future__ import annotations

from app.domain.page import OutlineEntry
from app.domain.structure import ContextRole, Region
from app.layout.blocks import build_blocks
from app.layout.sections import find_sections
from tests.layout.sketch import sketch

BODY = "\n\nThis is body text, and there is enough of it to be most of the document by far.\n\n"


def sections_of(text: str, *outline: OutlineEntry) -> list[Region]:
    lines, pages = sketch(text)
    return find_sections(build_blocks(lines, pages, outline), outline, pages)


def labels(region: Region) -> list[str]:
    return [member.label for member in region.members]


def with_labels(regions: list[Region], *wanted: str) -> Region:
    return next(region for region in regions if labels(region) == list(wanted))


def test_sub_sections_of_a_section_and_the_chapters() -> None:
    regions = sections_of(
        f"# 1. Boats{BODY}There are two kinds.\n\n**1.1 Rafts**{BODY}**1.2 Punts**{BODY}"
        f"# 2. Ships{BODY}# 3. Ports{BODY}"
    )
    chapters = with_labels(regions, "Boats", "Ships", "Ports")
    inner = with_labels(regions, "Rafts", "Punts")
    assert inner.context(ContextRole.HEADING) == "Boats"
    assert inner.context(ContextRole.LEAD_IN) == "There are two kinds."
    assert [m.marker for m in inner.members] == ["1.1", "1.2"]
    assert chapters.closed
    assert inner.closed


def test_missing_article_is_a_problem() -> None:
    text = "".join(f"# Article {n}\n# Title {n.lower()}{BODY}" for n in ("I", "II", "IV"))
    region = next(r for r in sections_of(text) if r.numbering == "upper_roman")
    assert region.problems == ("gap:III",)
    assert region.context(ContextRole.LABEL) == "Article"


def test_appendices_are_a_region_of_their_own() -> None:
    regions = sections_of(f"# 1. Boats{BODY}# 2. Ships{BODY}# Appendix A. Words{BODY}# Appendix B. Forms{BODY}")
    region = with_labels(regions, "Words", "Forms")
    assert region.context(ContextRole.LABEL) == "Appendix"
    assert region.members[0].aliases[0] == "Appendix A"
    assert region.closed


def test_code_numbers_are_aliases() -> None:
    regions = sections_of(f"# V1 Sails{BODY}# V2 Oars{BODY}")
    region = with_labels(regions, "Sails", "Oars")
    assert "V1" in region.members[0].aliases
    assert "V1 Sails" in region.members[0].aliases


def test_contents_do_not_count_again() -> None:
    contents = "# Contents\n\n1. Boats .......... 2\n2. Ships .......... 3\n3. Ports .......... 4\n=====\n"
    regions = sections_of(f"{contents}# 1. Boats{BODY}# 2. Ships{BODY}# 3. Ports{BODY}")
    assert [labels(r) for r in regions if r.numbering == "decimal"] == [["Boats", "Ships", "Ports"]]


def test_bookmark_without_heading_is_a_problem() -> None:
    outline = (
        OutlineEntry(1, "1. Boats", 1), OutlineEntry(2, "Rafts", 1), OutlineEntry(2, "Canoes", 1),
        OutlineEntry(2, "Punts", 1),
    )  # fmt: skip
    regions = sections_of(f"# 1. Boats{BODY}**Rafts**{BODY}**Punts**{BODY}", *outline)
    assert "outline_differs" in with_labels(regions, "Rafts", "Punts").problems


def test_nothing_gives_nothing() -> None:
    assert find_sections((), (), ()) == []
