"""The commands: what they print, what they write, and how they end. On the made-up guide, which is built in a moment."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from gpuguide.site.publish import publication
from tests.builds import files_in
from tests.cli.conftest import Run
from tests.projects import SITE_FOLDER
from tests.site.guide import MESSAGES, PAGE

Replace = Callable[[Path, str, str], None]
OK, FINDINGS, USAGE, FACTS = 0, 1, 2, 3


def break_nothing(guide: Path, change: Replace) -> None:
    """Leave it as it is."""


def break_a_claim(guide: Path, change: Replace) -> None:
    change(guide / f"{SITE_FOLDER}/claims.yaml", "bandwidth/alpha > bandwidth/beta", "bandwidth/alpha < bandwidth/beta")


def break_the_facts(guide: Path, change: Replace) -> None:
    change(guide / f"{SITE_FOLDER}/prices.yaml", "monthly: 144", "monthly: -3")


def break_the_page(guide: Path, change: Replace) -> None:
    change(guide / PAGE, "The model needs {weights_7b}.", "The model needs 7 GB.")


# --- build ---


@pytest.mark.parametrize(
    ("prepare", "arguments", "code"),
    [
        (break_nothing, [], OK),
        (break_a_claim, [], FINDINGS),
        (break_the_page, [], FINDINGS),
        (break_nothing, ["--site", "tinny"], USAGE),
        (break_nothing, ["--nonsense"], USAGE),
        (break_the_facts, [], FACTS),
    ],
)
@pytest.mark.parametrize("quiet", [[], ["--quiet"], ["-q"]])
def test_exit_codes(guide: Path, change: Replace, run: Run, prepare: Callable, arguments: list, code: int, quiet: list):
    """0 fine, 1 findings, 2 usage, 3 facts unreadable; being quiet changes none, and only a good build is published."""
    prepare(guide, change)
    ran = run("build", "--project", guide, *arguments, *quiet)
    assert ran.code == code, ran.err
    assert (guide / "dist").exists() == (code == OK)
    assert bool(ran.err) >= (code != OK)


def test_a_build_says_what_it_built(guide: Path, run: Run):
    """Pages, figures, claims, and what was judged, in one line for each site."""
    ran = run("build", "--project", guide)
    assert "tiny: 2 pages, " in ran.out
    assert " figures, " in ran.out
    assert " claims; judged: " in ran.out
    assert f"published in {guide / 'dist'} in " in ran.out


def test_a_quiet_build_says_nothing_when_all_is_well(guide: Path, run: Run):
    """Not even notices."""
    ran = run("build", "--project", guide, "--quiet")
    assert (ran.out, ran.err) == ("", "")


def test_an_unknown_site_is_told_with_the_nearest(guide: Path, run: Run):
    """For build, check, figures, explain and messages alike."""
    for command in (["build"], ["figures"], ["explain", "weights_7b"], ["messages", "status"]):
        ran = run(*command, "--project", guide, "--site", "tinny")
        assert ran.code == USAGE
        assert "there is no site tinny; did you mean tiny?" in ran.err
    (guide / "dist").mkdir()
    assert "there is no site tinny; did you mean tiny?" in run("check", "--project", guide, "--site", "tinny").err


def test_unreadable_facts_are_told_with_file_line_and_way_out(guide: Path, change: Replace, run: Run):
    """And nothing is written."""
    break_the_facts(guide, change)
    ran = run("build", "--project", guide)
    assert ran.err.startswith(f"{SITE_FOLDER}/prices.yaml:2:20: prices.alpha.monthly: expected ")
    assert "-3" in ran.err
    assert ran.err.endswith("1 problem; nothing was written\n")


def test_a_typed_number_is_told_with_its_line(guide: Path, change: Replace, run: Run):
    """In a page, and in a translation of it."""
    break_the_page(guide, change)
    assert f'{PAGE}:9: the number in "7" is typed, not computed' in run("build", "--project", guide).err


def test_a_typed_number_in_a_translation_is_told_with_its_line(guide: Path, change: Replace, run: Run):
    """`141` by hand in one language: the build says where."""
    change(guide / MESSAGES, "带宽说了算。", "141 GB带宽说了算。")
    ran = run("build", "--project", guide)
    assert ran.code == FINDINGS
    line = (guide / MESSAGES).read_text(encoding="utf-8").split("141")[0].count("\n")
    assert f'{MESSAGES}:{line}: the number in "141" is typed, not computed' in ran.err


def test_a_missing_translation_stops_a_strict_build_only(guide: Path, change: Replace, run: Run):
    """A draft says which, and marks the sentence on the page."""
    change(guide / MESSAGES, 'msgstr "带宽说了算。"', 'msgstr ""')
    draft, strict = run("build", "--project", guide), run("build", "--project", guide, "--strict")
    assert draft.code == OK
    assert strict.code == FINDINGS
    assert 'no translation of "Bandwidth decides."' in draft.err
    assert 'no translation of "Bandwidth decides."' in strict.err
    page = (guide / "dist/tiny/zh/guide/index.html").read_text(encoding="utf-8")
    assert 'lang="en"' in page.split("Bandwidth decides.")[0].rsplit("<", 1)[1]


def test_a_fuzzy_translation_is_none(guide: Path, change: Replace, run: Run):
    """Its English changed and nobody has looked at it since."""
    change(guide / MESSAGES, 'msgid "Bandwidth decides."', '#, fuzzy\nmsgid "Bandwidth decides."')
    assert run("build", "--project", guide, "--strict").code == FINDINGS


def test_a_site_that_was_not_asked_for_stays_as_it_is(published: Path, run: Run):
    """Building one site of two keeps the other's files."""
    other = published / "data/sites/other"
    other.mkdir()
    (other / "site.yaml").write_text("broken", encoding="utf-8")
    (published / "dist/other").mkdir()
    (published / "dist/other/index.html").write_text("other", encoding="utf-8")
    assert run("build", "--project", published, "--site", "tiny").code == OK
    assert (published / "dist/other/index.html").read_text(encoding="utf-8") == "other"


def test_a_failed_build_leaves_the_old_site(published: Path, change: Replace, run: Run):
    """Byte for byte."""
    before = files_in(published / "dist")
    break_a_claim(published, change)
    assert run("build", "--project", published).code == FINDINGS
    assert files_in(published / "dist") == before


def test_a_build_that_fails_in_its_last_template_leaves_the_old_site(published: Path, change: Replace, run: Run):
    """Every page was rendered, the last file was not: nothing of it is published, nothing is left beside the site."""
    before = files_in(published / "dist")
    change(published / "templates/layouts/chooser.html", "{{ canonical }}", "{{ nonsense }}")
    assert run("build", "--project", published).code != OK
    assert files_in(published / "dist") == before
    assert [path.name for path in published.iterdir() if path.name.startswith(".dist")] == []


def test_two_builds_of_one_output_do_not_mix(published: Path, run: Run):
    """The second says who is building, and that is a matter of usage."""
    with publication(published / "dist"):
        ran = run("build", "--project", published)
    assert ran.code == USAGE
    assert "another build (pid " in ran.err
    assert "wait for it, or end process " in ran.err


def test_a_build_leaves_no_orphan(guide: Path, change: Replace, run: Run):
    """A page that is gone from the sources is gone from the site."""
    later = guide / "templates/pages/tiny/later.md"
    later.write_text("---\ntitle: Later\ndescription: Later\n---\n\n# Later\n", encoding="utf-8")
    run("build", "--project", guide)
    assert (guide / "dist/tiny/en/later/index.html").exists()
    later.unlink()
    run("build", "--project", guide)
    assert not (guide / "dist/tiny/en/later").exists()


def test_a_foreign_output_folder_is_refused_before_any_work(guide: Path, run: Run):
    """Whatever the facts are."""
    (guide / "photos").mkdir()
    (guide / "photos/one.jpg").write_bytes(b"x")
    ran = run("build", "--project", guide, "--out", "photos")
    assert ran.code == USAGE
    assert "holds files that this project did not write" in ran.err


# --- check ---


def test_a_check_of_a_good_site_ends_well(published: Path, run: Run):
    """And says how much it looked at."""
    ran = run("check", "--project", published)
    assert ran.code == OK
    assert "0 findings in " in ran.out


@pytest.mark.parametrize("quiet", [[], ["--quiet"]])
def test_a_check_tells_each_finding(published: Path, change: Replace, run: Run, quiet: list[str]):
    """Page, rule, expected and got; exit code 1."""
    change(published / "dist/tiny/en/guide/index.html", ">$144<", ">$145<")
    ran = run("check", "--project", published, *quiet)
    assert ran.code == FINDINGS
    assert "en/guide/index.html" in ran.err
    assert "$145" in ran.err


def test_a_check_as_json(published: Path, change: Replace, run: Run):
    """A list of findings for other programs; empty when all is well."""
    assert json.loads(run("check", "--project", published, "--json").out) == []
    change(published / "dist/tiny/en/guide/index.html", ">$144<", ">$145<")
    ran = run("check", "--project", published, "--json")
    assert ran.code == FINDINGS
    findings = json.loads(ran.out)
    assert any("$145" in json.dumps(finding, ensure_ascii=False) for finding in findings)
    assert {"rule", "message"} <= set(findings[0])


def test_a_check_needs_something_built(guide: Path, run: Run):
    """With what to do."""
    ran = run("check", "--project", guide)
    assert ran.code == USAGE
    assert "there is nothing built here; run gpuguide build first" in ran.err


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("en/guide/index.html", "<title>Which card for a 7B", "<title>Which card for a 8B"),
        (
            "en/guide/index.html",
            'name="description" content="A 7B model needs 7\u00a0',
            'name="description" content="A 7B model needs 8\u00a0',
        ),
        ("en/guide/index.html", 'og:description" content="A 7B', 'og:description" content="A 8B'),
        ("en/guide/index.html", ">512\u00a0GB/s</data></a> the bandwidth", ">513\u00a0GB/s</data></a> the bandwidth"),
        ("en/guide/index.html", 'value="0.13888888888888888889"', 'value="0.13888888888888888888"'),
        ("en/guide/index.html", ">$0.138889<", ">$0.138888<"),
        ("en/guide/index.html", ">512</data></td>", ">521</data></td>"),
        ("en/guide/index.html", ">May 20, 2026<", ">May 21, 2026<"),
        ("en/guide/index.html", 'datetime="2026-05-20"', 'datetime="2026-05-21"'),
        ("en/guide/index.html", ">GDDR6</span>", ">GDDR7</span>"),
        ("en/guide/index.html", "no FP8", "no FP4"),
        ("en/guide/index.html", "Bandwidth decides.", "Bandwidth of 900 decides."),
        ("en/guide/index.html", "Bandwidth decides.", "Bandwidth of ９００ decides."),
        ("en/guide/index.html", 'aria-label="Languages"', 'aria-label="2 languages"'),
        ("zh/guide/index.html", ">0.14美元<", ">0.15美元<"),
        ("zh/guide/index.html", "<title>7B", "<title>8B"),
        ("en/guide/cards.csv", "144", "145"),
        ("figures.json", '"value": "144"', '"value": "145"'),
        ("records.json", '"$0.14"', '"$0.15"'),
    ],
)
def test_a_digit_changed_by_hand_is_found_wherever_it_stands(
    published: Path, change: Replace, run: Run, file: str, old: str, new: str
):
    """Title, description, text, tables, workings, attributes, dates, names, literals, other files, the records."""
    change(published / "dist/tiny" / file, old, new)
    assert run("check", "--project", published, "--quiet").code == FINDINGS


# --- figures and explain ---


def test_figures_lists_keys_and_values(guide: Path, run: Run):
    """Those that the pages use; a family narrows the list."""
    assert "  hour/beta  0.14 USD/h\n" in run("figures", "--project", guide).out
    nothing = run("figures", "weihts", "--project", guide)
    assert nothing.code == USAGE
    assert "no figure that a page uses begins so; did you mean weights?" in nothing.err
    narrowed = run("figures", "weights", "--project", guide).out
    assert [line.strip() for line in narrowed.splitlines()[1:]] == ["weights/7b/fp8  7 GB"]


def test_explain_goes_down_to_file_line_and_source(guide: Path, run: Run):
    """The life of one number: formula, exact value, where each input is written, who says so."""
    out = run("explain", "hour/beta", "--project", guide).out
    assert out.splitlines()[:2] == [
        "hour/beta = 0.14 USD/h (exactly 0.13888888888888888889)",
        "  hourly = price ÷ hours",
    ]
    assert f"declared at {SITE_FOLDER}/figures.yaml:6:" in out
    assert "price as printed:" in out
    assert f"written at {SITE_FOLDER}/prices.yaml:4:" in out
    assert "because hours of a month" in out
    bandwidth = run("explain", "bandwidth/alpha", "--project", guide).out
    assert "written at data/gpus/alpha.yaml:9:" in bandwidth
    assert "source: Acme, Datasheet (datasheet) https://acme.example/sheet" in bandwidth


def test_explain_takes_short_names_and_facts(guide: Path, run: Run):
    """As prose writes them."""
    assert run("explain", "weights_7b", "--project", guide).out.startswith("weights/7b/fp8 = 7 GB\n")
    assert run("explain", "policy.overhead", "--project", guide).out.startswith("policy.overhead = 2 GB\n")


def test_explain_tells_choices_and_claims(run: Run):
    """What is chosen and by which order; whether a claim holds and on which values."""
    project = Path(__file__).resolve().parents[2]
    assert run("explain", "cheapest/70b/fp8/8k", "--project", project).out.startswith(
        "cheapest/70b/fp8/8k picks gpu h100-pcie, count x1\n  by listing/gpu/count"
    )
    told = run("explain", "rtx_3090_outruns_l40s", "--project", project).out
    assert told.startswith(
        "rtx_3090_outruns_l40s holds (otherwise: stop)\n  bandwidth/rtx-3090 (936 GB/s) > bandwidth/l40s (864 GB/s)"
    )


def test_a_folder_without_data_is_no_project(tmp_path: Path, run: Run):
    """The message says what is wrong with the folder, not with the site."""
    ran = run("figures", "--project", tmp_path, "--site", "tiny")
    assert ran.code == USAGE
    assert "there is no site tiny; this folder is no project" in ran.err


def test_explain_offers_the_nearest_name(guide: Path, run: Run):
    """A usage error, not a failure of the facts."""
    ran = run("explain", "wieghts/7b/fp8", "--project", guide)
    assert ran.code == USAGE
    assert "there is no figure wieghts/7b/fp8; did you mean weights?" in ran.err


@pytest.mark.parametrize(
    "key", ["", "gpus.alpha.memory", "gpus.alpha.name", "hour/", "weights/7b", "/", "hour/gpu", "{weights_7b}"]
)
def test_explain_survives_any_key(guide: Path, run: Run, key: str):
    """Whatever is typed is answered with sentences and exit code 2."""
    ran = run("explain", key, "--project", guide)
    assert ran.code == USAGE
    assert "Traceback" not in ran.err


# --- messages ---


def test_messages_status_counts_and_ends_with_findings_when_something_is_missing(guide: Path, change: Replace, run: Run):
    """Which sentences, and where they stand."""
    change(guide / MESSAGES, 'msgstr "带宽说了算。"', 'msgstr ""')
    ran = run("messages", "status", "--project", guide)
    assert ran.code == FINDINGS
    assert f"{MESSAGES}: " in ran.out
    assert f"  missing: {PAGE}:19: Bandwidth decides." in ran.out


def test_messages_extract_writes_templates(guide: Path, run: Run):
    """One for the site, one for the engine; a second run changes no byte."""
    assert run("messages", "extract", "--project", guide).code == OK
    template = (guide / "locales/tiny.pot").read_text(encoding="utf-8")
    assert 'msgid "Bandwidth decides."' in template
    assert 'msgid "Memory bandwidth"' in (guide / "locales/engine.pot").read_text(encoding="utf-8")
    before = files_in(guide / "locales")
    run("messages", "extract", "--project", guide)
    assert files_in(guide / "locales") == before


def test_messages_update_marks_changed_sentences_and_keeps_the_rest(guide: Path, change: Replace, run: Run):
    """The old translation is at hand, and no strict build uses it."""
    change(guide / PAGE, "{gpu:beta} is too small.", "{gpu:beta} is much too small.")
    assert run("messages", "update", "--project", guide).code == OK
    text = (guide / MESSAGES).read_text(encoding="utf-8")
    assert (
        '#, fuzzy, python-brace-format\n#| msgid "{gpu:beta} is too small."\n'
        'msgid "{gpu:beta} is much too small."\nmsgstr "{gpu:beta}太小。"'
    ) in text
    assert 'msgid "Bandwidth decides."\nmsgstr "带宽说了算。"' in text
    before = files_in(guide / "locales")
    run("messages", "update", "--project", guide)
    assert files_in(guide / "locales") == before


def test_messages_update_starts_a_new_language(guide: Path, run: Run):
    """A catalog that was not there has every message, empty."""
    (guide / MESSAGES).unlink()
    run("messages", "update", "--project", guide)
    assert 'msgid "Bandwidth decides."\nmsgstr ""' in (guide / MESSAGES).read_text(encoding="utf-8")


def test_a_page_that_cannot_be_read_stops_messages(guide: Path, change: Replace, run: Run):
    """An update from half a page would make half the catalog obsolete."""
    change(guide / PAGE, "@deck", "@dekk")
    before = (guide / MESSAGES).read_bytes()
    assert run("messages", "update", "--project", guide).code == FACTS
    assert (guide / MESSAGES).read_bytes() == before


# --- the command itself ---


def test_version_and_help(run: Run):
    """Both end well; no command at all is a usage error."""
    assert run("--version").code == OK
    assert "Exit codes: 0 fine, 1 findings, 2 usage, 3 facts unreadable." in run("--help").out
    assert run("nonsense").code == USAGE


def test_a_project_that_is_none_is_told(tmp_path: Path, run: Run):
    """An empty folder has no site."""
    ran = run("build", "--project", tmp_path)
    assert ran.code == FACTS
    assert "data/sites: there is no site in this project; add a folder with a site.yaml" in ran.err
