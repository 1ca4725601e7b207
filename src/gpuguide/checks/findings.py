"""What the judge says: findings, and counts of what was looked at.

Knows how a finding reads and in which order findings stand. Refuses to know what is judged.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong: where, by which rule, what was due and what was seen."""

    where: str
    rule: str
    message: str
    expected: str = ""
    actual: str = ""
    hint: str = ""

    def __str__(self) -> str:
        first = f"{self.where}: {self.rule}: {self.message}"
        pairs = (("expected", self.expected), ("got", self.actual), ("hint", self.hint))
        second = "; ".join(f"{word} {text}" for word, text in pairs if text)
        return f"{first}\n    {second}" if second else first

    def as_dict(self) -> dict[str, str]:
        """The finding as plain text fields, for JSON."""
        return asdict(self)


@dataclass(frozen=True)
class Report:
    """What came of judging one site."""

    findings: tuple[Finding, ...]
    counts: Mapping[str, int]


@dataclass
class Docket:
    """Collects findings and counts while a site is judged; the same finding is kept once."""

    _findings: dict[Finding, None] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, where: str, rule: str, message: str, expected: str = "", actual: str = "", hint: str = "") -> None:
        """Note one finding and go on."""
        self._findings.setdefault(Finding(where, rule, message, expected, actual, hint))

    def __len__(self) -> int:
        """How many findings were noted."""
        return len(self._findings)

    def handed_over(self) -> tuple[tuple[Finding, ...], Counter[str]]:
        """Everything noted so far, for whoever goes on; this docket is empty then."""
        findings, counts = tuple(self._findings), Counter(self.counts)
        self._findings.clear()
        self.counts.clear()
        return findings, counts

    def take(self, findings: Iterable[Finding], counts: Mapping[str, int]) -> None:
        """Note what another docket handed over."""
        self._findings.update(dict.fromkeys(findings))
        self.counts.update(counts)

    def report(self) -> Report:
        """Everything noted so far, in reading order, whatever the order in which it was noted."""
        return Report(tuple(sorted(self._findings, key=_reading_order)), dict(sorted(self.counts.items())))


def _reading_order(finding: Finding) -> tuple[list[tuple[int, str]], tuple[str, ...]]:
    """Line 9 before line 10: runs of digits count as numbers."""
    parts = [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"([0-9]{1,9})", finding.where)]
    return parts, (finding.rule, finding.message, finding.actual, finding.expected, finding.hint)
