"""Shows what stands in the way of a page, in its place: each problem with its line of the source and what to write instead.

Knows HTML enough for that. Refuses to read a file outside the project, whatever a problem says.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from html import escape
from pathlib import Path

from gpuguide.errors import Place, Problem

STYLES = "/-/preview.css"
SCRIPT = "/-/reload.js"
_WIDEST = 160
"""How much of a long line is shown."""


def overlay(root: Path, site_id: str, problems: Sequence[Problem]) -> str:
    """The page that stands in for one that cannot be shown."""
    count = len(problems)
    title = f"{count} problem{'' if count == 1 else 's'}"
    return page(
        f"{title}: {site_id}",
        f'<main class="gpuguide-overlay"><h1>{title}</h1>\n<p>The page comes back by itself when the files are mended.</p>\n'
        f"<ol>\n{''.join(_item(root, problem) for problem in problems)}</ol></main>",
    )


def page(title: str, body: str) -> str:
    """A page of the server itself, in English as every message for editors."""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<link rel="icon" href="/-/icon.svg">\n'
        f"</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def with_script(html: str, version: str) -> str:
    """A page with the script that reloads it, and the styles of what the script shows; no build has either."""
    added = f'<link rel="stylesheet" href="{STYLES}">\n<script src="{SCRIPT}" defer data-version="{escape(version)}"></script>\n'
    return html.replace("</head>", f"{added}</head>", 1)


def _item(root: Path, problem: Problem) -> str:
    where = f"<code>{escape(str(problem.place))}</code>" + (f" <span>{escape(problem.path)}</span>" if problem.path else "")
    hint = f'<p class="hint">{escape(problem.hint)}</p>' if problem.hint else ""
    line = _source_line(root, problem.place)
    quoted = f"<pre>{escape(_quoted(line, problem.place))}</pre>" if line is not None else ""
    return f'<li><p class="place">{where}</p><p class="seen">{escape(problem.message)}</p>{quoted}{hint}</li>\n'


def _source_line(root: Path, place: Place) -> str | None:
    """The line that a place names; None when there is none to show."""
    path = root / place.file
    if place.line is None or not path.resolve().is_relative_to(root.resolve()):
        return None
    try:
        return path.read_text(encoding="utf-8", errors="replace").split("\n")[place.line - 1]
    except (OSError, ValueError, IndexError):
        return None


def _quoted(line: str, place: Place) -> str:
    """The line with its number, and a caret below the column."""
    column = place.column or 0
    start = max(0, column - _WIDEST // 2)
    cut = ("…" if start else "") + line[start : start + _WIDEST] + ("…" if len(line) > start + _WIDEST else "")
    head = f"{place.line} | "
    if not column:
        return head + cut
    before = cut[: column - 1 - start + (1 if start else 0)]
    return f"{head}{cut}\n{' ' * (len(head) - 2)}| {''.join(map(_blank, before))}^"


def _blank(char: str) -> str:
    """As wide as the character and empty."""
    if char == "\t":
        return char
    return "\u3000" if unicodedata.east_asian_width(char) in "WF" else " "
