"""What the files of a state write, read without judging it: the values of a state that does not load can be compared still.

Knows which files a site is made of. Refuses to know units and sources, and leaves out a file that is no YAML.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gpuguide.catalog.files import SHARED, SITE
from gpuguide.catalog.reader import Node, read_yaml
from gpuguide.errors import GuideError
from gpuguide.review.leaves import DECLARATIONS, leaves_of, plain_text
from gpuguide.review.report import FactChange


def changed_writing(old: Path, new: Path, site: str) -> tuple[list[FactChange], list[FactChange]]:
    """The facts and the declarations that differ between two folders, as they are written."""
    before, after = dict(_written(old, site)), dict(_written(new, site))
    facts: list[FactChange] = []
    rules: list[FactChange] = []
    for path in [*after, *(path for path in before if path not in after)]:
        was, now = before.get(path), after.get(path)
        if was is not None and now is not None and was.plain() == now.plain():
            continue
        node = now or was
        assert node is not None
        change = FactChange(path, plain_text(was) if was else None, plain_text(now) if now else None, (), node.place)
        (rules if path.partition(".")[0] in DECLARATIONS else facts).append(change)
    return facts, rules


def _written(root: Path, site: str) -> Iterator[tuple[str, Node]]:
    for path in sorted((root / "data" / "gpus").glob("*.yaml")):
        yield from _leaves(root, path, f"gpus.{path.stem}")
    for folder, files in ((root / "data", SHARED), (root / "data" / "sites" / site, SITE)):
        for file in files:
            yield from _leaves(root, folder / file)


def _leaves(root: Path, path: Path, name: str = "") -> Iterator[tuple[str, Node]]:
    """The values of a file, by their keys below `name`; none of a file that cannot be read."""
    try:
        node = read_yaml(path, path.relative_to(root).as_posix()) if path.is_file() else None
    except GuideError:
        return
    entries = node.value if node is not None and isinstance(node.value, dict) else {}
    for key, entry in entries.items():
        yield from leaves_of(f"{name}.{key}" if name else key, entry)
