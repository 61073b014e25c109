#!/usr/bin/env python3
"""List functions of private headers that no part of carom calls.

Usage: unreached.py ROOT    prints each such function and exits with 1 if there are any

A private function that only tests call is code that no user reaches. Those of SECOND_OPINIONS compute a result in another
way, for tests and benchmarks; those of FOR_AUTHORS serve laws that carom does not have yet.
"""
import pathlib
import re
import sys

SECOND_OPINIONS = {"carom_cones_as_lcp", "carom_siconos_cones", "carom_siconos_lcp", "carom_restitution_two_stage"}
FOR_AUTHORS = {"carom_stop_since"}
FOLDERS = ["src", "support", "mods", "papers", "cli", "python", "web/carom/wasm"]


def main(root):
    sources, declared = [], {}
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.[ch]")) + sorted((root / folder).rglob("*.def")):
            if "node_modules" in path.parts or "build" in path.relative_to(root).parts:
                continue
            text = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
            if path.suffix == ".h":
                for name in re.findall(r"^(?!static|typedef)\w[\w *]*?\b(carom_\w+)\([^;{]*\);", text, re.M):
                    declared[name] = path.relative_to(root)
            sources.append(text)
    uses = {}
    for text in sources:
        for name in re.findall(r"\bcarom_\w+", text):
            uses[name] = uses.get(name, 0) + 1
    # A function that nothing calls appears only in its declaration and its definition.
    unreached = [name for name in sorted(declared) if uses[name] <= 2 and name not in SECOND_OPINIONS | FOR_AUTHORS]
    for name in unreached:
        print(f"{declared[name]}: nothing calls {name}")
    print(f"unreached: {len(unreached)} of {len(declared)} private functions")
    return bool(unreached)


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
