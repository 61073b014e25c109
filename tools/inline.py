#!/usr/bin/env python3
"""Writes carom_inline.h: the closed-form laws for one contact as inline functions for C, C++, OpenCL C, CUDA and HIP.

usage: inline.py OUT          writes OUT/carom_inline.h        inline.py --list       prints one line for each function, CAROM_INLINE_2D(name, law, restitution or ANY, parameters)

The functions are the kernels of the library, which the rows of src/batch/laws_lanes.def name. The functions that they
call are copied from the headers of src/ with their comments. The tool expands the tables (.def files) and replaces
double by the real type. It adds `inline` to every name, so that a program can include carom.h too. A row that calls a
function outside of the headers is left out; the file lists these rows.
"""
import argparse
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from amalgamate import LOCAL, ROOT, Tree, read, tidy, tokens, top  # noqa: E402

BLANK = ("comment", "space", "line")

# Constants that differ between double and single precision. They are multiples of the rounding error or depend on the
# range of the numbers.
SINGLE = {
    "CAROM_SINGULAR": ("1e-5", "a pivot in single precision is known to some 2e-7 of its entry"),
    "CAROM_ORDINARY_LEAST": ("1e-5", "the closed forms multiply up to seven of them: 1e-35"),
    "CAROM_ORDINARY_MOST": ("1e5", "1e35"),
    "CAROM_LANE_LEAST": ("1e-5", "as above"),
    "CAROM_LANE_MOST": ("1e5", "as above"),
    "CAROM_ORDINARY_IMPULSE": ("1e15", "W P and P.v' stay below 1e35"),
    "CAROM_ORDINARY_DET": ("1e-4", "rounding is some 1e-6 of the terms"),
    "CAROM_UNCOUPLED": ("1e-5", "rounding of the assembly in single precision"),
    "CAROM_UNCOUPLED_SQUARE": ("1e-11", "3e-6 of 1e-5"),
    "CAROM_NO_SIDE": ("1e-6", "the sum is known to some 1e-7 of its terms"),
    "CAROM_SLIP_ROUNDING": ("1e-5", "some hundred units of rounding"),
    "CAROM_NOT_ZERO": ("1e-37", "lost in the sum, and not zero"),
    "CAROM_SCHUR_LOST": ("64.0", "six bits of 24"),
    "CAROM_LINE_STEEP": ("32.0", "five bits of 24"),
    "CAROM_CHATTERJEE3_LOSES": ("100.0", "two digits"),
}

PREAMBLE = """// The closed-form impact laws of carom for one contact as inline functions, for C99, C++, OpenCL C, CUDA and HIP.
//
//   #include "carom_inline.h"
//   carom_inline_answer2 x = carom_inline_routh_poisson_2d(a, w, T, vn, vt, e, mu);
//   if (x.mode != CAROM_INLINE_UNSOLVED) use(x.Pn, x.Pt);
//
// In 2D, W = [[a, w], [w, T]] is the inverse mass matrix of the contact and v = (vn, vt) the velocity of A relative to B.
// In 3D, W = [[a, w1, w2], [w1, T11, T12], [w2, T12, T22]] and v = (vn, v1, v2). The normal comes first, vn < 0
// approaches. The answer is the impulse on A, (Pn, Pt) or P[3], and a mode, which has the number of a carom_mode.
// Velocities after the impact are v + W P. The coefficients are those of carom_params.
//
// Modes equal to CAROM_INLINE_UNSOLVED mark problems that the closed form does not cover: contacts that do not approach,
// singular W, numbers outside of their range, or too few digits left. The impulse is then without meaning; carom_collide
// solves these. Nothing else is checked.
//
// Numbers are double unless you define CAROM_INLINE_FLOAT. In double the impulses have the bits of carom_collide if the
// compiler neither fuses nor reorders operations: gcc -ffp-contract=off, nvcc -fmad=false, no -ffast-math. In
// float the ranges and tolerances are wider (see the constants below).
//
// You can define CAROM_INLINE (the words before each function) and CAROM_SQRT, CAROM_FABS and
// CAROM_COPYSIGN before you include this header.
#ifndef CAROM_INLINE_H
#define CAROM_INLINE_H

#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
#pragma OPENCL FP_CONTRACT OFF
#elif defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

#ifdef CAROM_INLINE_FLOAT
typedef float carom_real;
#define CAROM_R(x) x##f
#else
#if defined(__OPENCL_C_VERSION__) && defined(cl_khr_fp64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
typedef double carom_real;
#define CAROM_R(x) x
#endif

// Modes are words as wide as the numbers, which lets several problems run side by side.
#if defined(__OPENCL_C_VERSION__)
#ifdef CAROM_INLINE_FLOAT
typedef uint carom_word;
#else
typedef ulong carom_word;
#endif
#else
#ifdef CAROM_INLINE_FLOAT
typedef unsigned carom_word;
#else
typedef unsigned long long carom_word;
#endif
#ifndef __cplusplus
#include <stdbool.h>
#endif
#endif

#ifndef CAROM_INLINE
#if defined(__CUDA__) || defined(__HIP__)
#define CAROM_INLINE static inline __attribute__((host)) __attribute__((device))
#elif defined(__CUDACC__)
#define CAROM_INLINE static inline __host__ __device__
#else
#define CAROM_INLINE static inline
#endif
#endif

#ifndef CAROM_SQRT
#if !defined(__OPENCL_C_VERSION__)
#include <math.h>
#endif
#if defined(CAROM_INLINE_FLOAT) && !defined(__OPENCL_C_VERSION__)
#define CAROM_SQRT sqrtf
#define CAROM_FABS fabsf
#define CAROM_COPYSIGN copysignf
#else
#define CAROM_SQRT sqrt
#define CAROM_FABS fabs
#define CAROM_COPYSIGN copysign
#endif
#endif
#ifndef CAROM_HUGE
#ifdef CAROM_INLINE_FLOAT
#define CAROM_HUGE HUGE_VALF
#else
#define CAROM_HUGE HUGE_VAL
#endif
#endif

// Functions of one type need not use all of their parameters.
#if defined(__GNUC__) && !defined(__OPENCL_C_VERSION__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

// A value of a struct.
#ifdef __cplusplus
#define CAROM_MAKE(type) type
#else
#define CAROM_MAKE(type) (type)
#endif

"""


# ---- The tables, expanded ----

class Macro:
    def __init__(self, text):
        found = re.match(r"(\w+)(?:\(([^)]*)\))?\s*(.*)", text, re.S)
        self.name, self.body = found.group(1), found.group(3).strip()
        self.body = re.sub(r"\n {4}", "\n", self.body)
        self.params = None if found.group(2) is None else [p.strip() for p in found.group(2).split(",") if p.strip()]

    def expand(self, arguments):
        given = dict(zip(self.params, arguments))
        if self.params and self.params[-1] == "...":
            del given["..."]
            given["__VA_ARGS__"] = ", ".join(arguments[len(self.params) - 1:])
        body = tokens(self.body)
        for i, (kind, word) in enumerate(body):
            if kind == "name" and word in given:
                body[i] = (kind, given[word])
        return re.sub(r"\s*##\s*", "", "".join(word for _, word in body))


def call_at(text, start):
    """Returns the arguments of a call whose parenthesis opens at `start`, and the end of the call."""
    depth, arguments, begun = 0, [], start + 1
    for i in range(start, len(text)):
        if text[i] in "([{":
            depth += 1
        elif text[i] in ")]}":
            depth -= 1
        if depth == 1 and text[i] == "," or depth == 0:
            arguments.append(text[begun:i].strip())
            begun = i + 1
        if depth == 0:
            return arguments, i + 1
    sys.exit(f"inline.py: no end of {text[start:start + 60]}")


def expanded(text, macros):
    """Returns the text with function-like macros expanded. CAROM_EACH is built in; the other macros come from the
    sources.
    """
    at = 0
    for found in iter(lambda: re.compile(r"\b([A-Za-z_]\w*)\(").search(text, at), None):
        name = found.group(1)
        at = found.end()
        if name != "CAROM_EACH" and not (name in macros and macros[name].params is not None):
            continue
        arguments, end = call_at(text, found.end() - 1)
        if name == "CAROM_EACH":
            listed = [a for a in expanded(", ".join(arguments[1:]), macros).split(",") if a.strip()]
            new = " ".join(macros[arguments[0]].expand([str(i), a.strip()]) for i, a in enumerate(listed))
        else:
            new = macros[name].expand(arguments)
        text = text[:found.start()] + new + text[end:]
        at = found.start()
    return text


class Reader:
    """Reads sources like a preprocessor, except that macros without parameters are not expanded."""

    def __init__(self, tree):
        self.tree, self.macros, self.seen, self.out, self.rows = tree, {}, set(), [], []

    def find(self, include, path):
        return self.tree.root / "include" / include if include.startswith("carom/") else self.tree.find(include, path)

    def spelled(self, line):
        """Expands the macros of a line: those with parameters, and those that are not numbers."""
        line = expanded(line, self.macros)
        for name in set(re.findall(r"\bCAROM_\w+", line)) & set(self.macros):
            if self.macros[name].params is None and re.match(r"\w+ \w|\{", self.macros[name].body):
                line = re.sub(rf"\b{name}\b", re.sub(r"\s+", " ", self.macros[name].body), line)
        return line

    def read(self, path):
        if path.suffix != ".def":
            if path in self.seen or path.name == "lane.h":
                return
            self.seen.add(path)
        lines, active, i = read(path), [], 0
        while i < len(lines):
            line = lines[i]
            while line.lstrip().startswith("#") and line.endswith("\\"):
                i += 1
                line = line[:-1].rstrip() + "\n" + lines[i]
            i += 1
            if not line.lstrip().startswith("#"):
                # A call may take several lines.
                if all(active):
                    while line.count("(") > line.count(")") and re.match(r"[A-Z_]+\(", line) and i < len(lines):
                        line += "\n" + lines[i]
                        i += 1
                    self.out.append(line if line.lstrip().startswith("//") else self.spelled(line))
                continue
            self.directive(line.strip(), path, active)

    def directive(self, line, path, active):
        word, _, rest = line[1:].strip().partition(" ")
        rest = re.sub(r"\s*//.*", "", rest) if word != "define" else re.sub(r"\s*//[^\n]*", "", rest)
        if word in ("ifdef", "ifndef"):
            active.append((rest.strip() in self.macros) == (word == "ifdef"))
        elif word == "if":
            active.append(False)
        elif word == "elif":
            active[-1] = False
        elif word == "else":
            active[-1] = not active[-1]
        elif word == "endif":
            active.pop()
        elif not all(active):
            return
        elif word == "define":
            macro = Macro(rest.strip())
            self.macros[macro.name] = macro
            if macro.params is None and re.match(r"[\d.(U]", macro.body) and path.suffix != ".def":
                self.out.append("#define " + rest.strip().replace("\n", " "))
        elif word == "undef":
            self.macros.pop(rest.strip(), None)
        elif word == "include" and LOCAL.match(line):
            self.read(self.find(LOCAL.match(line).group(1), path))


# ---- Declarations and what they need ----

class Item:
    def __init__(self, comment, text):
        self.comment, self.text = comment, text
        words = [word for kind, word in tokens(text) if kind == "name"]
        self.uses = set(words)
        self.names = self.declared()

    def declared(self):
        if self.text.startswith("#define"):
            return {self.text.split()[1]}
        flat = re.sub(r"//[^\n]*", "", self.text)
        names = set()
        if re.match(r"(typedef )?enum\b", flat):
            names |= {word for word in re.findall(r"\b(\w+)\s*(?==|,|\})", flat[flat.index("{"):] if "{" in flat else "")}
        found = re.match(r"typedef (?:struct|enum) (\w+)", flat)
        names |= {found.group(1)} if found else set()
        found = re.match(r"(?:CAROM_LANE|static inline)\s[^(]*?\b(\w+)\(", flat)
        names |= {found.group(1)} if found and "{" in flat else set()
        return names


def items(lines):
    """Returns the declarations with the comments before them."""
    out, comment, part, depth = [], [], [], 0
    for line in "\n".join(lines).split("\n"):
        if line in ("CAROM_BEGIN", "CAROM_END"):
            continue
        if not part and (line.startswith("//") or not line.strip()):
            comment = comment + [line] if line.strip() else []
            continue
        part.append(line)
        code = re.sub(r'//.*|"(\\.|[^"\\])*"', "", line)
        depth += code.count("{") - code.count("}")
        if line.startswith("#define") or depth == 0 and re.search(r"[;}]\s*$", code):
            out.append(Item(comment, "\n".join(part)))
            comment, part = [], []
    return out


def closure(found, roots):
    """Returns the items that some names need, and the names that nothing declares."""
    by_name = {}
    for item in found:
        for name in item.names:
            by_name.setdefault(name, item)
    wanted, missing, left = set(), set(), list(roots)
    while left:
        name = left.pop()
        if name not in by_name:
            missing.add(name)
            continue
        item = by_name[name]
        if item in wanted:
            continue
        wanted.add(item)
        left += [use for use in item.uses - item.names
                 if use.lower().startswith("carom_") and use not in ("CAROM_LANE",)]
    return wanted, missing


# ---- The language of the result ----

def members(text):
    """Returns the names of the members of each struct, in order."""
    out = {}
    for name, body in re.findall(r"typedef struct (\w+) \{(.*?)\n\}", text, re.S):
        body = re.sub(r"//[^\n]*", "", body)
        out[name] = [word for part in body.split(";") if part.strip()
                     for word in re.findall(r"(\w+)(?:\[\d\])*\s*(?:,|$)", part.strip())]
    return out


def positional(text, structs):
    """Replaces initialisers with member names by ordered lists, which C++ accepts too."""
    pattern = re.compile(r"(?:\(((?:const )?\w+)\)|\b(?:const )?(\w+) (\w+) = )(\{\s*\.)")
    for found in iter(lambda: pattern.search(text), None):
        kind = (found.group(1) or found.group(2)).replace("const ", "")
        if kind not in structs:
            sys.exit(f"inline.py: {kind} is not a struct of the header")
        values, end = call_at(text, found.start(4))
        given = dict(re.match(r"\.(\w+)\s*=\s*(.*)", value, re.S).groups() for value in values)
        new = ", ".join(given.get(name, "0") for name in structs[kind])
        text = text[:found.start(4)] + "{" + new + "}" + text[end:]
    return re.sub(r"\((?:const )?(carom_\w+)\)\{", r"CAROM_MAKE(\1){", text)


WORDS = {"double": "carom_real", "uint64_t": "carom_word", "CAROM_LANE": "CAROM_INLINE",
         "CAROM_EXTRAORDINARY": "CAROM_INLINE_UNSOLVED", "sqrt": "CAROM_SQRT", "fabs": "CAROM_FABS",
         "copysign": "CAROM_COPYSIGN", "HUGE_VAL": "CAROM_HUGE"}


KNOWN = ("CAROM_MAKE", "CAROM_HUGE", "CAROM_INLINE_FLOAT")


def translated(text, names):
    text = re.sub(r"UINT64_C\((\d+)\)", r"\1", text).replace("static inline", "CAROM_LANE")
    text = text.replace("(double)NAN", "CAROM_HUGE - CAROM_HUGE")
    out = []
    for kind, word in tokens(text):
        if kind == "name" and word in names:
            word = names[word]
        elif kind == "name" and word.startswith("CAROM_MODE_") and "CAROM_LANE" in text:
            word = "(carom_word)CAROM_INLINE_" + word[6:] # C++ selects among numbers of one type
        elif kind == "name" and word in WORDS:
            word = WORDS[word]
        elif kind == "name" and re.match(r"carom_|CAROM_", word) and word not in KNOWN:
            word = word[:6] + ("inline_" if word[0] == "c" else "INLINE_") + word[6:]
        elif kind == "number" and re.search(r"[.eE]", word) and not word.startswith("0x"):
            word = f"CAROM_R({word})"
        out.append(word)
    return "".join(out)


def constant(item):
    """Returns a constant, with its value in single precision if this differs."""
    name = item.text.split()[1]
    if name in SINGLE:
        value, why = SINGLE[name]
        return f"#ifdef CAROM_INLINE_FLOAT\n#define {name} {value} // {why}\n#else\n{item.text}\n#endif"
    for number in re.findall(r"\b\d[\d.]*e[+-]?\d+", item.text):
        if not 1e-6 < float(number) < 1e6:
            sys.exit(f"inline.py: {name} needs a value in single precision: add it to SINGLE")
    return item.text


class Row:
    def __init__(self, dim, arguments):
        self.dim, self.kernel, self.law, self.restitution, self.params = dim, *arguments[:3], arguments[3:]
        stop = "" if self.restitution == "ANY" else "_" + self.restitution.removeprefix("CAROM_").lower()
        held = "_static" if "mu_static" in self.params else ""
        self.name = f"carom_inline_{self.law}{stop}{held}_{dim}d"

    def __str__(self):
        return f"CAROM_INLINE_{self.dim}D({', '.join([self.name, self.law, self.restitution, *self.params])})"


def header(tree):
    reader, table = Reader(tree), tree.root / "src/batch/laws_lanes.def"
    reader.macros["CAROM_LANES_CODE"] = Macro("CAROM_LANES_CODE 1")
    reader.read(tree.root / "src/collide/kernel_call.h")
    for macro in ("PLANE", "SPACE", "WALK"):
        reader.macros[f"CAROM_LANES_{macro}"] = Macro(f"CAROM_LANES_{macro}(...) row_{macro}(__VA_ARGS__)")
    before = dict(reader.macros)
    reader.read(table)
    rows = []
    for line in "\n".join(line for line in reader.out if line.startswith("row_")).split("\n"):
        kind, arguments = re.match(r"row_(\w+)\((.*)\)", line).groups()
        if kind != "WALK":
            rows.append(Row(2 if kind == "PLANE" else 3, [a.strip() for a in arguments.split(",")]))
    reader.macros = {**before, **reader.macros}
    calls = {row: reader.spelled(f"CAROM_CALL_{'PLANE' if row.dim == 2 else 'SPACE'}({row.kernel}, {', '.join(row.params)})")
             for row in rows}
    found = items([line for line in reader.out if not line.startswith("row_")] + list(calls.values()))
    return rows, found


def text(tree):
    rows, found = header(tree)
    kept, left_out, wanted = [], {}, set()
    for row in rows:
        needs, missing = closure(found, {f"carom_call_{row.kernel}"})
        if missing:
            left_out[row] = sorted(missing)
        else:
            kept.append(row)
            wanted |= needs
    names = {f"carom_call_{row.kernel}": row.name for row in kept}
    chosen = [item for item in found if item in wanted]
    whole = "\n".join(item.text for item in chosen)
    structs, out = members(whole), []
    for item in chosen:
        body = constant(item) if item.text.startswith("#define") else positional(item.text, structs)
        if any(name.startswith("carom_call_") for name in item.names):
            row = next(row for row in kept if f"carom_call_{row.kernel}" in item.names)
            stop = "" if row.restitution == "ANY" else f", restitution {row.restitution.removeprefix('CAROM_').lower()}"
            item.comment = [f"// Law {row.law} in {row.dim}D{stop}."]
            body = laid_out(body)
        out += [*item.comment, *wrapped(translated(body, names)), ""]
    notes = [f"// Not here, because it needs more than inline functions: {row.law} in {row.dim}D ({', '.join(missing)})."
             for row, missing in left_out.items()]
    return kept, tidy([*top(tree, "closed-form laws as inline functions"), *PREAMBLE.split("\n"), *notes, "", *out,
                       "#if defined(__GNUC__) && !defined(__OPENCL_C_VERSION__)", "#pragma GCC diagnostic pop", "#endif", "#endif"])


def wrapped(body):
    """Returns the lines of a declaration, each short enough."""
    if not body.startswith("#"):
        head, brace, rest = body.partition("{")
        body = re.sub(r"\s+", " ", head) + brace + rest
    out = []
    for line in body.split("\n"):
        indent = re.match(r" *", line).group() + "    "
        while len(line) > 120 and " " in line[len(indent):120] and "//" not in line and not line.startswith("#"):
            cut = line.rindex(" ", len(indent), 121)
            out.append(line[:cut])
            line = indent + line[cut + 1:]
        out.append(line)
    return out


def laid_out(call):
    """Returns an expanded call, broken into lines."""
    call = re.sub(r"\s+", " ", call.replace("\\\n", " "))
    head, _, body = call.partition(" {")
    statements = [s.strip() for s in body.rstrip("} ").split(";") if s.strip()]
    return head + " {\n" + "".join(f"    {s};\n" for s in statements) + "}"


def main():
    parser = argparse.ArgumentParser(description="Writes the closed-form laws as inline functions.")
    parser.add_argument("out", nargs="?", type=pathlib.Path, help="the folder for carom_inline.h")
    parser.add_argument("--list", action="store_true", help="list the functions")
    given = parser.parse_args()
    kept, lines = text(Tree(ROOT))
    if given.list:
        print(*kept, sep="\n")
    elif given.out:
        given.out.mkdir(parents=True, exist_ok=True)
        (given.out / "carom_inline.h").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    else:
        parser.error("give the folder for carom_inline.h")


if __name__ == "__main__":
    main()
