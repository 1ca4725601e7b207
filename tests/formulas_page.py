"""docs/formulas.md, from the calculator's own functions: `PYTHONPATH=src python -m tests.formulas_page` writes it."""

from __future__ import annotations

from pathlib import Path

from gpuguide.figures.formulas import Formula, formulas

PAGE = Path(__file__).parent.parent / "docs/formulas.md"
HEAD = """\
# Formulas

What a figure can say after `formula:` in `figures.yaml`. A test compares this page with the calculator
(`src/gpuguide/sizing`, `src/gpuguide/pricing`); [developing.md](developing.md) says how to add one.
`same` stands for any one dimension, `period price` for a price for a week or a month.

| formula | what it gives | is | inputs | result |
|---|---|---|---|---|
"""


def page() -> str:
    return HEAD + "".join(row(formula) for _, formula in sorted(formulas().items()))


def row(formula: Formula) -> str:
    shown = " ".join(token.text for token in formula.tokens).replace("( ", "(").replace(" )", ")")
    inputs = ", ".join(f"`{name}` {dimension}" for name, dimension in formula.parameters.items())
    return f"| `{formula.name}` | {formula.summary} | {shown} | {inputs} | {formula.result} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
