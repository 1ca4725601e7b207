"""gpuguide: a static-site generator for guides whose every number is computed."""

__version__ = "0.1.0"
