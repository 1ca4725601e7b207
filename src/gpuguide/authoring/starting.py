"""What a new card, model, page or site consists of: the texts of its files, and the lines that others gain.

Knows the starter site and where a page is named. Refuses to write, and to overwrite: it is asked for texts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from string import Template

from ruamel.yaml import YAML
from ruamel.yaml.nodes import MappingNode

from gpuguide.authoring.files import read_text_of
from gpuguide.authoring.forms import blank_form
from gpuguide.authoring.languages import known_locales
from gpuguide.authoring.parts import missing_parts
from gpuguide.authoring.splices import child, compose, end_of, line_end
from gpuguide.catalog.fields import is_id
from gpuguide.catalog.gpu import MUST_CITE
from gpuguide.catalog.loader import card_ids, site_ids
from gpuguide.catalog.schema import file_schema
from gpuguide.catalog.schema_ids import shared_ids
from gpuguide.catalog.schema_kinds import kinds
from gpuguide.errors import Place, UsageError, nearest
from gpuguide.l10n.catalogs import header

Texts = dict[str, str]
_STARTER = Path(__file__).parent / "starter"
_DATA = ("site", "prices", "policy", "figures", "claims", "tables")
_SOURCE = "en"
"""The language of the starter site's page."""


@dataclass(frozen=True)
class NewSite:
    """A site that is to be."""

    id: str
    name: str
    locales: Sequence[str]
    cards: Sequence[str]
    day: date


def blank_card(root: Path, card: str, name: str) -> Texts:
    """The file of a card with blanks."""
    return _blank(root, "gpu", f"data/gpus/{_new_id(card)}.yaml", {"name": _quoted(name), "doubts": "[]"}, MUST_CITE)


def blank_model(root: Path, model: str, name: str) -> Texts:
    """The file of a model with blanks."""
    return _blank(root, "model", f"data/models/{_new_id(model)}.yaml", {"name": _quoted(name), "doubts": "[]"}, ())


def _blank(root: Path, kind: str, path: str, filled: Mapping[str, str], cited: tuple[str, ...]) -> Texts:
    found = next(one for one in kinds() if one.name == kind)
    modeline = f"# yaml-language-server: $schema=../../.vscode/schemas/{kind}.json\n"
    head = "# Fill in what stands empty; unknown, not_published and none are three different words.\n"
    return {path: modeline + head + blank_form(file_schema(found, shared_ids(root)), filled, cited)}


def new_page(root: Path, site: str, page: str, title: str, description: str) -> Texts:
    """The source of a page, and site.yaml with its line."""
    known_site(root, site)
    _new_id(page)
    file = f"data/sites/{site}/site.yaml"
    text = read_text_of(root, file)
    pages = child(compose(text), "pages")
    if not isinstance(pages, MappingNode):
        raise UsageError.at(Place(file), "it lists no pages", "write pages: with the home page first")
    if child(pages, page) is not None:
        raise UsageError.at(Place(file), f"{site} has a page {page} already", "take another name for the address")
    end = line_end(text)
    at = text.find("\n", end_of(pages)) + 1 or len(text)
    if pages.flow_style:
        comma = ", " if pages.value else ""
        text = f"{text[: pages.end_mark.index - 1]}{comma}{page}: {{nav: true}}{text[pages.end_mark.index - 1 :]}"
    else:
        indent = " " * int(pages.start_mark.column)
        text = f"{text[:at]}{'' if at == 0 or text[at - 1] == chr(10) else end}{indent}{page}: {{nav: true}}{end}{text[at:]}"
    source = f'---\ntitle: "{_plain(title)}"\ndescription: "{_plain(description)}"\n---\n\n# {title}\n\n{description}\n'
    return {f"templates/pages/{site}/{page}.md": source, file: text}


def new_site(root: Path, site: NewSite) -> Texts:
    """Every file of a small site, and the parts that the project lacks."""
    _new_id(site.id)
    if site.id in site_ids(root):
        raise UsageError.at(Place(f"data/sites/{site.id}"), f"there is a site {site.id} already", "take another id")
    parts = missing_parts(root, site.locales)
    known = known_locales(root, parts)
    for locale in site.locales:
        if locale not in known:
            raise UsageError.at(Place("--locales"), f"there is no language {locale}", nearest(locale, known))
    if site.locales[0] != _SOURCE or len(set(site.locales)) < len(site.locales):
        message = f"the languages are {', '.join(site.locales)}"
        hint = f"begin with {_SOURCE}, in which the page is written, and name each once"
        raise UsageError.at(Place("--locales"), message, hint)
    first, second = _cards(root, parts, site.cards)
    said = {"id": site.id, "name": _quoted(site.name), "locales": ", ".join(site.locales), "today": site.day.isoformat()}
    said |= {"first": first, "second": second}

    def filled(name: str) -> str:
        return Template((_STARTER / name).read_text(encoding="utf-8")).substitute(said)

    texts = {f"data/sites/{site.id}/{name}.yaml": filled(f"{name}.yaml") for name in _DATA}
    texts[f"templates/pages/{site.id}/home.md"] = filled("home.md")
    texts[f"templates/assets/brands/{site.id}.css"] = filled("brand.css")
    translations = YAML(typ="safe", pure=True).load(filled("messages.yaml"))
    for locale in site.locales[1:]:
        entries = (f"\nmsgid {_po(source)}\nmsgstr {_po(said_in.get(locale, ''))}\n" for source, said_in in translations.items())
        head = header(site.id, known[locale])
        texts[f"locales/{locale}/LC_MESSAGES/{site.id}.po"] = f"{head}\n" + "".join(entries)
    return {**parts, **texts}


def _cards(root: Path, parts: Mapping[str, str], wanted: Sequence[str]) -> tuple[str, str]:
    own = [Path(name).stem for name in parts if name.startswith("data/gpus/")]
    known = sorted([*card_ids(root), *own])
    for card in wanted:
        if card not in known:
            raise UsageError.at(Place("--cards"), f"there is no card {card}", nearest(card, known))
    usual = (_STARTER / "cards.txt").read_text(encoding="utf-8").split()
    chosen = list(dict.fromkeys(wanted or [*(card for card in usual if card in known), *known]))
    if len(chosen) < 2 or (wanted and len(wanted) != 2):
        raise UsageError.at(Place("--cards"), "a site starts with two cards", f"write them as --cards {known[0]},{known[-1]}")
    return chosen[0], chosen[1]


def known_site(root: Path, site: str) -> None:
    """Refuse a site that the project does not have."""
    known = site_ids(root)
    if site not in known:
        raise UsageError.at(Place("data/sites"), f"there is no site {site}", nearest(site, known))


def _new_id(name: str) -> str:
    if not is_id(name):
        raise UsageError.at(Place(name), f"{name} is no id", "use lower-case letters, digits and hyphens, as in a-card-80gb")
    return name


def _quoted(text: str) -> str:
    """A text as a YAML value on one line."""
    return text if re.fullmatch(r"[A-Za-z][A-Za-z0-9 ]*[A-Za-z0-9]", text) else json.dumps(text, ensure_ascii=False)


def _plain(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _po(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
