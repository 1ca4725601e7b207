"""How the calculator refuses a value that cannot be: by the name of its field, with what was seen and what is wanted.

Knows fields and whole numbers. Refuses to repair anything.
"""

from __future__ import annotations

from gpuguide.errors import Place, UsageError


def refuse(field: str, seen: object, wanted: str) -> UsageError:
    """The error of a value that cannot be: names the field, what was seen and what is wanted."""
    return UsageError.at(Place("sizing"), f"expected {wanted}, got {seen}", path=field)


def above_zero(**fields: int) -> None:
    """Refuse, by its name, the first field that is not a whole number above zero."""
    for name, value in fields.items():
        if type(value) is not int or value <= 0:
            raise refuse(name, value, "a whole number above 0")


def not_negative(**fields: int) -> None:
    """Refuse, by its name, the first field that is not a whole number from zero."""
    for name, value in fields.items():
        if type(value) is not int or value < 0:
            raise refuse(name, value, "a whole number from 0")
