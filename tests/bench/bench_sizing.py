"""Size all models on all cards, in four formats and three contexts; print seconds and peak memory.

Run it as `python tests/bench/bench_sizing.py`; it uses as many processes as there are cores, two at most.
"""

import os
import resource
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))

from gpuguide.catalog.models import model_ids  # noqa: E402 -- run as a script, without the package installed
from gpuguide.errors import GuideError  # noqa: E402
from gpuguide.figures.sized import Asked, Desk, size  # noqa: E402

FORMATS = ("bf16", "fp8", "q4-k-m", "awq")
CONTEXTS = (4096, 32_768, 131_072)
TARGET_SECONDS = 10


def size_models(names: list[str]) -> tuple[int, int, float]:
    """Answers, refusals and peak memory in MiB of one process."""
    desk, answers, refused = Desk(ROOT), 0, 0
    cards = [*desk.gpus, *desk.serving.measured_cards]
    for name in names:
        found = desk.model(name)
        for card in cards:
            for form in FORMATS:
                for context in CONTEXTS:
                    try:
                        size(desk, found, Asked(gpu=card, weights=form, context=context))
                        answers += 1
                    except GuideError:
                        refused += 1
    return answers, refused, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> int:
    cores = min(2, os.cpu_count() or 1)
    started = time.perf_counter()
    names = model_ids(ROOT)
    with ProcessPoolExecutor(cores) as pool:
        parts = list(pool.map(size_models, [names[index::cores] for index in range(cores)]))
    seconds = time.perf_counter() - started
    answers, refused = sum(part[0] for part in parts), sum(part[1] for part in parts)
    memory = max(part[2] for part in parts)
    print(f"{answers} answers ({refused} refused) on {cores} cores in {seconds:.1f} s, {memory:.0f} MiB a process")
    return 0 if seconds < TARGET_SECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
