#!/usr/bin/env python3
"""Compiles every public header alone, and runs the example at its top.

Usage: headers.py alone INCLUDE CC CXX            each header by itself as C99, C17, C++11 and C++20, with -pedantic-errors
       headers.py examples INCLUDE CC CXX BUILD   the example of each header as C17 and C++20, linked to the libraries in BUILD

An example is the part of a header's first comment that is indented by three spaces. It must be a complete program with exit code 0.
Every number after "Prints" or "prints" in the comment must appear in its output.
"""
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

MODULES = ("compliant", "draw", "fit", "scenario", "sweep")


def example(text):
    """Returns the program in the first comment of a header, and the numbers that it prints according to the comment."""
    comment = re.match(r"(?://[^\n]*\n)+", text)[0]
    block = re.search(r"(?:^//   [^\n]*\n(?:^//\n)*)+", comment, re.M)
    code = re.sub(r"^//(?:   )?", "", block[0] if block else "", flags=re.M)
    promised = re.findall(r"[Pp]rints\b((?:[^.]|\.\d)*)", re.sub(r"\n *//", " ", "//" + comment))
    return code, re.findall(r"-?\d+\.\d+", " ".join(promised))


def run(command, source=None):
    done = subprocess.run(command, input=source, text=True, capture_output=True, env={**os.environ, "LC_ALL": "C"})
    return done.returncode == 0, done.stdout, done.stderr


def alone(task):
    name, compiler, language, standard, include = task
    fine, _, said = run([*compiler, "-x", language, f"-std={standard}", f"-I{include}", "-pedantic-errors", "-Wall", "-Wextra", "-Werror",
                         "-fsyntax-only", "-"], f'#include "carom/{name}"\n')
    return fine, f"{name} as {standard}: {said}"


def runs(task):
    name, compiler, language, standard, include, build = task
    with open(os.path.join(include, "carom", name), encoding="utf-8") as file:
        code, promised = example(file.read())
    what = f"{name} as {standard}: "
    if not code:
        return False, what + "its first comment has no example"
    module = name[:-2]
    libraries = [f"-lcarom_{module}"] if module in MODULES else []
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "example")
        fine, _, said = run([*compiler, "-x", language, f"-std={standard}", f"-I{include}", "-pedantic-errors", "-Wall", "-Wextra", "-Werror",
                             "-Wno-missing-field-initializers", "-", "-o", program, f"-L{build}", f"-Wl,-rpath,{build}", *libraries, "-lcarom_compliant", "-lcarom", "-lm"], code)
        if not fine:
            return False, what + "does not compile\n" + said
        done = subprocess.run([program], cwd=folder, text=True, capture_output=True)
    missing = [number for number in promised if number not in re.findall(r"-?\d+\.\d+", done.stdout)]
    if done.returncode or not done.stdout or missing:
        return False, f"{what}ends with {done.returncode}, lacks {missing}, prints\n{done.stdout}{done.stderr}"
    return True, ""


def main():
    kind, include, cc, cxx = sys.argv[1:5]
    headers = sorted(os.listdir(os.path.join(include, "carom")))
    standards = {"alone": ("c99", "c17", "c++11", "c++20"), "examples": ("c17", "c++20")}[kind]
    if kind == "examples":
        built = [name for name in MODULES if os.path.exists(os.path.join(sys.argv[5], f"libcarom_{name}.so"))]
        headers = [name for name in headers if name[:-2] not in MODULES or name[:-2] in built]
    tasks = [(name, (cxx if "+" in standard else cc).split(), "c++" if "+" in standard else "c", standard, include, *sys.argv[5:6])
             for standard in standards for name in headers]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(alone if kind == "alone" else runs, tasks))
    wrong = [said for fine, said in results if not fine]
    print(*wrong, f"{len(tasks) - len(wrong)} of {len(tasks)} pass", sep="\n")
    return 1 if wrong or not tasks else 0


sys.exit(main())
