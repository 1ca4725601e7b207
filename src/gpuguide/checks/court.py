"""Judges one site again and again while only its built files change: what the data gives is worked out once.

Knows what of a judgement depends on the data alone. Refuses to share anything after a judgement that found something, or when
the build counts otherwise: counts are facts of the site.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from gpuguide.checks.bench import Bench
from gpuguide.checks.findings import Docket, Report
from gpuguide.checks.judge import judge_bench, prepared, reopened


class Court:
    """A judge who keeps the data of a site in mind."""

    def __init__(self, project: Path, out: Path, site: str) -> None:
        """Nothing is read yet; `out` is the folder that contains the site's folder."""
        self._project, self._out, self._site = project, out, site
        self._known: Bench | None = None

    def report(self) -> Report:
        """Everything that is wrong with the site as it stands now, the same as `judge_site` says."""
        bench = None if self._known is None else reopened(replace(self._known, docket=Docket()))
        if bench is None:
            bench = prepared(self._project, self._out, self._site)
        report = judge_bench(bench)
        if self._known is None and not report.findings:
            self._known = bench
        return report
