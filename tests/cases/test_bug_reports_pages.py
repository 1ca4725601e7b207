"""Faults of pages, languages and publishing that people met in other projects: each case, and the whole of its kind.

docs/cases.md lists all cases; the thread that reported each is named beside its test.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import yaml
from bs4 import BeautifulSoup

from gpuguide.catalog.loader import load_sites
from gpuguide.checks.languages import Language
from gpuguide.errors import ClaimError, GuideError
from gpuguide.site.build import Built, build_site
from tests.builds import files_in
from tests.cases.conftest import Fit
from tests.charted import charted_files
from tests.cli.conftest import Run
from tests.projects import SITE_FOLDER, replaced
from tests.site.guide import MESSAGES, PAGE, guide_files, write_guide
from tests.site.test_pages import one, page, text, texts

Change = Callable[[Path, str, str], None]
ALPHA = "data/gpus/alpha.yaml"
NBSP = "\u00a0"


def shown(built: Built, locale: str) -> dict[str, set[str]]:
    """What each figure prints on a language's page."""
    found: dict[str, set[str]] = {}
    for key, unit, form, printed, _ in json.loads(built.files["records.json"])["pages"][f"{locale}/guide/index.html"]["figures"]:
        found.setdefault(f"{key} {unit} {form}", set()).add(printed)
    return found


# --- B13 number-updated-in-one-locale-only: simstudioai/sim PR#2748, koala73/worldmonitor#4594, Cyrax321/CONTINUUM#1067 ---


@pytest.mark.parametrize("typed", ["512", "５１２", "½", "⑤"])
def test_b13_number_updated_in_one_locale_only(fit: Fit, typed: str):
    """A number that a translator typed is told at its line, in whatever digits."""
    files = replaced(guide_files(), MESSAGES, "带宽说了算。", f"带宽{typed}说了算。")
    line = files[MESSAGES].split("\n").index('msgid "Bandwidth decides."') + 1
    with pytest.raises(GuideError, match=rf"{MESSAGES}:{line}: the number in .* is typed, not computed; use a placeholder"):
        fit(files)


def test_b13_number_updated_in_one_locale_only_in_words(guide: Path, run: Run, change: Change):
    """A number in Han numerals is one too: the judge finds it, and nothing is published."""
    change(guide / MESSAGES, "带宽说了算。", "三千张显卡说了算。")
    ran = run("build", "--project", guide)
    assert ran.code == 1
    assert "message-number-word" in ran.err


def test_b13_number_updated_in_one_locale_only_cannot_be(fit: Fit):
    """A card at twice its bandwidth moves the same figures in every language, and no other."""
    faster = replaced(guide_files(), ALPHA, "bandwidth_gb_s: 512", "bandwidth_gb_s: 1024")
    before, after = fit(guide_files()), fit(replaced(faster, ALPHA, "mem_mhz: 8000", "mem_mhz: 16000"))
    moved = {}
    for locale in ("en", "zh"):
        old, new = shown(before, locale), shown(after, locale)
        assert old.keys() == new.keys()
        moved[locale] = {key for key in old if old[key] != new[key]}
    assert moved["en"] == moved["zh"] == {"bandwidth/alpha GB/s ", "bandwidth/alpha GB/s bare"}


# --- B14 translation-of-stale-source: koala73/worldmonitor#5215 ---


def test_b14_translation_of_stale_source(guide: Path, run: Run, change: Change):
    """A changed sentence has no translation: a strict build stops, a draft marks it in that language and is no alternate."""
    change(guide / PAGE, "Bandwidth decides.", "Bandwidth decides it.")
    strict = run("build", "--project", guide, "--strict")
    assert strict.code == 1
    assert 'no translation of "Bandwidth decides it."' in strict.err
    draft = build_site(guide, load_sites(guide)[0], strict=False)
    chinese, english = page(draft, "zh"), page(draft)
    assert "带宽说了算" not in chinese.get_text()
    assert text(one(chinese, "main [lang=en]")) == "Bandwidth decides it."
    assert [link["hreflang"] for link in english.select("link[hreflang]")] == ["en", "x-default"]


def test_b14_translation_of_stale_source_waits_after_an_update(guide: Path, run: Run, change: Change):
    """The tool's guess keeps the old translation, marked fuzzy: it does not pass for one."""
    change(guide / PAGE, "Bandwidth decides.", "Bandwidth decides it.")
    assert run("messages", "update", "--project", guide).code == 0
    assert '#, fuzzy\n#| msgid "Bandwidth decides."\nmsgid "Bandwidth decides it."\nmsgstr "带宽说了算。"' in (
        guide / MESSAGES
    ).read_text("utf-8")
    strict = run("build", "--project", guide, "--strict")
    assert strict.code == 1
    assert "is fuzzy; look at it" in strict.err


# --- B15 prose-or-chart-left-behind-by-data-update: owid/etl PR#6807, DOI-ONRR/doi-extractives-data#1603 ---


def test_b15_prose_or_chart_left_behind_by_data_update(fit: Fit):
    """Beta is the cheapest at 100; at 150 Alpha is (144): title, description and page say so in both languages."""
    dearer = fit(replaced(guide_files(), f"{SITE_FOLDER}/prices.yaml", "monthly: 100", "monthly: 150"))
    for locale, said in (("en", "Alpha holds it."), ("zh", "Alpha装得下。")):
        for built, holds in ((fit(guide_files()), False), (dearer, True)):
            description = str(one(page(built, locale), "meta[name=description]")["content"])
            assert (said in description) is holds


def test_b15_prose_or_chart_left_behind_by_data_update_stops(fit: Fit):
    """A sentence that says who is faster stops the build when it is no longer so, and is quoted in both languages."""
    slower = replaced(guide_files(), ALPHA, "bandwidth_gb_s: 512", "bandwidth_gb_s: 200")
    with pytest.raises(ClaimError, match=r"(?s)\[zh\] leans on alpha_is_faster.*\[en\] leans on alpha_is_faster"):
        fit(replaced(slower, ALPHA, "mem_mhz: 8000", "mem_mhz: 3125"))


def test_b15_prose_or_chart_left_behind_by_data_update_in_a_chart(fit: Fit):
    """At 384 GB/s a bar, its label, its table and a sentence move as one: Beta's bar is two thirds of the greatest."""
    files = charted_files()
    files[PAGE] += "\nIt reads {bandwidth/alpha}.\n"
    files = replaced(files, ALPHA, "bandwidth_gb_s: 512", "bandwidth_gb_s: 384")
    soup = page(fit(replaced(files, ALPHA, "mem_mhz: 8000", "mem_mhz: 6000")))
    chart = one(soup, "figure[data-chart=rates]")
    assert [bar["width"] for bar in chart.select("[data-bar]")] == ["100%", "66.7%"]
    assert [str(value["value"]) for value in chart.select("data[data-figure^='bandwidth/']")].count("384") >= 1
    assert "512" not in soup.get_text()
    assert f"It reads 384{NBSP}GB/s." in texts(soup, "p")


# --- B22 wrong-html-lang-cjk-glyphs: liubin/promises-book#21, BrigadaSOS/Nadeshiko#166, nexu-io/open-design#5097 ---


@pytest.mark.parametrize(("locale", "tag", "og"), [("en", "en", "en_US"), ("zh", "zh-Hans", "zh_CN")])
def test_b22_wrong_html_lang_cjk_glyphs(fit: Fit, locale: str, tag: str, og: str):
    """Language of the page, path, own alternate and Open Graph speak of one language, and all come from one record."""
    soup = page(fit(guide_files()), locale)
    assert (one(soup, "html")["lang"], one(soup, "meta[property='og:locale']")["content"]) == (tag, og)
    assert one(soup, f"link[hreflang={tag}]")["href"] == one(soup, "link[rel=canonical]")["href"]
    assert str(one(soup, "link[rel=canonical]")["href"]).startswith(f"https://tiny.example/{locale}/")


@pytest.mark.parametrize(("old", "new"), [('<html lang="zh-Hans"', '<html lang="ja"'), ('<html lang="zh-Hans"', "<html"),
                                          ('"zh_CN"', '"ja_JP"'), ('lang="zh-Hans"', 'lang="zh"')])  # fmt: skip
def test_b22_wrong_html_lang_cjk_glyphs_is_found(published: Path, run: Run, change: Change, old: str, new: str):
    """A Chinese page that says another language, or none, is a finding."""
    change(published / "dist/tiny/zh/guide/index.html", old, new)
    assert run("check", "--project", published, "--out", published / "dist").code == 1


def test_b22_wrong_html_lang_cjk_glyphs_in_fonts(project_root: Path):
    """Each language of Han has fonts of its own first: Japanese never those of simplified Chinese, and the other way round."""
    style = "".join(path.read_text("utf-8") for path in sorted((project_root / "templates/assets/styles").glob("*.css")))
    first = {tag: re.search(rf":root:lang\({tag}\) \{{\s*--font: ([^;]*)", style) for tag in ("ja", "zh-Hans")}
    assert first["ja"] is not None
    assert first["zh-Hans"] is not None
    assert re.search(r"\bSC\b|YaHei|PingFang", first["ja"][1]) is None
    assert re.search(r"\bJP\b|Hiragino|Yu Gothic", first["zh-Hans"][1]) is None


# --- B23 wrong-hreflang-or-lang-tag: Tokyo-Metro-Gov/covid19#723, karlgroves/overlayfactsheet PR#1413 ---


def test_b23_wrong_hreflang_or_lang_tag(fit: Fit):
    """Every page of a cluster lists itself, all others and x-default, with the same addresses."""
    built = fit(guide_files())
    clusters = [
        {(str(link["hreflang"]), str(link["href"])) for link in page(built, locale).select("link[rel=alternate][hreflang]")}
        for locale in ("en", "zh")
    ]
    assert clusters[0] == clusters[1] == {
        ("en", "https://tiny.example/en/guide/"),
        ("zh-Hans", "https://tiny.example/zh/guide/"),
        ("x-default", "https://tiny.example/en/guide/"),
    }  # fmt: skip


@pytest.mark.parametrize("written", ["zh_Hans", "zh_CN", "cn", "ZH", "zh-hans", "chinese", "zh-", "z", '""', "true"])
def test_b23_wrong_hreflang_or_lang_tag_in_data(tmp_path: Path, project_root: Path, written: str):
    """Babel's id, a country, another case: none of them is written into a page, `tag` takes BCP 47 only."""
    root = write_guide(tmp_path / "guide", project_root)
    path = root / "data/locales.yaml"
    path.write_text(path.read_text("utf-8").replace("tag: zh-Hans", f"tag: {written}"), "utf-8")
    with pytest.raises(GuideError, match=r"data/locales\.yaml:\d+:\d+: locales\.zh"):
        load_sites(root)


@pytest.mark.parametrize(("old", "new"), [
    ('hreflang="zh-Hans"', 'hreflang="zh_Hans"'),
    ('hreflang="zh-Hans"', 'hreflang="en"'),
    ('hreflang="x-default"', 'hreflang="default"'),
    ('<link rel="alternate" hreflang="zh-Hans"', '<link rel="alternative" hreflang="zh-Hans"'),
    ("https://tiny.example/zh/guide/", "https://tiny.example/zh/gui/"),
])  # fmt: skip
def test_b23_wrong_hreflang_or_lang_tag_is_found(published: Path, run: Run, change: Change, old: str, new: str):
    """An alternate with a wrong language, twice the same, or another address is a finding."""
    change(published / "dist/tiny/en/guide/index.html", old, new)
    assert run("check", "--project", published, "--out", published / "dist").code == 1


# --- B25 cjk-typography-from-markdown: conventionalcommits.org#193, jgm/pandoc#11241, commonmark/commonmark-spec#650 ---


def test_b25_cjk_typography_from_markdown(fit: Fit):
    """Strong text stands beside full-width signs and Han: no star is left over, no space comes in."""
    files = replaced(guide_files(), MESSAGES, "带宽说了算。", "重みに必要な**VRAM（GB）**は**必須**です。")
    html = str(one(page(fit(files), "zh"), ".deck"))
    assert "重みに必要な<strong>VRAM（GB）</strong>は<strong>必須</strong>です。" in html


@pytest.mark.parametrize("written", ["带宽\\n说了算。", "带宽\\n  说了算。", "带宽说了算。\\n"])
def test_b25_cjk_typography_from_markdown_of_a_line_break(fit: Fit, written: str):
    """A browser draws a line break between Han as a space: a translation has none."""
    with pytest.raises(GuideError, match=rf"{MESSAGES}:\d+: the translation holds a line break; write it as one line"):
        fit(replaced(guide_files(), MESSAGES, "带宽说了算。", written))


@pytest.mark.parametrize("written", ["必要な VRAM", "VRAM（GB） は", "**必須** です", "重み に"])
def test_b25_cjk_typography_from_markdown_of_a_typed_space(guide: Path, run: Run, change: Change, written: str):
    """A space that was typed beside Han is found, and nothing is published."""
    change(guide / MESSAGES, "带宽说了算。", f"{written}。")
    ran = run("build", "--project", guide)
    assert ran.code == 1
    assert "typed-space" in ran.err


def test_b25_cjk_typography_from_markdown_keeps_latin_apart(fit: Fit):
    """A line break between Latin words is a space."""
    built = fit(replaced(guide_files(), PAGE, "Bandwidth decides.", "Bandwidth\ndecides."))
    assert "Bandwidth decides." in texts(page(built), ".deck")


# --- B26 stale-or-half-new-output: gohugoio/hugo#379, zerocracy/pages-action#826, lmorchard/feedspool-go#48 ---

LATER = "templates/pages/tiny/later.md"


def test_b26_stale_or_half_new_output(guide: Path, run: Run, change: Change):
    """A page is deleted while a template breaks: the old site stays, byte for byte; the next good build has no orphan."""
    (guide / LATER).write_text("---\ntitle: Later\ndescription: More\n---\n\n# Later\n", encoding="utf-8")
    assert run("build", "--project", guide).code == 0
    before = files_in(guide / "dist")
    assert "tiny/en/later/index.html" in before
    (guide / LATER).unlink()
    layout = guide / "templates/layouts/missing.html"  # the last that a build renders
    whole = layout.read_text("utf-8")
    layout.write_text(whole.replace("</main>", "{{ nothing }}</main>"), "utf-8")
    assert run("build", "--project", guide).code == 1
    assert files_in(guide / "dist") == before
    layout.write_text(whole, "utf-8")
    assert run("build", "--project", guide).code == 0
    after = files_in(guide / "dist")
    assert [name for name in after if "later" in name] == []
    assert not [path for path in guide.iterdir() if path.name.startswith(".dist.")]


# --- B29 cldr-upgrade-changes-output: python-babel/babel#583, sphinx-doc/sphinx#11217, moinwiki/moin#1370 ---


def test_b29_cldr_upgrade_changes_output(project_root: Path):
    """Babel stands at one release in the lock; the table of samples (tests/l10n/golden.yaml) says what that one writes."""
    assert re.search(r"^babel==2\.19\.\d+", (project_root / "requirements.lock").read_text("utf-8"), re.M | re.I)
    golden = yaml.safe_load((project_root / "tests/l10n/golden.yaml").read_text("utf-8"))
    assert {"prose", "table"} <= set(golden)


@pytest.mark.parametrize("space", [" ", NBSP, "\u202f", "\u2009", "\u2007"])
@pytest.mark.parametrize("group", [NBSP, "\u202f"])
def test_b29_cldr_upgrade_changes_output_of_spaces(group: str, space: str):
    """The judge reads a thousand with any kind of space where the language groups by one."""
    french = Language("fr", "fr", "fr", "fr_FR", "fr", ",", group, "{n}x {name}", "—", (("mille", Fraction(1000)),))
    assert french.read(f"12{space}345,5") == Fraction("12345.5")


# --- B30 undefined-renders-empty: alphagov/notifications-admin#5539, pallets/jinja#1849 ---


@pytest.mark.parametrize("written", ["{{ site.nmae }}", "{{ site.nmae|length }}", "{% if site.nmae %}x{% endif %}",
                                     "{% for x in site.nmae %}x{% endfor %}", "{{ site.nmae ~ site.name }}"])  # fmt: skip
def test_b30_undefined_renders_empty(guide: Path, written: str):
    """A misspelt field stops the build with template, line, page and the nearest name, whatever is done with it."""
    path = guide / "templates/layouts/base.html"
    path.write_text(path.read_text("utf-8").replace("</body>", f"{written}</body>"), "utf-8")
    with pytest.raises(GuideError) as caught:
        build_site(guide, load_sites(guide)[0], strict=False)
    assert re.match(r"templates/layouts/base\.html:\d+: ", str(caught.value))
    assert "nmae" in str(caught.value) and "did you mean name?" in str(caught.value)


@pytest.mark.parametrize("written", ["{gpus.alpha.memory_gbb}", "{prices.alpha.monthy}", "{policy.overheat}", "{monthly/alfa}"])
def test_b30_undefined_renders_empty_in_prose(fit: Fit, written: str):
    """A misspelt fact in a sentence stops the build at its line."""
    with pytest.raises(GuideError, match=rf"{PAGE}:9: .*did you mean"):
        fit(replaced(guide_files(), PAGE, "The model needs {weights_7b}.", f"It is {written}."))


def test_b30_undefined_renders_empty_none(fit: Fit):
    """No page of the guide says None, undefined, nan or an object's address."""
    for locale in ("en", "zh"):
        assert (
            re.search(r"\bNone\b|undefined|\bnan\b|<[a-z_.]+ object at|bound method", page(fit(guide_files()), locale).get_text())
            is None
        )


# --- B32 error-page-language: gohugoio/hugo#3075, tomowang/hugo-theme-tailwind#28 ---


def test_b32_error_page_language(fit: Fit):
    """One page speaks every language, each in a block of its own that leads to its own home, whatever address it is shown at."""
    soup = BeautifulSoup(fit(guide_files()).files["404.html"].decode(), "html.parser")
    blocks = {str(block["lang"]): block for block in soup.select("body [lang]:has(a)")}
    assert {tag: [link["href"] for link in block.select("a")] for tag, block in blocks.items()} == {
        "en": ["/en/guide/"], "zh-Hans": ["/zh/guide/"],
    }  # fmt: skip
    assert all(str(link["href"]).startswith("/assets/") for link in soup.select("link[rel=stylesheet], link[rel=icon]"))
    assert soup.select("script") == []


# --- B33 sitemap-lastmod-build-time: dynamicweb/DynamicWeb#637 ---


def lastmods(built: Built) -> dict[str, str]:
    """The day of each page in the sitemap."""
    space = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    urls = ET.fromstring(built.files["sitemap.xml"].decode())
    return {str(url.findtext(f"{space}loc")): str(url.findtext(f"{space}lastmod")) for url in urls}


def test_b33_sitemap_lastmod_build_time(fit: Fit):
    """A page has its own day or the site's: one that was edited later has another, the rest keep theirs."""
    files = guide_files()
    files[LATER] = "---\ntitle: Later\ndescription: More\nupdated: 2026-05-25\n---\n\n# Later\n"
    files[MESSAGES] += '\nmsgid "Later"\nmsgstr "以后"\n\nmsgid "More"\nmsgstr "更多"\n'
    assert lastmods(fit(files)) == {
        "https://tiny.example/en/guide/": "2026-05-20",
        "https://tiny.example/zh/guide/": "2026-05-20",
        "https://tiny.example/en/later/": "2026-05-25",
        "https://tiny.example/zh/later/": "2026-05-25",
    }
    files[LATER] = files[LATER].replace("05-25", "05-29")
    assert sorted(lastmods(fit(files)).values()) == ["2026-05-20", "2026-05-20", "2026-05-29", "2026-05-29"]
