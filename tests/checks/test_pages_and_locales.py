"""A page that is broken, or differs from its translations, is found."""

from __future__ import annotations

import pytest

from tests.checks.defects import EN, ZH, Change, Judged, rules_after

LOCALES = [
    ("lang", EN, '<html lang="en">', '<html lang="en-GB">', "lang"),
    ("og:locale", EN, 'content="en_US"', 'content="en_GB"', "og-locale"),
    (
        "number twice in one locale",
        ZH,
        "写作",
        '写作<data value="26" data-figure="share" data-unit="%">26%</data>',
        "locale-figures element-unrecorded",
    ),
    ("claim of one locale", ZH, ' data-claim="alpha_is_faster beta_is_roomy"', "", "locale-claims block-lost"),
    (
        "alternate lost",
        EN,
        '<link rel="alternate" hreflang="zh-Hans" href="https://tiny.example/zh/guide/">',
        "",
        "hreflang",
    ),
    (
        "alternate relative",
        EN,
        'hreflang="zh-Hans" href="https://tiny.example/zh',
        'hreflang="zh-Hans" href="/zh',
        "hreflang",
    ),
    (
        "alternate of another page",
        EN,
        'hreflang="zh-Hans" href="https://tiny.example/zh/guide/"',
        'hreflang="zh-Hans" href="https://tiny.example/en/guide/"',
        "hreflang",
    ),
    (
        "default differs",
        EN,
        'hreflang="x-default" href="https://tiny.example/en/guide/"',
        'hreflang="x-default" href="https://tiny.example/zh/guide/"',
        "hreflang",
    ),
    (
        "canonical",
        EN,
        'rel="canonical" href="https://tiny.example/en/',
        'rel="canonical" href="https://tiny.example/zh/',
        "canonical",
    ),
    ("no canonical", EN, 'rel="canonical"', 'rel="bookmark"', "canonical"),
    (
        "address it is shared by",
        EN,
        '<meta property="og:locale"',
        '<meta property="og:url" content="https://tiny.example/zh/guide/"><meta property="og:locale"',
        "canonical",
    ),
    (
        "image it is shared with",
        EN,
        '<meta property="og:locale"',
        '<meta property="og:image" content="https://tiny.example/assets/og.png"><meta property="og:locale"',
        "link-broken",
    ),
    ("link", EN, 'href="../../zh/guide/"', 'href="../../zh/guides/"', "link-broken"),
    ("link out of the site", EN, 'href="../../zh/guide/"', 'href="../../../../zh/guide/"', "link-broken"),
    ("anchor", EN, 'href="#d-memory"', 'href="#d-memories"', "anchor-broken"),
    ("scheme", EN, 'href="../../zh/guide/"', 'href="javascript:go()"', "link-scheme"),
    ("asset", EN, "site.48c408373d99.css", "site.ffffffffffff.css", "link-broken"),
    ("id twice", EN, '<p id="d-memory">', '<p id="memory">', "duplicate-id anchor-broken"),
    ("second h1", EN, "<p>Updated", "<h1>Again</h1><p>Updated", "heading"),
    ("no title", EN, "<title>Guide: 14\u00a0GB for a 7B model</title>", "", "title"),
    ("wrong language", ZH, "模型在", "これはにほんごのぶんしょうですからこのページにはあいません模型在", "language"),
    ("typed space", ZH, "模型在FP8下", "模型在 FP8下", "typed-space"),
    ("typed space beside a number", ZH, "需要<a", "需要 <a", "typed-space"),
    ("markup", EN, "more than the other", "more **than** the other", "leftover"),
    ("placeholder", EN, "more than the other", "more than {memory_b}", "leftover"),
    ("unit of a column", EN, ">Weekly</th>", '>Weekly<div class="unit">TB/s</div></th>', "head-unit"),
    (
        "row",
        EN,
        'data-figure="weekly/beta" data-unit="USD/week" data-form="bare">110',
        'data-figure="weekly/beta" data-unit="USD/week" data-form="bare">110</data></td><td><data value="900" '
        'data-figure="bandwidth/alpha" data-unit="GB/s" data-form="bare">900',
        "row-mismatch number-unit number-value number-text element-unrecorded locale-figures",
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "rules"), [pytest.param(*case[1:], id=case[0]) for case in LOCALES])
def test_a_page_is_whole_and_the_same_in_every_locale(
    change: Change, judged: Judged, file: str, old: str, new: str, rules: str
) -> None:
    """A page names itself and its translations truly, its links lead somewhere, its words are in its language."""
    assert rules_after(change, judged, file, old, new) == set(rules.split())
