"""Writes the record of a page as wrongly as the page: then only the data can tell what is wrong.

Knows the rows of records.json. Refuses to change the page itself.
"""

from __future__ import annotations

import json
import re

from gpuguide.proof.faults.scene import Scene

RECORDS = "records.json"


def with_number(scene: Scene, path: str, key: str, old: str, new: str) -> str | None:
    """The records with one number of a page written otherwise; None when there is no such record."""
    said, seen = (re.escape(json.dumps(part, ensure_ascii=False)) for part in (key, old))
    row = re.compile(rf'(\[{said}, [^\[\]]*, ){seen}(, "text"\])')
    return _with(scene, path, row, json.dumps(new, ensure_ascii=False))


def with_name(scene: Scene, path: str, old: tuple[str, str], new: tuple[str, str]) -> str | None:
    """The records with one name of a page in the place of another."""
    row = re.compile(rf'(\[){re.escape(json.dumps(old, ensure_ascii=False)[1:-1])}(, "text"\])')
    return _with(scene, path, row, json.dumps(new, ensure_ascii=False)[1:-1])


def _with(scene: Scene, path: str, row: re.Pattern[str], new: str) -> str | None:
    """The records with what stands between the two groups of a row of a page written otherwise, once."""
    text, head = scene.text(RECORDS) if RECORDS in scene.files else "", json.dumps(path) + ": "
    start = text.find(head)
    if start < 0:
        return None
    _, end = json.JSONDecoder().raw_decode(text, start + len(head))
    page, found = row.subn(lambda match: match[1] + new + match[2], text[start:end], count=1)
    return text[:start] + page + text[end:] if found else None
