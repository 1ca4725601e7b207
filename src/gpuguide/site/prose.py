"""Renders one message: placeholders through the pen, the rest through Markdown.

Knows the placeholders of docs/formats.md. Refuses raw HTML, digits that are no declared literal, and anything that Markdown could
take a number for: numbers enter after Markdown is done.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import markdown
from markupsafe import Markup, escape

from gpuguide.errors import GuideError, Place, Problem, nearest
from gpuguide.figures import Figure
from gpuguide.figures.references import Members
from gpuguide.l10n.catalogs import PLACEHOLDER
from gpuguide.site.literals import Literals
from gpuguide.site.pen import TEXT, Pen
from gpuguide.site.texts import Text

COUNTED = frozenset({TEXT, "jsonld"})
"""Carriers whose literals are counted on their page; titles and descriptions stand in several places of the head."""
_FIRST_TOKEN = 0xF0000  # a private-use plane: no font, no YAML and no Markdown rule knows these characters
_PRIVATE = re.compile("[\x00-\x08\x0b-\x1f\ue000-\uf8ff\U000f0000-\U0010ffff]")
"""Characters that Markdown, or we ourselves, use as marks of what was taken out."""
_MARKS = re.compile(r"\[([^\]]*)\]\([^)]*\)|\*\*|\*|`")
"""What Markdown adds to plain text: link targets, strong, emphasis, code."""
_LINK = re.compile(r'<a href="([^"]*)">(.*?)</a>', re.DOTALL)
_MARKDOWN = markdown.Markdown(output_format="html", tab_length=4)
for _processor in ("html",):
    _MARKDOWN.inlinePatterns.deregister(_processor)
    _MARKDOWN.inlinePatterns.deregister("entity")
_MARKDOWN.preprocessors.deregister("html_block")
for _block in ("hashheader", "setextheader", "hr", "olist", "ulist", "quote", "code", "reference"):
    if _block in _MARKDOWN.parser.blockprocessors:
        _MARKDOWN.parser.blockprocessors.deregister(_block)


class ProseError(GuideError):
    """A message that cannot be rendered."""


@dataclass
class Prose:
    """Renders the messages of one page in one language."""

    pen: Pen
    literals: Literals
    link: Callable[[str, Place], tuple[str, str] | None]
    """Turns a link target into an address and its attributes; None drops the link and keeps its text."""
    derive: Callable[[Figure], str] | None = None
    """Notes that a figure's derivation is wanted and gives its anchor."""
    members: Members = field(default_factory=dict)
    """The members that the page is about; a table's row adds its own."""

    def html(self, text: Text, members: Members | None = None, linked: bool = True) -> Markup:
        """The message as HTML; figures link to their derivations when `linked`."""
        _refuse_unreadable(text)
        pieces: list[Markup] = []
        bound = {**self.members, **(members or {})}
        body = PLACEHOLDER.sub(lambda match: self._token(match[1], text, bound, pieces, linked), text.text)
        self.literals.take(body, text.place, self.pen.record.literals)
        self._refuse_markup(body, text.place)
        self._refuse_lost_marks(body, text.place)
        rendered = _converted(body)
        if not rendered.startswith("<p>") or rendered.count("<p>") != 1:
            raise ProseError.at(
                text.place,
                "the message is not one paragraph of text",
                "take list marks, headings and indentation out of it",
            )
        linked_html = _LINK.sub(lambda match: self._link(match, text.place), rendered.removeprefix("<p>").removesuffix("</p>"))
        return Markup(_fill(linked_html, pieces))  # noqa: S704 - Markdown output without raw HTML, pieces escaped by the pen

    def plain(self, text: Text, carrier: str, members: Members | None = None) -> str:
        """The message as plain text for a title or an attribute, recorded under that carrier."""
        pen = self.pen.elsewhere(carrier)
        _refuse_unreadable(text)
        pieces: list[Markup] = []
        bound = {**self.members, **(members or {})}
        body = PLACEHOLDER.sub(lambda match: self._token(match[1], text, bound, pieces, False, pen), text.text)
        self.literals.take(body, text.place, self.pen.record.literals if carrier in COUNTED else None)
        self._refuse_lost_marks(body, text.place)
        body = _MARKS.sub(lambda match: match[1] or "", body)
        return str(Markup(_fill(str(escape(body)), pieces)).unescape())  # noqa: S704 - unescaped again right here

    def _token(self, name: str, text: Text, members: Members, pieces: list[Markup], linked: bool, pen: Pen | None = None) -> str:
        try:
            pieces.append(self._placeholder(name, members, linked, pen or self.pen))
        except GuideError as error:
            raise ProseError([Problem(text.place, p.message, p.hint, f"{{{name}}}") for p in error.problems]) from None
        return chr(_FIRST_TOKEN + len(pieces) - 1)

    def _placeholder(self, name: str, members: Members, linked: bool, pen: Pen) -> Markup:
        if ":" in name:
            kind, _, rest = name.partition(":")
            return self._named(kind, rest, members, pen)
        reference, _, form = name.partition("|")
        if form not in ("", "bare", "table"):
            raise ProseError.at(Place(""), f"there is no form {form}", "write |bare, |table or nothing")
        figure = pen.book.figure(reference, members)
        written = pen.figure(figure, form)
        if not linked or self.derive is None or pen.carrier != TEXT:
            return written
        return Markup(f'<a class="figure" href="#{self.derive(figure)}">') + written + Markup("</a>")  # noqa: S704 - an anchor of ours

    def _named(self, kind: str, rest: str, members: Members, pen: Pen) -> Markup:
        book = pen.book
        if kind == "date":
            return pen.date(book.path(rest, members))
        if kind == "list":
            collection, ids = book.names(rest)
            return _join(pen, [pen.name(collection, member) for member in ids])
        if kind == "server":
            gpu, _, count = rest.partition("/")
            return pen.server(book.member(gpu, members), book.member(count, members))
        if kind == "choice":
            return chosen_name(pen, rest, members)
        if kind not in book.axes and kind not in book.facts.collection_names():
            raise ProseError.at(
                Place(""),
                f"there is no axis or collection {kind}",
                nearest(kind, [*book.axes, "date", "list", "choice", "server"]),
            )
        collection = book.axes.get(kind, kind)
        member = book.member(rest, members)
        if not book.facts.has(collection, member):
            raise ProseError.at(Place(""), f"there is no {kind} {member}", nearest(member, book.facts.members(collection)))
        return pen.name(collection, member)

    def _link(self, match: re.Match[str], place: Place) -> str:
        found = self.link(match[1], place)
        return match[2] if found is None else f'<a href="{escape(found[0])}"{found[1]}>{match[2]}</a>'

    @staticmethod
    def _refuse_markup(body: str, place: Place) -> None:
        tag = re.search(r"<[/a-zA-Z!][^>]*>?|&[a-zA-Z#][a-zA-Z0-9]*;|!\[", body)
        if tag:
            raise ProseError.at(
                place, f"raw HTML and images are not allowed: {tag[0][:40]}", "use Markdown, and plain characters"
            )

    @staticmethod
    def _refuse_lost_marks(body: str, place: Place) -> None:
        """A star that somebody wrote for "times" would vanish as the mark of an emphasis."""
        mark = re.search(r"[\U000F0000-\U000FFFFD]([*_]+)[\U000F0000-\U000FFFFD]", body)
        if mark:
            raise ProseError.at(place, f"{mark[1]} between two placeholders reads as emphasis", "write × for times")


def _refuse_unreadable(text: Text) -> None:
    """A break is drawn as a space, which stands between no two Han characters; private characters have no form at all."""
    private = _PRIVATE.search(text.text)
    if private:
        raise ProseError.at(text.place, f"the message holds a character without a form, U+{ord(private[0]):04X}", "delete it")
    if "\n" in text.text and text.text != text.source:
        raise ProseError.at(text.place, "the translation holds a line break", "write it as one line, without \\n")


def chosen_name(pen: Pen, reference: str, members: Members | Mapping[str, str]) -> Markup:
    """The name that a choice gave: a server when it picks a count, else the one member it picks."""
    chosen = pen.book.choice(reference, members)
    if chosen.members is None:
        raise ProseError.at(Place(""), f"{chosen.key} chooses nothing", "guard the sentence with a hide claim")
    picked = dict(chosen.members)
    if "count" in picked and "gpu" in picked:
        return pen.server(picked["gpu"], picked["count"], chosen.key)
    axis, member = next(iter(picked.items()))
    if pen.book.axes[axis] == "picks":
        pick = pen.book.facts.members("picks")[member]
        return pen.server(pick.gpu, pick.count, chosen.key)
    return pen.name(pen.book.axes[axis], member, chosen.key)


@lru_cache(maxsize=16384)
def _converted(body: str) -> str:
    """Markdown of a message with tokens in place of its numbers; cached, since labels repeat on every page."""
    return str(_MARKDOWN.reset().convert(body))


def _join(pen: Pen, items: list[Markup]) -> Markup:
    """Items joined by the language, markup kept."""
    marks = [chr(_FIRST_TOKEN + index) for index in range(len(items))]
    return Markup(_fill(str(escape(pen.writer.join(marks))), items))  # noqa: S704 - escaped text and pen output


def _fill(text: str, pieces: list[Markup]) -> str:
    return re.sub(r"[\U000F0000-\U000FFFFD]", lambda match: str(pieces[ord(match[0]) - _FIRST_TOKEN]), text)
