#!/usr/bin/env python3
"""Writes the core of carom as two files to add to a project: carom.h and carom.c.

usage: amalgamate.py OUT             writes OUT/carom.h and OUT/carom.c
       amalgamate.py --sizes "CC"    compiles them with each option and prints the size of the object

The order of the folders comes from tools/layers.sh. The sources are those of CMakeLists.txt, and the public headers are
those of include/carom except the headers of mods/. The result depends on nothing else.

A name that is static in several files gets the name of its file as a prefix: `solve` of law_routh.c becomes
law_routh_solve. Macros of a .c file are undefined at its end. Headers appear once, before the first file that needs
them. A .def file, and a header that a .c file includes after its own macros, appear where they are included.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOCAL = re.compile(r'\s*#\s*include\s+"([^"]+)"')
SYSTEM = re.compile(r'\s*#\s*include\s+<([^>]+)>')
TOKEN = re.compile(r'''(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')'''
                   r'''|(?P<name>[A-Za-z_]\w*)|(?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)|(?P<space>(?:\\\n|[^\S\n])+)'''
                   r'''|(?P<line>\n)|(?P<other>->|\#\#|.)''', re.S)
WIDTH = 120


def read(path):
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def tokens(text):
    return [(m.lastgroup, m.group()) for m in TOKEN.finditer(text)]


class Tree:
    """The files of the core, as the build selects them."""

    def __init__(self, root):
        self.root = root
        layers = (root / "tools/layers.sh").read_text(encoding="utf-8")
        self.layers = re.search(r'^core="(.*)"$', layers, re.M).group(1).split()
        self.sources = {layer: sorted((root / "src" / layer).rglob("*.c")) for layer in self.layers}
        mods = {folder.name for folder in (root / "mods").iterdir() if folder.is_dir()}
        self.public = [header for header in sorted((root / "include/carom").glob("*.h")) if header.stem not in mods]
        self.version = re.search(r'define CAROM_VERSION +"(.*)"', (root / "include/carom/carom.h").read_text()).group(1)
        self.license = read(root / "LICENSE")

    def name(self, path):
        return path.relative_to(self.root).as_posix()

    def find(self, include, includer):
        """Returns the file of a quoted include of src/; None for a public header."""
        if include.startswith("carom/"):
            return None
        for path in (includer.parent / include, self.root / "src" / include):
            if path.exists():
                return path.resolve()
        sys.exit(f"amalgamate.py: {self.name(includer)}: {include} is not in src")

    def optional(self):
        """Returns the layers that no other layer calls. These can be left out."""
        defined, used = {}, {}
        for layer in self.layers:
            files = sorted((self.root / "src" / layer).rglob("*.[ch]")) + sorted((self.root / "src" / layer).rglob("*.def"))
            text = "".join(path.read_text(encoding="utf-8") for path in files)
            used[layer] = set(re.findall(r"\bcarom_\w+", re.sub(r"//[^\n]*", "", text)))
            code = "".join(path.read_text(encoding="utf-8") for path in self.sources[layer])
            defined[layer] = set(re.findall(r"^(?!static\b)\w[^;{}()=]*?\b(carom_\w+)\([^;{}]*\)\s*\{", code, re.M))
        return [layer for layer in self.layers
                if not any(defined[layer] & used[other] for other in self.layers if other != layer)]


# ---- Names of a file ----

def declared(text):
    """Returns the names that a file declares for itself outside of functions: static names, types and enumerators."""
    words = [(kind, word) for kind, word in tokens(re.sub(r"^\s*#(?:\\\n|[^\n])*", "", text, flags=re.M))
             if kind not in ("comment", "space", "line")]
    names, i = set(), 0
    while i < len(words):
        # A declaration ends with ; at depth 0, or with the } of a function body.
        start, depth, flat, inner = i, 0, [], []
        while i < len(words):
            word = words[i][1]
            if word in "([{" and word:
                depth += 1
            if depth == 0 or (depth == 1 and word in ("(", "[", "{")):
                flat.append(word)
            elif depth == 1:
                inner.append(word)
            if word in ")]}":
                depth -= 1
                if depth == 0:
                    flat.append(word)
                    if word == "}" and not declares(flat):
                        i += 1
                        break
            elif word == ";" and depth == 0:
                i += 1
                break
            i += 1
        names |= names_of(flat, [word for _, word in words[start:i]])
        if i == start:
            break
    return {name for name in names if not name.lower().startswith("carom_")}


def declares(flat):
    """Returns true if a } ends a list of members or values, and not a function."""
    return "=" in flat or flat[flat.index("{") - 1] != ")"


def names_of(flat, words):
    names = set()
    if not flat:
        return names
    for at, word in enumerate(words[:-2]):
        if word in ("struct", "union", "enum") and words[at + 2] == "{":
            names.add(words[at + 1])
    if flat[0] == "typedef":
        if "(" in flat:
            names.add(flat[flat.index("(") - 1])
        else:
            names.add(flat[-2])
    if flat[0] in ("static", "CAROM_LANE", "CAROM_APART"):
        for at, word in enumerate(flat):
            if word in ("(", "=", ";", "[") and re.match(r"\w", flat[at - 1]):
                names.add(flat[at - 1])
                break
    if "enum" in flat[:3]:
        body = words[words.index("{") + 1:] if "{" in words else []
        depth, fresh = 0, True
        for word in body:
            if word == "}" and depth == 0:
                break
            if fresh and re.match(r"[A-Za-z_]", word):
                names.add(word)
                fresh = False
            depth += (word in "([{") - (word in ")]}")
            if word == "," and depth == 0:
                fresh = True
    return names


def renamed(text, names):
    """Returns the text with these names replaced, except names of members."""
    out, before, structs, depth = [], "", [], 0
    found = tokens(text)
    for at, (kind, word) in enumerate(found):
        if kind == "name" and word in names:
            after = next((w for k, w in found[at + 1:] if k not in ("comment", "space", "line")), "")
            member = before in (".", "->") or (structs and structs[-1] == depth and after in (";", ",", "[", ":"))
            word = word if member else names[word]
        out.append(word)
        if kind in ("comment", "space", "line"):
            continue
        if word == "{":
            depth += 1
            past = [w for k, w in found[max(0, at - 12):at] if k not in ("comment", "space", "line")][-2:]
            if any(w in ("struct", "union") for w in past):
                structs.append(depth)
        elif word == "}":
            if structs and structs[-1] == depth:
                structs.pop()
            depth -= 1
        before = word
    return "".join(out)


# ---- The two files ----

PREAMBLE = """// Options, to be defined for this file alone; a call of a function that is left out is a linker error.
{options}
//
// The numbers need IEEE arithmetic as written: no contraction to fused operations, no -ffast-math.
#ifdef __FAST_MATH__
#error "carom needs IEEE arithmetic: compile carom.c without -ffast-math"
#endif
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#endif

// Functions of one type need not use all of its parameters, nor this file all functions of its headers.
#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
// At -Os gcc takes the row W[0] of a `const double W[3][3]` for the whole array.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif

#ifdef CAROM_SHARED
#define CAROM_BUILDING
#endif

// Functions that carom.h does not declare.
#ifndef CAROM_PRIVATE
#define CAROM_PRIVATE static
#endif
<headers>

// The sources are C17; these are what C99 lacks of it.
#if !defined(__STDC_VERSION__) || __STDC_VERSION__ < 201112L
#ifndef _Static_assert
#define _Static_assert(condition, text) extern char carom_asserted[(condition) ? 1 : -1]
#endif
#undef _Alignas
#undef _Alignof
#ifdef __GNUC__
#define _Alignas(n) __attribute__((aligned(n)))
#else
#define _Alignas(n)
#endif
typedef union carom_any_type {{
    long double a;
    long long b;
    void *c;
    void (*d)(void);
}} carom_any_type;
#define max_align_t carom_any_type
#define _Alignof(type) offsetof(struct {{ char first; type second; }}, second)
#endif

// tcc takes -HUGE_VAL for a constant if it is a quotient; hence no parentheses.
#ifdef __TINYC__
#undef HUGE_VAL
#define HUGE_VAL 1.0 / 0.0
#endif

#include "carom.h"

// Without 3D no law solves a problem in 3D: its status is CAROM_WRONG_DIM. Geometry, bodies and friction stay as they are.
#ifdef CAROM_NO_3D
#define CAROM_3D        0u
#define CAROM_SYSTEM_3D 0u
#define CAROM_DIM(dim)  2
#define CAROM_IF_3D(...)
#else
#define CAROM_DIM(dim)   (dim)
#define CAROM_IF_3D(...) __VA_ARGS__
#endif"""


def banner(title):
    return [f"// ---- {title} " + "-" * max(4, WIDTH - 9 - len(title)), ""]


def tidy(lines):
    """Returns the lines without repeated empty lines."""
    out = []
    for line in lines:
        if line or (out and out[-1]):
            out.append(line)
    return out


def top(tree, what):
    return [f"// carom {tree.version}: {what}",
            "// This file was generated by tools/amalgamate.py. Change the sources, not this file.", "//",
            *(f"// {line}".rstrip() for line in tree.license), ""]


def public_header(tree):
    out, done, system = [], set(), set()

    def add(header):
        if header in done:
            return
        done.add(header)
        part = []
        for line in read(header):
            local, standard = LOCAL.match(line), SYSTEM.match(line)
            if local:
                add(tree.root / "include" / local.group(1))
            elif standard:
                system.add(standard.group(1))
            else:
                part.append(re.sub(r'#include [<"]carom/\w+\.h[>"]', '#include "carom.h"', line))
        out.extend(["", *banner(tree.name(header).removeprefix("include/")), *part])

    for header in sorted(tree.public, key=lambda path: path.stem != "carom"):
        add(header)
    note = ["// Compile carom.c as C99 or later and link it with your program. Your program includes this header, as C or C++.",
            "// The file is the sum of carom's public headers, each under a line with its name.",
            "#ifndef CAROM_ALL_H", "#define CAROM_ALL_H", "",
            "// These two files are a part of your program, not a shared library; define CAROM_SHARED if you make one of them.",
            "#if !defined(CAROM_SHARED) && !defined(CAROM_STATIC)", "#define CAROM_STATIC", "#endif", ""]
    return tidy(top(tree, "impacts of rigid bodies with friction, in two files") + note +
                [f"#include <{name}>" for name in sorted(system)] + out + ["", "#endif"])


class Source:
    """Builds carom.c from the files of src."""

    def __init__(self, tree):
        self.tree, self.system, self.placed, self.headers, self.units = tree, set(), set(), {}, []
        self.words = set()
        for layer in tree.layers:
            for path in tree.sources[layer]:
                self.units.append((layer, path, self.unit(path)))

    def late(self, path):
        """Returns (line, included file, whether it is inserted at this place) for each quoted include."""
        code = False
        for line in read(path):
            local = LOCAL.match(line)
            if local:
                found = self.tree.find(local.group(1), path)
                if found:
                    yield found, found.suffix == ".def" or (path.suffix != ".def" and code)
            elif line and not line.startswith("//") and not SYSTEM.match(line):
                code = code or path.suffix == ".c" or not line.startswith("#")

    def need(self, path):
        """Writes the headers that must precede a file, in order."""
        for found, here in self.late(path):
            if here:
                yield from self.need(found)
            else:
                yield found

    def place(self, path):
        if path in self.placed:
            return
        self.placed.add(path)
        for header in self.need(path):
            self.place(header)
        self.headers[path] = self.expand(path)

    def expand(self, path):
        out = []
        for line in read(path):
            local, standard = LOCAL.match(line), SYSTEM.match(line)
            if path.is_relative_to(self.tree.root / "src/laws"):
                line = planar(line)
            if standard:
                self.system.add(standard.group(1))
            elif local:
                found = self.tree.find(local.group(1), path)
                if found and found not in self.placed:
                    if found.suffix != ".def":
                        self.placed.add(found)
                    out += self.expand(found)
            else:
                out.append(line)
        return out

    def unit(self, path):
        before = len(self.headers)
        for header in self.need(path):
            self.place(header)
        return list(self.headers.items())[before:], self.expand(path)

    def shared(self):
        """Returns the names of each file that another file declares too."""
        owner, twice = {}, set()
        files = [(path, lines) for _, path, (_, lines) in self.units] + list(self.headers.items())
        for path, lines in files:
            for name in declared("\n".join(lines) + "\n"):
                if name in owner:
                    twice.add(name)
                owner.setdefault(name, []).append(path)
        for name in sorted(twice):
            headers = [self.tree.name(path) for path in owner[name] if path.suffix == ".h"]
            if len(headers) > 1:
                sys.exit(f"amalgamate.py: {name} is in {' and in '.join(headers)}; give one of them another name")
        return {name: owner[name] for name in twice}

    def public(self):
        """Returns the functions of the public headers."""
        return {name for header in self.tree.public for name in re.findall(r"\b(carom_\w+)\(", "\n".join(read(header)))}

    def within(self, path, layer):
        return self.tree.root / "src" / layer in path.parents

    def banners(self, layer, wanted):
        """Returns those of the wanted headers that the files of a layer need."""
        out = []
        for of, _, (headers, _) in self.units:
            for header, lines in headers if of == layer else []:
                out += ["", *banner(self.tree.name(header)), *lines] if wanted(header) else []
        return out

    def fresh(self, path, name):
        """Returns a name that no file uses yet."""
        if not self.words:
            everything = [lines for _, _, (_, lines) in self.units] + list(self.headers.values())
            self.words.update(word for lines in everything for word in re.findall(r"\w+", "\n".join(lines)))
        for new in (f"{path.stem}_{name}", f"{path.parent.name}_{path.stem}_{name}"):
            if new not in self.words:
                self.words.add(new)
                return new
        sys.exit(f"amalgamate.py: {self.tree.name(path)}: no new name for {name}")

    def text(self):
        shared, optional, out, open_layer = self.shared(), self.tree.optional(), [], None
        for layer, path, (headers, lines) in self.units:
            if layer != open_layer:
                out += close(open_layer, optional)
                # The headers of other layers are kept if this layer is left out.
                out += self.banners(layer, lambda header: layer in optional and not self.within(header, layer))
                out += ["", f"#ifndef CAROM_NO_{layer.upper()}"] if layer in optional else []
                open_layer = layer
            for header, header_lines in headers:
                if layer not in optional or self.within(header, layer):
                    out += ["", *banner(self.tree.name(header)), *header_lines]
            names = {name: self.fresh(path, name) for name, paths in shared.items() if path in paths}
            code = renamed("\n".join(lines), names).split("\n")
            out += ["", *banner(self.tree.name(path)), *code, *undefined(code)]
        out += close(open_layer, optional)
        options = [f"//   {'CAROM_NO_' + layer.upper():<18} leaves out src/{layer}" for layer in optional]
        options.append(f"//   {'CAROM_NO_3D':<18} leaves out the laws in 3D: they return CAROM_WRONG_DIM")
        system = [f"#include <{name}>" for name in sorted(self.system)]
        before, after = PREAMBLE.format(options="\n".join(options)).split("\n<headers>\n")
        note = [*before.split("\n"), *system, *after.split("\n")]
        return tidy(top(self.tree, "the source; carom.h says how to use it") + note + private(out, self.public()))


def close(layer, optional):
    return ["", f"#endif // CAROM_NO_{layer.upper()}"] if layer in optional else []


INTERNAL = re.compile(r"^(?!static\b|extern\b|typedef\b|return\b|else\b|CAROM_)"
                      r"((?:[A-Za-z_][\w *]*?\b(carom_\w+)\(|carom_\w+_fn (carom_\w+)(?:, carom_\w+)*;))", re.M)


def private(lines, public):
    """Makes functions that no public header declares static, unless CAROM_PRIVATE has another value."""
    return INTERNAL.sub(lambda m: m.group(1) if (m.group(2) or m.group(3)) in public else "CAROM_PRIVATE " + m.group(1), "\n".join(lines)).split("\n")


def planar(line):
    """Rewrites a line of a law so that CAROM_NO_3D makes its number of dimensions constant and removes rows of 3D
    kernels.
    """
    line = re.sub(r"(?<![\w>.])((?:c|contact|s)->dim)\b", r"CAROM_DIM(\1)", line)
    return re.sub(r"(CAROM_LANES_(?:SPACE|WALK)\(.*\))$", r"CAROM_IF_3D(\1)", line)


def undefined(lines):
    """Returns the lines that undefine the macros of a file."""
    kept = {}
    for line in lines:
        macro = re.match(r"\s*#\s*(define|undef)\s+(\w+)", line)
        if macro:
            kept.pop(macro.group(2), None)
            if macro.group(1) == "define":
                kept[macro.group(2)] = True
    return [f"#undef {name}" for name in kept]


def write(tree, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, lines in (("carom.h", public_header(tree)), ("carom.c", Source(tree).text())):
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def sizes(tree, compiler):
    options = [f"CAROM_NO_{layer.upper()}" for layer in tree.optional()] + ["CAROM_NO_3D"]
    with tempfile.TemporaryDirectory() as folder:
        write(tree, pathlib.Path(folder))
        for option in [[], *[[one] for one in options], options]:
            subprocess.run([*compiler, "-c", "carom.c", "-o", "carom.o", *(f"-D{one}" for one in option)], cwd=folder, check=True)
            row = subprocess.run(["size", "carom.o"], cwd=folder, check=True, capture_output=True, text=True).stdout
            text, data = row.split("\n")[1].split()[:2]
            print(f"{int(text) + int(data):>9,}  {' '.join(option) or 'everything'}", flush=True)


def main():
    parser = argparse.ArgumentParser(description="Writes the core of carom as carom.h and carom.c.")
    parser.add_argument("out", nargs="?", type=pathlib.Path, help="the folder for the two files")
    parser.add_argument("--sizes", nargs="?", const="cc -O2", metavar="CC", help='print the size of the object by option; "cc -O2"')
    given = parser.parse_args()
    tree = Tree(ROOT)
    if given.sizes is not None:
        return sizes(tree, given.sizes.split())
    if not given.out:
        parser.error("give the folder for carom.h and carom.c")
    write(tree, given.out)


if __name__ == "__main__":
    main()
