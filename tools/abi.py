#!/usr/bin/env python3
"""Compares the binary interface of each library with its record in abi/<library>.txt.

Usage: abi.py BUILD [INCLUDE]   fails if a symbol, a field or an enumerator is missing or has changed
       abi.py BUILD --strict    fails also if one was added and is not recorded yet
       abi.py BUILD --update    records the present interface

Within one soname (0.MINOR until 1.0), compiled programs must continue to work. So symbols and enumerators are only
added, and no public struct changes its layout. The symbols come from the built libraries. Layouts and enumerators come
from the debugging information that the compiler (CC, otherwise cc) writes for the public headers. The tool needs nm and
readelf (binutils) and a machine with 64-bit pointers. The records are made on x86-64.
"""
import glob
import os
import re
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MODULES = ("compliant", "draw", "fit", "scenario", "siconos", "sweep")


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"}).stdout


def symbols(library):
    """Returns the symbols that a program can link to: functions, and objects with their size."""
    lines = []
    for row in output("nm", "-D", "--defined-only", "--print-size", library).splitlines():
        words = row.split()
        kind, name = words[-2], words[-1].split("@")[0]
        if name.startswith("carom_"):
            lines.append(f"symbol {name} " + ("function" if kind in "TtWi" else f"object {int(words[1], 16)}"))
    return lines


class Die:
    """A node of the debugging information: its tag, attributes and children."""

    def __init__(self, tag):
        self.tag, self.at, self.children = tag, {}, []


def dies(include, headers):
    """Returns every type of these headers, by its offset in the debugging information."""
    source = "".join(f'#include "carom/{name}"\n' for name in headers)
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "types.o")
        command = [*os.environ.get("CC", "cc").split(), "-std=c17", "-O0", "-g", "-gdwarf-4", "-fno-eliminate-unused-debug-types"]
        subprocess.run([*command, f"-I{include}", "-x", "c", "-c", "-", "-o", file], input=source, text=True, check=True)
        text = output("readelf", "--debug-dump=info", "-W", file)
    found, stack, here = {}, [], None
    for line in text.splitlines():
        node = re.match(r" *<([0-9a-f]+)><([0-9a-f]+)>: Abbrev Number: \d+ \(DW_TAG_(\w+)\)", line)
        if node:
            here = Die(node[3])
            found[int(node[2], 16)] = here
            del stack[int(node[1], 16):]
            if stack:
                stack[-1].children.append(here)
            stack.append(here)
            continue
        attribute = re.match(r" *<[0-9a-f]+> +DW_AT_(\w+) *: (.*)", line)
        if attribute and here:
            # Versions of readelf print the form in different ways: "(strp) (offset: 0x28): name", "(indirect string, offset: 0x28):
            # name".
            here.at[attribute[1]] = re.sub(r"^(\(\w+\) )?(\([^)]*offset: \w+\): )?", "", attribute[2]).strip()
    return found


def number(text):
    return int(text.split()[0], 0)


def kind(found, die):
    place = re.match(r"<(0x[0-9a-f]+)>", die.at.get("type", ""))
    return found.get(int(place[1], 16)) if place else None


def size(found, die):
    if die is None:
        return 0
    if die.tag in ("typedef", "const_type", "volatile_type"):
        return size(found, kind(found, die))
    if die.tag == "array_type":
        return size(found, kind(found, die)) * lengths(die)
    return number(die.at.get("byte_size", "8" if die.tag == "pointer_type" else "0"))


def lengths(die):
    whole = 1
    for part in die.children:
        if part.tag == "subrange_type":
            whole *= number(part.at["upper_bound"]) + 1 if "upper_bound" in part.at else number(part.at.get("count", "0"))
    return whole


def name_of(found, die):
    """Returns the type approximately as in C, precisely enough to detect a change."""
    if die is None:
        return "void"
    if die.tag in ("const_type", "volatile_type"):
        return name_of(found, kind(found, die))
    if die.tag == "pointer_type":
        return name_of(found, kind(found, die)) + " *"
    if die.tag == "array_type":
        return f"{name_of(found, kind(found, die))}[{lengths(die)}]"
    if die.tag == "subroutine_type":
        given = ", ".join(name_of(found, kind(found, part)) for part in die.children if part.tag == "formal_parameter")
        return f"{name_of(found, kind(found, die))}({given})"
    if die.tag == "base_type":  # compilers name these differently
        encoding = re.search(r"[(](.*)[)]", die.at["encoding"])[1]
        return f"{'char' if 'char' in encoding else encoding} {8 * number(die.at['byte_size'])}"
    return die.at.get("name", "anonymous")


def layout(found, die, name, lines):
    if "declaration" in die.at or "byte_size" not in die.at:
        return
    lines.append(f"struct {name} size {number(die.at['byte_size'])}")
    for part in die.children:
        if part.tag == "member":
            of = kind(found, part)
            place = number(part.at.get("data_member_location", "0"))
            lines.append(f"field {name}.{part.at.get('name', '')} at {place} size {size(found, of)} {name_of(found, of)}")


def types(include, headers):
    """Returns the structs and enumerators of these headers, as lines of a record."""
    found, lines = dies(include, headers), []
    for die in found.values():
        named = die.at.get("name", "")
        if die.tag in ("structure_type", "union_type") and named.startswith("carom_"):
            layout(found, die, named, lines)
        elif die.tag == "typedef" and named.startswith("carom_"):
            of = kind(found, die)
            if of is not None and of.tag in ("structure_type", "union_type") and "name" not in of.at:
                layout(found, of, named, lines)
        elif die.tag == "enumeration_type":
            for part in die.children:
                if part.tag == "enumerator" and part.at["name"].startswith("CAROM_"):
                    lines.append(f"enumerator {part.at['name']} {number(part.at['const_value'])}")
    return set(lines)


def interfaces(build, include):
    """Yields the name, the soname and the lines of the record of each library; None if the library is not built."""
    headers = sorted(os.path.basename(path) for path in glob.glob(os.path.join(include, "carom", "*.h")))
    core = [name for name in headers if name[:-2] not in MODULES]
    below = types(include, core)
    for module in ("", *MODULES):
        name = f"libcarom_{module}" if module else "libcarom"
        library = os.path.join(build, f"{name}.so")
        if not os.path.exists(library):
            yield name, None, None
            continue
        soname = re.search(r"soname: \[(.*)\]", output("readelf", "-d", "-W", library))[1]
        # From the header of a module, omit the declarations of the core and of modules that it includes.
        header = os.path.join(include, "carom", f"{module}.h")
        own = below if not module else types(include, [f"{module}.h"]) - below if os.path.exists(header) else set()
        own = own - types(include, ["scenario.h"]) if module == "sweep" else own
        yield name, soname, sorted([*symbols(library), *own])


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    options = {word for word in sys.argv[1:] if word.startswith("--")}
    if len(words) not in (1, 2) or options - {"--strict", "--update"}:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    if struct.calcsize("P") != 8:
        print("abi: the records are of machines with 64-bit pointers")
        return 77
    bad = compared = 0
    for name, soname, lines in interfaces(words[0], words[1] if words[1:] else os.path.join(ROOT, "include")):
        record = os.path.join(ROOT, "abi", f"{name}.txt")
        if lines is None:
            print(f"abi: {name} is not built here; its record is not compared")
            continue
        if "--update" in options:
            os.makedirs(os.path.dirname(record), exist_ok=True)
            with open(record, "w", encoding="utf-8") as file:
                file.write(f"{soname}\n" + "".join(line + "\n" for line in lines))
            print(f"abi: {name}: {len(lines)} lines recorded")
            continue
        compared += 1
        with open(record, encoding="utf-8") as file:
            then, *old = file.read().splitlines()
        if then != soname:
            print(f"abi: {name}: the record is of {then}, the library is {soname}; record it with tools/abi.py BUILD --update")
            bad += 1
            continue
        gone, added = sorted(set(old) - set(lines)), sorted(set(lines) - set(old))
        fields = {line.split()[1].split(".")[0] for line in old if line.startswith("struct ")}
        moved = [line for line in added if line.startswith("field ") and line.split()[1].split(".")[0] in fields]
        for line in gone:
            print(f"abi: {name}: gone or changed: {line}")
        for line in added:
            print(f"abi: {name}: {'new in a structure of before' if line in moved else 'added'}: {line}")
        if gone or moved:
            print(f"abi: {name}: programs compiled with {soname} would break; keep what was, or give the version another minor number")
        if gone or moved or (added and "--strict" in options):
            bad += 1
        elif added:
            print(f"abi: {name}: record what was added with tools/abi.py BUILD --update")
    if "--update" not in options:
        print(f"abi: {compared - bad} of {compared} libraries as recorded")
    return 1 if bad or ("--update" not in options and not compared) else 0


if __name__ == "__main__":
    sys.exit(main())
