#!/usr/bin/env python3
"""Checks that every recipe and page states the version of include/carom/carom.h, and that the recipes that CI cannot
run are complete and marked.

Usage: recipes.py
"""
import ast
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


VERSION = re.search(r'CAROM_VERSION +"(.*)"', read("include/carom/carom.h"))[1]
wrong, count = [], 0

# Places that state the version. The group of each pattern must match it.
for path, pattern in (("CITATION.cff", r"^version: (.*)$"), ("debian/changelog", r"\Acarom \((.*?)\)"),
                      ("packaging/conda/meta.yaml", r'set version = "(.*)"'), ("packaging/vcpkg/vcpkg.json", r'"version": "(.*)"'),
                      ("web/carom/package.json", r'^  "version": "(.*)"'), ("web/playground/package.json", r'^  "version": "(.*)"'),
                      ("CHANGELOG.md", r"^## (\d+\.\d+\.\d+)")):
    found = re.search(pattern, read(path), re.M)
    count += 1
    if not found or found[1] != VERSION:
        wrong.append(f"{path} says {found[1] if found else 'no version'}, carom.h {VERSION}")

# Names of packages that contain a soname.
minor = VERSION.rsplit(".", 1)[0]
names = re.findall(r"^Package: (libcarom[a-z-]*?)(\d.*)?$", read("debian/control"), re.M)
for name, number in names:
    count += 1
    if name != "libcarom-dev" and number != minor:
        wrong.append(f"debian/control: {name}{number} is not of {minor}")
for name in (name + number for name, number in names if name != "libcarom-dev"):
    for kind in ("install", "symbols"):
        if not os.path.exists(os.path.join(ROOT, f"debian/{name}.{kind}")):
            wrong.append(f"debian/{name}.{kind} is missing")

# The recipes can be parsed, and use only options that the build has.
options = set(re.findall(r"\b(CAROM_[A-Z]+)\b", read("CMakeLists.txt") + read("cmake/CaromFlags.cmake")))
for path in ("packaging/conda/meta.yaml", "packaging/vcpkg/portfile.cmake", "packaging/conan/conanfile.py", "debian/rules",
             ".github/workflows/library.yml"):
    count += 1
    text = read(path)
    used = set(re.findall(r"-D(CAROM_\w+)", text)) | set(re.findall(r'"(CAROM_(?:CLI|TESTS))"', text))
    wrong += [f"{path} sets {name}, which the build has not" for name in sorted(used - options)]
ast.parse(read("packaging/conan/conanfile.py"))
json.loads(read("packaging/vcpkg/vcpkg.json"))
for path in ("packaging/conda/meta.yaml", "packaging/vcpkg/portfile.cmake", "packaging/conan/conanfile.py", ".github/workflows/ci.yml",
             ".github/workflows/library.yml", ".github/workflows/wheels.yml"):
    count += 1
    if "not been run yet" not in read(path):
        wrong.append(f"{path} lacks the remark that it has not been run yet")
if wrong:
    sys.exit("recipes: " + "; ".join(wrong))
print(f"recipes: {count} places agree with {VERSION}")
