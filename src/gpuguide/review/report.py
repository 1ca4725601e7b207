"""What a comparison found, as data: every way of showing it reads these records. Data only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gpuguide.errors import Place, Problem


@dataclass(frozen=True)
class FactChange:
    """A value in a file: what it was and is (None: not there), who says so, and where it is written."""

    key: str
    old: str | None
    new: str | None
    sources: tuple[str, ...]
    place: Place


@dataclass(frozen=True)
class FigureMove:
    """A printed number that reads otherwise: its text in each language before and after, and the pages it stands on."""

    key: str
    family: str
    label: str
    old: Mapping[str, str]
    new: Mapping[str, str]
    pages: tuple[str, ...]


@dataclass(frozen=True)
class Quote:
    """A sentence as a reader of one language sees it, its numbers filled in."""

    page: str
    locale: str
    text: str
    place: Place


@dataclass(frozen=True)
class SentenceMove:
    """A sentence that says the same about other numbers or names; `source` is its English message."""

    page: str
    locale: str
    source: str
    old: str
    new: str
    place: Place


@dataclass(frozen=True)
class ClaimTurn:
    """A claim that holds in one state only, what that does, and the sentences that lean on it."""

    key: str
    old: bool | None
    new: bool | None
    effect: str
    compared: tuple[str, ...]
    place: Place
    quotes: tuple[Quote, ...] = ()


@dataclass(frozen=True)
class ChoiceMove:
    """A name that arithmetic chose, and the one it chooses now; None where it chooses nothing."""

    key: str
    label: str
    old: str | None
    new: str | None


@dataclass(frozen=True)
class TextChange:
    """An English message that was rewritten, added or dropped, and the languages whose translation now waits."""

    old: str | None
    new: str | None
    place: Place
    waiting: tuple[str, ...] = ()


@dataclass(frozen=True)
class Translation:
    """A translation that was rewritten while its English stands."""

    locale: str
    source: str
    old: str
    new: str
    place: Place


@dataclass
class SiteReview:
    """All that differs between two states of one site, in the order in which a reviewer asks."""

    site: str
    source_locale: str = ""
    facts: list[FactChange] = field(default_factory=list)
    rules: list[FactChange] = field(default_factory=list)
    """Declarations: figures, choices, claims, tables, pages, languages."""
    figures: list[FigureMove] = field(default_factory=list)
    figures_added: list[str] = field(default_factory=list)
    figures_removed: list[str] = field(default_factory=list)
    same_print: int = 0
    """Figures on pages whose exact value moved and whose print did not."""
    unprinted: int = 0
    """Figures that moved and stand on no page."""
    sentences: list[SentenceMove] = field(default_factory=list)
    claims: list[ClaimTurn] = field(default_factory=list)
    choices: list[ChoiceMove] = field(default_factory=list)
    texts: list[TextChange] = field(default_factory=list)
    translations: list[Translation] = field(default_factory=list)
    pages_added: list[str] = field(default_factory=list)
    pages_removed: list[str] = field(default_factory=list)
    old_problems: tuple[Problem, ...] = ()
    new_problems: tuple[Problem, ...] = ()
    compared: bool = True
    """Whether both states could be read; else only the problems speak, and the values as they are written."""

    @property
    def unreadable(self) -> bool:
        """Whether neither state could be read."""
        return not self.compared and bool(self.old_problems) and bool(self.new_problems)

    @property
    def differs(self) -> bool:
        """Whether there is anything to review."""
        lists = (
            *(self.facts, self.rules, self.figures, self.figures_added, self.figures_removed, self.sentences, self.claims),
            *(self.choices, self.texts, self.translations, self.pages_added, self.pages_removed),
        )
        return any(lists) or not self.compared or self.old_problems != self.new_problems


@dataclass(frozen=True)
class Review:
    """Two states by name, and what differs between them, site by site."""

    old: str
    new: str
    sites: tuple[SiteReview, ...]
    sites_added: tuple[str, ...] = ()
    sites_removed: tuple[str, ...] = ()

    @property
    def differs(self) -> bool:
        """Whether there is anything to review."""
        return bool(self.sites_added or self.sites_removed) or any(site.differs for site in self.sites)
