"""The judge: reads the built bytes and the data again, and proves the one against the other.

Knows dist/, data/ and locales/ as docs/formats.md describes them, and nothing of the engine: it imports only `errors`
of this project, has formulas, number forms and a YAML reader of its own, and takes no value from what was built.
"""

from __future__ import annotations

from pathlib import Path

from gpuguide.checks.court import Court
from gpuguide.checks.findings import Finding, Report
from gpuguide.checks.judge import judge_site
from gpuguide.checks.sharing import judge_sites

__all__ = ["Court", "Finding", "Report", "check_site", "judge_site", "judge_sites"]


def check_site(project: Path, out: Path, site: str) -> list[Finding]:
    """The findings about one site, in reading order; `out` is the folder that contains the site's folder."""
    return list(judge_site(project, out, site).findings)
