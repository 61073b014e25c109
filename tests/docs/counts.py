#!/usr/bin/env python3
"""Checks that every public name is documented on the site. The names are C symbols, names of the Python and npm packages, verbs,
options, parameters, laws and methods.

Usage: counts.py ROOT CAROM BUILD HTML    HTML is the built site, or - to check only the pages that are generated without Doxygen
"""
import ast
import glob
import html
import json
import os
import re
import subprocess
import sys

ROOT, CAROM, BUILD, HTML = sys.argv[1:]
sys.path.insert(0, os.path.join(ROOT, "docs", "site"))
import reference  # noqa: E402

missing, counted = [], {}
generated = {}
if HTML == "-":
    for make in (reference.command_pages, reference.law_pages, reference.parameter_pages):
        generated.update(make(ROOT, CAROM))


def count(kind, name, good, why):
    counted[kind] = counted.get(kind, 0) + 1
    if not good:
        missing.append(f"{kind} {name}: {why}")


def page(*path):
    if HTML == "-":
        name = "/".join(path).replace(".html", ".md")
        law = os.path.join(ROOT, name)
        return generated.get(name, reference.read(law) if os.path.exists(law) else "")
    try:
        return reference.read(HTML, *path)
    except FileNotFoundError:
        return ""


def words(*path):
    """Returns the text of a page without its tags."""
    if HTML == "-":
        return page(*path).replace("`", "").replace("\n: ", " ")
    return html.unescape(re.sub(r"<[^>]*>", " ", page(*path)))


# ---- C: the exported symbols. A comment is above the declaration, above its block, or at the end of its line.

def declared():
    """Returns for each name in the headers whether it has a comment."""
    found = {}
    for path in glob.glob(os.path.join(ROOT, "include", "carom", "*.h")):
        lines = reference.read(path).split("\n")
        told = False  # a comment is above, without an empty line between
        for number, line in enumerate(lines):
            text = line.strip()
            if text.startswith("//"):
                told = True
            elif not text or text.startswith("CAROM_BEGIN"):
                told = False
            for name in re.findall(r"\b(carom_\w+)(?=\(|;|\[)", line if re.search(r"CAROM_\w*API|^ {4,}|^carom_", line) else ""):
                behind = "//" in line or ("//" in "".join(lines[number:number + 3]) and ";" not in line)
                found[name] = found.get(name, False) or told or behind
    return found


def c_symbols():
    comments = declared()
    shown = "".join(page("reference", "c", name) for name in os.listdir(os.path.join(HTML, "reference", "c")))
    laws = set(re.findall(r"CAROM_LAW\((\w+)", reference.read(ROOT, "src/tables/laws.def")
                          + reference.read(ROOT, "src/tables/compliant_laws.def")))
    for library in sorted(glob.glob(os.path.join(BUILD, "libcarom*.so"))):
        names = subprocess.run(["nm", "-D", "--defined-only", library], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
        for name in sorted(set(re.findall(r" (carom_\w+)", names))):
            row = re.fullmatch(r"carom_(?:law|method)_(\w+)", name)
            if row and row[1] in laws:
                count("law or method", row[1], True, "")  # a row of a table; tables() checks its page
                continue
            count("symbol", name, comments.get(name, False), "no comment in a header")
            count("symbol on the site", name, f">{name}<" in shown or re.search(rf"\b{name}\b", shown), "not on a page of the C reference")


# ---- Python and npm.

def python_names():
    homes, exported = reference._python_exports(ROOT)
    shown = words("reference", "python", "functions.html") + words("reference", "python", "classes.html")
    for name in exported:
        if name in ("plot", "autodiff", "__version__"):
            continue
        count("Python name", name, re.search(rf"\bcarom\.\s*{name}\b", shown), "not in the Python reference")
        if name in homes:
            module, original = homes[name]
            nodes = [node for node in ast.parse(reference.read(ROOT, "python/carom", module + ".py")).body
                     if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == original]
            if nodes:
                count("docstring", name, any(ast.get_docstring(node) for node in nodes), "no docstring")


def npm_names():
    index = reference.read(ROOT, "web/carom/src/index.ts")
    names = set(re.findall(r"\w+", " ".join(re.findall(r"^export (?:type )?\{([^}]*)\}", index, re.M)))) - {"type"}
    names |= set(re.findall(r"^export (?:async )?(?:interface|class|function|const|type) (\w+)", index, re.M))
    shown = page("reference", "npm.html")
    for name in sorted(names):
        count("npm name", name, re.search(rf'id="{re.sub("_", "-", name.lower())}"', shown), "not in the npm reference")


# ---- The command, parameters, laws, contact models and methods.

def command():
    for name, _, say in reference.verbs(ROOT):
        text = reference.asked(CAROM, name, "--help")
        shown = words("reference", "command", name + ".html")
        count("verb", name, shown and say, "no page")
        for option, about in re.findall(r"^  (--[A-Za-z0-9_-]+)(.*)$", text, re.M):
            told = re.search(r" [a-z].* \w", about)
            count("option", f"{name} {option}", told and re.search(rf"{re.escape(option)}\b", shown), "not explained on the page of its verb")


def tables():
    shown = words("reference", "parameters.html")
    rows = re.findall(r"^CAROM_PARAM\(\d+, (\w+)", reference.read(ROOT, "src/tables/params.def"), re.M)
    rows += re.findall(r"^CAROM\w*PARAM\(\d+, (\w+)", reference.read(ROOT, "src/tables/compliant_params.def"), re.M)
    core, devices = reference.law_names(ROOT, CAROM)
    for law in core + devices:
        count("law", law, page("docs", "laws", law + ".html"), "no page")
        rows += [param["name"] for param in json.loads(reference.asked(CAROM, "laws", law, "--json"))["coefficients"]]
    for name in sorted(set(rows)):
        count("parameter", name, re.search(rf"^\s*{name}\b.*\S", shown, re.M), "not in the list of parameters")
    for name in reference.method_names(CAROM):
        count("method", name.strip(), re.search(rf"- \*\*{name.strip()}\*\*|and \*\*{name.strip()}\*\*", reference.read(ROOT, "docs", "several-contacts.md")), "no paragraph")


if HTML != "-":
    c_symbols()
    python_names()
    npm_names()
command()
tables()
print("documented:", ", ".join(f"{number} {kind}" for kind, number in counted.items()))
# Lower bounds well below the counts of today: a smaller count means that the search for names fails.
for kind, least in (("symbol", 200), ("Python name", 80), ("npm name", 20), ("verb", 15), ("option", 100), ("parameter", 35), ("law", 35), ("method", 7)):
    if counted.get(kind, 0) < least and not (HTML == "-" and kind not in counted):
        missing.append(f"only {counted.get(kind, 0)} of kind {kind} were counted, {least} are wanted")
if missing:
    print("\n".join(missing))
    sys.exit(f"{len(missing)} of these names are not documented or not found")
