"""Judges the derivations of a page: each is that of its figure, line by line, and none is missing.

Knows which lines a derivation has. Refuses to know layout.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from urllib.parse import urlencode

from gpuguide.checks.bench import Bench
from gpuguide.checks.facts import Amount, UnsoundError
from gpuguide.checks.numerals import plain, published
from gpuguide.checks.pages import Page
from gpuguide.checks.words.meanings import Meanings
from gpuguide.checks.words.phrases import Phrases, anchor
from gpuguide.checks.words.stretches import CLOSE, OPEN, Stretch, link, shown
from gpuguide.checks.words.workings import Workings, is_fact, unknown_word

_KEYS = re.compile(rf"{OPEN}([^{CLOSE}|~]+)[|~][^{CLOSE}]*{CLOSE}")
Add = Callable[[int, str, str, str, str], None]


class DerivationJudge:
    """Judges the derivations of the pages of one language."""

    def __init__(self, bench: Bench, phrases: Phrases, workings: Workings, meanings: Meanings) -> None:
        """Bind what the language's pages have in common."""
        self.bench, self.phrases, self.workings, self.meanings = bench, phrases, workings, meanings
        self._lines: dict[str, list[str]] = {}

    def judge(self, page: Page, stretches: Iterable[Stretch], wanted: Sequence[str], add: Add) -> None:
        """Hold the derivations of a page against those that its figures want."""
        groups: dict[str, list[Stretch]] = {}
        for stretch in stretches:
            groups.setdefault(stretch.region, []).append(stretch)
        due = {anchor(key): key for key in self._closure(wanted)}
        for name, group in groups.items():
            self.bench.docket.counts["derivations"] += 1
            if name in due:
                self._judge_one(page, due[name], group, add)
            else:
                add(group[0].line, "derivation-extra", "no figure of the page is derived here", "", name)
        lost = due.keys() - groups.keys()
        for name in sorted(lost):
            add(0, "derivation-lost", f"the derivation of {due[name]} does not stand on the page", name, "")
        if not lost and due.keys() == groups.keys():
            self._judge_order(list(groups), list(dict.fromkeys(wanted)), groups, add)

    def _judge_order(self, names: list[str], wanted: list[str], groups: dict[str, list[Stretch]], add: Add) -> None:
        """Derivations stand in the order in which the page asks for them, each followed by what it rests on."""
        seen: set[str] = set()
        at = 0
        for key in wanted:
            if key in seen:
                continue
            rest = set(self._closure([key])) - seen
            found = names[at : at + len(rest)]
            if found[0] != anchor(key) or set(found) != set(map(anchor, rest)):
                add(groups[found[0]][0].line, "derivation-order", "not the derivation whose turn it is", anchor(key), found[0])
                return
            seen |= rest
            at += len(rest)

    def _closure(self, wanted: Iterable[str]) -> list[str]:
        """The figures and all that they rest on; a fact that is printed as it is needs no derivation beside its figure's."""
        found: dict[str, None] = {}
        open_keys = list(wanted)
        while open_keys:
            key = open_keys.pop()
            if key not in found:
                found[key] = None
                open_keys += self._inputs(key)
        return list(found)

    def _inputs(self, key: str) -> list[str]:
        """The figures and facts that a figure's derivation leads to."""
        if is_fact(key):
            return []
        figure = self.bench.answers.figure(key)
        inputs = [reference.removeprefix("printed ") for reference in self.workings.inputs_of(key).values()]
        return [] if figure.formula is None and all(map(is_fact, inputs)) else inputs

    def _judge_one(self, page: Page, key: str, group: list[Stretch], add: Add) -> None:
        try:
            due = self._due(key)
        except UnsoundError as error:
            add(group[0].line, "derivation", f"the derivation of {key} cannot be judged: {error}", "", "")
            return
        lines = [*due, self._report(page, key)]
        left, last = [line for line in lines if line], 0
        for stretch in group:
            where = f"{page.file}:{stretch.line}"
            match = next((line for line in left if self._is(line, stretch.text, key, where)), None)
            at = self._rank(lines.index(match), len(lines), key) if match is not None else last
            if match is None or at < last:
                add(
                    stretch.line,
                    "derivation",
                    f"the derivation of {key} does not say this",
                    shown(left[0] if left else ""),
                    shown(stretch.text),
                )
            else:
                left.remove(match)
                last = at
        for line in left:
            add(group[0].line, "derivation", f"the derivation of {key} lacks a line", shown(line), "")

    def _rank(self, at: int, lines: int, key: str) -> int:
        """Where a line stands in its derivation: the operands stand in any order among themselves."""
        first = 2 if self.workings.working(key) else 1
        return first if self._inputs(key) and first <= at < lines - 1 else at

    def _is(self, due: str, found: str, key: str, where: str) -> bool:
        if due.startswith(f"{OPEN}=working:"):
            return " = " in found and self.working_problem(found, key, where) == ""
        return self.meanings.agree(due, found, where)

    def working_problem(self, text: str, key: str, where: str) -> str:
        """What is wrong with a line of names, values and result; nothing when it is right."""
        parts, ends = text.split(" = "), self.workings.working(key)
        if len(parts) != 3 or ends is None or parts[2] != " → ".join(ends):
            return "the result is not the figure's"
        problem, parameters = self.workings.values_problem(parts[1], key)
        if problem:
            return problem
        operands = re.split(f"{OPEN}[^{CLOSE}]*{CLOSE}", parts[1])
        names = [unknown_word("parameter", name) for name in parameters]
        due = "".join(operands[:1] + [piece for pair in zip(names, operands[1:], strict=True) for piece in pair])
        return "" if self.meanings.agree(due, parts[0], where) else "the names are not those of the values"

    def _due(self, key: str) -> list[str]:
        if key not in self._lines:
            self._lines[key] = self._lines_of(key)
        return self._lines[key]

    def _lines_of(self, key: str) -> list[str]:
        phrases, workings, colon = self.phrases, self.workings, self.phrases.language.mark("colon")
        inputs = self._inputs(key)
        taken = key if is_fact(key) or inputs else next(iter(self.workings.inputs_of(key).values()), key)
        lines = [f"{workings.label(key)}{colon}{phrases.number(key, '', {})}"]
        if workings.working(key):
            lines.append(unknown_word("working", key))
        if inputs:
            return lines + workings.inputs(key)
        if taken != key and taken.startswith("policy."):
            lines.append(phrases.html(str(self.bench.answers.facts.record(*taken.split(".")[:2]).get("why", "")), {}))
        return [*lines, f"{phrases.lexicon.word('Source')}{colon}{workings.origins(workings.sources(taken) or [''], dated=True)}"]

    def _report(self, page: Page, key: str) -> str:
        """The link by which a reader reports the number, where the site has an address for it."""
        address = self.phrases.address("report")
        if not address:
            return ""
        return link(report_address(address, page.path, key, self._exact(key)), self.phrases.lexicon.word("Report"))

    def _exact(self, key: str) -> str:
        if self.phrases.missing(key) is not None:
            return ""
        if is_fact(key):
            value = self.bench.answers.facts.fact(key, {}).value
            return plain(published(value.number)) if isinstance(value, Amount) else ""
        return plain(self.bench.answers.figure(key).exact)


def report_address(address: str, path: str, key: str = "", value: str = "") -> str:
    """The address under which a number of a page is reported."""
    query = {"page": path.removesuffix("index.html"), "key": key, "value": value}
    return f"{address}?{urlencode({name: text for name, text in query.items() if text})}"


def keys_in(text: str) -> list[str]:
    """The figures and facts that a stretch links to their derivations."""
    return re.findall(rf"{OPEN}>#d-[^{CLOSE}]*{CLOSE}{OPEN}([^{CLOSE}|~]+)[|~]", text)
