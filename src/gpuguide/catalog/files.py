"""Which file holds which keys, and the type of each.

Knows the layout of `data/`. Refuses to know how files are read and how records refer to each other.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from gpuguide.catalog.agreement import Agreement, ServerAnswer
from gpuguide.catalog.calculating import CalculatorSpec
from gpuguide.catalog.changes import Change
from gpuguide.catalog.charting import ChartSpec
from gpuguide.catalog.fields import NAME_PATTERN, Https, Id, ListOnly, Name, Text
from gpuguide.catalog.languages import Locale, LocaleId
from gpuguide.catalog.layouts import CommandsSpec, Remark, SpecSheet, TableSpec
from gpuguide.catalog.records import (
    CacheShape,
    Context,
    Literal,
    Measure,
    Named,
    Pick,
    Policy,
    Precision,
    Price,
    Proved,
    Region,
    Scale,
    SizeClass,
    Source,
    Tier,
)
from gpuguide.catalog.shapes import Refers
from gpuguide.catalog.specs import ChoiceSpec, ClaimSpec, FigureSpec, ListSpec, PageSpec, SiteSpec

Types: TypeAlias = dict[str, Any]

_Card = Annotated[Id, Refers("gpus")]
UnitText = dict[str, Text | dict[str, Text]]

SHARED: dict[str, Types] = {
    "vocabulary.yaml": {
        "vendors": dict[Id, Named],
        "architectures": dict[Id, Named],
        "memory_types": dict[Id, Named],
        "measures": dict[Id, Named],
        "kinds": dict[Id, Named],
    },
    "agreement.yaml": {"agreement": dict[Id, Agreement], "tally": dict[Id, Measure]},
    "sources.yaml": {"sources": dict[Id, Source]},
    "locales.yaml": {"locales": dict[LocaleId, Locale]},
    "units.yaml": {"units": dict[Annotated[str, Refers("known units")], UnitText]},
    "literals.yaml": {"literals": Annotated[tuple[Literal, ...], ListOnly]},
    "sizing/precisions.yaml": {"precisions": dict[Id, Precision]},
}


class Open(dict[str, Any]):
    """The keys of a file whose collections a site names itself: every key has the same type."""

    def __init__(self, kind: Any) -> None:
        """Take the type of every key."""
        super().__init__()
        self.kind = kind

    def __contains__(self, key: object) -> bool:
        """Every name is a key, unless another collection has it."""
        return isinstance(key, str) and NAME_PATTERN.fullmatch(key) is not None and key not in TAKEN

    def __missing__(self, key: str) -> Any:
        """The one type."""
        return self.kind


SITE: dict[str, Types] = {
    "site.yaml": {
        "site": SiteSpec,
        "pages": dict[Id, PageSpec],
        "addresses": dict[Id, Https],
        "regions": dict[Id, Region],
        "payments": dict[Id, Named],
        "names": dict[_Card, Text],
        "listings": dict[_Card, Named],
    },
    "prices.yaml": {"prices": dict[_Card, Price], "counts": dict[Id, Tier]},
    "sizes.yaml": {
        "sizes": dict[Id, SizeClass],
        "cache_shapes": dict[Id, CacheShape],
        "contexts": dict[Id, Context],
        "listed_models": dict[Id, Named],
    },
    "policy.yaml": {"policy": dict[Name, Policy]},
    "picks.yaml": {"picks": dict[Id, Pick]},
    "answers.yaml": {"answers": dict[Id, ServerAnswer]},
    "figures.yaml": {
        "axes": dict[Name, Annotated[Name, Refers("collections")]],
        "figures": dict[Name, FigureSpec],
        "choices": dict[Name, ChoiceSpec],
        "lists": dict[Name, ListSpec],
        "names": dict[Name, Text],
    },
    "claims.yaml": {"claims": dict[Name, ClaimSpec]},
    "tables.yaml": {
        "tables": dict[Name, TableSpec],
        "specs": dict[Name, SpecSheet],
        "commands": dict[Name, CommandsSpec],
        "remarks": Annotated[tuple[Remark, ...], ListOnly],
    },
    "charts.yaml": {"charts": dict[Name, ChartSpec]},
    "calculators.yaml": {"calculators": dict[Name, CalculatorSpec]},
    "proof.yaml": {"proof": dict[Name, Measure], "proved": Proved},
    "changes.yaml": {"changes": Annotated[tuple[Change, ...], ListOnly]},
    "scales.yaml": Open(dict[Id, Scale]),
    "literals.yaml": {"literals": Annotated[tuple[Literal, ...], ListOnly]},
}

TAKEN = {key for layout in (SHARED, SITE) for types in layout.values() for key in types} | {
    "gpus",
    "counted",
    "offers",
    "feed",
    "short_names",
}
"""The names that a site cannot give to a collection of its own."""

OFFERS = "offers.csv"
"""The one file of a site that is not YAML: an offers feed."""

REQUIRED = {
    "vocabulary.yaml": ("vendors", "architectures", "memory_types"),
    **{file: tuple(keys) for file, keys in SHARED.items() if file not in ("vocabulary.yaml", "literals.yaml", "agreement.yaml")},
    "site.yaml": ("site", "pages"),
    "figures.yaml": ("figures",),
}
"""The files that cannot be left out, and the keys that cannot be left out of them."""


def collections(axis: str) -> str:
    """The collection that a field named `axis` holds an id of: `cache_shape` -> `cache_shapes`."""
    return f"{axis}s"
