"""Judges every claim of a site before anything is rendered, and names the sentences that lean on a false one.

Knows blocks and their claims. Refuses to let a page say what the data no longer does.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from gpuguide.catalog.charting import Finding
from gpuguide.errors import ClaimError, GuideError, Place, Problem
from gpuguide.figures import Verdict
from gpuguide.site.pen import Record
from gpuguide.site.press import Press
from gpuguide.site.prose import Prose
from gpuguide.site.source import Line


def judge_claims(press: Press, wanted: Container[str] | None = None) -> list[Verdict]:
    """Every verdict, or only those of the wanted claims.

    Raises `ClaimError` for stop claims that are false, quoting each sentence in each language.
    """
    verdicts: list[Verdict] = []
    problems: list[Problem] = []
    for name, spec in press.site.claims.items():
        if wanted is not None and name not in wanted:
            continue
        if spec.over and spec.otherwise == "hide":
            continue  # a family that marks cells is judged where a cell asks for it
        for key in press.book.claim_keys(name):
            try:
                verdict = press.book.verdict(key)
            except GuideError as error:
                problems.extend(error.problems)
                continue
            verdicts.append(verdict)
            if not verdict.holds and verdict.otherwise == "stop":
                problems.append(_false_claim(press, verdict))
                problems.extend(_leaning(press, name))
    if problems:
        raise ClaimError(problems)
    return verdicts


def _false_claim(press: Press, verdict: Verdict) -> Problem:
    compared = " and ".join(verdict.compared)
    return Problem(
        verdict.place,
        f"the claim {verdict.key} is no longer true: {compared}",
        "mend the fact, or rewrite the sentences below",
        "claims",
    )


def _leaning(press: Press, claim: str) -> Iterator[Problem]:
    """Every block and every title of a chart that leans on the claim, quoted in each language."""
    for page, source in press.sources.items():
        for block in source.blocks():
            if claim in {word.partition("/")[0] for word in block.words("claim")}:
                yield from _quotes(press, page, block.lines, claim)
        for name in (block.attributes["name"] for block in source.blocks() if block.kind == "chart"):
            titles = press.site.charts[name].finding if name in press.site.charts else ()
            lines = [
                Line(title.text, press.site.place("charts.yaml", "charts", name)) for title in titles if _leans(title, claim)
            ]
            yield from _quotes(press, page, lines, claim)


def _leans(title: Finding, claim: str) -> bool:
    """Whether a chart's title leans on a claim."""
    return title.claim is not None and title.claim.partition("/")[0] == claim


def _quotes(press: Press, page: str, said: Iterable[Line], claim: str) -> Iterator[Problem]:
    for locale, texts in press.texts.items():
        members = next((leaf.members for leaf in press.urls.leaves.values() if leaf.page == page), {})
        prose = Prose(press.pen(locale, Record(locale, page)), press.literals, lambda target, place: None, None, members)
        for line in said:
            text = texts.get(line.text, line.place)
            try:
                sentence = prose.plain(text, "quote")
            except GuideError:
                sentence = text.text
            yield Problem(
                text.place if text.place.line else Place(text.place.file),
                f'[{locale}] leans on {claim}: "{sentence}"',
                "",
                page,
            )
