#!/usr/bin/env python3
"""Writes the rows of the table `fields` in bindings.c: the C sizes, members and constants that the TypeScript sources
use.

Usage: fields.py ROOT >fields.inc

A source names them as of("carom_result"), struct("carom_result"), "carom_result.dE" and "CAROM_MAX_CORNERS", or as
`carom_result.${field}`. The last form means each member of the struct whose name is a string of the same source. The
compiler fills in the numbers, so they are those of the headers.
"""
import pathlib
import re
import sys


def members(root):
    """Returns the names of the members of each struct in the headers."""
    found = {}
    for path in [*sorted((root / "include/carom").glob("*.h")), root / "src/tables/looks.h"]:
        text = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
        for body, name in re.findall(r"^typedef struct(?: \w+)? \{(.*?)^\} (carom_\w+);", text, re.S | re.M):
            found[name] = set(re.findall(r"(\w+)\s*(?:\[[^\]]*\]\s*)*(?=[,;])", body))
        for name, body in re.findall(r"^struct (carom_\w+) \{(.*?)^\};", text, re.S | re.M):
            found[name] = set(re.findall(r"(\w+)\s*(?:\[[^\]]*\]\s*)*(?=[,;])", body))
    return found


def main():
    root = pathlib.Path(sys.argv[1])
    structs, rows = members(root), set()
    for path in sorted((root / "web/carom/src").glob("*.ts")):
        if path.name == "exports.ts":  # functions
            continue
        text = path.read_text(encoding="utf-8")
        words = set(re.findall(r'"(\w+)"', text))
        rows |= {f"NUMBER({name})," for name in re.findall(r'"(CAROM_\w+)"', text)}
        rows |= {f"SIZE({name})," for name in re.findall(r'(?:of|struct)\("(carom_\w+)"\)', text)}
        named = {(struct, field) for struct, field in re.findall(r'"(carom_\w+)\.(\w+)"', text) if field != "wasm"}
        for struct in re.findall(r"`(carom_\w+)\.\$\{", text):
            named |= {(struct, field) for field in structs[struct] & words}
        for struct, field in named:
            if field not in structs.get(struct, ()):
                sys.exit(f"fields.py: {path.name}: there is no {struct}.{field}")
            rows.add(f"FIELD({struct}, {field}),")
    print("\n".join(sorted(rows)))


if __name__ == "__main__":
    main()
