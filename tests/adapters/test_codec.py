"""What is stored of a structure comes back equal, whatever it holds."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.adapters import codec
from app.domain.page import LineBox
from tests.adapters import structures


@given(structures.regions)
def test_regions(region: Any) -> None:
    assert codec.unpack_region(*codec.pack_region(region)) == region


@pytest.mark.parametrize(
    ("values", "pack", "unpack"),
    [
        (structures.cues, codec.pack_cues, codec.unpack_cues),
        (structures.definitions, codec.pack_definitions, codec.unpack_definitions),
        (structures.acronyms, codec.pack_acronyms, codec.unpack_acronyms),
        (structures.references, codec.pack_references, codec.unpack_references),
        (structures.outlines, codec.pack_outline, codec.unpack_outline),
        (structures.blocks, codec.pack_blocks, codec.unpack_blocks),
    ],
)
def test_parts(values: st.SearchStrategy[Any], pack: Callable[..., Any], unpack: Callable[..., Any]) -> None:
    @given(st.lists(values, max_size=3).map(tuple))
    def same(parts: Any) -> None:
        assert unpack(*pack(parts)) == parts

    same()


@given(structures.flows)
def test_pieces(flow: Any) -> None:
    assert codec.unpack_pieces(codec.pack_pieces(flow.pieces)) == flow.pieces


@given(st.lists(st.builds(LineBox, structures.numbers, structures.numbers, structures.boxes), max_size=4).map(tuple))
def test_lines(lines: Any) -> None:
    assert codec.unpack_lines(codec.pack_lines(lines)) == lines


@given(structures.strings)
def test_strings(strings: Any) -> None:
    assert codec.load_strings(codec.dump_strings(strings)) == strings


@given(st.text())
def test_storable_text_keeps_its_length_and_all_that_can_be_encoded(text: str) -> None:
    stored = codec.storable(text)
    stored.encode()
    assert len(stored) == len(text)
    kept = zip(text, stored, strict=True)
    assert all(a == b or ("\ud800" <= a <= "\udfff" and b == "\ufffd") for a, b in kept)


def test_lone_surrogates_in_a_region_are_replaced() -> None:
    region = structures.region(1, "The \ud800 parts", "one")
    assert codec.unpack_region(*codec.pack_region(region)).contexts[0].text == "The \ufffd parts"


@given(structures.flows)
def test_stored_pieces_stand_for_their_tuple(flow: Any) -> None:
    stored, pages = codec.stored_flow(flow.text, codec.pack_pieces(flow.pieces))
    assert stored == flow
    assert flow == stored
    assert hash(stored) == hash(flow)
    assert len(stored.pieces) == len(flow.pieces)
    assert bool(stored.pieces) == bool(flow.pieces)
    assert stored.pieces[:2] == flow.pieces[:2]
    assert stored.pieces + flow.pieces == flow.pieces + stored.pieces == flow.pieces * 2
    assert pages == ((flow.pieces[0].page, flow.pieces[-1].page) if flow.pieces else (0, 0))
    assert repr(stored) == repr(flow)
    assert type(pickle.loads(pickle.dumps(stored)).pieces) is tuple
    assert pickle.loads(pickle.dumps(stored)) == flow
    assert stored.spans(0, len(flow.text)) == flow.spans(0, len(flow.text))
