#!/usr/bin/env python3
"""Checks that tools/api_names.py converts a program for 0.2, that its table is complete, and that docs/migration.md is up to date.

Usage: migration.py convert ROOT BUILD WORK CC    converts program.c, compiles it and runs it
       migration.py table ROOT                    checks that every name of 0.2 still exists or has a row, and that each row is correct
       migration.py page ROOT                     checks that docs/migration.md is the output of --page
       migration.py check ROOT                    checks that no file of the tree uses an old name
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
MODE, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
TOOL = ROOT / "tools/api_names.py"
# Members that the tool does not convert: (name in 0.2, name in 0.3). The test replaces them.
MEMBERS = (("out.broken", "out.violations"), ("contacts[i].e = contacts[i].e_n", "contacts[i].e"))
# The output of program.c. The two cars are those of README.md. The last line is the impulse of Newton's cradle by
# glocker, P = (4/3, 2/3).
ANSWER = "5.0777 2.8705 c-sticking\nsmooth 0\n{events} 1 dissipative\n1.3333 0.6667\n"
EVENTS = "start slip-sticks compression-ends end"


def tool(*words, **more):
    return subprocess.run([sys.executable, TOOL, *words], capture_output=True, text=True, check=True, **more).stdout


def require(true, what):
    if not true:
        sys.exit(f"migration: {what}")


def convert(build, work, compiler):
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    file = pathlib.Path(work) / "program.c"
    old = (HERE / "program.c").read_text()
    file.write_text(old)
    said = tool(file)
    new = file.read_text()
    for was, now in (("carom_outcome", "carom_result"), ("carom_default_params", "carom_params_default"), ("carom_params_default", "carom_params_init")):
        require(f"{was} -> {now}" in said, f"{was} -> {now} is not reported")
    require(re.findall(r"#include .(carom/\w+\.h)", new) == ["carom/bodies.h", "carom/carom.h", "carom/derivatives.h"],
            "other #include lines: " + " ".join(re.findall(r"#include .*", new)))
    require(tool(file) == "" and file.read_text() == new, "a second run changes the file")
    for was, now in MEMBERS:
        require(was in new, f"{was} was converted")
        new = new.replace(was, now)
    file.write_text(new)
    program = pathlib.Path(work) / "program"
    subprocess.run([*compiler, "-std=c17", "-Wall", "-Wextra", "-Werror", "-DCAROM_STATIC", f"-I{ROOT}/include", file, f"{build}/libcarom.a", "-lm", "-o", program],
                   check=True)
    answer = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    require(answer == ANSWER.format(events=EVENTS), f"the program prints\n{answer}")
    # Names that cannot be converted are reported with their lines, and the file is not changed.
    file.write_text("#include <carom/carom.h>\n#include <carom/search.h>\ncarom_search s;\nint n = carom_law_count();\nconst char *(*f)(carom_event) = carom_event_name;\n")
    was = file.read_text()
    left = re.findall(r"program\.c:(\d+): check ([\w/.]+):", tool(file))
    require(left == [("2", "carom/search.h"), ("3", "carom_search"), ("4", "carom_law_count"), ("5", "carom_event_name")], f"left: {left}")
    require(file.read_text() == was, "a file without convertible names was changed")


def table():
    sys.path.insert(0, str(TOOL.parent))
    import api_names
    where, _ = api_names.declared()
    rows, sections, wrong = api_names.names(), api_names.sections(), []
    headers = {f"carom/{path.name}" for path in (ROOT / "include/carom").iterdir()}
    bodies = {}
    for path in (ROOT / "include/carom").glob("*.h"):
        text = re.sub(r"//.*", "", path.read_text())
        for match in re.finditer(r"^(?:typedef )?struct (carom_\w+) \{(.*?)^\}", text, re.S | re.M):
            bodies[match[1]] = set(re.findall(r"\w+", match[2]))
    members = {row.old: row for row in sections["Members"]}
    for line in (HERE / "names_0.2.txt").read_text().splitlines():
        struct, colon, rest = line.partition(": ")
        if line.startswith("#"):
            continue
        if not colon:
            wrong += [f"{name} of 0.2 is gone and has no row" for name in line.split() if name not in rows and name not in where and name not in headers]
            wrong += [f"{name} exists and has a row without a remark" for name in line.split()
                      if name in rows and name in where and rows[name].new == name and not rows[name].remark]
            continue
        now = rows[struct].new if struct in rows else struct
        wrong += [f"member {struct}.{name} is gone and has no row" for name in rest.split()
                  if now in bodies and name not in bodies[now] and f"{struct}.{name}" not in members]
    known = set(re.findall(r"[\w/.]+", (HERE / "names_0.2.txt").read_text()))
    for row in rows.values():
        if row.old not in known:
            wrong.append(f"{row.old} is not a name of 0.2")
        if row.new != "-" and row.new.split("(")[0] not in where and row.new not in headers:
            wrong.append(f"{row.old}: there is no {row.new}")
    for row in members.values():
        struct = row.old.split(".")[0]
        now = rows[struct].new if struct in rows else struct
        if row.new != "-" and row.new.split("->")[0] not in bodies.get(now, ()):
            wrong.append(f"{row.old}: {now} has no member {row.new}")
    require(not wrong, "\n" + "\n".join(wrong))


if MODE == "convert":
    convert(sys.argv[3], sys.argv[4], sys.argv[5:])
elif MODE == "table":
    table()
elif MODE == "page":
    require((ROOT / "docs/migration.md").read_text() == tool("--page"), "run tools/api_names.py --page >docs/migration.md")
else:
    if not (ROOT / ".git").exists():
        sys.exit(77)
    sys.exit(subprocess.run([sys.executable, TOOL, "--check"]).returncode)
