"""Shows where a number comes from: formula with names, with values, result, and each input with its source.

Knows how a figure's inputs unfold down to facts. Refuses to compute: everything shown was computed by the book.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise

from markupsafe import Markup, escape

from gpuguide.errors import Place
from gpuguide.figures import Figure, Input
from gpuguide.figures.formulas import formulas
from gpuguide.site import labels
from gpuguide.site.literals import Literals
from gpuguide.site.pen import Pen
from gpuguide.site.prose import Prose
from gpuguide.site.texts import Texts


@dataclass(frozen=True)
class Origin:
    """Who says a fact, and as of when: a source's title and address with its kind in words, or the words for the site itself."""

    title: Markup | None
    url: str | None
    kind: str
    day: Markup | None = None


@dataclass(frozen=True)
class Operand:
    """One input of a derivation as it is shown."""

    label: str
    value: Markup
    anchor: str
    described: Markup


@dataclass(frozen=True)
class Working:
    """A formula with names, with values, its exact result and what is printed."""

    formula: Markup
    values: Markup
    result: Markup
    printed: Markup


@dataclass(frozen=True)
class Derivation:
    """One figure's derivation as it is shown; a fact has neither working nor operands."""

    anchor: str
    key: str
    exact: str
    label: Markup
    value: Markup
    working: Working | None
    operands: tuple[Operand, ...]
    why: Markup | None
    origins: tuple[Origin, ...]


def _takes_fact(figure: Figure) -> bool:
    """Whether a figure is a fact printed as it is: then the fact needs no entry of its own."""
    return figure.formula is None and len(figure.inputs) == 1 and figure.inputs[0].figure.is_fact


def _spaced(pieces: list[Markup]) -> Markup:
    """Pieces of a formula with spaces around operators and none inside brackets."""
    text = pieces[0]
    for before, piece in pairwise(pieces):
        text += piece if before == "(" or piece == ")" else Markup(" ") + piece
    return text


def anchor(key: str) -> str:
    """The fragment of a figure's derivation."""
    return "d-" + re.sub(r"[^a-z0-9]+", "-", key.lower()).strip("-")


class Derivations:
    """Collects the figures whose derivation a page shows, and renders them."""

    def __init__(self, pen: Pen, texts: Texts, literals: Literals) -> None:
        """Bind the page's pen, texts and literals."""
        self.pen = pen
        self.texts = texts
        self.literals = literals
        self.wanted: dict[str, Figure] = {}

    def want(self, figure: Figure) -> str:
        """Note that a figure and all it rests on are to be derived; gives its anchor."""
        if figure.key not in self.wanted:
            self.wanted[figure.key] = figure
            for item in figure.inputs:
                if not _takes_fact(figure):
                    self.want(item.figure)
        return anchor(figure.key)

    def render(self, prose: Prose) -> list[Derivation]:
        """The derivations in the order in which the page asked for them."""
        return [self.one(figure, prose) for figure in self.wanted.values()]

    def one(self, figure: Figure, prose: Prose) -> Derivation:
        """One figure's derivation."""
        taken = figure.inputs[0].figure if _takes_fact(figure) else figure
        inputs = () if taken is not figure else figure.inputs
        return Derivation(
            anchor(figure.key),
            figure.key,
            figure.value_text if figure.missing is None else "",
            self.label(figure, prose),
            self.pen.figure(figure),
            self.working(figure),
            tuple(self._input(item, prose) for item in inputs),
            self._why(taken, prose) if taken is not figure else None,
            () if inputs else self._origins(taken),
        )

    def _why(self, fact: Figure, prose: Prose) -> Markup | None:
        """The reason that a policy gives for its number."""
        return prose.html(self.texts.get(fact.why, fact.place), linked=False) if fact.why else None

    def working(self, figure: Figure) -> Working | None:
        """The formula of a figure, worked; None for what is taken as it is or missing."""
        if figure.formula is None or figure.missing is not None or not figure.inputs:
            return None
        inputs = {item.parameter: item for item in figure.inputs}
        tokens = formulas()[figure.formula].tokens
        names = [self._named(token.text) if token.is_parameter else escape(token.text) for token in tokens]
        values = [self._operand(inputs[token.text]) if token.is_parameter else escape(token.text) for token in tokens]
        return Working(_spaced(names), _spaced(values), self.pen.operand(figure), self.pen.figure(figure))

    def _operand(self, item: Input) -> Markup:
        return self.pen.operand(item.figure, item.printed)

    def _named(self, parameter: str) -> Markup:
        return Markup("<var>{}</var>").format(self._word(labels.PARAMETERS.get(parameter, parameter)))

    def _input(self, item: Input, prose: Prose) -> Operand:
        label = self._word(labels.PARAMETERS.get(item.parameter, item.parameter)) if item.parameter else ""
        return Operand(label, self._operand(item), anchor(item.figure.key), self.label(item.figure, prose))

    def label(self, figure: Figure, prose: Prose) -> Markup:
        """What a figure is, with the names of its members."""
        if figure.is_fact:
            return self._fact_label(figure, prose)
        label = prose.html(self.texts.get(figure.label, figure.place), linked=False)
        return Markup(" · ").join([label, *self._members(dict(figure.members))])

    def _members(self, members: dict[str, str]) -> list[Markup]:
        """The names of a figure's members; a card and its count are named together."""
        axes = self.pen.book.axes
        pair = sorted((axis for axis in members if axes[axis] in ("gpus", "counts")), key=lambda axis: axes[axis] != "gpus")
        if len(pair) == 2:
            server = self.pen.server(members[pair[0]], members[pair[1]])
            return [server, *self._members({axis: name for axis, name in members.items() if axis not in pair})]
        return [self.pen.name(axes[axis], name) for axis, name in members.items() if self._has_name(axis, name)]

    def _has_name(self, axis: str, member: str) -> bool:
        record = self.pen.book.facts.members(self.pen.book.axes[axis])[member]
        return getattr(record, "name", None) is not None

    def _fact_label(self, figure: Figure, prose: Prose) -> Markup:
        collection, *path = figure.key.split(".")
        if collection == "policy":
            return prose.html(self.texts.get(figure.why, figure.place), linked=False)
        if path == [path[0], "value"]:
            return self.pen.name(collection, path[0])  # a step of a scale is called by its own name
        field = next((step for step in reversed(path) if step in labels.FIELDS), path[-1])
        label = escape(self._word(labels.FIELDS.get(field, field)))
        owner = self.pen.book.axes.get(collection, collection)
        holder = "gpus" if collection in ("prices", "offers") else owner
        record = self.pen.book.facts.members(holder).get(path[0]) if self.pen.book.facts.has(holder, path[0]) else None
        if getattr(record, "name", None) is None:
            return label
        return Markup("{} · {}").format(label, self.pen.name(holder, path[0]))

    def _origins(self, figure: Figure) -> tuple[Origin, ...]:
        if not figure.sources:
            return (Origin(None, None, self._word(labels.SOURCE_KINDS["site"]), self.pen.date("site.as_of")),)
        return tuple(replace(self.origin(source), day=self.pen.date(f"sources.{source}.recorded")) for source in figure.sources)

    def origin(self, source: str) -> Origin:
        """A source with its title, address and kind in words."""
        record = self.pen.book.facts.source(source)
        return Origin(self.pen.name("sources", source), record.url, self._word(labels.SOURCE_KINDS[record.kind]))

    def _word(self, text: str) -> str:
        found = self.texts.word(text, Place("src/gpuguide/site/labels.py"))
        self.literals.take(found.text, found.place, self.pen.record.literals)
        return found.text
