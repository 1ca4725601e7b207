"""Puts faulty functions into the running engine for a while, and the right ones back.

Knows modules and attributes. Refuses to touch the judge and the proof itself.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import Any

_ENGINE = tuple(f"gpuguide.{layer}" for layer in ("quantities", "catalog", "sizing", "pricing", "l10n", "figures", "site"))


@dataclass(frozen=True)
class Swap:
    """An attribute of a class or module, or an item of a table, that holds something else for a while."""

    owner: Any
    name: str
    value: Any

    def put(self) -> Callable[[], None]:
        """Put the value in; gives what puts the old one back."""
        if isinstance(self.owner, dict):
            item = self.owner[self.name]
            self.owner[self.name] = self.value
            return lambda: self.owner.__setitem__(self.name, item)
        old = self.owner.__dict__[self.name]
        setattr(self.owner, self.name, self.value)
        return lambda: setattr(self.owner, self.name, old)


def everywhere(function: Callable[..., Any], wrong: Callable[..., Any]) -> list[Swap]:
    """A function of the engine in every module that imported it."""
    return [Swap(module, name, wrong) for module in _modules() for name, value in list(vars(module).items()) if value is function]


@contextmanager
def swapped_in(swaps: Iterable[Swap]) -> Iterator[None]:
    """Run with the swaps in place; nothing that was remembered before or meanwhile outlives either side."""
    forget()
    back: list[Callable[[], None]] = []
    try:
        back.extend(swap.put() for swap in swaps)
        yield
    finally:
        for put_back in reversed(back):
            put_back()
        forget()


def forget() -> None:
    """Empty the caches of the engine's functions, but for those that only read its own source."""
    for module in _modules():
        for value in list(vars(module).values()):
            if callable(getattr(value, "cache_clear", None)) and value.__module__ != "gpuguide.figures.formulas":
                value.cache_clear()


def _modules() -> list[ModuleType]:
    return [module for name, module in sorted(sys.modules.items()) if name.startswith(_ENGINE) and module is not None]
