"""Counts what stands on a site's pages, once the judge has found nothing wrong with it.

Knows the records of a build and what the judge counted. Refuses to count a site that has findings: its records prove nothing.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from gpuguide.catalog.loader import Site
from gpuguide.checks import judge_site
from gpuguide.errors import GuideError, Place, Problem
from gpuguide.proof.report import Census
from gpuguide.site.build import build_site


def take_census(root: Path, site: Site) -> Census:
    """Build a site in a folder of its own, have it judged, and count; `GuideError` with every finding when there are any."""
    built = build_site(root, site)
    with tempfile.TemporaryDirectory(prefix="gpuguide-prove-") as folder:
        for name, content in built.files.items():
            path = Path(folder, site.id, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        report = judge_site(root, Path(folder), site.id)
    if report.findings:
        raise GuideError(Problem(Place(one.where), f"{one.rule}: {one.message}", one.hint) for one in report.findings)
    pages = json.loads(built.files["records.json"])["pages"].values()
    keys = [figure[0] for page in pages for figure in page["figures"]]
    return Census(
        numbers=len(keys),
        backed=sum(not key.startswith("constant/") for key in keys),
        named=sum(len(page["names"]) for page in pages),
        literal=sum(count for page in pages for count in page["literals"].values()),
        claims=report.counts.get("claims", 0),
        locales=tuple(site.locales),
        as_of=site.spec.as_of.isoformat(),
    )
