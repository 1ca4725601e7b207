"""Measure how soon a saved price is on the screen: `.venv/bin/python tests/bench/bench_serve.py [--cards 150] [--saves 10]`.

A made-up site with a page for each card in four languages is served as an editor serves it. For each save the time is taken
from the end of writing prices.yaml to the end of an answer that has the new price; the page is asked for again and again, which
is more than a browser does. A script, not a test: a machine under load would fail a test that is right.
"""

from __future__ import annotations

import argparse
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
GOAL = 0.2
LANGUAGES = "en,pt,zh,ja"
PAGE = """\
---
title: "{gpu:gpu}"
description: "{gpu:gpu} costs {monthly/gpu} a month."
---

# {gpu:gpu}

{gpu:gpu} costs {monthly/gpu} a month, which is {hour/gpu} an hour.

::table cards
"""


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how soon a saved price is on the screen.")
    parser.add_argument("--cards", type=int, default=150)
    parser.add_argument("--saves", type=int, default=10)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        write_site(project, asked.cards)
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        words = ["serve", "--site", "bench", "--port", str(port), "--project", str(project)]
        server = subprocess.Popen(command(words), env=environment(), stdout=subprocess.DEVNULL)
        try:
            address = f"http://127.0.0.1:{port}/en/card/card-7/"
            first = until(address, lambda text: "$107" in text)
            print(f"{4 * (asked.cards + 1)} pages; first answer after {first:.2f} s", flush=True)
            times = [saved(project, address, 1000 + number) for number in range(asked.saves)]
        finally:
            server.terminate()
            server.wait()
    print(f"a saved price is there after: median {statistics.median(times):.3f} s, worst {max(times):.3f} s; aim {GOAL} s")
    return 0


def write_site(project: Path, cards: int) -> None:
    """The starter site with so many cards, each with a price and a page."""
    run(["new", "site", "bench", "--name", "Bench", "--locales", LANGUAGES, "--project", str(project)])
    card = (project / "data/gpus/l40s.yaml").read_text(encoding="utf-8")
    prices = project / "data/sites/bench/prices.yaml"
    text = prices.read_text(encoding="utf-8")
    entry = text[text.index("  l40s:") :].rstrip("\n")
    for number in range(cards):
        own = re.sub(r"^name: .*$", f"name: Card {number}", card, flags=re.MULTILINE)
        own = re.sub(r"^smi_names: .*$", f"smi_names: [Card {number}]", own, flags=re.MULTILINE)
        (project / f"data/gpus/card-{number}.yaml").write_text(own, encoding="utf-8")
        text += entry.replace("l40s", f"card-{number}").replace("monthly: 100", f"monthly: {100 + number}") + "\n"
    prices.write_text(text, encoding="utf-8")
    site = project / "data/sites/bench/site.yaml"
    home = '  home: {path: ""}\n'
    site.write_text(
        site.read_text(encoding="utf-8").replace(home, f"{home}  card: {{each: gpu in prices, path: card}}\n"), encoding="utf-8"
    )
    (project / "templates/pages/bench/card.md").write_text(PAGE, encoding="utf-8")


def saved(project: Path, address: str, price: int) -> float:
    """Seconds from a saved price to its page."""
    path = project / "data/sites/bench/prices.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"(card-7:\n +monthly: )[0-9]+", rf"\g<1>{price}", text), encoding="utf-8")
    return until(address, lambda page: f"${price:,}" in page)


def until(address: str, there: Callable[[str], bool]) -> float:
    """Seconds until the page has what is waited for."""
    started = time.perf_counter()
    while time.perf_counter() - started < 60:
        try:
            with urllib.request.urlopen(address) as answer:
                if there(answer.read().decode("utf-8")):
                    return time.perf_counter() - started
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.05)
    sys.exit(f"{address} never showed it")


def run(words: list[str]) -> None:
    subprocess.run(command(words), env=environment(), check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)


def command(words: list[str]) -> list[str]:
    return [sys.executable, "-m", "gpuguide", *words]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1"}


if __name__ == "__main__":
    sys.exit(main())
