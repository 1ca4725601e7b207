"""A clean built site as faults meet it, and what one fault makes of it.

Knows files, their texts, and which language a file is in. Refuses to know whether a change
is wrong: kinds do, and the judge must.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

Files: TypeAlias = Mapping[str, bytes]
Changed: TypeAlias = Mapping[str, "bytes | None"]
"""What stands in the place of some files; None where a file is gone."""

EXCERPT = 160


@dataclass(frozen=True)
class Tongue:
    """How the pages of one language write: its tag, its signs in numbers, and the folder they stand in."""

    id: str
    segment: str
    tag: str
    decimal: str
    group: str

    @property
    def base(self) -> str:
        """The language without its region: pt of pt-BR."""
        return self.tag.partition("-")[0]


@dataclass(frozen=True)
class Change:
    """What one fault does: the files it changes, and for a reader the place, what stood there and what stands there now."""

    files: Changed
    place: str
    before: str
    after: str

    @property
    def is_none(self) -> bool:
        """Whether nothing became different."""
        return self.before == self.after and not self.files

    def __str__(self) -> str:
        return f"{self.place}: {_short(self.before)!r} became {_short(self.after)!r}"


@dataclass(frozen=True)
class Scene:
    """A clean built site: its files by path, and its languages by the folder of each."""

    files: Files
    tongues: Mapping[str, Tongue]
    _texts: dict[str, str] = field(default_factory=dict)

    def text(self, path: str) -> str:
        """The text of a file."""
        if path not in self._texts:
            self._texts[path] = self.files[path].decode("utf-8")
        return self._texts[path]

    def having(self, wanted: Callable[[str], bool]) -> list[str]:
        """The paths of the files that are wanted, in order."""
        return sorted(path for path in self.files if wanted(path))

    def tongue(self, path: str) -> Tongue | None:
        """The language of a file; None for one that stands outside the languages."""
        return self.tongues.get(path.partition("/")[0])

    def siblings(self, path: str) -> list[str]:
        """The same file in the other languages."""
        segment, _, rest = path.partition("/")
        if segment not in self.tongues:
            return []
        return [other for name in self.tongues if name != segment and (other := f"{name}/{rest}") in self.files]

    def replaced(self, path: str, text: str, before: str, after: str) -> Change | None:
        """A change of one file; None when it is the same text."""
        if text == self.text(path):
            return None
        return Change({path: text.encode("utf-8")}, path, before, after)


Kind: TypeAlias = Callable[[Scene, Random], "Change | None"]
"""Makes one fault of its kind somewhere in a site; None where the site has no place for it."""


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= EXCERPT else flat[: EXCERPT - 1] + "…"
