from __future__ import annotations

from app.domain.geometry import Span
from app.domain.ports import Batch
from app.domain.structure import Acronym
from app.questions import parse
from extractors.definitions import DefinitionExtractor
from tests.extractors.reading import BOX, Library, glossary

TERMS = glossary("Glossary", {"Berth": "a place", "Fairway": "a lane"})
SHORT = glossary("Abbreviations", {"AIS": "a system", "VTS": "a service", "Lidar": "a sensor"})


def labels(question: str, batch: Batch) -> list[str]:
    return [c.label for c in DefinitionExtractor().propose(parse(question), batch)]


def test_terms_and_acronyms_come_from_their_own_lists() -> None:
    batch = Batch(regions=(TERMS, SHORT))
    assert labels("Which terms are defined in the glossary?", batch) == ["Berth", "Fairway"]
    assert labels("List all acronyms.", batch) == ["AIS", "VTS", "Lidar"]
    assert labels("List all ports.", batch) == []


def test_acronyms_of_running_text_where_no_list_is() -> None:
    library = Library(doc="The Vessel Traffic Service (VTS) answers.")
    acronym = Acronym("VTS", "Vessel Traffic Service", (Span(1, 28, 31, BOX),))
    found = list(DefinitionExtractor().propose(parse("List all acronyms"), library.batch(acronyms=(acronym,))))
    assert [(c.label, library.quote(c)) for c in found] == [("VTS", "VTS")]
    assert labels("List all acronyms", Batch(acronyms=(acronym,))) == []
