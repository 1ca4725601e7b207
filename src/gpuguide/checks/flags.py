"""Judges every yes and no of a page: the fact says so, and each word means one thing.

Knows what docs/formats.md says of flags. Refuses to know words of any language.
"""

from __future__ import annotations

from gpuguide.checks.bench import Bench
from gpuguide.checks.facts import Missing, UnsoundError
from gpuguide.checks.pages import Flag, Page


def judge_flags(bench: Bench, page: Page) -> None:
    """Judge the yes and no of a page, and that each word means one thing."""
    words: dict[str, str] = {}
    for flag in page.flags:
        bench.docket.counts["flags"] += 1
        _judge_flag(bench, flag)
        if not flag.text.strip() or words.setdefault(flag.text.strip(), flag.state) != flag.state:
            bench.docket.add(flag.where, "flag-text", f"a word for {flag.state} says something else too", "", flag.text)


def _judge_flag(bench: Bench, flag: Flag) -> None:
    try:
        value = bench.answers.facts.fact(flag.path, {}).value
    except UnsoundError as error:
        bench.docket.add(flag.where, "flag", f"{flag.path} is no fact: {error}")
        return
    due = value.kind if isinstance(value, Missing) else str(value).lower() if isinstance(value, bool) else ""
    if flag.state != due:
        bench.docket.add(flag.where, "flag", f"{flag.path} is something else", due or "a yes or no", flag.state)
