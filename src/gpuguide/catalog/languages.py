"""How a language is named, addressed and written: the records of `data/locales.yaml`.

Knows that Babel's id, the tag of BCP 47, the locale of Open Graph and the segment of an address are four fields of four
forms, and that they speak of one language. Refuses to know which languages Babel has: `l10n` asks it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Self

from pydantic import PlainValidator, model_validator

from gpuguide.catalog.fields import ID, TEXT, Exact, Mark, Record, Text, identifier, one_of, refuse, shown, text
from gpuguide.catalog.reader import Node
from gpuguide.catalog.shapes import shaped
from gpuguide.errors import Problems

_LANGUAGE, _SCRIPT, _REGION = "[a-z]{2,3}", "[A-Z][a-z]{3}", "(?:[A-Z]{2}|[0-9]{3})"
UNIQUE = ("tag", "segment", "name")
"""What no two languages may share: pages of one would stand in the place of the other's."""
TAKEN = frozenset({"assets"})
"""Folders of a built site that are no language's."""


def _form(pattern: str, name: str, example: str) -> Callable[[object], str]:
    """A reader of text of one form, told by its name and an example."""

    @shaped({"type": "string", "pattern": f"^{pattern}$"})
    def read(value: object) -> str:
        written = text(value)
        if not re.fullmatch(pattern, written):
            raise refuse(f"expected {name}, got {shown(value)}", f"write it as {example}")
        return written

    return read


def _pattern(*names: str) -> Callable[[object], str]:
    """A reader of text that holds each of these placeholders once, and no other brace."""

    @shaped(TEXT)
    def read(value: object) -> str:
        written = text(value)
        held = re.findall(r"\{([^{}]*)\}", written)
        if sorted(held) != sorted(names) or len(re.findall("[{}]", written)) != 2 * len(names):
            due = " and ".join(f"{{{name}}}" for name in names)
            raise refuse(f"expected a pattern with {due} once each, got {shown(value)}", f"write it with {due}")
        return written

    return read


@shaped({**ID, "not": {"enum": sorted(TAKEN)}})
def _segment(value: object) -> str:
    written = identifier(value)
    if written in TAKEN:
        raise refuse(f"{written} is a folder of every site", "write another segment, such as en")
    return written


Babel = _form(f"{_LANGUAGE}(_{_SCRIPT})?(_{_REGION})?", "an id of Babel", "pt_PT or zh_Hans")
Tag = _form(f"{_LANGUAGE}(-{_SCRIPT})?(-{_REGION})?", "a language tag of BCP 47", "pt-PT or zh-Hans")
OpenGraph = _form(f"{_LANGUAGE}_{_REGION}", "a locale of Open Graph", "pt_PT or zh_CN")
LocaleId = Annotated[str, PlainValidator(_form(f"{_LANGUAGE}(_{_SCRIPT})?(_{_REGION})?", "an id of a language", "pt or pt_PT"))]
"""The id names a folder of `locales/`."""


class Marks(Record):
    """Punctuation between the pieces that templates join; spaces belong to it."""

    colon: Mark
    comma: Mark
    semicolon: Mark
    open: Mark
    close: Mark
    gap: Mark


class Locale(Record):
    """How a language is named, addressed and written."""

    babel: Annotated[str, PlainValidator(Babel)]
    tag: Annotated[str, PlainValidator(Tag)]
    og: Annotated[str, PlainValidator(OpenGraph)]
    segment: Annotated[str, PlainValidator(_segment)]
    name: Text
    decimal: Text
    group: Annotated[str, PlainValidator(one_of(",", ".", "\u00a0", "\u202f"))]
    server: Annotated[str, PlainValidator(_pattern("n", "name"))]
    dash: Text
    moment: Annotated[str, PlainValidator(_pattern("day", "time"))]
    marks: Marks
    scale_words: dict[str, Exact]
    compact: dict[str, dict[str, Text]] | None = None

    @model_validator(mode="after")
    def _one_language(self) -> Self:
        """Babel's id, the tag and the locale of Open Graph begin with one language; a script that two of them name is one."""
        language = self.babel.split("_")[0]
        for field, code in (("tag", self.tag), ("og", self.og)):
            if re.split("[-_]", code)[0] != language:
                raise refuse(
                    f"babel says {self.babel}, and {field} says {code}, another language", f"begin {field} with {language}"
                )
        scripts = {script for code in (self.babel, self.tag) for script in re.findall(f"[-_]({_SCRIPT})", code)}
        if len(scripts) > 1:
            raise refuse(f"babel says {self.babel}, tag says {self.tag}, another script", "write the same script in both")
        return self


def check_languages(chosen: Sequence[str], locales: Mapping[str, Locale], node: Node, problems: Problems) -> None:
    """No two languages of a site are the same, nor have one tag, segment or name."""
    for index, name in enumerate(chosen):
        for other in chosen[:index]:
            same = [
                field for field in UNIQUE if getattr(locales.get(name), field, name) == getattr(locales.get(other), field, other)
            ]
            if same:
                message = f"{name} has the {same[0]} of {other}" if name != other else f"{name} is there twice"
                problems.add(node.at(("locales", index)), message, "keep one of them", f"site.locales.{index}")


def check_units(chosen: Sequence[str], units: Mapping[str, Mapping[str, object]], node: Node, problems: Problems) -> None:
    """Every unit says how each language of a site writes it; without that a number would stand bare, and nobody would see it."""
    for unit, texts in units.items():
        lost = [locale for locale in chosen if locale not in texts and "*" not in texts]
        if lost:
            message = f"{unit} does not say how {', '.join(lost)} writes it"
            problems.add(node.at((unit,)), message, f'add {lost[0]}: "{{n}} …", or "*" for all languages', f"units.{unit}")
