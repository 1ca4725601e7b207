"""Take the screenshots of docs/screenshots.md: `.venv/bin/python tests/bench/screenshots.py [--built dist]`.

Every picture is named after what it shows: site, page, language, width, scheme. Knows Chromium and WebP; refuses to judge: the
tests under tests/web do, a person looks.
"""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Browser, ViewportSize, sync_playwright

from tests.needs import chromium_path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "docs/screenshots"
HEIGHTS = {360: 740, 768: 1024, 1280: 860}


class Shot(NamedTuple):
    """What is shown: a page of a site in a language, at a width, in a scheme; from an element on, and after a click, if any."""

    site: str
    page: str
    language: str
    width: int
    scheme: str = "light"
    at: str = ""
    click: str = ""

    @property
    def name(self) -> str:
        """The file."""
        page = self.page.replace("/", "-") or "home"
        part = f"-{self.at.strip('#.').replace('.', '-')}" if self.at else ""
        return f"{self.site}-{page}{part}-{self.language}-{self.width}-{self.scheme}.webp"


HUB, EVER = "gpu-rent-hub", "everxcloud"
SHOTS = (
    Shot(HUB, "", "en", 1280),
    Shot(HUB, "", "zh", 360),
    Shot(HUB, "", "ja", 360, "dark"),
    Shot(HUB, "gpu-for-llm-inference", "pt", 1280),
    Shot(HUB, "gpu-for-llm-inference", "ja", 360),
    Shot(HUB, "gpu-for-llm-inference", "en", 1280, at="#vram", click="#vram a.figure"),
    Shot(HUB, "vram-guide", "zh", 1280, at="figure.chart"),
    Shot(HUB, "gpu-catalog", "en", 1280, "dark"),
    Shot(HUB, "gpu-catalog", "pt", 360),
    Shot(HUB, "gpus/h100-sxm", "ja", 768),
    Shot(HUB, "calculator", "en", 1280),
    Shot(HUB, "calculator", "zh", 360),
    Shot(HUB, "monthly-vs-hourly", "en", 768, at="figure.chart"),
    Shot(HUB, "how-the-numbers-are-checked", "pt", 768),
    Shot(EVER, "", "en", 1280),
    Shot(EVER, "", "pt", 360, "dark"),
    Shot(EVER, "gpu-models", "pt", 1280),
    Shot(EVER, "compare-gpus", "en", 1280, "dark"),
    Shot(EVER, "gpus/rtx-4090", "en", 360),
    Shot(EVER, "gpu-for-llm-inference", "pt", 768),
    Shot(EVER, "calculator", "pt", 1280),
)


def main() -> int:
    parser = argparse.ArgumentParser(description="Take the screenshots of the documentation.")
    parser.add_argument("--built", type=Path, default=ROOT / "dist")
    parser.add_argument("--out", type=Path, default=FOLDER)
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox", "--disable-gpu"])
        for shot in SHOTS:
            (asked.out / shot.name).write_bytes(taken(browser, shot, asked.built.resolve()))
        browser.close()
    wanted = {shot.name for shot in SHOTS}
    for stale in (path for path in asked.out.iterdir() if path.name not in wanted):
        stale.unlink()
    return 0


def taken(browser: Browser, shot: Shot, built: Path) -> bytes:
    """The picture as WebP."""
    size: ViewportSize = {"width": shot.width, "height": HEIGHTS[shot.width]}
    page = browser.new_page(viewport=size, color_scheme="dark" if shot.scheme == "dark" else "light", reduced_motion="reduce")
    # Modules load from servers alone: the folder answers as one.
    page.route("http://guide/**", lambda route: route.fulfill(path=served(built / shot.site, route.request.url)))
    page.goto(f"http://guide/{shot.language}/{shot.page}{'/' if shot.page else ''}", wait_until="networkidle")
    if shot.at:
        page.locator(shot.at).first.evaluate("one => window.scrollTo(0, one.getBoundingClientRect().top + scrollY - 24)")
    if shot.click:
        page.locator(shot.click).first.click()
    content = page.screenshot()
    page.close()
    stream = io.BytesIO()
    with Image.open(io.BytesIO(content)) as image:
        image.convert("RGB").save(stream, "WEBP", quality=72, method=6)
    return stream.getvalue()


def served(folder: Path, address: str) -> Path:
    """The file of an address."""
    path = folder / address.removeprefix("http://guide/").partition("?")[0]
    return path / "index.html" if path.is_dir() else path


if __name__ == "__main__":
    sys.exit(main())
