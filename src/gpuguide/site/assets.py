"""The site's stylesheet, scripts and picture, named by their content.

Knows the assets folder and the brand's tokens. Refuses to know what the picture shows.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from gpuguide.catalog.loader import Site
from gpuguide.catalog.text import read_text
from gpuguide.errors import FactsError, Place
from gpuguide.site.picture import Colours, draw_picture
from gpuguide.site.press import Assets

_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="{colour}"/>'
    '<path d="M8 22V16h4v6zM14 22V10h4v12zM20 22v-8h4v8z" fill="#fff"/></svg>'
)
"""Three bars on the brand's accent."""
_ROOT = re.compile(r"^:root \{(.*?)^\}", re.MULTILINE | re.DOTALL)
_SET = r"--{name}:\s*([^;]+);"
_PAIR = re.compile(r"light-dark\((#[0-9a-fA-F]{6}), *(#[0-9a-fA-F]{6})\)")
_PLAIN = re.compile(r"#[0-9a-fA-F]{6}")
_OTHER = re.compile(r"var\(--([a-z-]+)\)")


def make_assets(root: Path, site: Site) -> tuple[Assets, dict[str, bytes]]:
    """The paths of the assets and their bytes."""
    folder = root / "templates" / "assets"
    brand = folder / "brands" / f"{site.spec.brand}.css"
    if not brand.exists() and not brand.is_symlink():
        place = site.place("site.yaml", "site", "brand")
        raise FactsError.at(place, f"there is no {brand.relative_to(root).as_posix()}", "write the brand's tokens there")
    css = _stylesheet(folder, site.spec.brand).encode("utf-8")
    scripts = {path.stem: _asset(path, folder).encode("utf-8") for path in sorted((folder / "scripts").glob("*.js"))}
    tokens = "".join(_ROOT.findall(css.decode("utf-8")))
    icon = _ICON.format(colour=_colour(tokens, "accent")[0]).encode("utf-8")
    picture = draw_picture(site.spec.name, _colours(tokens))
    paths = {stem: _named(stem, script, "js") for stem, script in scripts.items()}
    names = Assets(_named("site", css, "css"), paths, _named("picture", picture, "png"), _named("icon", icon, "svg"))
    own = {names.stylesheet: css, names.picture: picture, names.icon: icon}
    return names, {**own, **{paths[stem]: script for stem, script in scripts.items()}}


def _stylesheet(folder: Path, brand: str) -> str:
    """The parts in the order of their names, the brand's tokens last: one file, one request."""
    parts = [*sorted((folder / "styles").glob("*.css")), folder / "brands" / f"{brand}.css"]
    return "\n".join(_asset(part, folder) for part in parts)


def _asset(path: Path, folder: Path) -> str:
    """The text of a stylesheet or a script."""
    return read_text(path, f"templates/assets/{path.relative_to(folder).as_posix()}")


def _colours(tokens: str) -> Colours:
    """The picture's colours: those of the masthead, and the accent that shows on its ground."""
    ground = _colour(tokens, "mast")[0]
    on_dark = sum(bytes.fromhex(ground[1:])) < 3 * 128
    return Colours(
        ground, _colour(tokens, "mast-ink")[0], _colour(tokens, "mast-line")[0], _colour(tokens, "accent")[int(on_dark)]
    )


def _colour(tokens: str, name: str) -> tuple[str, str]:
    """A token's colour in light mode and in dark mode; the brand sets it last."""
    found = re.findall(_SET.format(name=name), tokens)
    value = found[-1].strip() if found else ""
    if other := _OTHER.fullmatch(value):
        return _colour(tokens, other[1])
    if pair := _PAIR.fullmatch(value):
        return pair[1], pair[2]
    if _PLAIN.fullmatch(value):
        return value, value
    seen = f"--{name} is {value}" if value else f"no stylesheet sets --{name}"
    raise FactsError.at(Place("templates/assets/styles"), seen, f"write --{name}: light-dark(#…, #…); with six digits each")


def _named(stem: str, content: bytes, ending: str) -> str:
    return f"assets/{stem}.{hashlib.sha256(content).hexdigest()[:12]}.{ending}"
