"""How a figure was worked out, as a derivation must show it: label, formula with names and with values, operands, sources.

Knows the judge's own formulas. Refuses to know how a formula is spelt: one that comes to the same for any numbers is the same.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator
from fractions import Fraction

from gpuguide.checks.documents import Record, opened
from gpuguide.checks.facts import Missing, UnsoundError
from gpuguide.checks.formulas import FORMULAS
from gpuguide.checks.recompute import Figure
from gpuguide.checks.words.lexicon import SOURCE_KINDS
from gpuguide.checks.words.phrases import Phrases, anchor
from gpuguide.checks.words.stretches import CLOSE, OPEN, link, token

_OPERATORS = {"+": operator.add, "−": operator.sub, "×": operator.mul, "÷": operator.truediv}
_TOKEN = re.compile(rf"\s*({OPEN}[^{CLOSE}]*{CLOSE}|[+−×÷()])")
# Sums and products of these come out equal only by being the same formula.
_PRIMES = (101, 211, 307, 401, 503, 601, 701, 809, 907, 1009, 1103, 1201)


def is_fact(key: str) -> bool:
    """Whether a key is a fact's path."""
    return "." in key and "/" not in key


def unknown_word(kind: str, name: str) -> str:
    """Stands for a word of the engine that the judge learns from the pages: one meaning, one word."""
    return token(f"={kind}:{name}")


class Workings:
    """What the derivations of one language must say."""

    def __init__(self, phrases: Phrases) -> None:
        """Bind the language's phrases."""
        self.phrases = phrases
        self.answers = phrases.bench.answers
        self.facts = phrases.bench.answers.facts

    # --- Labels ---

    def label(self, key: str) -> str:
        """What a figure is, with the names of its members."""
        if is_fact(key):
            return self._fact_label(key)
        name, *members = key.split("/")
        family = self.phrases.bench.site.declared.families[name]
        bound = dict(zip(family.over, members, strict=True))
        return " · ".join([self.phrases.html(family.label, {}), *self._members(bound)])

    def _members(self, bound: dict[str, str]) -> list[str]:
        axes = self.facts.axes
        pair = {axes[axis]: axis for axis in bound if axes[axis] in ("gpus", "counts")}
        if len(pair) == 2:
            rest = {axis: member for axis, member in bound.items() if axis not in pair.values()}
            return [self.phrases.server(bound[pair["gpus"]], bound[pair["counts"]]), *self._members(rest)]
        return [token(f"{axes[axis]}/{member}") for axis, member in bound.items() if self._has_name(axes[axis], member)]

    def _has_name(self, collection: str, member: str) -> bool:
        record = opened(self.facts.collections[collection].get(member))
        return isinstance(record, Record) and "name" in record

    def _fact_label(self, key: str) -> str:
        collection, *path = key.split(".")
        if collection == "policy":
            return self.phrases.html(str(self.facts.record("policy", path[0]).get("why", "")), {})
        if path[1:] == ["value"]:
            return token(f"{collection}/{path[0]}")
        holder = "gpus" if collection in ("prices", "offers") else self.facts.axes.get(collection, collection)
        word = unknown_word("field", self._field(path))
        named = path[0] in self.facts.collections.get(holder, {}) and self._has_name(holder, path[0])
        return f"{word} · {token(f'{holder}/{path[0]}')}" if named else word

    @staticmethod
    def _field(path: list[str]) -> str:
        """The step of a path that says what it is: the last, but not the region of a stock by region."""
        return path[-2] if len(path) > 2 and "_by_" in path[-2] else path[-1]

    # --- The working ---

    def working(self, key: str) -> tuple[str, str] | None:
        """The result and what is printed, as a working ends; None where nothing is worked out."""
        figure = None if is_fact(key) else self.answers.figure(key)
        if figure is None or figure.formula is None or isinstance(figure.value, Missing):
            return None
        return token(f"{key}|working"), token(f"{key}|")

    def operand(self, reference: str) -> str:
        """An input as a working shows it."""
        key = reference.removeprefix("printed ")
        missing = self.phrases.missing(key) is not None
        return self.phrases.number(key, "" if missing or key != reference else "working", {})

    def values_problem(self, values: str, key: str) -> tuple[str, list[str]]:
        """What is wrong with the line of values, and the parameters in its order."""
        operands = {name: self.operand(reference) for name, reference in self.inputs_of(key).items()}
        numbers = {
            shown: Fraction(_PRIMES[index % len(_PRIMES)] + index) for index, shown in enumerate(dict.fromkeys(operands.values()))
        }
        found = [match[1] for match in _TOKEN.finditer(values)]
        if "".join(found).replace(" ", "") != re.sub(r"\s", "", values):
            return "it holds something that is neither operand nor operator", []
        tokens = [one for one in found if one.startswith(OPEN)]
        if strange := [one for one in tokens if one not in numbers]:
            return f"{strange[0]} is no input of {key}", []
        if set(numbers) - set(tokens):
            return f"{key} rests on more inputs", []
        parameters = [next(name for name, shown in operands.items() if shown == one) for one in tokens]
        formula = str(self.answers.figure(key).formula)
        if _evaluated(found, numbers) != FORMULAS[formula](**{name: numbers[shown] for name, shown in operands.items()}):
            return f"the operators are not those of {formula}", parameters
        return "", parameters

    def inputs(self, key: str) -> list[str]:
        """The lines of operands under a working: each with its name and where it is derived."""
        figure = self.answers.figure(key)
        return [self._input(figure, name, reference) for name, reference in self.inputs_of(key).items()]

    def inputs_of(self, key: str) -> dict[str, str]:
        """The inputs of a figure by parameter, each as its derivation is known."""
        if is_fact(key) or (bound := self.answers.bound(key)) is None:
            return {}
        family = self.phrases.bench.site.declared.families[key.partition("/")[0]]
        inputs = {"is": family.taken} if family.taken is not None else family.inputs
        return {name: self._spelt(reference, bound) for name, reference in inputs.items()}

    def _spelt(self, reference: str, bound: dict[str, str]) -> str:
        start = "printed " if reference.startswith("printed ") else ""
        return start + self.phrases.key(reference.removeprefix("printed "), bound)

    def _input(self, figure: Figure, name: str, reference: str) -> str:
        key, mark = reference.removeprefix("printed "), self.phrases.language.mark
        described = link(f"#{anchor(key)}", self.label(key))
        value = self.operand(reference)
        if figure.formula is None:
            return f"{described}{mark('colon')}{value}"
        return f"{unknown_word('parameter', name)}{mark('colon')}{value}{mark('open')}{described}{mark('close')}"

    # --- Sources ---

    def origins(self, sources: list[str], *, dated: bool = False) -> str:
        """Sources with their titles, addresses and kinds; the day on which each was recorded where `dated`."""
        return self.phrases.language.mark("semicolon").join(self._origin(source, dated) for source in sources)

    def _origin(self, source: str, dated: bool) -> str:
        mark, word = self.phrases.language.mark, self.phrases.lexicon.word
        day = mark("comma") + token(f"@sources.{source}.recorded" if source else "@site.as_of") if dated else ""
        if not source:
            return word(SOURCE_KINDS[""]) + day
        record = self.facts.record("sources", source)
        url, title = record.get("url"), token(f"sources/{source}")
        kind = str(record.get("kind"))
        if kind not in SOURCE_KINDS:
            raise UnsoundError(f"the judge has no word for a source of the kind {kind}: add it to checks/words/lexicon.py")
        linked = link(url, title) if isinstance(url, str) else title
        return f"{linked}{mark('open')}{word(SOURCE_KINDS[kind])}{day}{mark('close')}"

    def sources(self, key: str) -> list[str]:
        """The sources of a fact, or of all facts that a figure rests on."""
        if is_fact(key):
            return list(self._fact_sources(key))
        inputs = self.inputs_of(key).values()
        return list(dict.fromkeys(source for reference in inputs for source in self.sources(reference.removeprefix("printed "))))

    def _fact_sources(self, key: str) -> Iterator[str]:
        collection, member, *rest = key.split(".")
        record = opened(self.facts.collections.get(collection, Record()).get(member))
        if not isinstance(record, Record):
            return
        cites = record.get("cites")
        if collection == "gpus" and rest and isinstance(cites, Record):
            cited = cites.get(rest[0], [])
            yield from (str(one) for one in (cited if isinstance(cited, list) else [cited]))
        elif isinstance(record.get("source"), str) and (collection == "policy" or rest == ["value"]):
            yield str(record["source"])


def _evaluated(tokens: list[str], numbers: dict[str, Fraction]) -> Fraction | None:
    """The value of a line of operands and operators; None when it is no formula."""
    rest = list(tokens)
    try:
        value = _sum(rest, numbers)
    except (IndexError, KeyError, ZeroDivisionError):
        return None
    return None if rest else value


def _sum(rest: list[str], numbers: dict[str, Fraction]) -> Fraction:
    value = _product(rest, numbers)
    while rest and rest[0] in "+−":
        sign = rest.pop(0)
        value = _OPERATORS[sign](value, _product(rest, numbers))
    return value


def _product(rest: list[str], numbers: dict[str, Fraction]) -> Fraction:
    value = _atom(rest, numbers)
    while rest and rest[0] in "×÷":
        sign = rest.pop(0)
        value = _OPERATORS[sign](value, _atom(rest, numbers))
    return value


def _atom(rest: list[str], numbers: dict[str, Fraction]) -> Fraction:
    first = rest.pop(0)
    if first != "(":
        return numbers[first]
    value = _sum(rest, numbers)
    if rest.pop(0) != ")":
        raise KeyError(first)
    return value
