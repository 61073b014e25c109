#!/usr/bin/env python3
"""Writes the generated parts of docs/laws and docs/compliant.md: coefficients, guarantees, outputs of examples, and the list of laws.

Usage: law_pages.py CAROM [--check]    --check only tells which pages differ
"""
import collections
import json
import re
import subprocess
import sys
from pathlib import Path

CAROM = str(Path(sys.argv[1]).resolve())
DOCS = Path(__file__).resolve().parent.parent / "docs"

# Symbols of plain formulas. A word that is none of them belongs to the text.
GREEK = ("alpha", "beta", "gamma", "zeta", "eta", "kappa", "mu", "nu", "omega", "phi")
LETTERS = tuple("NWPFGEARadekmpqcfstnvx")
NAMES = {"mu_static": r"\mu_s", "d'": r"\dot{d}", "E_min": r"E_{\min}", "sqrt": r"\sqrt", "inf": r"\infty", "R*": "R^*", "pn": "{p_n}",
         **{name: name[0] + "_" + name[1] for name in ("kn", "kt", "cn", "ct", "cs", "Kn", "Kt", "R1", "R2")}}
TOKEN = re.compile(r"[A-Za-z]{2,}'s|[A-Za-z]+(?:_[A-Za-z0-9]+)?\d*\*?'?|\d+(?:\.\d+)?|\s+|.")

# The guarantees in the words of the pages, which index.md defines.
WORDS = {"dissipative": "no energy gain", "coulomb": "impulse in the friction cone", "nonpenetrating": "separation",
         "homogeneous": "proportionality", "continuous": "continuity", "unique": "one result"}


def asked(command):
    return subprocess.run(command, shell=True, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def symbol(token):
    """Returns the LaTeX of a symbol, or None for a word."""
    base, _, index = token.rstrip("'").partition("_")
    if token in NAMES or base not in LETTERS + GREEK or len(index) > 3:
        return NAMES.get(token)
    below = "" if not index else "_" + index if len(index) == 1 else "_{" + index + "}"
    return ("\\" if base in GREEK else "") + base + below + "'" * token.count("'")


def formula(run):
    """Returns a plain formula such as "|P_t| / P_n" as LaTeX."""
    out, ends, bars = [], [], 0
    for token in TOKEN.findall(run):
        if token == "(":
            ends.append("}" if out[-1:] in (["^"], [r"\sqrt"]) else ")")
            token = "{" if ends[-1] == "}" else "("
        elif token == ")":
            token = ends.pop()
        elif token == "|":
            bars += 1
            token = r"\lvert " if bars % 2 else r" \rvert"
        out.append(symbol(token) or token)
    text = "".join(out).replace("<=", r"\le ").replace(">=", r"\ge ")
    return "$" + re.sub(r"\s*([-+/=<>])\s*|\s+(?=\\rvert)", r"\1", text) + "$"


def typeset(text):
    """Returns a plain text with its formulas, which are runs of symbols, numbers and operators, as LaTeX."""
    out, run = [], ""
    for token in [*TOKEN.findall(text), ""]:
        if token and (symbol(token) or token in "-+/^()|=<>" or re.fullmatch(r"\s+|\d+(\.\d+)?", token)):
            run += token
            continue
        core = re.sub(r"[\s=/<>+-]+$", "", run)
        while core.count("(") != core.count(")"):  # a bracket of the text
            core = core[:core.rindex("(" if core.count("(") > core.count(")") else ")")].rstrip()
        names = [word for word in TOKEN.findall(core) if symbol(word)]
        alone = len(names) == 1 and not re.search(r"[_'=^<>(|]|^\w+ ?/", core) and names[0] not in GREEK + tuple(NAMES)
        start = len(core) - len(core.lstrip())
        out.append(run if not names or alone or core[start] == "/" else run[:start] + formula(core[start:]) + run[len(core):])
        out.append(token)
        run = ""
    return re.sub(r"(?<!\\)\|", r"\|", "".join(out))


def limits(row):
    """Returns the range of a coefficient with its default."""
    default = None if row["required"] else row["default"]
    if "choices" in row:
        return ", ".join(f"`{name}`" + " (default)" * (name == default) for name in row["choices"])
    low, high = (float(value) for value in row["range"])
    close = "∞]" if high == float("inf") else "∞)" if high > 1e299 else f"{high:g}]"
    text = ("a list" if low == high else "any" if low < -1e299 else "> 0" if 0 < low < 1e-299 and high > 1e299
            else "≥ 0" if low == 0 and high == 1e300 else f"[{low:g}, {close}")
    return text + ("" if default is None else f", default {default:.4g}" if isinstance(default, (int, float)) else f", default {default}")


def cells(*texts):
    return "|" + "|".join(texts) + "|\n"


def coefficients(rows):
    """Returns the table of coefficients, with a column of units if one has a unit."""
    units = any(row["unit"] not in ("", "1") for row in rows)
    heads = ["name", *["unit"] * units, "range", "meaning"]
    return cells(*heads) + cells(*["---"] * len(heads)) + "".join(
        cells(f"`{row['name']}`", *[row["unit"] or "-"] * units, limits(row), typeset(row["ratio"])) for row in rows)


def guarantees(law):
    ways = {dim: "closed form" if dim in law["closed_form"] else "numerical" for dim in law["dims"]}
    where = [f"{way} in " + " and ".join(f"{dim}D" for dim in ways if ways[dim] == way) for way in dict.fromkeys(ways.values())]
    condition = re.sub("|".join(WORDS), lambda found: WORDS[found[0]], typeset(law["conditions"]))
    names = [f"{e['title']} (`{e['name']}`, {e['version']}" + f", `{e['friction_model']}` in 3D" * bool(e["friction_model"]) + ")" for e in law["engines"]]
    lines = {"solution": ", ".join(where), "always": ", ".join(word for name, word in WORDS.items() if name in law["guarantees"]),
             "on a condition": condition,
             "not guaranteed": ", ".join(word for name, word in WORDS.items() if name not in law["guarantees"] and name not in law["conditions"]),
             "computed by": ", ".join(names)}
    return "".join(f"- {name}: {text}\n" for name, text in lines.items() if text)


def example(command):
    """Returns the output of a command. That of `carom solve` is shortened to the mode, the velocities, the impulse and the energy."""
    printed = asked(command.replace("carom", f"'{CAROM}'", 1)).rstrip("\n").split("\n")
    if not command.startswith("carom solve"):
        return "\n".join(printed) + "\n"
    facts = r"  (energy change|lift|critical|solutions|✗)"
    last = max(i for i, line in enumerate(printed) if re.match(facts, line))
    out = []
    for i, line in enumerate(printed[:last + 2]):
        shown = 0 < i <= last and re.match(facts + r"|  (velocity after|impulse P)| +n  |\w[\w/-]*: ", line) or not line and 1 < i < 9
        out += [line] if shown else ["..."] if out[-1:] != ["..."] else []
    return "\n".join(out) + "\n"


def page(law, text, shared):
    rows = [row for row in law["coefficients"] if row.get("ratio")]
    own, others = [row for row in rows if str(row) not in shared], ", ".join(f"`{row['name']}`" for row in rows if str(row) in shared)
    table = coefficients(own) * bool(own) + f"\nThe [shared coefficients](../compliant.md#shared-coefficients) {others}.\n" * bool(others)
    text = re.sub(r"(?<=\n## Coefficients\n\n)(\|.*\n)*(\n?The \[shared .*\n)?", lambda _: table, text)
    text = re.sub(r"(?<=\n## Guarantees\n\n)(- .*\n)*", lambda _: guarantees(law), text)
    return re.sub(r"(?<=\n```\n\$ )(carom .*)\n((?!```).*\n)*", lambda found: found[1] + "\n" + example(found[1]), text)


def index(laws, text):
    def answer(law, name):
        return "yes" if name in law["guarantees"] else "sometimes" if name in law["conditions"] else "no"
    rows = [cells(f"[{law['name']}]({law['name']}.md)", typeset(law["summary"]), ", ".join(f"{dim}D" for dim in law["dims"]),
                  answer(law, "dissipative"), answer(law, "unique")) for law in laws if law["module"] == "core"]
    return re.sub(r"\n(\|\[.*\n)+", lambda _: "\n" + "".join(rows), text, count=1)


laws = [law for law in json.loads(asked(f"'{CAROM}' laws --json")) if law["built"]]
count = collections.Counter(str(row) for law in laws for row in law["coefficients"])
shared = {str(row): row for law in laws for row in law["coefficients"] if law["module"] != "core" and row.get("ratio") and count[str(row)] > 4}
makers = {"laws/" + law["name"]: lambda old, law=law: page(law, old, shared) for law in laws}
makers["laws/index"] = lambda old: index(laws, old)
if shared:
    makers["compliant"] = lambda old: re.sub(r"(?<=\n## Shared coefficients\n\n)(\|.*\n)*", lambda _: coefficients(list(shared.values())), old)
for name in list(makers):
    path = DOCS / (name + ".md")
    new = makers[name](path.read_text(encoding="utf-8"))
    if new == path.read_text(encoding="utf-8"):
        del makers[name]
    elif "--check" not in sys.argv:
        path.write_text(new, encoding="utf-8")
if makers and "--check" in sys.argv:
    sys.exit(", ".join(makers) + f" differ from the tables of the laws; write them again: tools/law_pages.py {sys.argv[1]}")
