"""A language more: for a site, its line in site.yaml; for the project, an entry drafted from CLDR and units that wait for words.

Knows where a project names its languages. Refuses to translate.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode

from gpuguide.authoring.files import read_text_of
from gpuguide.authoring.parts import missing_parts
from gpuguide.authoring.splices import Splice, child, compose, end_of, insert_item, line_end, spliced
from gpuguide.errors import Place, UsageError, nearest
from gpuguide.l10n.cldr import drafted

LOCALES, UNITS = "data/locales.yaml", "data/units.yaml"
# What CLDR does not say; these are the signs of most languages in Latin script.
_USUAL = (
    'server: "{n}x {name}"',
    "dash: —",
    'moment: "{day}, {time} UTC"',
    'marks: {colon: ": ", comma: ", ", semicolon: "; ", open: " (", close: ")", gap: " "}',
    "scale_words: {}    # words that compact numbers print, as {million: 1000000}",
)


def known_locales(root: Path, parts: Mapping[str, str] | None = None) -> dict[str, str]:
    """The languages of a project, or of the parts that it would get, and what Babel calls each."""
    node = child(compose((parts or {}).get(LOCALES) or read_text_of(root, LOCALES)), "locales")
    if not isinstance(node, MappingNode):
        return {}
    named = {str(key.value): child(record, "babel") for key, record in node.value}
    return {locale: str(babel.value) for locale, babel in named.items() if isinstance(babel, ScalarNode)}


def language_of_site(root: Path, site: str, locale: str) -> dict[str, str]:
    """site.yaml with one language more, and the engine's words in it where there are some to begin with."""
    file = f"data/sites/{site}/site.yaml"
    text = read_text_of(root, file)
    locales = child(compose(text), "site", "locales")
    if not isinstance(locales, SequenceNode):
        raise UsageError.at(Place(file), "it lists no languages", "write locales: [en]")
    if locale in [item.value for item in locales.value]:
        raise UsageError.at(Place(file), f"{site} has {locale} already", "name another language")
    parts = {name: part for name, part in missing_parts(root, [locale]).items() if name.endswith("engine.po")}
    return {**parts, file: spliced(text, [insert_item(text, locales, len(locales.value), locale)])}


def language_of_project(root: Path, locale: str) -> dict[str, str]:
    """data/locales.yaml with an entry more, and data/units.yaml with a blank at each unit that languages write their own way."""
    draft = drafted(locale)
    if draft is None:
        hint = nearest(locale, known_locales(root)) + "; or an id of CLDR, as de or fr_CA"
        raise UsageError.at(Place("LANGUAGE"), f"there is no language {locale}", hint)
    text, units = read_text_of(root, LOCALES), read_text_of(root, UNITS)
    end = line_end(text)
    fields = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in draft.items()]
    entry = end.join([f"  {locale}:    # drafted from CLDR: correct it", *(f"    {line}" for line in (*fields, *_USUAL))])
    whole = text if text.endswith("\n") else text + end
    return {LOCALES: f"{whole}{entry}{end}", UNITS: _with_blanks(units, locale)}


def _with_blanks(text: str, locale: str) -> str:
    node = child(compose(text), "units")
    entries = node.value if isinstance(node, MappingNode) else []
    waiting = [texts for _, texts in entries if isinstance(texts, MappingNode) and not _says(texts, locale)]
    return spliced(text, [_blank(text, texts, locale) for texts in waiting])


def _says(texts: MappingNode, locale: str) -> bool:
    return any(key.value in (locale, "*") for key, _ in texts.value)


def _blank(text: str, texts: MappingNode, locale: str) -> Splice:
    if texts.flow_style:
        at = int(texts.end_mark.index) - 1
        return Splice(at, at, f"{', ' if texts.value else ''}{locale}: ")
    at = text.find("\n", end_of(texts)) + 1 or len(text)
    return Splice(at, at, f"{' ' * int(texts.start_mark.column)}{locale}:{line_end(text)}")
