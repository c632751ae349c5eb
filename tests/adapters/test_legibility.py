"""Language in any script is language; debris of fonts is not."""

from __future__ import annotations

import codecs

import pytest

from app.adapters.legibility import is_garbled

LANGUAGES = {
    "english": "The committee shall meet twice a year and keep minutes of every meeting it holds. " * 4,
    "french": "L'assuré déclare à la société, dès qu'il en a connaissance, tout sinistre à garantir. " * 4,
    "german": "Die Prüfungsgebühr für außerordentliche Änderungen beträgt zwölf Euro je angefangene Stunde. " * 4,
    "polish": "Zażółć gęślą jaźń; źdźbło trawy chwieje się na wietrze, a żółw śpi. " * 4,
    "chinese": "本合同自双方签字盖章之日起生效，有效期为三年。任何一方均可提前三十天书面通知对方终止合同。" * 4,
    "japanese": "この契約は、締結の日から効力を生じ、三年間有効とする。いずれの当事者も書面で通知できる。" * 4,
    "arabic": "يبدأ سريان هذا العقد من تاريخ توقيعه من قبل الطرفين ويستمر لمدة ثلاث سنوات. " * 4,
    "russian": "Настоящий договор вступает в силу с момента подписания и действует три года. " * 4,
    "hindi": "यह अनुबंध हस्ताक्षर की तिथि से प्रभावी होगा और तीन वर्षों तक मान्य रहेगा। " * 4,
    "numbers": "12,400.50 (3.1%) 17 1/2 2024-05-06 $1,000 €5.20 +4.1 -0.7 100% 3-4 5:30 " * 4,
    "addresses": "https://abc.gov/ptr/xyzw.html mailto:kpt@grr.org http://cve.mtr.org " * 6,
    "code": "if (x != NULL) { rc = fscanf(fp, \"%d\", &n); } while (--n >= 0) buf[n] = '\\0'; " * 4,
    "dot leaders": "Introduction ............................. 4\nScope .......................... 7\n" * 4,
    "private bullets": "\n".join(["\uf0b7 Check the oil and the water level"] * 10),
}


@pytest.mark.parametrize("text", LANGUAGES.values(), ids=LANGUAGES.keys())
def test_language_is_legible(text: str) -> None:
    assert not is_garbled(text)


def shifted(text: str, by: int) -> str:
    """The text as a font with an encoding of its own gives it away."""
    return "".join(chr(ord(c) + by) if c != " " else c for c in text)


GARBLED = {
    "controls": "".join(chr(1 + ord(c) % 28) for c in LANGUAGES["english"]),
    "private use": shifted(LANGUAGES["english"], 0xE000),
    "replacement": LANGUAGES["english"].replace("e", "\ufffd").replace("t", "\ufffd").replace("a", "\ufffd"),
    "latin signs": "·a´3¹8´k¶T¸ ºd¶ ·a¸ ¹Ç¼ É½·3¼ É¸·3½ Ô¹¾T· Çº×d ¹·³ È&·´³ Þ!·a¸ Ç½?ÉÖ G·¸ ³`¹ ÌÉËÓ " * 5,
    "shifted letters": codecs.encode(LANGUAGES["english"], "rot13").translate(str.maketrans("uei", "kwx")),
}


@pytest.mark.parametrize("text", GARBLED.values(), ids=GARBLED.keys())
def test_debris_is_garbled(text: str) -> None:
    assert is_garbled(text)


def test_a_short_text_is_trusted() -> None:
    assert not is_garbled("§§ 12–14 ×")
    assert not is_garbled("")
