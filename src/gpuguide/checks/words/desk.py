"""Judges the words of the pages of one language: what stands in the main part is its source, in order, around it the engine's.

Knows what the pages of a language have in common. Refuses to know other languages: it hands back what the engine says on a page.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gpuguide.checks.bench import Bench
from gpuguide.checks.documents import Record
from gpuguide.checks.facts import UnsoundError
from gpuguide.checks.languages import Language
from gpuguide.checks.pages import Page
from gpuguide.checks.records import PageRecord
from gpuguide.checks.shapes import ShapeError
from gpuguide.checks.words.charts import Charts
from gpuguide.checks.words.chrome import EngineWords, Messages, blanked, links_of, without_links
from gpuguide.checks.words.derivations import DerivationJudge, keys_in
from gpuguide.checks.words.heads import judge_heads, judge_resources
from gpuguide.checks.words.layout import FREE, Due, Layout
from gpuguide.checks.words.lexicon import Lexicon
from gpuguide.checks.words.meanings import Meanings
from gpuguide.checks.words.menus import Menus
from gpuguide.checks.words.phrases import Phrases
from gpuguide.checks.words.script import Script
from gpuguide.checks.words.sheets import Sheets
from gpuguide.checks.words.stretches import CHROME, MAIN, OPEN, Stretch, shown
from gpuguide.checks.words.tables import Tables
from gpuguide.checks.words.workings import Workings

_AHEAD = 60
Signature = list[tuple[Messages, str]]
"""What the engine says on a page, stretch by stretch: which messages each may be, and where it leads."""


@dataclass
class Desk:
    """Everything that the pages of one language have in common."""

    bench: Bench
    lexicon: Lexicon
    scripts: dict[str, Script | None]

    def __post_init__(self) -> None:
        self.language: Language = self.lexicon.language
        self.phrases = Phrases(self.bench, self.lexicon)
        self.workings = Workings(self.phrases)
        self.tables, self.sheets = Tables(self.phrases, self.workings), Sheets(self.phrases, self.workings)
        self.charts = Charts(self.phrases)
        self.meanings = Meanings(self.lexicon)
        self.derivations = DerivationJudge(self.bench, self.phrases, self.workings, self.meanings)
        self.menus = Menus(self.bench, self.phrases, self.scripts)
        settings = self.bench.site.settings
        own = [settings.get("name"), settings.get("operator"), *(one.name for one in self.bench.site.languages.values())]
        self.words = EngineWords(self.lexicon, frozenset(one for one in own if isinstance(one, str) and one))
        # Any text that a form of the site may show; what it says of a number is judged there.
        self.free = frozenset(
            blanked(self.phrases.lexicon.message(text)) for text in [*self.lexicon.site, *self.lexicon.site.values()]
        )

    def judge(self, page: Page, record: PageRecord, script: Script) -> Signature:
        """Judge one page; gives what the engine says on it."""
        self.bench.docket.counts["stretches"] += len(page.stretches)
        bound = _bound(self.bench, record)
        try:
            return self._judge(page, record, script, bound)
        except (UnsoundError, ShapeError, KeyError, ValueError) as error:
            self.bench.docket.add(f"{self.bench.shown}/{page.path}", "source", f"the words of the page cannot be judged: {error}")
            return []

    def _judge(self, page: Page, record: PageRecord, script: Script, bound: dict[str, str]) -> Signature:
        layout = Layout(self.tables, self.sheets, self.charts, script, bound, page.path)
        due = layout.main()
        for problem in layout.problems:
            self.bench.docket.add(problem.where, "source", f"the block cannot be judged: {problem.text}")
        around = self.menus.around(page, record, layout)
        main = [one for one in page.stretches if one.region == MAIN]
        signature = self._main(page, main, due)
        for stretch in page.stretches:
            if stretch.region == CHROME:
                signature.append(self._chrome(page, stretch, around))
        self.menus.judge_complete(page, record, layout)
        wanted = [key for one in due for key in (*keys_in(one.text), *_worked(one.text))]
        own = [one for one in page.stretches if one.region not in (MAIN, CHROME)]
        self.derivations.judge(page, own, wanted, lambda *said: self._add(page, *said))
        judge_heads(self.bench, self.phrases, page, record, script, bound)
        judge_resources(self.bench, self.phrases, page)
        signature += self._attributes(page)
        return signature

    def _add(self, page: Page, line: int, rule: str, message: str, expected: str = "", actual: str = "") -> None:
        where = f"{page.file}:{line}" if line else f"{self.bench.shown}/{page.path}"
        self.bench.docket.add(where, rule, message, expected, actual)

    # --- The main part ---

    def _main(self, page: Page, stretches: Iterable[Stretch], due: list[Due]) -> Signature:
        """Hold the main part against what is due, stretch by stretch; gives the engine's words within it."""
        signature: Signature = []
        at, free = 0, False
        for stretch in stretches:
            while at < len(due) and due[at].text == FREE:
                at, free = at + 1, True
            if at < len(due) and self._is(page, due[at], stretch):
                at, free = at + 1, False
                continue
            messages = self.words.messages(stretch.text)
            if messages is not None and f"{OPEN}>" not in stretch.text and f"{OPEN}+" not in stretch.text and (messages or free):
                signature.append((messages, ""))
                continue
            if free and blanked(stretch.text) in self.free:
                continue
            at = self._resume(page, stretch, due, at)
        self._lost(page, [one for one in due[at:] if one.text != FREE])
        return signature

    def _resume(self, page: Page, stretch: Stretch, due: list[Due], at: int) -> int:
        """Say that a stretch is not what is due, or that others are lost before it; gives where to go on."""
        later = next((step for step in range(at + 1, min(at + _AHEAD, len(due))) if self._is(page, due[step], stretch)), None)
        if later is not None:
            self._lost(page, due[at:later])
            return later + 1
        expected = due[at] if at < len(due) else Due("", "")
        source = f" of {expected.where}" if expected.where else ""
        self._add(page, stretch.line, "text", f"these are not the words{source}", shown(expected.text), shown(stretch.text))
        return at

    def _lost(self, page: Page, due: list[Due]) -> None:
        for one in due[:5]:
            self._add(page, 0, "text-lost", f"the words of {one.where} do not stand where they belong", shown(one.text))

    def _is(self, page: Page, due: Due, stretch: Stretch) -> bool:
        where = f"{page.file}:{stretch.line}"
        if due.text.startswith(f"{OPEN}=working:"):
            key = due.text[len(f"{OPEN}=working:") : -1]
            return " = " in stretch.text and self.derivations.working_problem(stretch.text, key, where) == ""
        return self.meanings.agree(due.text, stretch.text, where)

    # --- What stands around it ---

    def _chrome(self, page: Page, stretch: Stretch, around: Menus.Around) -> tuple[Messages, str]:
        if stretch.text in around.texts:
            return (), ""
        for place, words in links_of(stretch.text):
            if (place, words) not in around.links:
                due = " or ".join(sorted(to for to, by in around.links if by == words)) or "no link"
                self._add(page, stretch.line, "link-target", f"a link by the words {shown(words)} leads elsewhere", due, place)
        rest = without_links(stretch.text)
        messages = self.words.messages(rest)
        if messages is None or f"{OPEN}+" in rest or f"{OPEN}-" in rest:
            self._add(page, stretch.line, "text", "no message says this", "", shown(stretch.text))
        tokens = "".join(part.partition("\x03")[0] + " " for part in rest.split(OPEN)[1:])
        return messages or (), tokens.strip()

    def _attributes(self, page: Page) -> Signature:
        """What attributes say to readers is the engine's, or the site's name."""
        signature: Signature = []
        for passage in page.misnamed:
            self.bench.docket.add(passage.where, "misnamed", "an element is called by what is not in it", "", passage.text)
        for passage in page.attributes:
            messages = self.words.attribute(passage.source, passage.text)
            if messages is None and passage.text not in self.free:
                self.bench.docket.add(
                    passage.where, "attribute-text", f"no message says this in {passage.source}", "", passage.text
                )
            signature.append((messages or (), ""))
        return signature


def _worked(text: str) -> list[str]:
    """The figure that a working is due for."""
    start = f"{OPEN}=working:"
    return [text[len(start) : -1]] if text.startswith(start) else []


def _bound(bench: Bench, record: PageRecord) -> dict[str, str]:
    """The member that a page is about."""
    name, _, member = record.page.partition("/")
    settings = bench.site.pages.get(name)
    each = settings.get("each") if isinstance(settings, Record) else None
    return {each.partition(" in ")[0].strip(): member} if isinstance(each, str) and member else {}
