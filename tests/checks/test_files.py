"""Every file beside the pages holds exactly what the data and the messages give, and no other file stands there."""

from __future__ import annotations

import hashlib
import zlib
from pathlib import Path

import pytest

from tests.checks.defects import DATA_OF_SITE, EN, RECORDS, ZH, Change, Judged, rules_after

BUILT = "dist/tiny"
CSV, JSON, LLMS = f"{BUILT}/en/guide/cards.csv", f"{BUILT}/en/guide/cards.json", f"{BUILT}/en/llms.txt"
ZH_CSV, ZH_FEED = f"{BUILT}/zh/guide/cards.csv", f"{BUILT}/zh/feed.xml"
FEED, SITEMAP = f"{BUILT}/en/feed.xml", f"{BUILT}/sitemap.xml"
DIGIT = "record-not-found unrecorded-digit"

TABLES = [
    ("word of a header", CSV, "Bandwidth", "Speed", "download"),
    ("header of another language", ZH_CSV, "带宽", "Bandwidth", "download"),
    ("unit of a header", CSV, "[USD/week]", "[USD/month]", "download"),
    ("unit lost from a header", CSV, " [USD/h]", "", "download"),
    ("unit of a cell", CSV, "2 TB/s", "2 GB/s", "download"),
    ("cell", CSV, ",110,", ",111,", f"download {DIGIT}"),
    (
        "cells of another row",
        CSV,
        ",unknown,2.08\r\nBeta 24,900 GB/s,110,0.54",
        ",110,0.54\r\nBeta 24,900 GB/s,unknown,2.08",
        "download",
    ),
    ("missing value", CSV, "unknown", "none", "download record-not-found"),
    ("name", CSV, "Alpha 80", "Alpha 90", f"download {DIGIT}"),
    ("row too many", CSV, "0.54\r\n", "0.54\r\nGamma,,,\r\n", "download"),
    ("row lost", CSV, "Beta 24,900 GB/s,110,0.54\r\n", "", "download record-not-found"),
    ("column too many", CSV, "[USD/h]\r\n", "[USD/h],Note\r\n", "download"),
    ("order of columns", CSV, "Weekly [USD/week],Hour [USD/h]", "Hour [USD/h],Weekly [USD/week]", "download"),
    ("another way to write a cell", CSV, "Alpha 80", '"Alpha 80"', "download"),
    ("line ends", CSV, "\r\n", "\n", "download"),
    ("quotes", CSV, "Card,", '"Card,', "file-unreadable record-not-found"),
    ("value of a JSON", JSON, '"110"', '"111"', f"download {DIGIT}"),
    ("caption of a JSON", JSON, "All cards", "Some cards", "download"),
    ("day of a JSON", JSON, "2026-09-01", "2026-09-02", f"download {DIGIT}"),
    ("site of a JSON", JSON, '"Tiny"', '"Tinier"', "download"),
    ("header of a JSON", JSON, "Weekly [USD/week]", "Weekly [USD/h]", "download"),
    ("key of a JSON", JSON, '"site"', '"note": "best prices", "site"', "download"),
    (
        "key of a JSON that stands twice",
        JSON,
        '"site": "Tiny"',
        '"site": "Tiny", "site": "Tiny"',
        "file-unreadable record-not-found",
    ),
    ("another way to write a JSON", JSON, '"site": ', '"site":  ', "download"),
    ("number instead of text", JSON, '"110"', "110", "download"),
    ("message of a header", f"{DATA_OF_SITE}/tables.yaml", "header: Card", "header: Cards", "download message-missing"),
    ("recorded value", RECORDS, '"machine", "110", "json"', '"machine", "1.1e2", "json"', f"number-text {DIGIT}"),
]

FEEDS = [
    ("title in a feed", FEED, "<title>First", "<title>Last", "feed"),
    ("title of another language", ZH_FEED, "<title>首次发布", "<title>First published", "feed"),
    ("number in a feed", FEED, "<summary>First", "<summary>2 cards, first", "feed unrecorded-digit"),
    ("day of a feed", FEED, "<updated>2026-09-01", "<updated>2026-09-02", "feed"),
    (
        "day of an entry",
        FEED,
        "</title><updated>2026-09-01T00:00:00Z</updated><link",
        "</title><updated>2026-09-03T00:00:00Z</updated><link",
        "feed",
    ),
    ("id of an entry", FEED, "changes/2026-09-01/1", "changes/2026-09-01/2", "feed"),
    ("link of an entry", FEED, "/><summary>", 'more/"/><summary>'.replace('/"', '"'), "file-unreadable"),
    ("address of a feed", FEED, 'rel="self" href="https://tiny.example/en', 'rel="self" href="https://tiny.example/zh', "feed"),
    ("author", FEED, "Tiny LLC", "Big LLC", "feed"),
    ("language of a feed", FEED, 'xml:lang="en"', 'xml:lang="zh-Hans"', "feed"),
    ("element too many", FEED, "<author>", "<category term='x'/><author>", "feed"),
    ("text between elements", FEED, "<author>", "Buy now<author>", "feed"),
    ("comment", FEED, "<author>", "<!-- cheap --><author>", "feed"),
    ("feed that is no XML", FEED, "</feed>", "", "file-unreadable"),
    ("change that is not published", f"{DATA_OF_SITE}/changes.yaml", "First", "Last", "feed message-missing"),
    ("number in llms.txt", LLMS, "14\u00a0GB", "15\u00a0GB", f"llms {DIGIT}"),
    ("word in llms.txt", LLMS, "by price", "by speed", "llms"),
    ("address in llms.txt", LLMS, "en/guide/)", "zh/guide/)", "llms"),
    ("line too many in llms.txt", LLMS, "# Tiny\n", "# Tiny\n> The best cards\n", "llms"),
    ("name in llms.txt", LLMS, "# Tiny", "# Tinier", "llms"),
    ("end of llms.txt", LLMS, "FP8\n", "FP8", "llms"),
]

PLAIN = [
    ("page lost from the sitemap", SITEMAP, "<loc>https://tiny.example/zh/guide/</loc>", "<loc></loc>", "sitemap"),
    ("address too many", SITEMAP, "zh/guide/</loc>", "zh/guides/</loc>", "sitemap"),
    ("page twice", SITEMAP, "<loc>https://tiny.example/zh", "<loc>https://tiny.example/en", "sitemap"),
    ("day of a page", SITEMAP, "<lastmod>2026-09-01", "<lastmod>2026-09-02", "sitemap"),
    ("day lost", SITEMAP, "<lastmod>2026-09-01</lastmod>", "", "sitemap"),
    (
        "alternate of another page",
        SITEMAP,
        'hreflang="en" href="https://tiny.example/en',
        'hreflang="en" href="https://tiny.example/zh',
        "sitemap",
    ),
    (
        "alternate lost",
        SITEMAP,
        '<xhtml:link rel="alternate" hreflang="en" href="https://tiny.example/en/guide/"/>',
        "",
        "sitemap",
    ),
    (
        "default",
        SITEMAP,
        'hreflang="x-default" href="https://tiny.example/en',
        'hreflang="x-default" href="https://tiny.example/zh',
        "sitemap",
    ),
    ("element of a sitemap", SITEMAP, "<lastmod>", "<priority>1</priority><lastmod>", "sitemap"),
    ("text in a sitemap", SITEMAP, "<lastmod>", "new<lastmod>", "sitemap"),
    ("sitemap that is no XML", SITEMAP, "</urlset>", "", "file-unreadable"),
    (
        "change that names a page",
        f"{DATA_OF_SITE}/changes.yaml",
        "changes:\n",
        "changes:\n  - {day: 2026-09-01, pages: [guide], text: First published}\n",
        "feed",
    ),
    ("robots.txt", f"{BUILT}/robots.txt", "Allow: /", "Disallow: /", "exact-file"),
    ("sitemap in robots.txt", f"{BUILT}/robots.txt", "tiny.example", "other.example", "exact-file"),
    ("weaker policy", f"{BUILT}/_headers", "script-src 'self'", "script-src 'self' 'unsafe-inline'", "exact-file"),
    ("policy lost", f"{BUILT}/_headers", "frame-ancestors 'none'", "", "exact-file"),
    ("long cache for pages", f"{BUILT}/_headers", "/assets/*\n", "/*\n", "exact-file"),
    ("rule too many", f"{BUILT}/_headers", "/assets/*", "/en/*\n  Cache-Control: immutable\n/assets/*", "exact-file"),
    ("word of the error page", f"{BUILT}/404.html", "does not exist", "exists", "leading"),
    ("error page in another language", f"{BUILT}/404.html", "前往首页", "Go to the start page", "leading"),
    ("language of the error page", f"{BUILT}/404.html", '<section lang="zh-Hans">', '<section lang="en">', "leading"),
    ("link of the error page", f"{BUILT}/404.html", "/zh/guide/", "/en/guide/", "leading"),
    ("error page that is found", f"{BUILT}/404.html", '<meta name="robots" content="noindex">', "", "leading"),
    (
        "language lost from the chooser",
        f"{BUILT}/index.html",
        '<li><a href="zh/guide/" lang="zh-Hans" hreflang="zh-Hans">简体中文</a></li>',
        "",
        "leading",
    ),
    ("link of the chooser", f"{BUILT}/index.html", 'href="zh/guide/"', 'href="en/guide/"', "leading"),
    ("head of the chooser", f"{BUILT}/index.html", '<meta charset="utf-8">', '<meta charset="utf-8"><meta name="x">', "leading"),
    ("comment in the chooser", f"{BUILT}/index.html", "<ul>", "<!-- x --><ul>", "leading"),
    ("end tag of the chooser", f"{BUILT}/index.html", "</main>", "</mainn>", "leading"),
    ("attribute of the error page", f"{BUILT}/404.html", '<main class="chooser"', '<main hidden class="chooser"', "leading"),
    ("word of the chooser", f"{BUILT}/index.html", "<ul>", "<p>Best prices</p><ul>", "leading"),
    (
        "address of the chooser",
        f"{BUILT}/index.html",
        'href="https://tiny.example/"',
        'href="https://tiny.example/en/guide/"',
        "leading",
    ),
]

STRUCTURED = [
    ("name", '"All cards"', '"Best cards"', "structured-data"),
    ("description", '"description": "Cards by price', '"description": "Cards by speed', "structured-data"),
    ("address", '"url": "https://tiny.example/en', '"url": "https://tiny.example/zh', "structured-data"),
    ("language", '"inLanguage": "en"', '"inLanguage": "zh-Hans"', "structured-data"),
    ("day", '"dateModified": "2026-09-01"', '"dateModified": "2026-09-02"', "structured-data unrecorded-digit"),
    ("creator", '"name": "Tiny LLC"', '"name": "Big LLC"', "structured-data"),
    ("file", "en/guide/cards.csv", "en/guide/cards.json", "structured-data"),
    ("encoding", "text/csv", "text/plain", "structured-data"),
    ("type", '"Dataset"', '"Product"', "structured-data"),
    ("context", '"https://schema.org"', '"https://other.example"', "structured-data"),
    ("key that nobody knows", '"@type": "Dataset"', '"@type": "Dataset", "license": "free"', "structured-data"),
    ("key that is lost", '"inLanguage": "en", ', "", "structured-data"),
    ("another way to write it", '"@type": "Dataset"', '"@type":  "Dataset"', "structured-data"),
    ("digits", '"@type": "Dataset"', '"@type": "Dataset", "alternateName": "Top 10"', "structured-data unrecorded-digit"),
    ("no JSON", '{"@context"', '{"@context', "literal-count structured-data"),
    ("key that stands twice", '"inLanguage": "en"', '"inLanguage": "en", "inLanguage": "en"', "literal-count structured-data"),
    ("block lost", "application/ld+json", "text/plain", "literal-count structured-data"),
    ("block too many", "</head>", '<script type="application/ld+json">{"@type": "Thing"}</script></head>', "structured-data"),
]


def cases(defects: list[tuple[str, str, str, str, str]]) -> pytest.MarkDecorator:
    """A test for each defect: what it is, the file, what is put in which place, and the rules that fire."""
    return pytest.mark.parametrize(
        ("file", "old", "new", "rules"), [pytest.param(*defect[1:], id=defect[0]) for defect in defects]
    )


@cases(TABLES)
def test_a_table_is_the_same_in_every_file(change: Change, judged: Judged, file: str, old: str, new: str, rules: str) -> None:
    """Headers with their units, columns, rows and cells are those of the data, in the language."""
    assert rules_after(change, judged, file, old, new) == set(rules.split())


@cases(FEEDS)
def test_a_language_is_told_of_as_it_is(change: Change, judged: Judged, file: str, old: str, new: str, rules: str) -> None:
    """The feed has the changes, llms.txt the pages: words, addresses and days, and nothing besides."""
    assert rules_after(change, judged, file, old, new) == set(rules.split())


@cases(PLAIN)
def test_what_servers_and_crawlers_read_is_exact(
    change: Change, judged: Judged, file: str, old: str, new: str, rules: str
) -> None:
    """Sitemap, robots.txt, headers, error page and chooser have exactly what they must."""
    assert rules_after(change, judged, file, old, new) == set(rules.split())


@pytest.mark.parametrize(("old", "new", "rules"), [pytest.param(*defect[1:], id=defect[0]) for defect in STRUCTURED])
def test_structured_data_is_that_of_the_page(change: Change, judged: Judged, old: str, new: str, rules: str) -> None:
    """Every key of every block is due."""
    assert rules_after(change, judged, EN, old, new) == set(rules.split())


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("notes.txt", "file-stray"),
        ("en/guide/prices.csv", "download file-stray"),
        (".DS_Store", "file-stray"),
        ("en/old/page.html", "page-unrecorded"),
        ("assets/other.e3b0c44298fc.js", "asset-unused"),
        ("assets/plain.js", "asset-name asset-unused"),
    ],
)
def test_a_file_that_no_rule_accounts_for_is_found(project: Path, judged: Judged, name: str, rules: str) -> None:
    """Nothing is published beside what the build makes: e3b0c44298fc begins the SHA-256 of an empty file."""
    path = project / BUILT / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"<html><title>x</title></html>" if name.endswith("html") else b"")
    assert rules_of(judged) >= set(rules.split()) - {"download"}


@pytest.mark.parametrize(
    "name",
    ["robots.txt", "_headers", "sitemap.xml", "404.html", "index.html", "en/feed.xml", "zh/llms.txt", "en/guide/cards.csv"],
)
def test_a_file_that_is_due_is_missed(project: Path, judged: Judged, name: str) -> None:
    """A site without its feed or its headers is not whole."""
    (project / BUILT / name).unlink()
    assert rules_of(judged) & {"file-missing", "page-missing"}


def test_an_asset_is_named_by_its_content(project: Path, judged: Judged) -> None:
    """It is kept for a year: changed content under the same name would never arrive."""
    (style,) = (project / BUILT / "assets").glob("*.css")
    style.write_bytes(style.read_bytes() + b" ")
    assert rules_of(judged) == {"asset-name"}


def test_an_asset_that_pages_name_is_there(project: Path, judged: Judged) -> None:
    """A link to it leads nowhere otherwise."""
    (style,) = (project / BUILT / "assets").glob("*.css")
    style.unlink()
    assert rules_of(judged) == {"leading", "link-broken"}


@pytest.mark.parametrize(
    ("width", "height", "tail", "rules"),
    [
        (1200, 630, b"", set()),
        (630, 1200, b"", {"picture"}),
        (1200, 630, b"<script>", {"picture"}),
        (1201, 630, b"", {"picture"}),
    ],
)
def test_the_shared_picture_is_a_picture(
    project: Path, change: Change, judged: Judged, width: int, height: int, tail: bytes, rules: set[str]
) -> None:
    """A PNG of 1200 x 630, whole and with nothing behind it."""
    head = b"IHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\0\0\0"
    chunks = [len(part[4:]).to_bytes(4, "big") + part + zlib.crc32(part).to_bytes(4, "big") for part in (head, b"IEND")]
    png = b"\x89PNG\r\n\x1a\n" + b"".join(chunks) + tail
    path = f"assets/picture.{hashlib.sha256(png).hexdigest()[:12]}.png"
    (project / BUILT / path).write_bytes(png)
    for page in (EN, ZH):
        change(page, "</head>", f'<meta property="og:image" content="https://tiny.example/{path}"></head>')
    assert rules_of(judged) == rules


def rules_of(judged: Judged) -> set[str]:
    """The rules that fire."""
    return {finding.rule for finding in judged().findings}
