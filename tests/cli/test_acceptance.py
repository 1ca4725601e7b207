"""What must be true of the real project: a changed fact changes what depends on it and nothing else, anywhere."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gpuguide.checks import Finding, judge_site
from tests.builds import HUB, LOCALES, PAGE, SITE, build, files_in
from tests.cli.conftest import Run

Replace = Callable[[Path, str, str], None]
NBSP = "\u00a0"
STARTED_FROM = "prices.h100-sxm.monthly"
CARRIER = re.compile(r"<(data|span|time) [^>]*>.*?</\1>", re.DOTALL)


def page(root: Path, locale: str) -> str:
    return (root / HUB / locale / PAGE / "index.html").read_text(encoding="utf-8")


def facts(root: Path, name: str = "figures") -> dict[str, Any]:
    return dict(json.loads((root / HUB / f"{name}.json").read_text(encoding="utf-8")))


def card_figures(html: str) -> dict[str, set[str]]:
    """Every text of each figure on a page, by key."""
    found: dict[str, set[str]] = {}
    for key, text in re.findall(r'<data [^>]*data-figure="([^"]*)"[^>]*>(.*?)</data>', html):
        found.setdefault(key, set()).add(text)
    return found


# --- what is written ---


def test_a_build_writes_what_the_formats_say(built_hub: Path):
    """docs/formats.md: a page in each language, the chooser, the records, the assets."""
    files = files_in(built_hub / HUB)
    assert {f"{locale}/{PAGE}/index.html" for locale in LOCALES} <= set(files)
    assert {"index.html", "figures.json", "records.json"} <= set(files)
    assert any(re.fullmatch(r"assets/site\.[0-9a-f]{12}\.css", name) for name in files)


@pytest.mark.parametrize(("locale", "tag"), [("en", "en"), ("pt", "pt-BR"), ("zh", "zh-Hans"), ("ja", "ja")])
def test_a_page_says_its_language(built_hub: Path, locale: str, tag: str):
    """The language decides fonts, hyphens and what a screen reader speaks."""
    assert f'<html lang="{tag}">' in page(built_hub, locale)


@pytest.mark.parametrize(
    ("locale", "text"),
    [("en", "$2.35"), ("pt", f"US${NBSP}2,35"), ("zh", "2.35美元"), ("ja", "2.35ドル")],
)
def test_a_number_has_its_exact_value_key_and_unit(built_hub: Path, locale: str, text: str):
    """1690 / 720 = 2.347222…, in the language's own form."""
    number = '<data value="2.3472222222222222222" data-figure="gpu_hour/h100-sxm/x1" data-unit="USD/GPU-h">'
    assert f"{number}{text}</data>" in page(built_hub, locale)


def test_every_figure_is_recorded_with_its_origin(built_hub: Path):
    """70B weights 70 GB, the cache of 8192 tokens 2.68 GB, the overhead 2 GB: 74.68435456, printed 75."""
    recorded = facts(built_hub)
    assert {"site", "as_of", "figures", "choices", "claims"} <= set(recorded)
    memory = recorded["figures"]["memory/70b/fp8/8k"]
    assert (memory["value"], memory["printed"], memory["unit"], memory["formula"]) == ("74.68435456", "75", "GB", "memory_needed")
    assert memory["inputs"] == {"weights": "weights/70b/fp8", "cache": "kv_cache/70b/8k", "overhead": "policy.overhead"}
    assert recorded["figures"]["gpus.h100-sxm.bandwidth_gb_s"]["sources"]


def test_all_languages_have_the_same_figures(built_hub: Path):
    """None has an older number than another, and none has fewer."""
    keys = {locale: set(card_figures(page(built_hub, locale))) for locale in LOCALES}
    assert all(keys[locale] == keys["en"] for locale in LOCALES)


# --- a changed price ---


def dependents(figures: dict[str, Any], start: str) -> set[str]:
    """The start and every figure that rests on it, by the recorded inputs."""
    found = {start}
    while grown := {
        key
        for key, figure in figures.items()
        if key not in found and found & {ref.removeprefix("printed ") for ref in figure["inputs"].values()}
    }:
        found |= grown
    return found


def cut(html: str) -> str:
    """A page without what carries its numbers and names, and without the addresses that quote them."""
    return re.sub(r'href="[^"]*report[^"]*"', "", CARRIER.sub("", html))


@pytest.fixture(scope="module")
def dearer(built_hub: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with the H100 SXM at 1700 instead of 1690, built."""
    root = Path(shutil.copytree(built_hub, tmp_path_factory.mktemp("dearer") / "project"))
    prices = root / f"data/sites/{SITE}/prices.yaml"
    text = prices.read_text(encoding="utf-8")
    before, after = text.split("  h100-sxm:\n", 1)
    prices.write_text(before + "  h100-sxm:\n" + after.replace("monthly: 1690", "monthly: 1700", 1), encoding="utf-8")
    assert build(root) == 0
    return root


@pytest.mark.parametrize(
    ("key", "texts"),
    [
        ("monthly/h100-sxm", {"en": "$1,700", "pt": f"US${NBSP}1.700", "zh": "1,700美元", "ja": "1,700ドル"}),
        ("gpu_hour/h100-sxm/x1", {"en": "$2.36", "pt": f"US${NBSP}2,36", "zh": "2.36美元", "ja": "2.36ドル"}),
        ("listing/h100-sxm/x8", {"en": "$12,240", "pt": f"US${NBSP}12.240", "zh": "12,240美元", "ja": "12,240ドル"}),
        ("gpu_hour/h100-sxm/x8", {"en": "$2.13", "pt": f"US${NBSP}2,13", "zh": "2.13美元", "ja": "2.13ドル"}),
        ("endpoint_hour/h100-sxm/x1", {"en": "$2.36", "pt": f"US${NBSP}2,36", "zh": "2.36美元", "ja": "2.36ドル"}),
        ("break_even_fast/h100-sxm", {"en": "490", "pt": "490", "zh": "490", "ja": "490"}),
    ],
)
def test_a_changed_price_is_seen_in_four_languages(dearer: Path, key: str, texts: dict[str, str]):
    """1700 a month: 2.361 an hour; a node 1700 x 8 less 10 % = 12240, 2.125 a card and hour; 1700 / 3.49 = 487 hours."""
    for locale, text in texts.items():
        assert text in card_figures(page(dearer, locale))[key]


def test_only_what_depends_on_the_price_changes(built_hub: Path, dearer: Path):
    """By the recorded inputs: no other figure, choice or claim differs."""
    old, new = facts(built_hub), facts(dearer)
    changed = {key for key in old["figures"] if old["figures"][key] != new["figures"].get(key)}
    assert set(old["figures"]) == set(new["figures"])
    assert STARTED_FROM in changed
    assert {"monthly/h100-sxm", "gpu_hour/h100-sxm/x1", "listing/h100-sxm/x8"} <= changed
    assert changed <= dependents(old["figures"], STARTED_FROM)
    assert (old["choices"], old["claims"]) == (new["choices"], new["claims"])


def test_the_records_differ_only_in_dependent_figures(built_hub: Path, dearer: Path):
    """Page by page, in the order of writing: names, dates and literals stay."""
    allowed = dependents(facts(built_hub)["figures"], STARTED_FROM)
    old, new = facts(built_hub, "records")["pages"], facts(dearer, "records")["pages"]
    assert set(old) == set(new)
    for path, record in old.items():
        assert {name: entry for name, entry in record.items() if name != "figures"} == {
            name: entry for name, entry in new[path].items() if name != "figures"
        }
        assert len(record["figures"]) == len(new[path]["figures"])
        for before, after in zip(record["figures"], new[path]["figures"], strict=True):
            assert before == after or (before[0] == after[0] and before[0] in allowed)


@pytest.mark.parametrize("locale", LOCALES)
def test_nothing_else_on_the_page_changes(built_hub: Path, dearer: Path, locale: str):
    """Without numbers, names and the places that numbers have in charts the pages are equal, byte for byte."""
    without_data = re.compile(r'<script type="application/ld\+json">.*?</script>|<svg class="drawing".*?</svg>', re.DOTALL)
    old, new = (without_data.sub("", cut(page(root, locale))) for root in (built_hub, dearer))
    assert old == new
    assert page(built_hub, locale) != page(dearer, locale)


# --- a claim that is no longer true ---


def test_a_claim_that_fails_stops_the_build_with_its_sentences(hub: Path, change: Replace, run: Run):
    """The A100 SXM below the H100 PCIe's 2000 GB/s: claim, values, the sentence in four languages; the old site stands."""
    card = hub / "data/gpus/a100-sxm-80gb.yaml"
    change(card, "bandwidth_gb_s: 2039", "bandwidth_gb_s: 1900")
    card.write_text(re.sub(r"^check: .*\n", "", card.read_text(encoding="utf-8"), flags=re.MULTILINE), encoding="utf-8")
    before = files_in(hub / "dist")
    ran = run("build", "--project", hub, "--site", SITE)
    assert ran.code == 1, ran.err
    assert "the claim a100_outruns_h100_pcie is no longer true: " in ran.err
    assert "1900" in ran.err or "1.9" in ran.err
    assert f"data/sites/{SITE}/claims.yaml:" in ran.err
    for locale in LOCALES:
        assert f"[{locale}] leans on a100_outruns_h100_pcie: " in ran.err
    assert f"1.9{NBSP}TB/s" in ran.err
    assert f"1,9{NBSP}TB/s" in ran.err
    for locale in LOCALES[1:]:
        assert f"locales/{locale}/LC_MESSAGES/{SITE}.po:" in ran.err
    assert files_in(hub / "dist") == before


# --- a digit changed by hand ---

BY_HAND = {
    "figure": r'<data [^>]*data-figure="memory/70b/fp8/8k"[^>]*>([^<]*)</data>',
    "name": r'<span data-name="gpus/h100-sxm">([^<]*)</span>',
    "description": r'<meta name="description" content="[^"]*?(\d+)[^"\d]*"',
}


def bumped(text: str) -> str:
    """The text with its last digit changed: 75 GB -> 76 GB, H100 SXM -> H101 SXM."""
    at = max(index for index, char in enumerate(text) if char.isdigit())
    return text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :]


@pytest.fixture(scope="module")
def by_hand(built_hub: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[tuple[str, str], str], list[Finding]]:
    """What was typed on the page of each language, by language and kind, and what the judge says."""
    root = Path(shutil.copytree(built_hub, tmp_path_factory.mktemp("by-hand") / "project"))
    before = set(judge_site(root, root / "dist", SITE).findings)
    typed: dict[tuple[str, str], str] = {}
    for locale in LOCALES:
        path = root / HUB / locale / PAGE / "index.html"
        html = path.read_text(encoding="utf-8")
        for kind, pattern in BY_HAND.items():
            match = re.search(pattern, html, re.DOTALL)
            assert match is not None, f"{locale} has no such {kind}"
            typed[locale, kind] = bumped(match[1])
            html = html[: match.start(1)] + typed[locale, kind] + html[match.end(1) :]
        path.write_text(html, encoding="utf-8")
    return typed, [finding for finding in judge_site(root, root / "dist", SITE).findings if finding not in before]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("kind", BY_HAND)
def test_a_digit_changed_by_hand_is_found_in_every_language(
    by_hand: tuple[dict[tuple[str, str], str], list[Finding]], locale: str, kind: str
):
    """In a figure, in a card's name, in what search engines show: the page is named, and what stands there."""
    typed, findings = by_hand
    on_page = [finding for finding in findings if f"{locale}/{PAGE}/index.html" in finding.where]
    assert [finding for finding in on_page if typed[locale, kind] in finding.actual], on_page


# --- a new card ---

OMEGA = {
    "name": "Omega 64",
    "product": "NVIDIA Omega 64GB",
    "memory_gb": "64",
    "bandwidth_gb_s": "1500",
    "memory_mib_reported": "unknown",
}

PRICE = """\
  omega-64: {monthly: 1200, weekly: unknown, stock: 3, stock_by_region: unknown, regions: [dfw-1], minimum_order: 1, node: false,
    provisional: false}
counts:
"""


def test_a_new_card_appears_at_its_place_in_every_language(hub: Path, change: Replace):
    """A card's file and a price line, and no other edit: 1500 GB/s stands between 1792 and 1008, 1200 a month in the list."""
    card = (hub / "data/gpus/l40s.yaml").read_text(encoding="utf-8")
    card = re.sub(r"^(check|smi_names|notes): .*\n", "", card, flags=re.MULTILINE)
    card = re.sub(r"^doubts:\n(?:  .*\n)*", "", card, flags=re.MULTILINE) + "smi_names: []\ndoubts: []\n"
    for field, value in OMEGA.items():
        card = re.sub(rf"^{field}: .*$", f"{field}: {value}", card, flags=re.MULTILINE)
    (hub / "data/gpus/omega-64.yaml").write_text(card.replace("doubts: []\ndoubts: []", "doubts: []"), encoding="utf-8")
    change(hub / f"data/sites/{SITE}/prices.yaml", "counts:\n", PRICE)
    assert build(hub) == 0
    for locale in LOCALES:
        html = page(hub, locale)
        names = re.findall(r'<th scope="row"[^>]*>(?:<a [^>]*>)?<span data-name="gpus/([^"]*)"', html)
        place = names.index("omega-64")
        assert names[place - 1 : place + 2] == ["rtx-5090", "omega-64", "rtx-4090"]
        assert "1.5" in "".join(card_figures(html)["bandwidth/omega-64"]).replace(",", ".")


# --- the same bytes ---


def places(root: Path) -> Iterator[tuple[Path, dict[str, str]]]:
    """Working folders and machines as different as they come."""
    yield root, {"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo", "LC_ALL": "pt_BR.UTF-8"}
    yield Path("/"), {"PYTHONHASHSEED": "2024", "TZ": "America/Los_Angeles", "LC_ALL": "C"}


def test_two_builds_are_the_same_bytes(hub: Path, project_root: Path):
    """Under another hash seed, time zone, locale and working folder."""
    started = []
    for number, (cwd, machine) in enumerate(places(hub)):
        arguments = ["build", "--project", str(hub), "--site", SITE, "--out", str(hub / f"out{number}/dist"), "--quiet"]
        environment = {**os.environ, **machine, "PYTHONPATH": str(project_root / "src")}
        command = [sys.executable, "-m", "gpuguide", *arguments]
        started.append(subprocess.Popen(command, cwd=cwd, env=environment, stderr=subprocess.PIPE))
    for process in started:
        _, problems = process.communicate()
        assert process.returncode == 0, problems.decode()
    one, other = (files_in(hub / f"out{number}/dist") for number in range(2))
    assert one == other
    assert {name.removeprefix(f"{SITE}/"): content for name, content in one.items() if "/" in name} == files_in(hub / HUB)
