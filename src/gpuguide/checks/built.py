"""Judges figures.json: every figure, choice and claim in it is computed again and compared.

Knows the format of the file. Refuses to take a value from it: it is the accused.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from gpuguide.checks.bench import Bench
from gpuguide.checks.documents import Json, UnreadableError, read_json
from gpuguide.checks.facts import Amount, Missing, UnsoundError
from gpuguide.checks.numerals import parse_decimal, plain, published
from gpuguide.checks.pages import Page
from gpuguide.checks.provenance import declared_at, sources_of
from gpuguide.checks.recompute import Figure, UnknownFormulaError
from gpuguide.checks.shapes import json_list, json_object, json_text
from gpuguide.checks.units import scale

_TOP = frozenset(("site", "as_of", "figures", "choices", "claims"))
_OF_A_FIGURE = frozenset(("value", "printed", "absent", "unit", "formula", "inputs", "sources", "place"))


def judge_figures_file(bench: Bench) -> None:
    """Compare figures.json with what the data gives, entry by entry."""
    where = f"{bench.shown}/figures.json"
    try:
        content = json_object(read_json(bench.folder / "figures.json"))
    except UnreadableError as error:
        bench.docket.add(where, "figures-missing", str(error), hint="build the site again")
        return
    if json_text(content.get("site")) != bench.site.name:
        bench.docket.add(where, "figures-site", "of another site", bench.site.name, json_text(content.get("site")))
    as_of = str(bench.site.settings.get("as_of", ""))
    if json_text(content.get("as_of")) != as_of:
        bench.docket.add(where, "figures-site", "of another day", as_of, json_text(content.get("as_of")))
    _judge_keys(bench, where, content, _TOP)
    figures = json_object(content.get("figures"))
    for key, entry in figures.items():
        bench.docket.counts["figures recomputed"] += 1
        _Entry(bench, f"{where} {key}", key, json_object(entry)).judge()
    for key, entry in json_object(content.get("choices")).items():
        _judge_choice(bench, f"{where} {key}", key, entry)
    for key, entry in json_object(content.get("claims")).items():
        _judge_claim(bench, f"{where} {key}", key, entry)
    _judge_reach(bench, where, figures, json_object(content.get("claims")))


def _judge_keys(bench: Bench, where: str, found: dict[str, Json], due: frozenset[str]) -> None:
    """Exactly the keys of the format."""
    if found.keys() != due:
        lost, more = ", ".join(sorted(due - found.keys())), ", ".join(sorted(found.keys() - due))
        bench.docket.add(where, "figures-shape", "not the keys of the format", lost, more)


def judge_listing(bench: Bench, page: Page) -> None:
    """What stands on a page is listed."""
    listed = bench.listed
    for carrier in page.carriers:
        key = carrier.get("data-figure")
        if key and listed is not None and key not in listed and not key.startswith("constant/"):
            bench.docket.add(carrier.where, "figure-unlisted", f"{key} is not in figures.json")


def _judge_choice(bench: Bench, where: str, key: str, entry: Json) -> None:
    bench.docket.counts["choices recomputed"] += 1
    try:
        picked = bench.answers.choice(key)
    except UnsoundError as error:
        bench.docket.add(where, "unknown-choice", f"the choice cannot be decided: {error}")
        return
    if json_object(entry) != (picked or {}):
        bench.docket.add(where, "choice", "the data picks something else", _listed(picked or {}), _listed(json_object(entry)))


def _listed(picked: dict[str, str] | dict[str, Json]) -> str:
    return ", ".join(f"{axis} {member}" for axis, member in picked.items()) or "nothing"


def _judge_claim(bench: Bench, where: str, key: str, entry: Json) -> None:
    bench.docket.counts["claims recomputed"] += 1
    try:
        holds = bench.answers.claim(key)
    except UnsoundError as error:
        bench.docket.add(where, "unknown-claim", f"the claim cannot be judged: {error}")
        return
    if entry is not holds:
        bench.docket.add(where, "claim-value", "the data says otherwise", str(holds).lower(), str(entry).lower())


def _judge_reach(bench: Bench, where: str, figures: dict[str, Json], claims: Iterable[str]) -> None:
    """Listed is what stands in a file, what a claim compares, and what these are computed from; nothing else, and all of it.

    A condition that nobody looked at shows, and so does one that was looked at by mistake.
    """
    shown = {number.key for record in bench.records.values() for number in record.figures}
    roots = {key for key in shown if not key.startswith("constant/")} | {key for name in claims for key in _operands(bench, name)}
    reached, waiting = set(), list(roots)
    while waiting:
        key = waiting.pop()
        if key not in reached:
            reached.add(key)
            inputs = map(json_text, json_object(json_object(figures.get(key)).get("inputs")).values())
            waiting += (reference.removeprefix("printed ") for reference in inputs)
    for key in sorted(reached - figures.keys()):
        bench.docket.add(f"{where} {key}", "figure-unlisted", "what rests on it is there, it is not in figures.json")
    for key in sorted(figures.keys() - reached):
        bench.docket.add(f"{where} {key}", "figure-stray", "nothing in the site rests on it")


def _operands(bench: Bench, claim: str) -> list[str]:
    try:
        return bench.answers.rests_on(claim)
    except (UnsoundError, KeyError):
        return []  # said where the claim is judged


class _Entry:
    """One figure or fact of the file."""

    def __init__(self, bench: Bench, where: str, key: str, entry: dict[str, Json]) -> None:
        self.bench, self.where, self.key, self.entry = bench, where, key, entry

    def judge(self) -> None:
        """Compare the entry with the data."""
        _judge_keys(self.bench, self.where, self.entry, _OF_A_FIGURE)
        try:
            if "." in self.key and "/" not in self.key:
                self._judge_fact()
            else:
                self._judge_figure(self.bench.answers.figure(self.key))
        except UnknownFormulaError as error:
            hint = "add the formula to checks/formulas.py"
            self.bench.docket.add(self.where, "unknown-formula", str(error), hint=hint)
        except UnsoundError as error:
            self.bench.docket.add(self.where, "unknown-figure", f"cannot be computed: {error}")
        self._judge_sources()

    def _judge_fact(self) -> None:
        value = self.bench.answers.facts.fact(self.key, {}).value
        self._same("formula", None, self.entry.get("formula"))
        if isinstance(value, Missing):
            self._judge_missing(value)
        elif isinstance(value, Amount):
            unit = json_text(self.entry.get("unit"))
            if unit != value.unit:
                self.bench.docket.add(self.where, "figure-unit", "in another unit", value.unit, unit)
            self._judge_numbers(value.base / scale(unit), value.base / scale(unit))
        elif json_text(self.entry.get("value")) not in ("", str(value)):
            self._same("value", str(value), self.entry.get("value"))

    def _judge_figure(self, figure: Figure) -> None:
        self._same("formula", figure.formula, self.entry.get("formula"))
        self._judge_inputs(figure)
        if isinstance(figure.value, Missing):
            self._judge_missing(figure.value)
            return
        self._same("unit", figure.unit, json_text(self.entry.get("unit")))
        self._judge_numbers(figure.exact, figure.printed)

    def _judge_missing(self, missing: Missing) -> None:
        self._same("absent", missing.kind, self.entry.get("absent"))
        for name in ("value", "printed"):
            self._same(name, None, self.entry.get(name))

    def _judge_numbers(self, exact: Fraction, printed: Fraction) -> None:
        self._same("absent", None, self.entry.get("absent"))
        for name, due in (("value", published(exact)), ("printed", printed)):
            if parse_decimal(self.entry.get(name)) != due:
                self._differs(name, plain(due), json_text(self.entry.get(name)))

    def _judge_inputs(self, figure: Figure) -> None:
        """The same parameters from the same references, however these are spelt."""
        given = {name: json_text(text) for name, text in json_object(self.entry.get("inputs")).items()}
        if figure.formula is None:
            if set(map(self._canonical, given.values())) - set(figure.inputs.values()):
                self._differs("inputs", _listed(figure.inputs), _listed(given))
        elif {name: self._canonical(text) for name, text in given.items()} != figure.inputs:
            self._differs("inputs", _listed(figure.inputs), _listed(given))

    def _canonical(self, reference: str) -> str:
        try:
            return self.bench.answers.references.canonical(reference, {})
        except UnsoundError:
            return reference

    def _judge_sources(self) -> None:
        """The sources that the data cites, each once; and where the figure is declared."""
        given = sorted(map(json_text, json_list(self.entry.get("sources"))))
        due = sorted(sources_of(self.bench, self.key))
        if given != due:
            self._differs("sources", ", ".join(due), ", ".join(given))
        where, place = declared_at(self.bench, self.key), json_text(self.entry.get("place"))
        if where and place.rpartition(":")[0] != where:
            self._differs("place", where, place)

    def _same(self, name: str, due: str | None, given: Json) -> None:
        if (given or None) != (due or None):
            self._differs(name, due or "nothing", json_text(given) or "nothing")

    def _differs(self, name: str, due: str, given: str) -> None:
        self.bench.docket.add(self.where, f"figure-{name}", f"{name} differs from what the data gives", due, given)
