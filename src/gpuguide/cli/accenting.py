"""`messages pseudo`: the sites in a language that nobody speaks, and every text on them that no message says.

Knows what a page may say without a message: names, units, punctuation. Refuses to publish: the pages stand in a folder of
their own, unjudged.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from gpuguide.catalog.loader import Site, load_sites
from gpuguide.checks.parsing import parse_page
from gpuguide.checks.words.stretches import CLOSE as TOKEN_END
from gpuguide.checks.words.stretches import OPEN as TOKEN
from gpuguide.cli.console import Screen
from gpuguide.errors import Exit
from gpuguide.l10n.pseudo import CLOSE, OPEN, pseudo_reader
from gpuguide.site.build import Built, build_site
from gpuguide.site.outputs import refuse_foreign
from gpuguide.site.publish import publication

_TOKENS = re.compile(f"{TOKEN}[^{TOKEN_END}]*{TOKEN_END}")
_MESSAGES = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
_WORD = re.compile(r"[^\W\d_]")
_FORMATS = ("CSV", "JSON")


def accented(root: Path, out: Path, wanted: str | None, screen: Screen) -> int:
    """Build, put in place, and tell what is no message; exit code 1 when there is such a text."""
    refuse_foreign(root, out)
    unsaid: Counter[tuple[str, str]] = Counter()
    with publication(out) as new:
        for site in load_sites(root, wanted):
            built = build_site(root, site, strict=False, read_catalog=pseudo_reader(one.text for one in site.literals))
            new.add(site.id, built.files)
            unsaid.update((site.id, text) for text in _unsaid(site, built))
        new.put_in_place()
    for (site_id, text), times in sorted(unsaid.items()):
        screen.problem(f'{site_id}: no message says "{text}", {times} times')
    screen.say(f"{len(unsaid)} texts that are no message; the pages stand in {out}")
    return int(Exit.FINDINGS if unsaid else Exit.OK)


def _unsaid(site: Site, built: Built) -> Iterator[str]:
    """Each text of the translated pages, once for each time that it stands there."""
    free = _free(site)
    own = tuple(f"{record.segment}/" for locale, record in site.locales.items() if locale != site.source_locale)
    for path, content in built.files.items():
        page = parse_page(path, path, content.decode("utf-8")) if path.startswith(own) and path.endswith(".html") else None
        for stretch in page.stretches if page is not None else ():
            rest = left_of(stretch.text)
            for word in free:
                rest = rest.replace(word, "")
            if _WORD.search(rest):
                yield left_of(stretch.text)


def left_of(text: str) -> str:
    """A stretch without its tokens and its messages, one within another or side by side."""
    rest, before = _TOKENS.sub("", text), ""
    while rest != before:
        rest, before = _MESSAGES.sub("", rest), rest
    return rest.strip()


def _free(site: Site) -> list[str]:
    """What is the same in every language, or stands in the data of each: names, units. The longest first."""
    names = [site.spec.name, site.spec.operator, *(record.name for record in site.locales.values()), *_FORMATS]
    units = [text for texts in site.units.values() for written in texts.values() for text in _written(written)]
    found = {part.strip("{} ") for text in (*names, *units) for part in re.split(r"\{n\}", text)}
    return sorted((part for part in found if part), key=lambda part: (-len(part), part))


def _written(pattern: object) -> list[str]:
    return list(map(str, pattern.values())) if isinstance(pattern, dict) else [str(pattern)]
