"""Jinja, made strict: undefined names stop, text is escaped, templates lay out and do not think.

Knows the templates folder. Refuses templates that compute: arithmetic and number filters are found in their syntax trees before
anything is rendered.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from jinja2 import (
    BaseLoader,
    Environment,
    StrictUndefined,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
    Undefined,
    UndefinedError,
    nodes,
)
from jinja2.loaders import split_template_path
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from gpuguide.catalog.text import read_text
from gpuguide.errors import FactsError, GuideError, Place, Problem, Problems, nearest

BANNED_FILTERS = frozenset({"int", "float", "round", "default", "d", "safe", "abs", "sum", "format", "filesizeformat", "attr"})
_COMPUTING = (nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow, nodes.Neg)
_SELECTING = (nodes.Compare, nodes.Test, nodes.Getitem)
_TAG = re.compile(r"<[^<>]*>")
_READ = re.compile(r'(?<=[ \n])(?:title|alt|placeholder|aria-label|aria-description|content)="([^"]*)')
"""Attributes that people read or hear; what a viewport's content says is for the browser."""
_TYPED = re.compile(r"\S*[\d\u00b2\u00b3\u00b9\u00bc-\u00be\u2150-\u218b\u2460-\u24ff]\S*")


class LayoutError(GuideError):
    """A template that cannot be used or rendered."""


class _Sandbox(ImmutableSandboxedEnvironment):
    """Jinja's sandbox, which asks of each attribute whether it is safe and remembers its answers by type."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._safe: dict[tuple[type, str], bool] = {}

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Whether a template may read the attribute; it depends on nothing but the type and the name."""
        key = (type(obj), attr)
        if key not in self._safe:
            self._safe[key] = super().is_safe_attribute(obj, attr, value)
        return self._safe[key]


class _Files(BaseLoader):
    """The files of a folder, read as every file of a project is: UTF-8, no links, a sane size."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """The text of a template, its file, and a question whether that is still the same."""
        path = self._folder.joinpath(*split_template_path(template))
        if not path.exists() and not path.is_symlink():
            raise TemplateNotFound(template, f"there is no template {template}")
        text, changed = read_text(path, f"templates/{template}"), path.stat().st_mtime_ns
        return text, str(path), lambda: path.exists() and path.stat().st_mtime_ns == changed


class Layout:
    """The templates of a project."""

    def __init__(self, folder: Path) -> None:
        """Load and judge every template of the folder; `LayoutError` with all that is wrong."""
        self.folder = folder
        self._environment = _Sandbox(
            loader=_Files(folder),
            undefined=StrictUndefined,
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            finalize=_finalize,
        )
        problems = Problems(LayoutError)
        for path in sorted(path for path in folder.rglob("*") if path.is_symlink() and path.is_dir()):
            place = Place(f"templates/{path.relative_to(folder).as_posix()}")
            problems.add(place, "this is a symbolic link", "put the folder itself here")
        self.texts = sorted({text for path in self._files() for text in self._judge(path, problems)})
        problems.stop_if_any()

    def _files(self) -> list[Path]:
        return sorted(self.folder.rglob("*.html"))

    def _judge(self, path: Path, problems: Problems) -> list[str]:
        """Note what a template may not do; gives the texts it has translated."""
        name = f"templates/{path.relative_to(self.folder).as_posix()}"
        try:
            tree = self._environment.parse(read_text(path, name), name)
        except TemplateSyntaxError as error:
            problems.add(Place(name, error.lineno), f"not a valid template: {error.message}", "mend it near here")
            return []
        except RecursionError:
            problems.add(Place(name), "not a valid template: nested too deep", "write it flatter")
            return []
        except FactsError as error:
            problems.take(error)
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
        for line, text in (*_typed_text(tree), *_typed_constants(tree)):
            problems.add(Place(name, line), f'a digit typed into a template: "{text}"', "print a figure instead")
        return [
            call.args[0].value
            for call in tree.find_all(nodes.Call)
            if isinstance(call.node, nodes.Name) and call.node.name == "_" and call.args and isinstance(call.args[0], nodes.Const)
        ]

    def render(self, template: str, context: Mapping[str, Any], page: str, locale: str) -> str:
        """Render a template for a page; an undefined name or a None is a `LayoutError` with template and line."""
        try:
            return self._environment.get_template(template).render(context)
        except (TemplateError, TypeError, ValueError, LookupError, ArithmeticError, AttributeError, RecursionError) as error:
            place = _template_place(error, template)
            hint = _nearest_name(error, context) if isinstance(error, UndefinedError) else ""
            raise LayoutError([Problem(place, f"{error} (while rendering {page} in {locale})", hint)]) from error


def _typed_text(tree: nodes.Template) -> Iterator[tuple[int, str]]:
    """Digits that a reader would see or hear, with their lines; those of names in the markup are none."""
    chunks = list(tree.find_all(nodes.TemplateData))
    read = _TAG.sub(_blank_tag, "\0".join(chunk.data for chunk in chunks)).split("\0")
    for chunk, text in zip(chunks, read, strict=False):  # no chunk still gives one empty text
        for typed in _TYPED.finditer(text):
            yield chunk.lineno + text.count("\n", 0, typed.start()), typed[0]


def _blank_tag(tag: re.Match[str]) -> str:
    """A tag without all that is markup: as long as before, the attributes for readers left standing."""
    kept = list(re.sub(r"[^\0\n]", " ", tag[0]))
    if 'name="viewport"' not in tag[0]:
        for attribute in _READ.finditer(tag[0]):
            kept[attribute.start(1) : attribute.end(1)] = attribute[1]
    return "".join(kept)


def _typed_constants(tree: nodes.Template) -> Iterator[tuple[int, str]]:
    """Digits and None that an expression prints or sets; those that it compares or looks up with are none."""
    for node in tree.find_all((nodes.Output, nodes.Assign)):
        for constant in _printed(node):
            if constant.value is None or any(char.isdigit() for char in str(constant.value)):
                yield constant.lineno, str(constant.value)


def _printed(node: nodes.Node) -> Iterator[nodes.Const]:
    for child in node.iter_child_nodes():
        if isinstance(child, nodes.Const):
            yield child
        elif isinstance(child, nodes.CondExpr):
            yield from (part for part in (child.expr1, child.expr2) if isinstance(part, nodes.Const))
        elif not isinstance(child, _SELECTING):
            yield from _printed(child)


def _finalize(value: Any) -> Any:
    if isinstance(value, Undefined):
        str(value)  # raises what names it
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
