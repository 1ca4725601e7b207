"""Jinja, made strict: undefined names stop, text is escaped, templates lay out and do not think.

Knows the templates folder. Refuses templates that compute: arithmetic and number filters are found in their syntax trees before
anything is rendered.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined, TemplateError, TemplateSyntaxError, UndefinedError, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from gpuguide.errors import GuideError, Place, Problem, Problems, nearest

BANNED_FILTERS = frozenset({"int", "float", "round", "default", "d", "safe", "abs", "sum", "format", "filesizeformat", "attr"})
_COMPUTING = (nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow, nodes.Neg)
_TEXT = re.compile(r">([^<]*)")


class LayoutError(GuideError):
    """A template that cannot be used or rendered."""


class Layout:
    """The templates of a project."""

    def __init__(self, folder: Path) -> None:
        """Load and judge every template of the folder; `LayoutError` with all that is wrong."""
        self.folder = folder
        self._environment = ImmutableSandboxedEnvironment(
            loader=FileSystemLoader(folder),
            undefined=StrictUndefined,
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            finalize=_finalize,
        )
        problems = Problems(LayoutError)
        self.texts = sorted({text for path in self._files() for text in self._judge(path, problems)})
        problems.stop_if_any()

    def _files(self) -> list[Path]:
        return sorted(self.folder.rglob("*.html"))

    def _judge(self, path: Path, problems: Problems) -> list[str]:
        """Note what a template may not do; gives the texts it has translated."""
        name = f"templates/{path.relative_to(self.folder).as_posix()}"
        try:
            tree = self._environment.parse(path.read_text(encoding="utf-8"), name)
        except TemplateSyntaxError as error:
            problems.add(Place(name, error.lineno), f"not a valid template: {error.message}")
            return []
        for used in tree.find_all(nodes.Filter):
            if used.name in BANNED_FILTERS:
                problems.add(
                    Place(name, used.lineno),
                    f"the filter {used.name} computes or hides",
                    "compute in a figure; templates only lay out",
                )
        for node in tree.find_all(_COMPUTING):
            problems.add(Place(name, node.lineno), "arithmetic in a template", "compute in a figure; templates only lay out")
        for data in tree.find_all(nodes.TemplateData):
            for text in _TEXT.findall(data.data):
                if any(char.isdigit() for char in text):
                    problems.add(
                        Place(name, data.lineno),
                        f'a digit typed into a template: "{text.strip()}"',
                        "print a figure instead",
                    )
        return [
            call.args[0].value
            for call in tree.find_all(nodes.Call)
            if isinstance(call.node, nodes.Name) and call.node.name == "_" and isinstance(call.args[0], nodes.Const)
        ]

    def render(self, template: str, context: Mapping[str, Any], page: str, locale: str) -> str:
        """Render a template for a page; an undefined name or a None is a `LayoutError` with template and line."""
        try:
            return self._environment.get_template(template).render(context)
        except (TemplateError, TypeError, ValueError) as error:
            place = _template_place(error, template)
            hint = _nearest_name(error, context) if isinstance(error, UndefinedError) else ""
            raise LayoutError([Problem(place, f"{error} (while rendering {page} in {locale})", hint)]) from error


def _finalize(value: Any) -> Any:
    if value is None or (callable(value) and not isinstance(value, str | Markup)):
        raise ValueError(f"a template printed {value!r}")
    return value


def _template_place(error: BaseException, template: str) -> Place:
    """The deepest template frame of the traceback: Jinja gives undefined errors no line of their own."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.endswith(".html")]
    if not frames:
        return Place(f"templates/{template}")
    name = frames[-1].filename.replace("\\", "/")
    return Place("templates/" + name.rsplit("templates/", 1)[-1], frames[-1].lineno)


def _nearest_name(error: UndefinedError, context: Mapping[str, Any]) -> str:
    missing = re.search(r"'([^']+)'$|^'([^']+)' is undefined", str(error))
    name = next((group for group in missing.groups() if group), "") if missing else ""
    owners = [vars(value) if hasattr(value, "__dict__") else {} for value in context.values()]
    return nearest(name, {*context, *(field for owner in owners for field in owner)})
