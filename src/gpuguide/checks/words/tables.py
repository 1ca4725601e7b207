"""What the tables of a page must say, cell by cell.

Knows the columns of tables.yaml. Refuses to know prose and HTML: it hands back stretches in reading order.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuguide.checks.conditions import hold
from gpuguide.checks.declared import Rows
from gpuguide.checks.documents import Record
from gpuguide.checks.facts import Amount, Bindings, Missing, UnsoundError
from gpuguide.checks.recompute import Figure
from gpuguide.checks.shapes import record_at, records, text, texts
from gpuguide.checks.words.phrases import Phrases, text_of
from gpuguide.checks.words.stretches import link, place_of, token
from gpuguide.checks.words.workings import Workings, is_fact, unknown_word

Bound = dict[str, str]
# What stands behind the header of a column by which rows are found.
_LIMITS = {"least": "at least", "most": "at most"}


class Tables:
    """The declared tables of a site in one language."""

    def __init__(self, phrases: Phrases, workings: Workings) -> None:
        """Bind the language's phrases and workings."""
        self.phrases, self.workings = phrases, workings
        self.answers, self.site = phrases.bench.answers, phrases.bench.site

    # --- Tables ---

    def table(self, name: str, page: Bindings, path: str) -> Iterator[str]:
        """The stretches of a table, its downloads and its worked row."""
        declared, spec = self.site.declared.tables.get(name), record_at(record_at(self.site.layouts, "tables"), name)
        if declared is None:
            raise UnsoundError(f"there is no table {name}")
        rows, columns = declared
        axis = self.answers.references.candidates(rows.rows)[0]
        bound = [
            {axis: one, **{key: value for key, value in page.items() if key != axis}} for one in self.answers.rows(rows, page)
        ]
        yield from self._controls(rows, columns, spec, bound, page)
        yield self.phrases.html(text(spec, "caption"), page)
        heads = [[self.phrases.html(text(column, "header"), page), *self._unit(column, bound)] for column in columns]
        cells = [[list(self._cell(column, row)) for column in columns] for row in bound]
        if rows.transposed:
            yield from heads[0][:1]
            heads, cells = heads[1:], list(map(list, zip(*cells, strict=True)))
            yield from (stretch for cell in cells.pop(0) for stretch in cell)
            yield from (
                one for head, row in zip(heads, cells, strict=True) for one in (*head, *(part for cell in row for part in cell))
            )
        else:
            yield from (stretch for head in heads for stretch in head)
            yield from (stretch for row in cells for cell in row for stretch in cell)
        if bound:
            yield self._downloads(name, path)
            yield from self._worked(rows, columns, spec.get("worked"), axis, bound, page)

    def _controls(
        self, rows: Rows, columns: tuple[Record, ...], spec: Record, bound: list[Bound], page: Bindings
    ) -> Iterator[str]:
        """What stands over a table whose rows can be found by their columns, or chosen among."""
        word, mark = self.phrases.lexicon.word, self.phrases.language.mark
        if spec.get("interactive") is True:
            yield word("Contains")
            for column in (one for one in columns if "filter" in one):
                unit = "".join(f"{mark('open')}{unit}{mark('close')}" for unit in self._unit(column, bound))
                limit = _LIMITS.get(text(column, "filter"))
                yield self.phrases.html(text(column, "header"), page) + unit + (mark("colon") + word(limit) if limit else "")
                yield word("any")
            yield word("Show all")
        elif rows.transposed:
            yield word("Show only")
            axis = self.answers.references.candidates(rows.rows)[0]
            yield from (token(f"{self.answers.facts.axes[axis]}/{row[axis]}") for row in bound)

    def _unit(self, column: Record, rows: list[Bound]) -> Iterator[str]:
        """The unit that a head states for cells that leave theirs out."""
        if "figure" not in column or column.get("unit", "header") != "header":
            return
        figures = [self._figure(self.phrases.key(text(column, "figure"), row)) for row in rows]
        unit = next((unit for unit in figures if unit is not None), "")
        around = "".join(self.phrases.bench.writer.around(self.phrases.language, unit, "table")).replace("\u00a0", " ").strip()
        if around:
            yield around

    def _figure(self, key: str) -> str | None:
        """The unit of a figure or fact that is not missing."""
        value: Figure | object = self.answers.facts.fact(key, {}).value if is_fact(key) else self.answers.figure(key)
        if isinstance(value, Figure):
            return None if isinstance(value.value, Missing) else value.unit
        return value.unit if isinstance(value, Amount) else None

    def _cell(self, column: Record, row: Bound) -> Iterator[str]:
        content, *more = self._content(column, row)
        said = self._says(column, row)
        subs = [said] if said is not None else []
        subs += [piece for name in texts(column, "sub") if (piece := self._sub(name, row))]
        yield from filter(None, (content, *more, " · ".join(subs)))

    def _content(self, column: Record, row: Bound) -> list[str]:
        phrases = self.phrases
        if "figure" in column:
            return [phrases.number(text(column, "figure"), "table" if column.get("unit") == "cell" else "bare", row)]
        if "name" in column:
            return [self._name(column, row)]
        if "choice" in column:
            return self._choice(column, row)
        if "server" in column:
            return [phrases.server(*(phrases.member(part, row) for part in texts(column, "server")))]
        if "flag" in column:
            return [phrases.flag(text(column, "flag"), row)]
        if "fact" in column:
            return [self._fact(column, row)]
        if "names" in column:
            return [self._names(text(column, "names"), row)]
        return [self._field(text(column, "text"), row)]

    def _names(self, reference: str, row: Bound) -> str:
        """The names of the members that a fact lists; its field is called as their collection is."""
        listed = self.answers.facts.fact(reference, row).value
        collection = reference.rsplit(".", 1)[-1]
        return self.phrases.commas([token(f"{collection}/{one}") for one in str(listed).split()])

    def _name(self, column: Record, row: Bound) -> str:
        axis = text(column, "name")
        if axis not in row:
            return token(f"{axis}s/{text_of(self._record(row).get(axis))}")
        name = token(f"{self.answers.facts.axes[axis]}/{row[axis]}")
        place = self.phrases.page_place(f"{column['page']}/{row[axis]}") if "page" in column else None
        return name if place is None else link(place, name)

    def _choice(self, column: Record, row: Bound) -> list[str]:
        content = self.phrases.chosen(text(column, "choice"), row)
        if not content:
            return [self.phrases.lexicon.word("nothing fits")]
        if "with" in column:
            content += " " + self.phrases.number(text(column, "with"), "table", row)
        key = self.answers.references.key(text(column, "mark"), row) if "mark" in column else ""
        if key and self.answers.claim(key):
            return [content, token(f"+{key}") + self.phrases.html(text(column, "mark_text"), self._page_of(row))]
        return [content]

    def _fact(self, column: Record, row: Bound) -> str:
        shown = self.phrases.text_fact(text(column, "fact"), row)
        address = self.answers.facts.fact(text(column, "url"), row).value if "url" in column else None
        return link(address, shown) if isinstance(address, str) else shown

    def _says(self, column: Record, row: Bound) -> str | None:
        """The first word whose claim holds for the row."""
        for word in records(column, "says"):
            key = self.answers.references.key(text(word, "claim"), row) if "claim" in word else ""
            if not key or self.answers.claim(key):
                return (token(f"+{key}") if key else "") + self.phrases.html(text(word, "text"), self._page_of(row))
        return None

    @staticmethod
    def _page_of(row: Bound) -> Bound:
        """The members of the page, which come after the row's own."""
        return dict(list(row.items())[1:])

    def _sub(self, name: str, row: Bound) -> str:
        if name == "remark":
            return self._remark(row)
        value = self._record(row).get(name)
        if isinstance(value, list):
            return self.phrases.commas([token(f"listed_{name}/{item}") for item in value])
        if isinstance(value, str) and value in self.answers.facts.collections.get(f"{name}s", {}):
            return token(f"{name}s/{value}")
        return self._field(name, row)

    def _remark(self, row: Bound) -> str:
        """The first remark whose conditions hold for the row."""
        for remark in records(self.site.layouts, "remarks"):
            if hold(texts(remark, "when"), lambda reference: self.answers.references.operand(reference, row)):
                return self.phrases.html(text(remark, "text"), row)
        return ""

    def _record(self, row: Bound) -> Record:
        axis, member = next(iter(row.items()))
        return self.answers.facts.record(self.answers.facts.axes[axis], member)

    def _field(self, name: str, row: Bound) -> str:
        return self.phrases.html(text_of(self._record(row).get(name)), row)

    def _downloads(self, name: str, path: str) -> str:
        folder = path.removesuffix("index.html")
        files = [link(place_of(f"{folder}{name}.{kind.lower()}"), kind) for kind in ("CSV", "JSON")]
        mark = self.phrases.language.mark
        return self.phrases.lexicon.word("Download") + mark("colon") + mark("comma").join(files)

    def _worked(
        self, rows: Rows, columns: tuple[Record, ...], chosen: object, axis: str, bound: list[Bound], page: Bindings
    ) -> Iterator[str]:
        """Each computed column, worked for one row."""
        row = next((one for one in bound if one[axis] == chosen), bound[0])
        references = [text(column, kind) for column in columns for kind in ("figure", "with") if kind in column]
        keys = [key for key in (self.phrases.key(reference, row) for reference in references) if self.workings.working(key)]
        if not keys:
            return
        name = self._row_name(columns, axis, row)
        yield self.phrases.lexicon.word("One row worked out: {name}").replace("{name}", name)
        for key in keys:
            yield self.workings.label(key)
            yield unknown_word("working", key)

    def _row_name(self, columns: tuple[Record, ...], axis: str, row: Bound) -> str:
        record = self._record(row)
        if "gpu" in record and "count" in record:
            return self.phrases.server(text(record, "gpu"), text(record, "count"))
        first = columns[0]
        if "server" in first:
            return self.phrases.server(*(self.phrases.member(part, row) for part in texts(first, "server")))
        return token(f"{self.answers.facts.axes[axis]}/{row[axis]}")
