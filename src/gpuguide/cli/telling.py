"""Findings for programs: JSON, annotations of GitHub Actions, and SARIF 2.1.0.

Knows the formats, and which source a built page comes from: an annotation belongs to a file that a change can touch. Refuses to
judge, and to say anything about findings as sentences: `building` does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpuguide import __version__
from gpuguide.checks import Finding
from gpuguide.checks.rules import RULES
from gpuguide.cli.console import Screen
from gpuguide.errors import GuideError, UsageError

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_WHERE = re.compile(r"(?P<file>.+?)(?::(?P<line>[0-9]+))?(?::(?P<column>[0-9]+))?(?P<rest> .*)?")


@dataclass(frozen=True)
class Spot:
    """The place of a finding in the sources, and where else it is, in words."""

    file: str
    line: int | None
    column: int | None
    beside: str = ""


def tell(findings: Iterable[Finding], root: Path, built: Path, screen: Screen) -> None:
    """Write findings to standard output in the screen's form, if it is one for programs.

    `built` is the folder of the sites that were judged.
    """
    found = list(findings)
    if screen.form == "json":
        screen.out.print(json.dumps([finding.as_dict() for finding in found], ensure_ascii=False, indent=1))
    elif screen.form == "sarif":
        screen.out.print(json.dumps(sarif([(one, spot(one, root, built)) for one in found]), ensure_ascii=False, indent=1))
    elif screen.form == "github":
        for one in found:
            screen.out.print(annotation(one, spot(one, root, built)))


@contextmanager
def told_too(root: Path, built: Path, screen: Screen) -> Iterator[None]:
    """What the engine refuses is told in the form too, before it ends the run as sentences."""
    try:
        yield
    except UsageError:
        raise
    except GuideError as error:
        tell([_refusal(str(one.place), one.path, one.message, one.hint) for one in error.problems], root, built, screen)
        raise


def spot(finding: Finding, root: Path, built: Path) -> Spot:
    """Where a finding is mended: for a file of a built site, the source of its page, or the settings of its site."""
    match = _WHERE.fullmatch(finding.where)
    assert match is not None  # anything but nothing matches
    file, line, column = match["file"], match["line"], match["column"]
    try:
        site, *rest = (root / file).resolve().relative_to(built.resolve()).parts
    except ValueError:
        return Spot(file, int(line) if line else None, int(column) if column else None)
    page = _page(built / site / "records.json", "/".join(rest))
    source = f"templates/pages/{site}/{page}.md"
    return Spot(source if (root / source).is_file() else f"data/sites/{site}/site.yaml", None, None, finding.where)


def annotation(finding: Finding, at: Spot) -> str:
    """A workflow command: GitHub shows it at the line of a pull request."""
    level = "warning" if finding.rule == "aged" else "error"
    parts = {"file": at.file, "line": at.line, "col": at.column, "title": finding.rule}
    written = ",".join(f"{name}={_property(str(part))}" for name, part in parts.items() if part is not None)
    return f"::{level} {written}::{_data(_message(finding, at))}"


def sarif(found: list[tuple[Finding, Spot]]) -> dict[str, Any]:
    """A log with one run: every rule that was broken, and a result for each finding."""
    rules = list(dict.fromkeys(finding.rule for finding, _ in found))
    driver = {"name": "gpuguide", "semanticVersion": __version__, "rules": [_rule(name) for name in rules]}
    results = [_result(finding, at, rules.index(finding.rule)) for finding, at in found]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(name: str) -> dict[str, Any]:
    rule = RULES[name]
    return {"id": name, "shortDescription": {"text": rule.means}, "help": {"text": rule.mend}}


def _result(finding: Finding, at: Spot, index: int) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": at.file, "uriBaseId": "%SRCROOT%"}}
    if at.line is not None:
        place["region"] = {"startLine": at.line, **({"startColumn": at.column} if at.column is not None else {})}
    level = "warning" if finding.rule == "aged" else "error"
    message = {"text": _message(finding, at)}
    where = [{"physicalLocation": place}]
    return {"ruleId": finding.rule, "ruleIndex": index, "level": level, "message": message, "locations": where}


def _message(finding: Finding, at: Spot) -> str:
    pairs = (("expected", finding.expected), ("got", finding.actual), ("hint", finding.hint), ("in", at.beside))
    return "\n".join([finding.message, *(f"{word} {text}" for word, text in pairs if text)])


def _refusal(where: str, path: str, message: str, hint: str) -> Finding:
    return Finding(where, "refused", f"{path}: {message}" if path else message, hint=hint)


def _page(records: Path, path: str) -> str:
    """The page whose file this is; nothing for a file that no record has."""
    try:
        entry = json.loads(records.read_text(encoding="utf-8"))["pages"][path]["page"]
    except (OSError, ValueError, KeyError, TypeError):
        return ""
    return str(entry).partition("/")[0]


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
