"""Steps one fact in memory and holds everything that follows from it in the engine against the judge's answers.

Knows what has to agree: answers, printed texts, languages, pages. Refuses to say which of the two is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gpuguide.catalog.loader import Site
from gpuguide.catalog.stepping import NumericFact
from gpuguide.checks.stepping import Restated
from gpuguide.errors import GuideError
from gpuguide.figures import Figure
from gpuguide.proof.cutting import Moved
from gpuguide.proof.pages import compare, left_standing, numbers_of
from gpuguide.proof.report import Disagreement
from gpuguide.proof.tracing import SteppedBook, answer
from gpuguide.proof.workshop import PAGE, Workshop
from gpuguide.site.page import Rendered, render_page
from gpuguide.site.pen import Pen, Record
from gpuguide.site.press import Press
from gpuguide.site.urls import Leaf

_NAMES = {"offers.csv": ("regions/", "fact/offers.", "offers.", "feed."), "counts": ("server/", "gpus/")}
"""Names that a number may move: another offer is the lowest, of another seller and region; two cards are a server, not a card."""
FORMS = ("", "table", "bare", "working", "machine")
Form = tuple[str, str]
"""A key and the form in which it is written."""
SEEN, STOPPED, REFUSED, SILENT = "seen", "stopped", "refused", "silent"


@dataclass(frozen=True)
class Outcome:
    """What came of one step: one of seen, stopped, refused, silent, with what stopped it, and what did not agree."""

    kind: str
    by: str = ""
    pages: int = 0
    disagreements: tuple[Disagreement, ...] = ()


def as_written(shop: Workshop) -> Iterator[Disagreement]:
    """The answers on which the engine and the judge do not agree before anything is stepped."""
    where = f"data/sites/{shop.site.id}"
    for key, independent in shop.recount.answers.items():
        engine = shop.answers[key]
        if engine != independent:
            yield Disagreement(where, "the data", "as written", "another answer to", key, engine, independent)


class Step:
    """One fact written one step further, in the engine and in the judge's reading."""

    def __init__(self, shop: Workshop, fact: NumericFact, name: str, text: str) -> None:
        """Step the fact; `FactsError` when the catalog refuses the number."""
        self.shop, self.fact, self.name = shop, fact, f"{name} ({fact.text} to {text})"
        self.stale = shop.stale(fact)
        self.site: Site = shop.stepper.stepped(fact, text)
        self.book = SteppedBook(self.site, shop.book, self.stale)
        self.restated: Restated = shop.recount.stepped(fact.path, shop.stepper.feed_with(fact, text) if fact.is_offer else text)
        again = {key: answer(self.book, key) for key in sorted(self.stale) if not key.startswith(PAGE) and key in shop.answers}
        self.moved = {key: text for key, text in again.items() if text != shop.answers[key]}

    def outcome(self, leaves: list[Leaf]) -> Outcome:
        """Compare answers, texts and the given pages; a step that turns a stop claim has no pages."""
        differ = list(self._answers())
        stopped = self._stopped()
        if stopped:
            return Outcome(STOPPED, stopped, 0, tuple(differ))
        press = self.shop.stepped_press(self.site, self.book)
        try:
            changed, misprints = self._texts(press)
            pages, different, wrong = self._pages(press, leaves)
        except GuideError as error:
            return Outcome(REFUSED, str(error.problems[0]), 0, tuple(differ))
        differ.extend((*misprints, *wrong))
        return Outcome(SEEN if changed or different or self._moved().decided else SILENT, "", pages, tuple(differ))

    def _answers(self) -> Iterator[Disagreement]:
        """The keys that moved here and there, and their values, are the same."""
        before, there = self.shop.answers, self.restated.moved
        for key in sorted((self.moved.keys() | there.keys()) & self.shop.recount.answers.keys()):
            engine, independent = self.moved.get(key, before.get(key, "")), there.get(key, self.shop.recount.answers[key])
            if engine != independent:
                yield self._differs("another answer to", key, engine, independent)

    def _stopped(self) -> str:
        """The first stop claim that no longer holds."""
        claims = (key.removeprefix("claim ") for key, text in self.moved.items() if key.startswith("claim ") and text != "true")
        return next((key for key in claims if self.site.claims[key.partition("/")[0]].otherwise == "stop"), "")

    def _texts(self, press: Press) -> tuple[set[str], list[Disagreement]]:
        """The keys whose text changed in some language, and every text that is wrong or changed in some languages only."""
        changed: dict[Form, set[str]] = {}
        standing: dict[Form, set[str]] = {}
        wrong: list[Disagreement] = []
        for locale, prints in self.shop.prints.items():
            pen = press.pen(locale, Record(locale, "")).elsewhere("title")
            for key in self._figures() & prints.keys():
                figure = self.book.figure(key)
                for form, old in prints[key]:
                    standing.setdefault((key, form), set()).add(locale)
                    text = _text(pen, figure, form)
                    if text != old:
                        changed.setdefault((key, form), set()).add(locale)
                    asked = form if form in FORMS or figure.missing is not None else ""
                    flaw = self.restated.misprint(locale, key, figure.unit.id, asked, text)
                    if flaw:
                        wrong.append(self._differs(f"is printed otherwise: {flaw};", key, "", "", "", locale))
        for one, locales in sorted(changed.items()):
            rule = f"changes only in {', '.join(sorted(locales))}:"
            wrong.extend(self._differs(rule, one[0], "", "", "", locale) for locale in sorted(standing[one] - locales))
        return {key for key, _ in changed}, wrong

    def _pages(self, press: Press, leaves: list[Leaf]) -> tuple[int, bool, list[Disagreement]]:
        """How many pages were rendered, whether one is different, and where one is different beside what moved."""
        locales, moved = list(self.site.locales), self._moved()
        wrong: list[Disagreement] = []
        different = False
        for leaf in leaves:
            for locale in locales:
                old = self.shop.pages[leaf.key, locale]
                new = render_page(press, leaf, locale, locales)
                different |= _texts_of(new) != _texts_of(old)
                calculators = {file.path: file.text for file in new.files if _calculator(file.path) in self.site.calculators}
                found = (*compare(old, new, moved, self._member(), calculators), *left_standing(old, new, moved))
                wrong.extend(self._differs(one.rule, one.key, "", "", one.path, locale) for one in found)
                wrong.extend(self._misprints(new, moved, locale))
                wrong.extend(self._misreckoned(calculators, locale))
        return len(leaves) * len(locales), different, wrong

    def _misprints(self, page: Rendered, moved: Moved, locale: str) -> Iterator[Disagreement]:
        """The numbers of a page that moved and are not what the judge says of them."""
        for number in dict.fromkeys(numbers_of(page.text)):
            if number.key in moved.figures:
                flaw = self.restated.misprint(locale, number.key, number.unit, number.form, number.text, number.value)
                if flaw:
                    yield self._differs(f"stands otherwise on a page: {flaw};", number.key, "", "", page.path, locale)

    def _misreckoned(self, calculators: Mapping[str, str], locale: str) -> Iterator[Disagreement]:
        """The calculators' files that do not hold what the judge computes of the stepped data."""
        for path, text in calculators.items():
            flaw = self.restated.misreckoned(locale, _calculator(path), text)
            if flaw:
                yield self._differs(f"a calculator holds something else: {flaw};", "", "", "", path, locale)

    def _moved(self) -> Moved:
        """What moved, by the judge: a page may be different there and nowhere else."""
        keys = self.restated.moved

        def of(kind: str) -> frozenset[str]:
            return frozenset(key.partition(" ")[2] for key in keys if key.startswith(f"{kind} "))

        choices, claims = of("choice"), of("claim")
        remarks = any(key.startswith("remark ") for key in self.moved)
        decided = bool(choices or claims or of("list") or of("table") or remarks)
        return Moved(of("figure"), choices, claims, decided, _NAMES.get(str(self.fact.path[0]), ()))

    def _figures(self) -> set[str]:
        keys = self.moved.keys() | self.restated.moved.keys()
        return {key.removeprefix("figure ") for key in keys if key.startswith("figure ")}

    def _member(self) -> tuple[str, str]:
        """The collection and member whose fact it is; nothing for an offer, which may make way for another."""
        return ("", "") if self.fact.is_offer or len(self.fact.path) < 2 else (str(self.fact.path[0]), str(self.fact.path[1]))

    def _differs(
        self, rule: str, key: str, engine: str = "", independent: str = "", page: str = "", locale: str = ""
    ) -> Disagreement:
        place = str(self.fact.place)
        return Disagreement(place, self.fact.key, self.name, rule, key, engine, independent, page, locale)


def _text(pen: Pen, figure: Figure, form: str) -> str:
    """A figure as text in a form of the records; one that was missing takes the plain form."""
    if form == "working":
        return str(pen.operand(figure).unescape())
    if form == "machine":
        return str(pen.machine(figure).unescape())
    return str(pen.figure(figure, form if form in FORMS else "").unescape())


def _calculator(path: str) -> str:
    """The calculator whose file has this path, if it is one's."""
    return path.rpartition("/")[2].removesuffix(".json")


def _texts_of(page: Rendered) -> list[str]:
    """All that a reader gets with a page: it, its downloads, and what its calculator computes with."""
    return [page.text, *(file.text for file in page.files)]
