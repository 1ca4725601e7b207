"""Charts as static SVG made at build time: exact places, text that can be selected, looks by CSS classes alone."""

from gpuguide.site.charts.drawing import Chart, Charts

__all__ = ["Chart", "Charts"]
