"""The site's stylesheet, scripts and picture, named by their content.

Knows the assets folder and the brand's tokens. Refuses to fetch anything: the picture's typeface ships with Pillow.
"""

from __future__ import annotations

import hashlib
import io
import re
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from gpuguide.catalog.loader import Site
from gpuguide.catalog.text import read_text
from gpuguide.errors import FactsError, Place
from gpuguide.site.press import Assets, Press

WIDTH, HEIGHT = 1200, 630
_MARGIN = 80
_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="{colour}"/>'
    '<path d="M8 22V16h4v6zM14 22V10h4v12zM20 22v-8h4v8z" fill="#fff"/></svg>'
)
"""Three bars on the brand's accent."""
_ACCENT = re.compile(r"--accent:\s*light-dark\((#[0-9a-fA-F]{6})")


def make_assets(root: Path, site: Site) -> tuple[Assets, dict[str, bytes]]:
    """The paths of the assets and their bytes; the picture is drawn later, when figures are known."""
    folder = root / "templates" / "assets"
    brand = folder / "brands" / f"{site.spec.brand}.css"
    if not brand.exists() and not brand.is_symlink():
        place = site.place("site.yaml", "site", "brand")
        raise FactsError.at(place, f"there is no {brand.relative_to(root).as_posix()}", "write the brand's tokens there")
    css = _stylesheet(folder, site.spec.brand).encode("utf-8")
    scripts = {path.stem: _asset(path, folder).encode("utf-8") for path in sorted((folder / "scripts").glob("*.js"))}
    icon = _ICON.format(colour=_accent(css.decode("utf-8"))).encode("utf-8")
    paths = {stem: _named(stem, script, "js") for stem, script in scripts.items()}
    # Drawn when figures are known, the picture is not named by its content: it stands outside assets/, where files are kept.
    names = Assets(_named("site", css, "css"), paths, "og.png", _named("icon", icon, "svg"))
    return names, {names.stylesheet: css, names.icon: icon, **{paths[stem]: script for stem, script in scripts.items()}}


def _stylesheet(folder: Path, brand: str) -> str:
    """The parts in the order of their names, the brand's tokens last: one file, one request."""
    parts = [*sorted((folder / "styles").glob("*.css")), folder / "brands" / f"{brand}.css"]
    return "\n".join(_asset(part, folder) for part in parts)


def _asset(path: Path, folder: Path) -> str:
    """The text of a stylesheet or a script."""
    return read_text(path, f"templates/assets/{path.relative_to(folder).as_posix()}")


def _accent(css: str) -> str:
    """The brand's accent in light mode: the last one that the stylesheet sets."""
    found = _ACCENT.findall(css)
    if not found:
        place = Place("templates/assets/styles")
        raise FactsError.at(place, "no stylesheet sets --accent", "write --accent: light-dark(#…, #…) with six digits each")
    return str(found[-1])


def _named(stem: str, content: bytes, ending: str) -> str:
    return f"assets/{stem}.{hashlib.sha256(content).hexdigest()[:12]}.{ending}"


def draw_picture(press: Press) -> bytes:
    """The picture that links show: the site's name and its headline figures, in Latin script only."""
    css = _stylesheet(press.layout.folder / "assets", press.site.spec.brand)
    image = Image.new("RGB", (WIDTH, HEIGHT), _accent(css))
    draw = ImageDraw.Draw(image)
    draw.text((_MARGIN, _MARGIN), press.site.spec.name, fill="white", font=ImageFont.load_default(72))
    line = ImageFont.load_default(44)
    for index, text in enumerate(_headlines(press)):
        draw.text((_MARGIN, 230 + 90 * index), text, fill="white", font=line)
    stream = io.BytesIO()
    image.save(stream, "PNG", optimize=False, compress_level=9)
    return stream.getvalue()


def _headlines(press: Press) -> list[str]:
    """The first figure of each headline item of the home guide, as its source language prints it."""
    source = press.sources.get(press.site.spec.home) or next(iter(press.sources.values()))
    texts = [line.text for block in source.blocks() if "headline" in block.attributes for line in block.lines]
    writer = press.writers[press.site.source_locale]
    shown = []
    for text in texts[:4]:
        figure = press.book.figure(text.partition("{")[2].partition("}")[0].partition("|")[0])
        card = next(
            (str(press.book.facts.get(f"gpus.{name}.name").value) for name in re.findall(r"\{gpu:([a-z0-9-]+)\}", text)), ""
        )
        if figure.missing is None:
            amount = writer.quantity(figure.printed, figure.unit.id, figure.decimals, figure.form)
            shown.append(f"{amount}  {card}".strip())
    return shown
