#!/usr/bin/env python3
"""Convert C and C++ files from carom 0.2 to the names of carom 0.3.

Usage: api_names.py FILE...  rewrites the files in place: functions, types, constants and #include lines
       api_names.py --page   prints docs/migration.md
       api_names.py --check  reports old names that this source tree still uses, and exits with 1 if there are any

Commit or copy your files first. The tool prints every name that it replaced. It also prints what it cannot convert: removed names and
functions with new arguments. Members of structs are not converted, because other structs may have members with the same names. The compiler
reports them, and docs/migration.md lists them. The names are in api_names.txt, beside this file.
"""
import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = pathlib.Path(__file__).resolve().with_name("api_names.txt")
COMMAND = TABLE.with_name("command_names.txt")
# Files that contain old names on purpose.
STATES_OLD = ("CHANGELOG.md", "docs/migration.md", "tools/api_names.txt", "tools/command_names.txt", "tools/api_names.py", "tests/whole/migration")
# Files in which a removed name must not appear. In other files a private function or variable may have this name.
FOR_USERS = re.compile(r"(.*\.md|examples/.*|docs/.*|include/.*)$")
# CMake variables have names of their own, which are not checked.
CMAKE = re.compile(r"(.*/)?(CMakeLists\.txt|.*\.cmake(\.in)?)$")
HEADER = re.compile(r"(?:(?<![\w/])|(?<=include/))carom/\w+\.(?:h|def)\b")
# A name, but not that of a file such as carom_mujoco.c. The second group is an opening parenthesis.
NAME = re.compile(r"\b(carom/\w+\.\w+|(?:carom|CAROM)_\w+)\b(?!\.(?:(?:[ch]|wasm)\b|\*))((?:\s*\()?)")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"](carom/\w+\.\w+)[>"].*\n?', re.M)

Row = collections.namedtuple("Row", "old new remark")


def sections(table: pathlib.Path = TABLE) -> dict[str, list[Row]]:
    """Returns the rows of a table by the title of their section."""
    found: dict[str, list[Row]] = {}
    for line in table.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            rows = found.setdefault(line[3:], [])
        elif line and not line.startswith("#"):
            rows.append(Row(*(line.split("\t") + [""])[:3]))
    return found


# Sections whose names are not C names, or not unique.
NOT_C = ("Members", "Python", "JavaScript")


def names() -> dict[str, Row]:
    """Returns the C names that can be searched for in a text."""
    return {row.old: row for title, rows in sections().items() if title not in NOT_C for row in rows}


def declared() -> tuple[dict[str, str], dict[str, set[str]]]:
    """Returns the header that declares each public name, and the headers that each header includes, with the header
    itself.
    """
    where, includes = {}, {}
    for path in sorted((ROOT / "include/carom").glob("*.h")):
        text = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
        name = f"carom/{path.name}"
        includes[name] = {name, *INCLUDE.findall(text)}
        for expression in (r"^(?:static inline|extern|CAROM_\w+)\b[^;{=]*?\b(carom_\w+)\s*[(;\[]", r"\}\s*(carom_\w+);", r"^(?:struct|enum) (carom_\w+) \{",
                           r"^typedef\b[^;{]*?\b(carom_\w+)\s*(?:;|\()", r"^#\s*define\s+(CAROM_\w+)", r"[\s{,](CAROM_\w+)\s*="):
            for word in re.findall(expression, text, re.M):
                where.setdefault(word, name)
    changed = True
    while changed:
        changed = False
        for name, reached in includes.items():
            more = set().union(*(includes[other] for other in reached))
            changed, includes[name] = changed or more != reached, more
    return where, includes


def convert_includes(text: str, words: set[str], table: dict[str, Row], done: collections.Counter) -> str:
    """Returns the new headers for the old ones, each once, and those that these words need. carom/carom.h of 0.2
    included the whole core.
    """
    where, reaches = declared()
    kept: set[str] = set()

    def line(match: re.Match) -> str:
        old = match[1]
        new = table[old].new if old in table else old
        if new == "-":
            return match[0]
        if old != new:
            done[f"{old} -> {new}"] += 1
        if new in kept:
            return ""
        kept.add(new)
        return match[0].replace(old, new)

    text = INCLUDE.sub(line, text)
    first = INCLUDE.search(text)
    if not first or not kept:
        return text
    reached = set().union(*(reaches.get(name, {name}) for name in kept))
    needed = {where[word] for word in words if word in where} - reached
    needed = {name for name in needed if not any(name in reaches[other] for other in needed - {name})}
    for name in sorted(needed):
        done[f"added #include <{name}>"] += 1
        line_of = first[0].rstrip("\n").split("carom/")[0] + name + (">" if "<" in first[0] else '"') + "\n"
        lines = list(INCLUDE.finditer(text))
        after = next((match for match in lines if match[1] > name), None)
        place = after.start() if after else lines[-1].end()
        text = text[:place] + line_of + text[place:]
    return text


def convert(path: pathlib.Path, table: dict[str, Row]) -> None:
    text = path.read_bytes().decode("utf-8", "surrogateescape")
    done: collections.Counter = collections.Counter()
    left: dict[str, tuple[int, str]] = {}
    new_names = {row.new for row in table.values()}
    # Three names of 0.2 mean something else in 0.3. A file without any other old name has been converted before.
    sure = {row.old for row in table.values() if row.new not in ("-", row.old) and row.old not in new_names}
    fresh = any(match[1] in sure for match in NAME.finditer(text))

    def name(match: re.Match) -> str:
        row = table.get(match[1])
        if not row or row.old.startswith("carom/"):
            return match[0]
        number = match.string.count("\n", 0, match.start()) + 1
        call = match[2]
        if row.old in new_names and not fresh:
            return match[0]
        if row.new == "-" or (row.new.endswith(" ") and not call):
            left.setdefault(row.old, (number, row.remark or f"write {row.new}...)"))
            return match[0]
        if row.remark:
            left.setdefault(row.old, (number, f"{row.new}: {row.remark}" if row.new != row.old else row.remark))
        if row.new == row.old:
            return match[0]
        done[f"{row.old} -> {row.new.strip()}"] += 1
        return row.new if row.new.endswith(" ") else row.new + call

    removed = [match[1] for match in INCLUDE.finditer(text) if match[1] in table and table[match[1]].new == "-"]
    # The first pass collects the words of the new text. These determine its headers, and so its line numbers.
    words = set(re.findall(r"\b(?:carom|CAROM)_\w+", NAME.sub(name, text)))
    done.clear()
    left.clear()
    included = convert_includes(text, words, table, done)
    converted = NAME.sub(name, included)
    if converted != text:
        path.write_bytes(converted.encode("utf-8", "surrogateescape"))
    for change, count in sorted(done.items()):
        print(f"{path}: {change}" + (f" ({count} times)" if count > 1 else ""))
    for old in removed:
        left.setdefault(old, (converted.count("\n", 0, converted.find(old)) + 1, table[old].remark))
    for old, (number, remark) in sorted(left.items(), key=lambda item: item[1]):
        print(f"{path}:{number}: check {old}: {remark}")


def check() -> int:
    table = names()
    new_names = {row.new.split("(")[0] for row in table.values()}
    old = {name: row for name, row in table.items() if name not in new_names}
    found = 0
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout.decode()
    for name in filter(None, listed.split("\0")):
        path = ROOT / name
        if name.startswith(STATES_OLD) or path.is_symlink() or not path.is_file():
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for match in NAME.finditer(text):
            row = old.get(match[1])
            if not row or (row.new == "-" and not FOR_USERS.match(name)) or (row.old.isupper() and CMAKE.match(name)):
                continue
            print(f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {row.old}: " + (row.remark if row.new == "-" else f"now {row.new.strip()}"))
            found += 1
        for match in HEADER.finditer(text):
            if match[0] not in old and not (ROOT / "include" / match[0]).exists():
                print(f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {match[0]}: there is no such header")
                found += 1
    return 1 if found + check_python(listed) else 0


def check_python(listed: str) -> int:
    """Reports old names of the Python module in programs and pages."""
    rows = {row.old: row for row in sections()["Python"] if re.fullmatch(r"\w+", row.old)}
    old = re.compile(r"\bcarom\.(" + "|".join(rows) + r")\b(?!\.json)")
    found = 0
    for name in filter(re.compile(r".*\.(py|md|ipynb)").fullmatch, listed.split("\0")):
        if name.startswith((*STATES_OLD, "python/carom/_aliases.py", "python/tests/test_aliases.py")) or not (ROOT / name).is_file():
            continue
        text = (ROOT / name).read_text(encoding="utf-8")
        for match in old.finditer(text):
            row = rows[match[1]]
            print(f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {match[0]}: " + (row.remark if row.new == "-" else f"now {row.new}"))
            found += 1
    return found


INTRODUCTION = """\
# Move from 0.2 to 0.3

This page lists every name that differs between carom 0.2 and 0.3. It is for authors of programs that use carom 0.2 from C, C++,
[Python](#python) or [JavaScript](#javascript), and for users of the [command](#command-verbs) and of [files](#files).

Convert your C and C++ files with `tools/api_names.py` from the source archive. Commit or copy them first:

```sh
python3 tools/api_names.py src/*.c src/*.h
```

The tool replaces functions, types, constants and `#include` lines, and adds the headers that your file needs. It prints each name that it
replaced, and the lines that you must look at. Then compile: the compiler reports renamed [members](#members).

Four changes concern most programs:

- `carom/carom.h` has the functions of one contact. In 0.2 it included all headers of the core. The tool adds the other headers to your files.
- `e` and `mu` have no default. A law that needs one and does not get it returns `CAROM_COEFFICIENT_MISSING`.
- Methods for several contacts are laws. `carom_law_find` finds them if its last argument is `CAROM_SYSTEM_2D` or `CAROM_SYSTEM_3D`.
- Functions of your own law receive the law as their first argument, `self`.

In Python, names with a simple successor still work and raise `DeprecationWarning`; run your program with `python -W default`.
In JavaScript the old names are gone. The command and its files accept the old names that are marked "alias".
[JSON results](#json-results) have only the new keys.
"""


def short(rows: list[Row]) -> list[Row]:
    """Merges the rows of four or more constants that differ only in their prefix, and of removed names with the same remark."""
    def prefixes(row: Row):
        for cut in [place.end() for place in re.finditer("_", row.old)][1:]:
            new = row.new[:-len(row.old[cut:])]
            if row.old.startswith("CAROM_") and row.new.endswith(row.old[cut:]) and re.fullmatch(r"CAROM_\w+_", new) and not row.remark:
                return row.old[:cut], new
        return None

    count = collections.Counter(map(prefixes, rows))
    removed = collections.defaultdict(list)
    for row in rows:
        removed[row.remark if row.new == "-" else None].append(row.old)
    seen, result = set(), []
    for row in rows:
        pair = prefixes(row)
        key = row.remark if row.new == "-" else pair if pair and count[pair] >= 4 else row.old
        if key in seen:
            continue
        seen.add(key)
        if row.new == "-":
            result.append(Row("`, `".join(removed[row.remark]), "-", row.remark))
        else:
            result.append(Row(pair[0] + "*", pair[1] + "*", f"{count[pair]} names") if key == pair else row)
    return result


def page() -> str:
    def code(new: str) -> str:
        return "removed" if new == "-" else f"`{new}...)`" if new.endswith(" ") else f"`{new}`"

    def cell(text: str) -> str:
        return text.replace("|", "\\|")

    lines = [INTRODUCTION]
    for title, rows in sections().items():
        lines.append(f"## {title}\n")
        if title != "Members":
            lines += ["| 0.2 | 0.3 | remark |", "|---|---|---|"]
            lines += [f"| `{row.old}` | {code(row.new)} | {cell(row.remark)} |" for row in short(rows)] + [""]
            continue
        new_struct = {name: row.new for name, row in names().items()}
        for struct in dict.fromkeys(row.old.split(".")[0] for row in rows):
            now = new_struct.get(struct, struct)
            lines += [f"`{struct}`" + (f", now `{now}`" if now != struct else "") + ":\n", "| 0.2 | 0.3 | remark |", "|---|---|---|"]
            lines += [f"| `{row.old.split('.')[1]}` | {code(row.new)} | {cell(row.remark)} |" for row in rows if row.old.split(".")[0] == struct]
            lines.append("")
    return "\n".join(lines + command()).rstrip("\n") + "\n"


def command() -> list[str]:
    """The sections about the command, files and JSON results."""
    def words(text: str) -> str:
        return "" if text == "-" else "`" + text.replace("|", "\\|") + "`"

    lines = []
    for title, rows in sections(COMMAND).items():
        lines += [f"## {title}\n", "| 0.2 | 0.3 | remark |", "|---|---|---|"]
        lines += [f"| {words(row.old)} | {words(row.new) or 'removed'} | {'' if row.remark == '-' else row.remark} |" for row in rows] + [""]
    return lines


def main() -> int:
    arguments = sys.argv[1:]
    if arguments == ["--page"]:
        sys.stdout.write(page())
        return 0
    if arguments == ["--check"]:
        return check()
    if not arguments or any(argument.startswith("-") for argument in arguments):
        print(__doc__.strip(), file=sys.stdout if arguments in (["--help"], ["-h"]) else sys.stderr)
        return 0 if arguments in (["--help"], ["-h"]) else 2
    table = names()
    for argument in arguments:
        try:
            convert(pathlib.Path(argument), table)
        except OSError as error:
            print(f"api_names.py: {error.filename}: {error.strerror}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
