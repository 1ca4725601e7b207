"""What a reference of a figure, choice, claim or table means once its axes stand for members.

Knows the order in which a text is read: figure, fact, axis, figure without axes, word. Refuses to compute.
"""

from __future__ import annotations

from collections.abc import Callable

from gpuguide.checks.declared import Declarations
from gpuguide.checks.facts import Amount, Bindings, Facts, Missing, Operand, UnsoundError

FigureValue = Callable[[str, bool], Amount | Missing]
ChoiceValue = Callable[[str], dict[str, str] | None]


class References:
    """Looks references up in the facts, and asks for figures and choices where they are named."""

    def __init__(self, facts: Facts, declared: Declarations, figure: FigureValue, choice: ChoiceValue) -> None:
        """`figure` answers for a key, exact or as printed; `choice` for a choice's key."""
        self._facts = facts
        self._declared = declared
        self._figure = figure
        self._choice = choice

    def bind(self, key: str, over: tuple[str, ...], members: list[str]) -> dict[str, str]:
        """Which member each axis of a key stands for; every member must exist."""
        if len(over) != len(members):
            raise UnsoundError(f"{key} has {len(members)} members, but is declared over {len(over)} axes")
        for axis, member in zip(over, members, strict=True):
            if member not in self.candidates(axis)[1]:
                raise UnsoundError(f"{key}: there is no {axis} {member}")
        return dict(zip(over, members, strict=True))

    def candidates(self, text: str) -> tuple[str, list[str]]:
        """The axis and the members of `AXIS` or of `AXIS in COLLECTION`."""
        axis, within, collection = (part.strip() for part in text.partition(" in "))
        if axis not in self._facts.axes:
            raise UnsoundError(f"there is no axis {axis}")
        members = self._facts.members(self._facts.axes[axis])
        if not within:
            return axis, members
        return axis, [one for one in self._facts.members(collection) if one in set(members)]

    def operand(self, text: str, bound: Bindings) -> Operand:
        """What a reference or word stands for."""
        if text.startswith("printed "):
            return self._figure(self.key(text.removeprefix("printed "), bound), True)
        if " of " in text:
            return self._of_choice(text, bound)
        if "/" in text:
            return self._figure(self.key(text, bound), False)
        if "." in text:
            return self._facts.fact(text, bound).value
        if text in ("true", "false"):
            return text == "true"
        if text in bound:
            return bound[text]
        return self._figure(text, False) if text in self._declared.families else text

    def _of_choice(self, text: str, bound: Bindings) -> Operand:
        axis, _, choice = text.partition(" of ")
        picked = self._choice(self.key(choice, bound))
        if picked is None:
            return Missing("none")
        if axis.strip() not in picked:
            raise UnsoundError(f"`{text}`: the choice picks no {axis.strip()}")
        return picked[axis.strip()]

    def canonical(self, reference: str, bound: Bindings) -> str:
        """A reference with every axis bound and every id followed, so that two spellings of one input are equal."""
        if reference.startswith("printed "):
            return f"printed {self.canonical(reference.removeprefix('printed '), bound)}"
        if "/" not in reference and "." in reference:
            return self._facts.fact(reference, bound).path
        return self.key(reference, bound)

    def key(self, reference: str, bound: Bindings) -> str:
        """The key that a reference means: each segment an axis, an id, or a field that holds an id."""
        family, *segments = reference.strip().split("/")
        return "/".join((family, *(self._segment(segment, bound) for segment in segments)))

    def _segment(self, segment: str, bound: Bindings) -> str:
        if segment in bound:
            return bound[segment]
        if "." not in segment:
            return segment
        value = self._facts.fact(segment, bound).value
        if isinstance(value, str):
            return value
        raise UnsoundError(f"{segment} holds no id")
