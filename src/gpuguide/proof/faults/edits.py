"""Building blocks of faults in texts: write one place otherwise, swap two, drop one, double one.

Knows patterns and chance. Refuses to know what a place means.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import TypeAlias

from gpuguide.proof.faults.scene import Change, Kind, Scene

Where: TypeAlias = Callable[[str], bool]
Place: TypeAlias = "re.Match[str]"


class Spot:
    """One place that a fault may change: the file, the match, and what stands there (its group `x`, else all of it)."""

    def __init__(self, scene: Scene, path: str, match: re.Match[str]) -> None:
        """Take the group that is to be changed."""
        self.scene, self.path, self.match = scene, path, match
        group = "x" if "x" in match.re.groupindex else 0
        self.start, self.end = match.span(group)
        self.text = str(match[group])

    @property
    def whole(self) -> str:
        """The text of the file."""
        return self.scene.text(self.path)

    def others(self) -> list[str]:
        """What stands at the other places of the file that the pattern finds, each once, this one left out."""
        spots = [Spot(self.scene, self.path, match) for match in self.match.re.finditer(self.whole)]
        return list(dict.fromkeys(spot.text for spot in spots if spot.text != self.text))


Wrong: TypeAlias = Callable[[Spot, Random], "str | None"]
"""What a fault writes at a place; None where it has nothing wrong to write."""

_TRIES = 40


def pages(path: str) -> bool:
    """Whether a file is a page in a language."""
    return path.endswith("/index.html") and path.count("/") > 0


def ending(*names: str) -> Where:
    """Files whose paths end so."""
    return lambda path: path.endswith(names)


def tried(where: Where, make: Callable[[Scene, str, Random], Change | None]) -> Kind:
    """A kind that looks for a place in one file after another, at random, until one has it."""

    def kind(scene: Scene, chance: Random) -> Change | None:
        paths = scene.having(where)
        chance.shuffle(paths)
        return next((change for path in paths[:_TRIES] if (change := make(scene, path, chance)) is not None), None)

    return kind


def rewritten(where: Where, pattern: str, wrong: Wrong) -> Kind:
    """A kind that writes one place otherwise."""
    compiled = re.compile(pattern, re.DOTALL)

    def make(scene: Scene, path: str, chance: Random) -> Change | None:
        matches = list(compiled.finditer(scene.text(path)))
        chance.shuffle(matches)
        for match in matches[:_TRIES]:
            spot = Spot(scene, path, match)
            text = wrong(spot, chance)
            if text is not None and text != spot.text:
                whole = spot.whole[: spot.start] + text + spot.whole[spot.end :]
                return scene.replaced(path, whole, _around(spot, spot.text), _around(spot, text))
        return None

    return tried(where, make)


def swapped(where: Where, pattern: str, within: str = "") -> Kind:
    """A kind that swaps two places of one file that differ; `within` names what both must stand in."""
    compiled = re.compile(pattern, re.DOTALL)
    container = re.compile(within, re.DOTALL) if within else None

    def make(scene: Scene, path: str, chance: Random) -> Change | None:
        text = scene.text(path)
        blocks = [match.span() for match in container.finditer(text)] if container else [(0, len(text))]
        chance.shuffle(blocks)
        for start, end in blocks:
            spots = [Spot(scene, path, match) for match in compiled.finditer(text, start, end)]
            if len({spot.text for spot in spots}) > 1:
                return _exchanged(scene, path, spots, chance)
        return None

    return tried(where, make)


def dropped(where: Where, pattern: str) -> Kind:
    """A kind that takes one place out."""
    return rewritten(where, pattern, lambda spot, chance: "")


def doubled(where: Where, pattern: str) -> Kind:
    """A kind that puts one place twice."""
    return rewritten(where, pattern, lambda spot, chance: spot.text * 2)


def exchanged_for(where: Where, pattern: str) -> Kind:
    """A kind that puts what stands at another place of the file."""

    def wrong(spot: Spot, chance: Random) -> str | None:
        others = spot.others()
        return chance.choice(others) if others else None

    return rewritten(where, pattern, wrong)


def _exchanged(scene: Scene, path: str, spots: list[Spot], chance: Random) -> Change | None:
    first = chance.choice(spots)
    second = chance.choice([spot for spot in spots if spot.text != first.text])
    one, two = sorted((first, second), key=lambda spot: spot.start)
    text = one.whole
    whole = text[: one.start] + two.text + text[one.end : two.start] + one.text + text[two.end :]
    return scene.replaced(path, whole, f"{one.text} before {two.text}", f"{two.text} before {one.text}")


def _around(spot: Spot, text: str) -> str:
    """A place with a little of what stands around it."""
    return spot.whole[max(0, spot.start - 30) : spot.start] + text + spot.whole[spot.end : spot.end + 30]
