"""`gpuguide diff` as a command: its exit codes and its forms."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.projects import SITE_FOLDER

Replace = Callable[[Path, str, str], None]
PRICES = f"{SITE_FOLDER}/prices.yaml"


@pytest.fixture
def old(guide: Path, tmp_path: Path) -> Path:
    """A copy of the guide as it was."""
    return Path(shutil.copytree(guide, tmp_path / "old"))


def test_differences_are_a_report_and_no_finding(guide: Path, old: Path, change: Replace, run: Run):
    """Exit code 0; 1 when it is asked for, and then only if something differs."""
    assert run("diff", old, "--project", guide, "--exit-code").code == 0
    change(guide / PRICES, "monthly: 100", "monthly: 200")
    ran = run("diff", old, "--project", guide)
    assert ran.code == 0
    assert "  prices.beta.monthly: 100 USD/month -> 200 USD/month" in ran.out
    assert run("diff", old, "--project", guide, "--exit-code").code == 1


def test_each_form_is_whole(guide: Path, old: Path, change: Replace, run: Run):
    """JSON parses, Markdown has its table."""
    change(guide / PRICES, "monthly: 100", "monthly: 200")
    assert json.loads(run("diff", old, "--project", guide, "--format", "json").out)["sites"][0]["site"] == "tiny"
    assert "| cheapest for 7B FP8 | Beta | Alpha |" in run("diff", old, "--project", guide, "--format", "markdown").out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nowhere"], "there is no folder nowhere"),
        (["--format", "texd"], "did you mean text?"),
        (["--site", "tinny"], "did you mean tiny?"),
    ],
)
def test_what_cannot_be_compared_is_told(guide: Path, old: Path, run: Run, arguments: list[str], told: str):
    """Exit code 2, with the nearest that can."""
    wanted = arguments if arguments[0] == "nowhere" else [str(old), *arguments]
    ran = run("diff", *wanted, "--project", guide)
    assert ran.code == 2
    assert told in ran.err


def test_one_unreadable_state_is_told_and_two_are_an_error(guide: Path, old: Path, change: Replace, run: Run):
    """0 with the problems, 3 when neither loads."""
    change(guide / PRICES, "monthly: 100", "monthly: -3")
    ran = run("diff", old, "--project", guide)
    assert ran.code == 0
    assert "prices.beta.monthly: expected a number above 0" in ran.out
    change(old / PRICES, "monthly: 100", "monthly: -4")
    assert run("diff", old, "--project", guide).code == 3
