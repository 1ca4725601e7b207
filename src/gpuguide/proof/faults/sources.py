"""Faults in what editors and translators write: pages, messages, templates, declarations, facts.

Knows the formats of docs/formats.md as text. Refuses to build: a fault here is a fault only when a build with it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random

from gpuguide.proof.faults.edits import Spot, Wrong, doubled, dropped, ending, exchanged_for, rewritten, swapped, tried
from gpuguide.proof.faults.numbers import of_text, other_digit, typed_digit
from gpuguide.proof.faults.scene import Change, Kind, Scene

PLACEHOLDER = r"\{(?P<x>[a-z_][^{}\n]*)\}"
BLOCK = r"(?<=\n\n)[A-Z\[{][^\n]*\n(?:[^\n]+\n)*(?=\n|\Z)"
TRANSLATION = r"\nmsgstr (?P<x>\"[^\n]*\"\n(?:\"[^\n]*\"\n)*)"
_EXPRESSION = r"\{\{ (?P<x>[a-z_.]+) \}\}"


def page_sources(path: str) -> bool:
    """The sources of pages."""
    return path.startswith("templates/pages/")


def templates(path: str) -> bool:
    """The templates of layouts and components."""
    return path.startswith(("templates/layouts/", "templates/components/"))


def catalogs(path: str) -> bool:
    """The translations."""
    return path.endswith(".po")


def facts(path: str) -> bool:
    """What holds numbers of cards, prices, sizes and policies."""
    return path.startswith("data/gpus/") or path.endswith(
        ("prices.yaml", "sizes.yaml", "policy.yaml", "scales.yaml", "offers.csv")
    )


FIGURES, TABLES, CLAIMS = ending("figures.yaml"), ending("tables.yaml"), ending("claims.yaml")


def _everywhere(scene: Scene, path: str, chance: Random) -> Change | None:
    """A placeholder in the place of another, in the page and in every translation: a consistent site that says another thing."""
    names = list(dict.fromkeys(re.findall(PLACEHOLDER, scene.text(path))))
    figures = [name for name in names if ":" not in name]
    if len(figures) < 2:
        return None
    old, new = chance.sample(figures, 2)
    files = {}
    for other in scene.having(lambda name: name == path or catalogs(name)):
        text = scene.text(other).replace(f"{{{old}}}", f"{{{new}}}")
        if text != scene.text(other):
            files[other] = text.encode("utf-8")
    return Change(files, f"{path} and its translations", f"{{{old}}}", f"{{{new}}}")


def _in_words(change: Wrong) -> Wrong:
    """A change of what a translation says, its quotes and lines put aside."""

    def wrong(spot: Spot, chance: Random) -> str | None:
        said = "".join(re.findall(r'"(.*)"', spot.text))
        text = change(_Said(spot, said), chance) if said else None
        return None if text is None or text == said else f'"{text}"\n'

    return wrong


class _Said(Spot):
    """A translation as one text."""

    def __init__(self, spot: Spot, said: str) -> None:
        super().__init__(spot.scene, spot.path, spot.match)
        self.text = said


def _placeholder_dropped(spot: Spot, chance: Random) -> str | None:
    found = re.findall(r"\{[^{}]+\}", spot.text)
    return spot.text.replace(chance.choice(found), "", 1) if found else None


def _placeholder_renamed(spot: Spot, chance: Random) -> str | None:
    found = re.findall(r"\{[^{}]+\}", spot.text)
    one = chance.choice(found) if found else ""
    return spot.text.replace(one, f"{one[:-1]}_{one[-1]}", 1) if one else None


def _placeholders_swapped(spot: Spot, chance: Random) -> str | None:
    found = list(dict.fromkeys(re.findall(r"\{[^{}]+\}", spot.text)))
    if len(found) < 2:
        return None
    one, two = chance.sample(found, 2)
    return spot.text.replace(one, "\0").replace(two, one).replace("\0", two)


def _of_another_message(spot: Spot, chance: Random) -> str | None:
    """What another message of the file says, with the same placeholders."""
    others = ["".join(re.findall(r'"(.*)"', text)) for text in re.findall(TRANSLATION, spot.whole)]
    names = sorted(re.findall(r"\{[^{}]+\}", spot.text))
    fitting = [text for text in others if text and text != spot.text and sorted(re.findall(r"\{[^{}]+\}", text)) == names]
    return chance.choice(fitting) if fitting else None


def _translated(change: Wrong) -> Kind:
    return rewritten(catalogs, TRANSLATION, _in_words(change))


def _after(text: str) -> Wrong:
    return lambda spot, chance: spot.text + text


def _filtered(spot: Spot, chance: Random) -> str:
    """An expression with a filter that changes what it prints."""
    filters = (' | replace("1", "7")', " | upper", " | title", " | reverse", ' | replace(",", ".")', " | string | truncate(9)")
    return spot.text + chance.choice(filters)


def _step(spot: Spot, chance: Random) -> str:
    return chance.choice([step for step in ("1", "0.1", "0.01", "10", "5") if step != spot.text])


def _sign(spot: Spot, chance: Random) -> str:
    return chance.choice([sign for sign in ("<", "<=", ">", ">=") if sign != spot.text])


KINDS: Mapping[str, Kind] = {
    "placeholder of a page changed": exchanged_for(page_sources, PLACEHOLDER),
    "placeholder changed in a page and its translations": tried(page_sources, _everywhere),
    "two placeholders of a page swapped": swapped(page_sources, PLACEHOLDER),
    "digit typed into a page": rewritten(page_sources, r"(?<=\n)(?P<x>[A-Z][^\n{}@:]{30,})", of_text(typed_digit)),
    "claim line taken away": dropped(page_sources, r"(?<=\n)@(?:claim|unless) [^\n]*\n"),
    "claim of another block": exchanged_for(page_sources, r"(?<=\n)@claim (?P<x>[^\n]*)"),
    "two list items of a page swapped": swapped(page_sources, r"(?<=\n)- [^\n]*\n"),
    "block of a page dropped": dropped(page_sources, BLOCK),
    "two blocks of a page swapped": swapped(page_sources, BLOCK),
    "table of a page changed": exchanged_for(page_sources, r"::table (?P<x>[a-z0-9_]+)"),
    "table of a page dropped": dropped(page_sources, r"(?<=\n)::(?:table|spec|bars|strip) [^\n]*\n"),
    "link target of a page changed": exchanged_for(page_sources, r"\]\((?P<x>(?:page|to):[^)\n]*)\)"),
    "placeholder dropped in a translation": _translated(_placeholder_dropped),
    "placeholder renamed in a translation": _translated(_placeholder_renamed),
    "two placeholders swapped in a translation": _translated(_placeholders_swapped),
    "digit typed into a translation": _translated(of_text(typed_digit)),
    "currency sign typed into a translation": _translated(_after(" $")),
    "translation of another message": _translated(_of_another_message),
    "translation emptied": rewritten(catalogs, TRANSLATION, lambda spot, chance: '""\n'),
    "translation marked fuzzy": rewritten(catalogs, r"\n\n(?P<x>(?=#:|msgid \"[^\"]))", lambda spot, chance: "#, fuzzy\n"),
    "digit typed into a template": rewritten(templates, r"\}\}(?P<x>)<", lambda spot, chance: chance.choice("23456789")),
    "filter in a template": rewritten(templates, _EXPRESSION, _filtered),
    "two expressions of a template swapped": swapped(templates, _EXPRESSION),
    "expression of a template dropped": dropped(templates, r"\{\{ [a-z_.]+ \}\}"),
    "condition of a template turned": rewritten(templates, r"\{% if (?P<x>)[a-z]", lambda spot, chance: "not "),
    "loop of a template turned": rewritten(
        templates, r"\{% for [a-z_, ]+ in [a-z_.]+(?P<x>) %\}", lambda spot, chance: " | reverse"
    ),
    "key doubled in data": doubled(facts, r"(?<=\n)[a-z_]+: [^\n]+\n"),
    "digit of a fact": rewritten(
        facts,
        r"(?:_gb|_gb_s|_tflops|_w|monthly|weekly|value|parameters|layers|tokens): (?P<x>[0-9][0-9.]*)",
        of_text(other_digit),
    ),
    "two prices swapped": swapped(ending("prices.yaml"), r"monthly: (?P<x>[0-9]+)"),
    "price of an offer": rewritten(ending("offers.csv"), r"(?<=\n)[a-z0-9-]+,(?P<x>[0-9.]+)", of_text(other_digit)),
    "name of a card": rewritten(facts, r"\Aname: (?P<x>[^\n]+)", _after(" Plus")),
    "unit of a figure": exchanged_for(FIGURES, r"unit: (?P<x>[^,}\n]+)"),
    "step of a figure": rewritten(FIGURES, r"step: (?P<x>[0-9.]+)", _step),
    "direction of rounding": rewritten(
        FIGURES, r"step: [0-9.]+(?P<x>)", lambda spot, chance: chance.choice((", round: down", ", round: up"))
    ),
    "formula of a figure": exchanged_for(FIGURES, r"formula: (?P<x>[a-z_]+)"),
    "two inputs of a figure swapped": swapped(
        FIGURES, r"(?<=: )[a-z_.]+(?:/[a-z0-9_./-]+)?(?=[,}])", within=r"inputs: \{[^}]*\}"
    ),
    "input exact for printed": rewritten(FIGURES, r"(?P<x>printed )", lambda spot, chance: ""),
    "sort turned": rewritten(lambda path: FIGURES(path) or TABLES(path), r"sort: (?P<x>-)", lambda spot, chance: ""),
    "condition of rows dropped": dropped(
        lambda path: FIGURES(path) or TABLES(path), r"(?<=\n) *where: \[[^\n]*\]\n|, where: \[[^\]]*\]"
    ),
    "sign of a condition": rewritten(lambda path: FIGURES(path) or CLAIMS(path), r" (?P<x><=|>=|<|>) ", _sign),
    "column of another figure": exchanged_for(TABLES, r"figure: (?P<x>[a-z0-9_]+/[a-z0-9_./-]+)"),
    "two columns swapped": swapped(TABLES, r"(?<=\n) *- \{header[^\n]*\n"),
    "header of another column": exchanged_for(TABLES, r"header: (?P<x>[A-Z][^,}\n\"]*)"),
    "pattern of a unit": exchanged_for(ending("units.yaml"), r"\"(?P<x>[^\"\n]*\{n\}[^\"\n]*)\""),
    "signs of a locale": exchanged_for(ending("locales.yaml"), r"(?:decimal|group): (?P<x>\"[^\"]*\")"),
    "as-of date": rewritten(
        ending("site.yaml"),
        r"(?:as_of|updated): (?P<x>[0-9-]+)",
        lambda spot, chance: f"{spot.text[:-2]}{chance.randrange(10, 28)}",
    ),
}
