"""What CLDR says of a language that no guide speaks yet: a first draft of its entry in `data/locales.yaml`.

Knows Babel's data. Refuses to know how readers really write: the draft is for a person to correct.
"""

from __future__ import annotations

from babel import Locale, UnknownLocaleError, localedata
from babel.core import get_global
from babel.numbers import get_decimal_symbol, get_group_symbol

GROUPS = (",", ".", "\u00a0", "\u202f")
"""Signs between thousands that a catalog may have; a language with another gets a no-break space."""


def drafted(locale_id: str) -> dict[str, str] | None:
    """The fields of the entry that CLDR knows, by name; None for a language that it does not have."""
    try:
        locale = Locale.parse(locale_id)
    except (UnknownLocaleError, ValueError, TypeError):
        return None
    if not localedata.exists(str(locale)):
        return None
    likely = get_global("likely_subtags").get(locale_id, locale_id)
    territory = locale.territory or next((part for part in likely.split("_")[1:] if part.isupper() and len(part) == 2), "")
    group = get_group_symbol(locale)
    return {
        "babel": str(locale),
        "tag": str(locale).replace("_", "-"),
        "og": f"{locale.language}_{territory}",
        "segment": str(locale).replace("_", "-").lower(),
        "name": locale.get_display_name() or str(locale),
        "decimal": get_decimal_symbol(locale),
        "group": group if group in GROUPS else "\u00a0",
    }
