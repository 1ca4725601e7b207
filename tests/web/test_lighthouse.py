"""Lighthouse, as on a phone with a slow network and a processor four times slower, over the main pages in every language.

Accessibility, best practices and SEO are counts of rules, and one run says all. Performance is worked out from what the browser
was busy with, so these tests run alone, and the best of six runs of a page counts: a machine can only be slower than it is.
"""

import json
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import needed
from tests.needs import BROWSER, PACKAGES
from tests.web.conftest import LANGUAGES, Serve

pytestmark = [pytest.mark.web, pytest.mark.alone]

MAIN = {
    "gpu-rent-hub": ("", "gpu-for-llm-inference/", "gpu-catalog/", "calculator/"),
    "everxcloud": ("", "gpu-for-llm-inference/", "gpu-models/", "calculator/"),
}
RULES = ("accessibility", "best-practices", "seo")
FAST = 99
RUNS = 6
SCRIPT = Path(__file__).with_name("lighthouse.mjs")

Report = dict[str, Any]


def audited(addresses: Sequence[str]) -> list[Report]:
    """What Lighthouse says of each address, in one browser."""
    needed(PACKAGES)
    command = ["node", str(SCRIPT), needed(BROWSER)]
    asked = "".join(f"{address}\n" for address in addresses)
    done = subprocess.run(command, input=asked, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def best(addresses: Sequence[str]) -> dict[str, Report]:
    """The first report of each address that has no error of Lighthouse's own, its performance the best of up to six."""
    found = {report["address"]: report for report in audited(addresses)}
    for _ in range(RUNS - 1):
        unsure = [page for page, report in found.items() if report["error"] or report["scores"]["performance"] < FAST]
        for again in audited(unsure) if unsure else ():
            first = found[again["address"]]
            if first["error"]:
                found[again["address"]] = again
            elif not again["error"]:
                scores = first["scores"]
                scores["performance"] = max(scores["performance"], again["scores"]["performance"])
    return found


@pytest.mark.parametrize(("site", "segment"), LANGUAGES)
def test_main_pages_pass_lighthouse(serve: Serve, capsys: pytest.CaptureFixture[str], site: str, segment: str):
    """100 for the rules, at least 99 for performance, and no error, on the home page, the guide, the cards and the calculator."""
    address = serve(site).address
    found = best([f"{address}/{segment}/{path}" for path in MAIN[site]])
    assert len(found) == len(MAIN[site])
    with capsys.disabled():
        print(f"\n{site}")
        for page, report in found.items():
            print(f"  {page.removeprefix(address)} {' '.join(map(str, report['scores'].values()))} {report['paint']:.0f} ms")
    faults = {
        page: (report["scores"], report["short"], report["error"])
        for page, report in found.items()
        if report["error"] or report["scores"]["performance"] < FAST or any(report["scores"][rule] != 100 for rule in RULES)
    }
    assert faults == {}


def test_a_worse_page_is_found(tmp_path: Path, site_server: Callable[[Path], str]):
    """No title, no language, a picture without words, pale text: the rules cost points."""
    page = '<!doctype html><meta name="viewport" content="width=200"><p style="color:#ccc">pale</p><img src="x.png">'
    (tmp_path / "index.html").write_text(page, encoding="utf-8")
    (report,) = audited([f"{site_server(tmp_path)}/"])
    assert all(report["scores"][rule] < 100 for rule in RULES)
    assert any(short.startswith("html-has-lang") for short in report["short"])
