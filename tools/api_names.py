#!/usr/bin/env python3
"""Names of the public interface: tools/api_names.py [--apply] [--page]

tools/api_names.txt lists each name of version 0.2 that changed and its name in 0.3. Without options, reports the old names that the tree
still uses and exits with 1 if there are any. --apply replaces them, --page prints docs/migration.md. Old names may stay in CHANGELOG.md,
in docs/migration.md and in the table itself.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "tools/api_names.txt"
SKIP = {"CHANGELOG.md", "docs/migration.md", "tools/api_names.txt", "tools/api_names.py"}


def names() -> dict[str, str]:
    rows = (line.split() for line in TABLE.read_text().splitlines() if line and not line.startswith("#"))
    return {old: new for old, new in rows}


def texts():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout.decode()
    for name in filter(None, listed.split("\0")):
        path = ROOT / name
        if name in SKIP or path.is_symlink() or not path.is_file():
            continue
        try:
            yield name, path, path.read_text()
        except UnicodeDecodeError:
            continue


def main() -> int:
    table = names()
    if "--page" in sys.argv:
        print("# From 0.2 to 0.3\n\n| 0.2 | 0.3 |\n|---|---|")
        for old, new in table.items():
            print(f"| `{old}` | `{new}` |")
        return 0
    # One pass, so that a name can take the place of another that moves away.
    old = re.compile(r"(?:\b|(?<=__real_)|(?<=__wrap_)|(?<=SAMPLE_AT_)|(?<=SAMPLE_))(" + "|".join(sorted(table, key=len, reverse=True)) + r")\b(?!\.(?:[ch]\b|\*))")
    taken = set(table.values()) & set(table)
    found = 0
    for name, path, text in texts():
        if "--apply" in sys.argv:
            renamed = old.sub(lambda match: table[match[0]], text)
            if renamed != text:
                path.write_text(renamed)
        else:
            for number, line in enumerate(text.splitlines(), 1):
                for word in old.findall(line):
                    if word not in taken:
                        print(f"{name}:{number}: {word} is now {table[word]}")
                        found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
