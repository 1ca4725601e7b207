"""Every page, style sheet and drawing of every site before the W3C's validator: no error and no warning."""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.conftest import needed
from tests.needs import JAVA, PACKAGES, VALIDATOR

pytestmark = pytest.mark.web

# Properties that this version of the validator has not heard of. Each is specified, has a use here, and must still be found.
UNKNOWN_PROPERTIES = {
    "anchor-name": "CSS Anchor Positioning: a working opens beside its number",
    "position-anchor": "the same",
    "position-area": "the same",
    "position-try-fallbacks": "the same",
    "animation-timeline": "Scroll-driven Animations: the shadow of a column that stays",
    "scroll-timeline": "the same",
    "paint-order": "SVG 2: letters of a chart have a ground of their own",
}
UNKNOWN = re.compile(r"CSS: “([a-z-]+)”: Property “\1” doesn't exist\.")

DEFECTS = {
    "page.html": '<!doctype html><html lang="zh_CN"><title>a</title><p><data>3</data><table><td>a</table>',
    "style.css": "p { colour: red }",
    "drawing.svg": '<svg xmlns="http://www.w3.org/2000/svg"><rect breite="9"/></svg>',
}


class Said(NamedTuple):
    """One remark of the validator."""

    file: str
    text: str


Verdict = Callable[..., list[Said]]


@pytest.fixture(scope="module")
def verdict(built_sites: Path, tmp_path_factory: pytest.TempPathFactory) -> Verdict:
    """What it says below a folder, of one run over all folders of this module: starting it takes longest."""
    java, _ = needed(JAVA), needed(PACKAGES)
    planted = tmp_path_factory.mktemp("defects")
    for name, text in DEFECTS.items():
        (planted / name).write_text(text, encoding="utf-8")
    asked = ["--format", "json", "--skip-non-html", "--also-check-css", "--also-check-svg"]
    sites = [str(path) for path in sorted(built_sites.iterdir()) if path.is_dir()]
    done = subprocess.run(
        [java, "-Xss2m", "-jar", str(VALIDATOR), *asked, *sites, str(planted)], capture_output=True, check=False
    )
    remarks = [Said(one["url"].removeprefix("file:"), one["message"]) for one in json.loads(done.stderr)["messages"]]

    def below(folder: Path = planted) -> list[Said]:
        inner = str(folder)
        return [said._replace(file=said.file.removeprefix(inner)) for said in remarks if said.file.startswith(inner)]

    return below


def test_every_page_is_valid(verdict: Verdict, built_sites: Path):
    """Nothing but properties that are newer than the validator, each of them named above."""
    said = verdict(built_sites)
    known = [(one, UNKNOWN.fullmatch(one.text)) for one in said]
    assert [one for one, match in known if match is None or match[1] not in UNKNOWN_PROPERTIES] == []


def test_what_is_tolerated_still_occurs(verdict: Verdict, built_sites: Path):
    """A tolerance that nothing needs any more is to be struck."""
    found = {match[1] for one in verdict(built_sites) if (match := UNKNOWN.fullmatch(one.text))}
    assert sorted(found) == sorted(UNKNOWN_PROPERTIES)


def test_defects_are_found(verdict: Verdict):
    """A language tag that is none, data without a value, a cell outside a row; a misspelt property; an attribute that is none."""
    assert {said.file for said in verdict()} == {f"/{name}" for name in DEFECTS}
