"""Where a page must stand: the path that its id, its `path` and its `each` give.

Knows the pages of site.yaml. Refuses to know what stands on them.
"""

from __future__ import annotations

from gpuguide.checks.bench import Bench
from gpuguide.checks.documents import Record
from gpuguide.checks.facts import UnsoundError


def due_paths(bench: Bench, segment: str, page_id: str) -> set[str]:
    """The paths at which a page may stand; none for a page that the site does not have.

    A page of which each member has its own is known as `gpu/a-card`, or as `gpu` for any of them.
    """
    name, _, member = page_id.partition("/")
    settings = bench.site.pages.get(name)
    if not isinstance(settings, Record):
        return set()
    path = settings.get("path", name)
    each = settings.get("each")
    if not isinstance(path, str) or (each is not None and not isinstance(each, str)):
        return set()
    if each is None:
        return set() if member else {_joined(segment, path)}
    try:
        members = bench.answers.references.candidates(each)[1]
    except UnsoundError:
        return set()
    return {_joined(segment, path, one) for one in members if member in ("", one)}


def _joined(*parts: str) -> str:
    return "/".join(part for part in (*parts, "index.html") if part)


def bound_of(bench: Bench, page_id: str) -> dict[str, str]:
    """The members that a page is about: none, or the one that `gpu/a-card` names."""
    name, _, member = page_id.partition("/")
    settings = bench.site.pages.get(name)
    each = settings.get("each") if isinstance(settings, Record) else None
    return {each.partition(" in ")[0].strip(): member} if isinstance(each, str) and member else {}


def pages_in(bench: Bench, segment: str) -> list[tuple[str, str]]:
    """Every page that is built, by its key and its path in a language: in the order of site.yaml, members in theirs."""
    found: list[tuple[str, str]] = []
    for name, settings in bench.site.pages.items():
        if not isinstance(settings, Record) or not (bench.project / f"templates/pages/{bench.site.name}/{name}.md").is_file():
            continue
        path, each = settings.get("path", name), settings.get("each")
        if not isinstance(each, str):
            found.append((name, _joined(segment, str(path))))
            continue
        try:
            members = bench.answers.references.candidates(each)[1]
        except UnsoundError:
            continue
        found.extend((f"{name}/{member}", _joined(segment, str(path), member)) for member in members)
    return found


def page_key(segment: str, path: str) -> str:
    """What the locales of a page have in common: its path without the language."""
    return path.removeprefix(f"{segment}/").removesuffix("index.html").rstrip("/")
