"""Faults in charts: lengths, places, names, keys, ticks, and the table that says the same.

Knows the marks that charts carry (docs/formats.md). Refuses to know scales.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from gpuguide.proof.faults.edits import Spot, Wrong, dropped, exchanged_for, pages, rewritten, swapped
from gpuguide.proof.faults.numbers import of_text, other_digit
from gpuguide.proof.faults.scene import Kind

DRAWING = r'<svg class="drawing".*?</svg>'


def share(spot: Spot, chance: Random) -> str:
    """Another length or place, written like one."""
    return chance.choice([text for text in ("12.5", "37.9", "71", "99.9", "0") if text != spot.text])


def of_chart(pattern: str, wrong: Wrong) -> Kind:
    """A kind that writes something of a chart otherwise."""
    return rewritten(pages, pattern, wrong)


KINDS: Mapping[str, Kind] = {
    "length of a bar": of_chart(r'<rect data-bar[^>]* width="(?P<x>[0-9.]+)%"', share),
    "start of a bar": of_chart(r'<rect data-bar[^>]* x="(?P<x>[0-9.]+)%"', share),
    "series of a bar": of_chart(
        r'<rect data-bar[^>]* class="series-(?P<x>[0-9])"', lambda spot, chance: str((int(spot.text) + 1) % 4)
    ),
    "bar of another": exchanged_for(pages, r'<rect data-bar="(?P<x>[^"]*)"'),
    "bar lost": dropped(pages, r"<rect data-bar[^>]*/>"),
    "place of a mark": of_chart(r'<line data-mark[^>]* (?:x1|y1)="(?P<x>[0-9.]+)%"', share),
    "mark of another": exchanged_for(pages, r'<line data-mark="(?P<x>[^"]*)"'),
    "place of a point": of_chart(r'<circle data-point[^>]* c[xy]="(?P<x>[0-9.]+)%"', share),
    "point of another": exchanged_for(pages, r'<circle data-point="(?P<x>[^"]*)"'),
    "point lost": dropped(pages, r"<circle data-point[^>]*/>"),
    "end of a line": of_chart(r'<line data-segment[^>]* [xy][12]="(?P<x>[0-9.]+)%"', share),
    "line lost": dropped(pages, r"<line data-segment[^>]*/>"),
    "place of a tick": of_chart(r'<line data-tick[^>]* [xy]1="(?P<x>[0-9.]+)%"', share),
    "number of a tick": of_chart(r'<tspan data-value="[^"]*" data-figure="constant/[^"]*">(?P<x>[^<]*)<', of_text(other_digit)),
    "number in a chart": of_chart(r'<tspan [^>]*data-figure="(?!constant)[^"]*"[^>]*>(?P<x>[^<]*)<', of_text(other_digit)),
    "exact value in a chart": of_chart(r'<tspan [^>]*data-value="(?P<x>[^"]*)"', of_text(other_digit)),
    "two names of a chart swapped": swapped(pages, r'<tspan data-name="[^"]*">[^<]*</tspan>', within=DRAWING),
    "two numbers of a chart swapped": swapped(pages, r'<tspan [^>]*data-value="[^"]*"[^>]*>[^<]*</tspan>', within=DRAWING),
    "place of a label": of_chart(r'<text x="(?P<x>[0-9.]+)%"', share),
    "two keys of a chart swapped": swapped(pages, r"</svg>(?P<x>[^<]+)</li>", within=r'<ul class="keys">.*?</ul>'),
    "finding of another chart": exchanged_for(pages, r'<p class="finding"[^>]*>(?P<x>(?:(?!</p>).)*)</p>'),
    "chart of another": exchanged_for(pages, r'data-chart="(?P<x>[^"]*)"'),
    "kind of a chart": exchanged_for(pages, r'<figure class="chart chart-(?P<x>[a-z]+)"'),
    "chart lost": dropped(pages, r'<figure class="chart.*?</figure>'),
}
