"""The four names of a language: each has its own form, and together they speak of one language."""

from __future__ import annotations

import re

import pytest

from gpuguide.errors import FactsError
from gpuguide.l10n.writer import Writer
from tests.projects import SITE_FOLDER, replaced, tiny_project

LOCALES, SITE = "data/locales.yaml", f"{SITE_FOLDER}/site.yaml"
PROJECT = tiny_project()
ENGLISH = PROJECT[LOCALES].split("locales:\n")[1]

WRONG = [
    ("tag: en", "tag: en_US", 'tag: expected a language tag of BCP 47, got the text "en_US"; write it as pt-PT or zh-Hans'),
    ("tag: en", "tag: EN", "tag: expected a language tag of BCP 47"),
    ("tag: en", "tag: en-us", "tag: expected a language tag of BCP 47"),
    ("tag: en", "tag: ja", "babel says en, and tag says ja, another language; begin tag with en"),
    ("og: en_US", "og: en-US", 'og: expected a locale of Open Graph, got the text "en-US"'),
    ("og: en_US", "og: ja_JP", "babel says en, and og says ja_JP, another language"),
    ("babel: en", "babel: en-US", 'babel: expected an id of Babel, got the text "en-US"'),
    ("babel: en", "babel: no", "no reads as yes or no in YAML"),
    ("segment: en", "segment: ../x", "segment: expected an id"),
    ("segment: en", "segment: assets", "segment: assets is a folder of every site"),
    ('server: "{n}x {name}"', 'server: "{n}x"', "expected a pattern with {n} and {name} once each"),
    ('server: "{n}x {name}"', 'server: "{n}x {n} {name}"', "expected a pattern with {n} and {name} once each"),
    ('moment: "{day}, {time} UTC"', 'moment: "{day}, {time} {"', "expected a pattern with {day} and {time} once each"),
    ("  en:\n", "  ../en:\n", "expected an id of a language"),
]


@pytest.mark.parametrize(("old", "new", "says"), WRONG, ids=[new.strip() for _, new, _ in WRONG])
def test_a_name_of_another_form_is_refused(problems_of, old, new, says):
    """A form of one field in the place of another's, a second language, a pattern that lost a piece: told with its place."""
    found = problems_of(replaced(PROJECT, LOCALES, old, new))
    assert any(problem.startswith(f"{LOCALES}:") and says in problem for problem in found), found


def second(**fields: str) -> dict[str, str]:
    """The project with Portuguese beside English, some of its fields written otherwise."""
    portuguese = ENGLISH.replace("  en:\n", "  pt:\n")
    given = {"babel": "pt", "tag": "pt", "og": "pt_BR", "segment": "pt", "name": "Português", **fields}
    for field, value in given.items():
        portuguese = re.sub(rf"^    {field}: .*$", f"    {field}: {value}", portuguese, flags=re.M)
    return replaced({**PROJECT, LOCALES: PROJECT[LOCALES] + portuguese}, SITE, "locales: [en]", "locales: [en, pt]")


@pytest.mark.parametrize("field", ["segment", "name"])
def test_two_languages_never_share_an_address_or_a_name(problems_of, field):
    """Pages of one would stand in the place of the other's, or a reader could not tell them apart."""
    shared = {"segment": "en", "name": "English"}[field]
    assert any(f"site.locales.1: pt has the {field} of en; keep one" in line for line in problems_of(second(**{field: shared})))


def test_a_language_is_chosen_once(problems_of):
    """The same id twice in a site is told."""
    found = problems_of(replaced(PROJECT, SITE, "locales: [en]", "locales: [en, en]"))
    assert [line for line in found if "en is there twice; keep one of them" in line]


def test_a_tag_and_an_id_name_one_script(problems_of):
    """zh_Hans of Babel under zh-Hant would give simplified text the shapes of traditional letters."""
    chinese = second(babel="zh_Hans", tag="zh-Hant", og="zh_TW")
    assert any("babel says zh_Hans, tag says zh-Hant, another script" in line for line in problems_of(chinese))


def test_a_language_that_babel_does_not_have_is_refused(load):
    """The form is right and the language made up: the writer says so, with the place."""
    site = load(replaced(PROJECT, LOCALES, "babel: en", "babel: en_QQ"))
    with pytest.raises(FactsError, match=r"data/locales\.yaml: locales\.en\.babel: Babel has no locale en_QQ; write one"):
        Writer("en", site.locales["en"], {})
