"""Judges what a page is made of: elements and attributes that a template or docs/formats.md has, and the same in every language.

Knows the templates of the project as text. Refuses to render them: what stands between their braces may be anything here.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from gpuguide.checks.bench import Bench
from gpuguide.checks.findings import Docket
from gpuguide.checks.pages import Page, Shape

# These lay out files that are no pages of the site.
_OTHER_LAYOUTS = ("chooser.html", "missing.html")
_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_STATEMENT = re.compile(r"\{%.*?%\}", re.DOTALL)
_EXPRESSION = re.compile(r"\{\{.*?\}\}", re.DOTALL)
_TAG = re.compile(r"""<([a-zA-Z][a-zA-Z0-9-]*)((?:[^<>"]|"[^"]*")*)>""")
_ATTRIBUTE = re.compile(r'([a-zA-Z][a-zA-Z:0-9-]*)(?:="([^"]*)")?')
_ANY = "\x00"
# What the engine writes without a template, as docs/formats.md says.
_CONTRACT = """
<data value="\x00" data-figure="\x00" data-unit="\x00" data-form="\x00"></data><time datetime="\x00" data-fact="\x00"></time>
<span data-figure="\x00" data-absent="\x00" data-name="\x00" data-choice="\x00" data-flag="\x00" data-state="\x00"></span>
<span lang="en" class="says says-\x00 missing" data-claim="\x00"></span><div class="mark" data-claim="\x00"></div><var></var>
<a class="figure" href="\x00" rel="external"></a><strong></strong><em></em><code></code>
"""
_DRAWN = frozenset(
    re.findall(
        r"\w+",
        "svg g rect line path circle ellipse polyline polygon text tspan title desc defs pattern clipPath marker use symbol",
    )
)
_DRAWING = re.compile(
    r"(?:class|id|role|focusable|aria-[a-z]+|data-[a-z-]+|viewbox|preserveaspectratio|points|d|transform|text-anchor|pathlength|"
    r"dominant-baseline|patterntransform|fill|[xyr][12xy]?|c[xy]|d[xy]|width|height|offset|patternunits|orient|ref[xy]|markerwidth|markerheight|lang)"
)


@dataclass
class Vocabulary:
    """Elements with their attributes, and what these may say; an attribute without a list may say anything."""

    elements: dict[str, dict[str, set[str]]] = field(default_factory=dict)
    everywhere: dict[str, set[str]] = field(default_factory=dict)
    """Attributes that a macro gives to any element."""
    metas: dict[str, str] = field(default_factory=dict)

    def problem(self, shape: Shape) -> str:
        """What no template has of an element; nothing when all of it is known."""
        tag, attributes = shape
        if tag in _DRAWN and all(_DRAWING.fullmatch(name.lower()) for name, _ in attributes):
            return ""
        if tag not in self.elements:
            return f"<{tag}>"
        if tag == "script" and "src" not in dict(attributes) and dict(attributes).get("type") != "application/ld+json":
            return "a script within the page"
        if tag == "meta" and not self._is_meta(dict(attributes)):
            return f"a meta element {_shown(shape)}"
        for name, value in attributes:
            allowed = self.elements[tag].get(name, set()) | self.everywhere.get(name, set())
            if not allowed:
                return f"<{tag} {name}>"
            words = value.split() if name == "class" else [value]
            if value and not all(any(_says(one, word) for one in allowed) for word in words):
                return f'<{tag} {name}="{value}">'
        return ""

    def _is_meta(self, said: dict[str, str]) -> bool:
        """Whether a meta element says what that of a template says; what is a page's own is judged with its head."""
        due = self.metas.get(_meta_name(said))
        return due is not None and (_ANY in due or due == said.get("content", ""))

    def learn(self, text: str) -> None:
        """Take in a template."""
        text = _EXPRESSION.sub(_ANY, _STATEMENT.sub("", _COMMENT.sub("", text)))
        for tag, attributes in _TAG.findall(text):
            known = self.elements.setdefault(tag.lower(), {})
            said = dict(_ATTRIBUTE.findall(attributes))
            if tag == "meta":
                self.metas[_meta_name(said)] = said.get("content", "")
            for name, value in said.items():
                _add(known, name, value)
        for name, value in re.findall(r' ([a-z-]+)="([^"]*)"', _TAG.sub("", text)):
            _add(self.everywhere, name, value)


def _meta_name(said: dict[str, str]) -> str:
    return said.get("name") or said.get("property") or said.get("http-equiv") or "charset"


def _add(known: dict[str, set[str]], name: str, value: str) -> None:
    known.setdefault(name, set()).update(value.split() if name == "class" else [value])


def _says(allowed: str, value: str) -> bool:
    """Whether a value is one that a template may give."""
    if _ANY not in allowed:
        return allowed == value
    return re.fullmatch(".*".join(map(re.escape, allowed.split(_ANY))), value, re.DOTALL) is not None


def read_vocabulary(folder: Path) -> Vocabulary:
    """What the templates of a project may put on a page."""
    vocabulary = Vocabulary()
    vocabulary.learn(_CONTRACT)
    for path in sorted(folder.rglob("*.html")):
        if path.name not in _OTHER_LAYOUTS:
            vocabulary.learn(path.read_text(encoding="utf-8", errors="replace"))
    return vocabulary


def judge_elements(bench: Bench, groups: list[list[Page]]) -> None:
    """Judge the elements of the pages; `groups` are the same page in each language, the source language first."""
    vocabulary = read_vocabulary(bench.project / "templates")
    known: dict[Shape, str] = {}
    for source, *others in groups:
        for page in (source, *others):
            for shape, place in page.shape_places.items():
                problem = known[shape] if shape in known else known.setdefault(shape, vocabulary.problem(shape))
                if problem:
                    bench.docket.add(place, "element", f"{problem} is in no template and not in the format of pages")
        for page in others:
            _judge_alike(bench.docket, source, page)


def _judge_alike(docket: Docket, source: Page, page: Page) -> None:
    """A page is made of the same elements in every language."""
    due, found = _counted(source), _counted(page)
    if due != found:
        lost, extra = (", ".join(map(_shown, sorted(one - other)))[:200] for one, other in ((due, found), (found, due)))
        message = f"the page is not made of the same elements as {source.path}"
        docket.add(page.file, "locale-elements", message, lost or "nothing more", extra or "nothing more")


def _counted(page: Page) -> Counter[Shape]:
    """How often each element stands; an emphasis may be the language's own."""
    return Counter({shape: count for shape, count in page.shapes.items() if shape[0] not in ("em", "strong")})


def _shown(shape: Shape) -> str:
    return f"<{' '.join([shape[0], *(f'{name}={value}' if value else name for name, value in shape[1])])}>"
