"""What the judge has before it: the data, the answers computed from it, the pages, and the docket for findings."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gpuguide.checks.digits import Scanner
from gpuguide.checks.findings import Docket
from gpuguide.checks.languages import Language
from gpuguide.checks.pages import Page
from gpuguide.checks.project import Site
from gpuguide.checks.recompute import Recomputation
from gpuguide.checks.records import PageRecord
from gpuguide.checks.writing import Writer

if TYPE_CHECKING:
    from gpuguide.checks.asking import Calculator
    from gpuguide.checks.grids import Grid
    from gpuguide.checks.telling import Teller
    from gpuguide.checks.words.script import Script

# The language chooser and the error page stand once, outside the languages, and have no translations.
LEADING = frozenset(("index.html", "404.html"))


class Anchored(NamedTuple):
    """A link to an anchor of a page in another part of the site."""

    where: str
    path: str
    anchor: str
    address: str


@dataclass
class Bench:
    """One site under judgement. `shown` is how the site's folder is called in findings."""

    project: Path
    folder: Path
    shown: str
    site: Site
    answers: Recomputation
    writer: Writer
    scanner: Scanner
    docket: Docket
    records: dict[str, PageRecord] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    """How much the build says it has of each kind: facts of the site too."""
    files: frozenset[str] = frozenset()
    """Every file of the site's folder, by its path with strokes."""
    listed: frozenset[str] | None = None
    """The keys that figures.json has; none when it cannot be read."""
    pages: dict[str, Page] = field(default_factory=dict)
    """The pages of the part that is being judged; in the end the gist of all."""
    anchored: list[Anchored] = field(default_factory=list)
    """Links of these pages that lead to an anchor of a page in another part."""
    sound: set[tuple[str, str, str, str, str, str | None]] = field(default_factory=set)
    """Numbers already found right, by language and all that is said of them: a site repeats its figures many times."""

    tellers: dict[str, Teller] = field(default_factory=dict)
    """Who tells messages, by language; see `telling.teller`."""
    grids: dict[tuple[str, str, str], Grid] = field(default_factory=dict)
    """What a table's files must hold, by language, table and page: its CSV and its JSON are one table."""

    calculators: dict[str, tuple[str, Language]] | None = None
    """Files of calculators, with the calculator and the language; see `calculators.due_calculators`."""
    asked: dict[str, Calculator] = field(default_factory=dict)
    """What the figures of each calculator come to; see `asking.calculator_of`."""
    scripts: dict[str, Script | None] = field(default_factory=dict)
    """The sources of the pages, by the page's name; none for one that cannot be read."""
    sources: dict[str, frozenset[str]] = field(default_factory=dict)
    """What figures and facts rest on; see `provenance.sources_of`."""
    fed: dict[str, bool] = field(default_factory=dict)
    """Whether a figure rests on a feed of offers; see `provenance.rests_on_feed`."""

    def printed(self) -> list[tuple[Page, PageRecord, Language]]:
        """The HTML files that were recorded, found, and whose language is known."""
        languages = self.site.languages
        return [
            (self.pages[path], record, languages[record.locale])
            for path, record in sorted(self.records.items())
            if path in self.pages and record.locale in languages
        ]

    def recorded(self) -> list[tuple[Page, PageRecord, Language]]:
        """The pages of the site among them: not the files that only lead to pages."""
        return [entry for entry in self.printed() if entry[0].path not in LEADING]
