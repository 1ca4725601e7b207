"""A judge who keeps the data in mind says of each build what one who knows nothing says."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from gpuguide.checks import Court, judge_site
from tests.checks.words_project import EN, ZH, build_words
from tests.projects import SITE

CHANGES = [
    (EN, "144", "145"),
    (ZH, "144", "141"),
    (EN, "Bandwidth", "Memory"),
    (f"dist/{SITE}/records.json", '"144"', '"145"'),
    (f"dist/{SITE}/records.json", '"names": [', '"names": [["gpus/alpha", "Alpha", "text"], '),  # another count
    (f"dist/{SITE}/figures.json", '"claims"', '"claim"'),
    (f"dist/{SITE}/en/llms.txt", "", "1\n"),
]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, project_root: Path) -> Path:
    """The guide as it was built; nobody changes it."""
    return build_words(tmp_path_factory.mktemp("words"), project_root)


def test_each_build_is_judged_as_if_it_were_the_first(built: Path, tmp_path: Path) -> None:
    """The clean site, then one fault after the other, each taken back, and a file that is gone."""
    root = Path(shutil.copytree(built, tmp_path / "words"))
    court = Court(root, root / "dist", SITE)
    assert court.report().findings == ()
    for file, old, new in CHANGES:
        path = root / file
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(re.escape(old), new, text, count=1), encoding="utf-8")
        assert court.report() == judge_site(root, root / "dist", SITE), file
        assert court.report().findings, file
        path.write_text(text, encoding="utf-8")
        assert court.report() == judge_site(root, root / "dist", SITE)
    (root / EN).unlink()
    assert court.report() == judge_site(root, root / "dist", SITE)


def test_nothing_is_kept_of_a_site_with_findings(built: Path, tmp_path: Path) -> None:
    """Its first judgement found something; mended, it is judged anew, and so it is when it is spoilt in another way."""
    root = Path(shutil.copytree(built, tmp_path / "words"))
    text = (root / EN).read_text(encoding="utf-8")
    (root / EN).write_text(text.replace("144", "145", 1), encoding="utf-8")
    court = Court(root, root / "dist", SITE)
    assert court.report().findings
    (root / EN).write_text(text, encoding="utf-8")
    assert court.report().findings == ()
