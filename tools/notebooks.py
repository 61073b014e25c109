#!/usr/bin/env python3
"""Writes examples/notebooks/*.ipynb from examples/python/*.py: the cells of the script with their output and figures.

  tools/notebooks.py          writes the notebooks
  tools/notebooks.py --check  prints the notebooks that differ from the scripts or their present output, and fails

The cells run one after the other in this interpreter, which needs carom and Matplotlib, but not Jupyter. Top-level
statements that are separated by an empty line are cells. The docstring is the first cell, as text. The lines that save
the figure are left out, because a notebook shows the figure.
"""
import ast
import base64
import contextlib
import io
import json
import os
import re
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

ROOT = Path(__file__).resolve().parents[1]
FROM, TO = ROOT / "examples/python", ROOT / "examples/notebooks"
STEADY = re.compile(r" *[0-9.]+ (?=ns an impact)|[0-9.e+-]+ s\b")  # measured times differ from run to run


def cells_of(script):
    """Returns the docstring and the source of every cell."""
    text = script.read_text().replace("Path(__file__).resolve().parent.parent", 'Path("..").resolve()')
    lines, tree = text.splitlines(), ast.parse(text)
    groups, end = [], 0
    for node in tree.body[1:]:
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
        while first > end + 1 and lines[first - 2].startswith("#"):  # a comment belongs to the following statement
            first -= 1
        imports = isinstance(node, (ast.Import, ast.ImportFrom))  # all imports are in one cell
        if not groups or (first > end + 1 and not imports):
            groups.append([])
        groups[-1].append((first, node.end_lineno))
        end = node.end_lineno
    sources = ["\n".join(lines[group[0][0] - 1 : group[-1][1]]) for group in groups]
    kept = [source for source in sources if "sys.argv" not in source]
    if not any("sys." in source for source in kept):
        kept[0] = kept[0].replace("import sys\n", "")
    return ast.get_docstring(tree), kept


def streamed(text):
    return {"output_type": "stream", "name": "stdout", "text": text.splitlines(keepends=True)}


def drawn(figure):
    file = io.BytesIO()
    figure.savefig(file, dpi=80, metadata={"Software": None})
    picture = base64.b64encode(file.getvalue()).decode()
    data = {"image/png": picture, "text/plain": ["<Figure>"]}
    return {"output_type": "display_data", "metadata": {}, "data": data}


def notebook(script):
    about, sources = cells_of(script)
    title, _, rest = about.partition("\n")
    cells = [{"cell_type": "markdown", "id": "about", "metadata": {}, "source": f"# {title}\n{rest}".splitlines(keepends=True)}]
    space = {"__name__": "__main__"}
    for number, source in enumerate(sources, 1):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile(source, f"{script.name}, cell {number}", "exec"), space)
        outputs = [streamed(said.getvalue())] if said.getvalue() else []
        if number == len(sources):
            outputs += [drawn(plt.figure(k)) for k in plt.get_fignums()]
        cell = {"cell_type": "code", "id": f"cell{number}", "metadata": {}, "execution_count": number}
        cells.append({**cell, "source": source.splitlines(keepends=True), "outputs": outputs})
    plt.close("all")
    python = {"display_name": "Python 3", "language": "python", "name": "python3"}
    made = {"kernelspec": python, "language_info": {"name": "python"}}
    return {"cells": cells, "metadata": made, "nbformat": 4, "nbformat_minor": 5}


def steady(book):
    """Returns the parts that must not change: all sources, and all printed text except times. Of a figure only its
    presence counts.
    """
    kept = []
    for cell in book["cells"]:
        said = ["".join(o["text"]) if "text" in o else "picture" for o in cell.get("outputs", [])]
        kept.append((cell["cell_type"], "".join(cell["source"]), [STEADY.sub("", text) for text in said]))
    return kept


def main():
    check, stale = "--check" in sys.argv, []
    TO.mkdir(exist_ok=True)
    os.chdir(TO)
    scripts = sorted(FROM.glob("*.py"))
    for script in scripts:
        file, made = TO / f"{script.stem}.ipynb", notebook(script)
        if not check:
            file.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n")
        elif not file.exists() or steady(json.loads(file.read_text())) != steady(made):
            stale.append(file.name)
    left = {file.stem for file in TO.glob("*.ipynb")} - {script.stem for script in scripts}
    if stale or left:
        sys.exit(f"not what the examples are now: {', '.join([*stale, *sorted(left)])}; run tools/notebooks.py")
    print(f"{len(scripts)} notebooks")


main()
