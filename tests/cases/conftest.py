"""The made-up guide, built or not, and the command line, for cases that other projects met."""

from tests.cli.conftest import built_guide, change, guide, published, run

__all__ = ["built_guide", "change", "guide", "published", "run"]
