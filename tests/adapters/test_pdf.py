"""PDFs made here, read back: states, styles, hidden text, broken files."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from app.adapters.pdf import read_head, read_pages, read_pdf
from app.adapters.picture import draw
from app.domain.geometry import Box
from app.domain.page import PageState, RawDocument

TEXT = "The inspector checks the boiler, the valves and the gauges every spring. "


def made(*pages: str, **options: object) -> bytes:
    """A PDF with one page for each text."""
    with pymupdf.open() as document:
        for text in pages:
            document.new_page().insert_textbox((72, 72, 520, 700), text)
        return bytes(document.tobytes(**options))


def text_of(raw: RawDocument, page: int = 1) -> str:
    return "\n".join("".join(run.text for run in f.runs) for f in raw.pages[page - 1].fragments)


def picture(width: int = 600, height: int = 800) -> pymupdf.Pixmap:
    pixmap = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, width, height))
    pixmap.clear_with(180)
    return pixmap


class TestStates:
    def test_text_and_blank_pages(self) -> None:
        raw = read_pdf("a.pdf", made(TEXT * 3, ""))
        assert [page.state for page in raw.pages] == [PageState.READ, PageState.BLANK]
        assert raw.planned_pages == 2
        assert "inspector" in text_of(raw)

    def test_a_picture_without_text(self) -> None:
        with pymupdf.open() as document:
            page = document.new_page()
            page.insert_image(page.rect, pixmap=picture())
            raw = read_pdf("a.pdf", document.tobytes())
        assert raw.pages[0].state is PageState.NO_TEXT
        assert "images" in raw.pages[0].layers

    def test_drawings_without_text(self) -> None:
        with pymupdf.open() as document:
            document.new_page().draw_circle((200, 200), 80)
            raw = read_pdf("a.pdf", document.tobytes())
        assert raw.pages[0].state is PageState.NO_TEXT

    def test_an_invisible_text_layer_over_a_scan_is_partial_and_not_hidden(self) -> None:
        with pymupdf.open() as document:
            page = document.new_page()
            page.insert_image(page.rect, pixmap=picture())
            page.insert_textbox((72, 72, 520, 700), TEXT * 4, render_mode=3)
            raw = read_pdf("a.pdf", document.tobytes())
        assert raw.pages[0].state is PageState.PARTIAL
        assert not any(run.hidden for fragment in raw.pages[0].fragments for run in fragment.runs)

    def test_a_stamp_on_a_scan_is_partial(self) -> None:
        with pymupdf.open() as document:
            page = document.new_page()
            page.insert_image(page.rect, pixmap=picture())
            page.insert_text((72, 30), "Filed 3 May 2021  Page 4 of 9")
            raw = read_pdf("a.pdf", document.tobytes())
        assert raw.pages[0].state is PageState.PARTIAL

    def test_text_on_a_coloured_ground_is_read(self) -> None:
        with pymupdf.open() as document:
            page = document.new_page()
            page.insert_image(page.rect, pixmap=picture())
            page.insert_textbox((72, 172, 520, 700), TEXT * 4)
            raw = read_pdf("a.pdf", document.tobytes())
        assert raw.pages[0].state is PageState.READ

    def test_a_truncated_file_is_not_blank(self) -> None:
        whole = made(*[TEXT * 20] * 12)
        raw = read_pdf("a.pdf", whole[: len(whole) // 3])
        assert raw.state is PageState.FAILED or all(p.state is not PageState.BLANK for p in raw.pages)
        assert raw.reason or any(page.state is PageState.FAILED for page in raw.pages)


class TestFiles:
    @pytest.mark.parametrize("data", [b"", b"%P", b"no PDF at all", b"%PDF-1.7\n%%EOF"])
    def test_broken_files_fail_with_a_reason(self, data: bytes) -> None:
        raw = read_pdf("a.pdf", data)
        assert raw.state is PageState.FAILED
        assert raw.reason
        assert not list(read_pages("a.pdf", data))

    def test_a_locked_file(self) -> None:
        data = made(TEXT, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="u", owner_pw="o")
        head = read_head("a.pdf", data)
        assert head.state is PageState.LOCKED
        assert head.reason.startswith("password_required")

    def test_a_file_locked_for_owners_only_is_read(self) -> None:
        data = made(TEXT, encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="o", permissions=0)
        assert read_pdf("a.pdf", data).pages[0].state is PageState.READ

    def test_head_and_restart(self) -> None:
        data = made(*[f"{TEXT} Sheet {n}" for n in range(1, 6)])
        with pymupdf.open(stream=data, filetype="pdf") as document:
            document.set_toc([[1, "Start", 1], [2, "Middle\tpart", 3]])
            document.set_metadata({"title": "Boiler  book"})
            data = document.tobytes()
        head = read_head("a.pdf", data)
        assert (head.title, head.planned_pages, head.pages) == ("Boiler book", 5, ())
        assert [(e.level, e.title, e.page) for e in head.outline] == [(1, "Start", 1), (2, "Middle part", 3)]
        assert [page.number for page in read_pages("a.pdf", data, 4)] == [4, 5]

    def test_layers_not_looked_at_are_named(self) -> None:
        with pymupdf.open() as document:
            page = document.new_page()
            page.insert_text((72, 72), TEXT)
            page.add_text_annot((100, 100), "note")
            page.insert_link(
                {"kind": pymupdf.LINK_URI, "from": pymupdf.Rect(72, 60, 200, 80), "uri": "https://a.example"}
            )
            document.embfile_add("x.txt", b"inside")
            raw = read_pdf("a.pdf", document.tobytes())
        assert raw.pages[0].layers == {"annotations", "links"}
        assert raw.layers == {"attachments"}


class TestText:
    def test_styles(self) -> None:
        with pymupdf.open() as document:
            page = document.new_page()
            page.insert_text((72, 72), "Strong words", fontname="hebo")
            page.insert_text((72, 100), "slanted words", fontname="heit")
            raw = read_pdf("a.pdf", document.tobytes())
        strong, slanted = (fragment.runs[0] for fragment in raw.pages[0].fragments)
        assert (strong.bold, strong.italic) == (True, False)
        assert (slanted.bold, slanted.italic) == (False, True)

    def test_hidden_text_is_flagged(self) -> None:
        with pymupdf.open() as document:
            page = document.new_page()
            page.insert_text((72, 72), "seen")
            page.insert_text((72, 100), "no ink", render_mode=3)
            page.insert_text((72, 130), "white on white", color=(1, 1, 1))
            page.draw_rect((60, 150, 300, 180), fill=(0, 0, 0.5))
            page.insert_text((72, 170), "white on blue", color=(1, 1, 1))
            raw = read_pdf("a.pdf", document.tobytes())
        hidden = {f.runs[0].text: f.runs[0].hidden for f in raw.pages[0].fragments}
        assert hidden == {"seen": False, "no ink": True, "white on white": True, "white on blue": False}

    @pytest.mark.parametrize("rotation", [90, 180, 270])
    def test_text_of_a_turned_page_stands_upright(self, rotation: int) -> None:
        """Boxes are those of the page as it is read, whichever way the file turns it."""
        plain = read_pdf("a.pdf", made(TEXT * 3)).pages[0]
        with pymupdf.open() as document:
            page = document.new_page(width=842, height=595) if rotation in (90, 270) else document.new_page()
            page.set_rotation(rotation)
            matrix = page.derotation_matrix
            for i, fragment in enumerate(plain.fragments):
                page.insert_text(pymupdf.Point(72, 90 + 14 * i) * matrix, fragment.runs[0].text, rotate=rotation)
            turned = read_pdf("a.pdf", document.tobytes()).pages[0]
        assert (turned.width, turned.height) == (595, 842)
        assert all(fragment.horizontal for fragment in turned.fragments)
        tops = [fragment.runs[0].box.y0 for fragment in turned.fragments]
        assert tops == sorted(tops)
        assert {round(fragment.runs[0].box.x0) for fragment in turned.fragments} == {72}

    def test_rotated_margin_text_is_not_horizontal(self) -> None:
        with pymupdf.open() as document:
            page = document.new_page()
            page.insert_textbox((72, 72, 520, 700), TEXT * 3)
            page.insert_text((30, 400), "Draft", rotate=90)
            raw = read_pdf("a.pdf", document.tobytes())
        assert {f.runs[0].text for f in raw.pages[0].fragments if not f.horizontal} == {"Draft"}

    def test_a_dingbat_letter_is_a_bullet(self) -> None:
        with pymupdf.open() as document:
            page = document.new_page()
            page.insert_text((72, 72), "l", fontname="zadb")
            page.insert_text((90, 72), "Open the valve")
            raw = read_pdf("a.pdf", document.tobytes())
        assert not text_of(raw)[0].isalnum()


def test_a_picture_of_a_page_with_boxes() -> None:
    png = draw(made(TEXT), 1, [(Box(72, 72, 200, 90), "blue", "line 0")])
    assert png.startswith(b"\x89PNG")


SHARED = Path(__file__).parents[3] / "shared" / "cases" / "nasty"


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared folder of hostile files is not here")
@pytest.mark.parametrize("path", sorted(SHARED.glob("*.pdf")), ids=lambda path: path.name)
def test_every_hostile_file_ends_in_text_or_in_a_named_state(path: Path) -> None:
    raw = read_pdf(path.name, path.read_bytes())
    if raw.state is not PageState.READ:
        assert raw.reason
        return
    assert len(raw.pages) == raw.planned_pages
    for page in raw.pages:
        assert page.fragments or page.reason or page.state is PageState.BLANK


def test_words_struck_out_by_an_annotation_count_as_hidden() -> None:
    document = pymupdf.open()
    page = document.new_page()
    for row, words in enumerate(("Copper kettles", "Iron pans", "Tin spoons")):
        page.insert_text((72, 100 + 20 * row), words)
    page.add_strikeout_annot(page.search_for("Iron pans"))
    fragments = read_pdf("a.pdf", document.tobytes()).pages[0].fragments
    assert {f.runs[0].text: f.runs[0].hidden for f in fragments} == {
        "Copper kettles": False,
        "Iron pans": True,
        "Tin spoons": False,
    }
