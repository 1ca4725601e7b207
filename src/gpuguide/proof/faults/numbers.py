"""Faults in the numbers of pages: digits, signs, units, keys, rounding, and numbers that were recorded as wrongly as they stand.

Knows the markup of docs/formats.md. Refuses to know what a number should be.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal
from random import Random

from gpuguide.proof.faults.edits import Spot, Wrong, exchanged_for, pages, rewritten, swapped, tried
from gpuguide.proof.faults.recording import RECORDS, with_number
from gpuguide.proof.faults.scene import Change, Kind, Scene, Tongue

# Text between two tags, with a digit; structured data, which has braces, has kinds of its own.
TEXT_WITH_DIGIT = r">(?P<x>[^<>{}]*[0-9][^<>{}]*)<"
NUMBER = r"<data [^>]*>[^<]*</data>"
NUMBER_TEXT = r"<data [^>]*>(?P<x>[^<]*)</data>"
READ_ATTRIBUTE = r' (?:aria-label|alt|title|placeholder|summary|data-label)="(?P<x>[^"<>]+)"'

_DIGIT = re.compile(r"[0-9]")
_WRITTEN = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
_DATA = re.compile(r'<data value="(?P<value>[^"]*)" data-figure="(?P<key>[^"]*)"[^>]*>(?P<text>[^<]*)</data>')
_CONFUSED = (
    *(("GB/s", "TB/s"), ("TB/s", "GB/s"), ("GiB", "GB"), ("MiB", "MB"), ("TFLOPS", "TOPS"), ("TOPS", "TFLOPS"), ("GB", "GiB")),
    *(("TB", "GB"), ("kW", "W"), ("W", "kW"), ("token/s", "token/min"), ("tokens/s", "tokens"), ("hours", "days")),
    *(("days", "hours"), ("day", "week"), ("horas", "dias"), ("dias", "horas"), ("小时", "天"), ("時間", "日"), ("天", "小时")),
    *(("日", "時間"), ("亿", "万"), ("億", "亿"), ("万", "亿"), ("bilhões", "milhões"), ("mil milhões", "milhões"), ("bi", "mi")),
    *(("billion", "million"), ("million", "billion"), ("B", "M"), ("US$", "R$"), ("$", "€"), ("美元", "元"), ("ドル", "円")),
    *(("%", "‰"), ("mês", "semana"), ("month", "week"), ("月", "周"), ("張", "台"), ("张", "台"), ("cards", "servers")),
)
_COUNTED = {"en": " two cards", "pt": " duas GPUs", "zh": "两张显卡", "ja": "二台"}


def other_digit(text: str, chance: Random) -> str | None:
    """The text with one digit changed."""
    at = _digit_place(text, chance)
    return None if at is None else text[:at] + chance.choice("0123456789".replace(text[at], "")) + text[at + 1 :]


def further_digit(text: str, chance: Random) -> str | None:
    """The text with one digit more."""
    at = _digit_place(text, chance)
    return None if at is None else text[: at + 1] + chance.choice("123456789") + text[at + 1 :]


def lost_digit(text: str, chance: Random) -> str | None:
    """The text with one digit less."""
    at = _digit_place(text, chance)
    return None if at is None else text[:at] + text[at + 1 :]


def strange_digit(text: str, chance: Random) -> str | None:
    """The text with a digit in another script or form: full-width, Arabic, raised."""
    at = _digit_place(text, chance)
    if at is None:
        return None
    forms = ("０１２３４５６７８９", "٠١٢٣٤٥٦٧٨٩", "⁰¹²³⁴⁵⁶⁷⁸⁹")
    return text[:at] + chance.choice(forms)[int(text[at])] + text[at + 1 :]


def typed_digit(text: str, chance: Random) -> str:
    """The text with a digit typed after one of its words."""
    words = text.split(" ")
    at = chance.randrange(len(words))
    return " ".join([*words[: at + 1], chance.choice("23456789"), *words[at + 1 :]])


def of_text(change: Callable[[str, Random], str | None]) -> Wrong:
    """A change of a text, as what a fault writes."""
    return lambda spot, chance: change(spot.text, chance)


def _digit_place(text: str, chance: Random) -> int | None:
    places = [match.start() for match in _DIGIT.finditer(text)]
    return chance.choice(places) if places else None


def _other_unit(spot: Spot, chance: Random) -> str | None:
    pairs = [(unit, other) for unit, other in _CONFUSED if unit in _WRITTEN.sub("", spot.text)]
    return spot.text.replace(*chance.choice(pairs)) if pairs else None


def _other_signs(spot: Spot, chance: Random) -> str | None:
    """Decimal and group signs the other way round, as another language has them."""
    written = _WRITTEN.search(spot.text)
    if written is None or not re.search("[.,]", written[0]):
        return None
    return spot.text.replace(written[0], written[0].translate(str.maketrans(".,", ",.")))


def _number_word(spot: Spot, chance: Random) -> str | None:
    tongue = spot.scene.tongue(spot.path)
    word = _COUNTED.get(tongue.base) if tongue else None
    return None if word is None else spot.text + word


def _other_rounding(spot: Spot, chance: Random) -> str | None:
    """The exact value rounded another way to as many decimals as are shown: down, up, half to even."""
    tongue, written = spot.scene.tongue(spot.path), _WRITTEN.search(spot.match["text"])
    if tongue is None or written is None or not re.fullmatch(r"[0-9]+(\.[0-9]+)?", spot.match["value"]):
        return None
    decimals = len(written[0].rpartition(tongue.decimal)[2]) if tongue.decimal in written[0] else 0
    ways = (ROUND_FLOOR, ROUND_CEILING, ROUND_HALF_EVEN)
    exact, step = Decimal(spot.match["value"]), Decimal(1).scaleb(-decimals)
    texts = {_written(exact.quantize(step, rounding=way), tongue) for way in ways} - {written[0]}
    return spot.text.replace(written[0], chance.choice(sorted(texts))) if texts else None


def _other_base(spot: Spot, chance: Random) -> str | None:
    """Gigabytes where the unit counts in powers of two, or the other way round."""
    tongue, written = spot.scene.tongue(spot.path), _WRITTEN.search(spot.match["text"])
    if tongue is None or written is None or "B" not in spot.match["text"] or not _decimal(spot.match["value"]):
        return None
    text = _written((Decimal(spot.match["value"]) / Decimal("1.073741824")).quantize(Decimal("0.1")), tongue)
    return spot.text.replace(written[0], text) if text != written[0] else None


def _decimal(text: str) -> bool:
    return re.fullmatch(r"[0-9]{1,15}(\.[0-9]+)?", text) is not None


def _written(number: Decimal, tongue: Tongue) -> str:
    """A number as the language groups and points it."""
    signs = str.maketrans(",.", tongue.group + tongue.decimal)
    return f"{number:,f}".translate(signs)


def recorded(wrong: Callable[[Spot, Random], str | None]) -> Kind:
    """A number written wrongly and recorded as it is written: only the data can tell."""

    def make(scene: Scene, path: str, chance: Random) -> Change | None:
        matches = list(_DATA.finditer(scene.text(path)))
        chance.shuffle(matches)
        for match in matches[:10]:
            spot = _TextSpot(scene, path, match)
            text = wrong(spot, chance)
            records = text and text != spot.text and with_number(scene, path, match["key"], spot.text, text)
            if records and text:
                whole = spot.whole[: spot.start] + text + spot.whole[spot.end :]
                files = {path: whole.encode("utf-8"), RECORDS: records.encode("utf-8")}
                return Change(files, f"{path} and {RECORDS}", f"{match['key']} {spot.text}", f"{match['key']} {text}")
        return None

    return tried(pages, make)


class _TextSpot(Spot):
    """The text of a number as the place to change."""

    def __init__(self, scene: Scene, path: str, match: re.Match[str]) -> None:
        super().__init__(scene, path, match)
        (self.start, self.end), self.text = match.span("text"), str(match["text"])


def _text_of(change: Callable[[Spot, Random], str | None]) -> Kind:
    """A kind that writes the text of a number otherwise, its exact value known."""

    def make(scene: Scene, path: str, chance: Random) -> Change | None:
        matches = list(_DATA.finditer(scene.text(path)))
        chance.shuffle(matches)
        for match in matches[:60]:
            spot = _TextSpot(scene, path, match)
            text = change(spot, chance)
            if text is not None and text != spot.text:
                whole = spot.whole[: spot.start] + text + spot.whole[spot.end :]
                return scene.replaced(path, whole, match[0], match[0].replace(f">{spot.text}<", f">{text}<"))
        return None

    return tried(pages, make)


KINDS: Mapping[str, Kind] = {
    "digit changed in the text of a page": rewritten(pages, TEXT_WITH_DIGIT, of_text(other_digit)),
    "digit inserted in the text of a page": rewritten(pages, TEXT_WITH_DIGIT, of_text(further_digit)),
    "digit dropped in the text of a page": rewritten(pages, TEXT_WITH_DIGIT, of_text(lost_digit)),
    "digit of another script": rewritten(pages, TEXT_WITH_DIGIT, of_text(strange_digit)),
    "digit typed into prose": rewritten(pages, r"<p>(?P<x>[^<>]{20,})", of_text(typed_digit)),
    "number word typed into prose": rewritten(pages, r"<(?:p|li)>(?P<x>[^<>]{20,})", _number_word),
    "digit of an exact value": rewritten(pages, r'<data value="(?P<x>[^"]+)"', of_text(other_digit)),
    "digit in a read attribute": rewritten(pages, READ_ATTRIBUTE, of_text(typed_digit)),
    "two numbers swapped": swapped(pages, NUMBER),
    "two texts of numbers swapped": swapped(pages, NUMBER_TEXT),
    "two numbers of a row swapped": swapped(pages, NUMBER, within=r"<tr>.*?</tr>"),
    "unit of another kind": rewritten(pages, NUMBER_TEXT, _other_unit),
    "declared unit changed": exchanged_for(pages, r'data-unit="(?P<x>[^"]*)"'),
    "signs of another locale": rewritten(pages, NUMBER_TEXT, _other_signs),
    "figure key changed": exchanged_for(pages, r'<data [^>]*data-figure="(?P<x>[^"]*)"'),
    "form changed": exchanged_for(pages, r'data-form="(?P<x>[^"]*)"'),
    "form dropped": rewritten(pages, r'(?P<x> data-form="[^"]*")', lambda spot, chance: ""),
    "rounded another way": _text_of(_other_rounding),
    "power of two for power of ten": _text_of(_other_base),
    "missing value as nought": rewritten(pages, r"data-absent=\"[^\"]*\">(?P<x>[^<]*)<", lambda spot, chance: "0"),
    "reason of a missing value": rewritten(
        pages,
        r'data-absent="(?P<x>[^"]*)"',
        lambda spot, chance: chance.choice([word for word in ("unknown", "not_published", "none") if word != spot.text]),
    ),
    "wrong digit, recorded": recorded(lambda spot, chance: other_digit(spot.text, chance)),
    "wrong unit, recorded": recorded(_other_unit),
    "wrong signs, recorded": recorded(_other_signs),
    "rounded another way, recorded": recorded(_other_rounding),
}
