"""Returns the declarations of carom's headers in the form that cffi reads."""
import re
from pathlib import Path
from typing import Dict

import cffi

MEMBERS = cffi.__version_info__ >= (2, 0)  # whether a member may be a pointer to constant arrays
CORE = ("carom", "law", "bodies", "systems", "batch", "derivatives", "geometry", "explain", "motion")


def without_bodies(text: str) -> str:
    """Converts inline functions to prototypes; the compiler finds their bodies in the header."""
    kept, at = [], 0
    for found in re.finditer(r"static inline ([^{};]*?\))\s*\{", text):
        if found.start() < at:
            continue
        depth, end = 1, found.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        kept += [text[at:found.start()], found[1], ";"]
        at = end
    return "".join(kept) + text[at:]


def enumeration(found: "re.Match[str]") -> str:
    names = re.findall(r"\b(CAROM_\w+)\s*=", found[2])
    constants = "".join(f"#define {name} ...\n" for name in names)
    return constants + (f"typedef int... {found[3]};\n" if found[3] else "")


def numbers(include: Path) -> Dict[str, int]:
    """Returns the constants used in lengths of arrays."""
    found: Dict[str, int] = {}
    for header in sorted(include.glob("carom/*.h")):
        for name, value in re.findall(r"\b(CAROM_\w+)(?: *= *| +)\(?(-?\d+(?: \+ CAROM_\w+)?)u?\b", header.read_text()):
            found[name] = sum(found.get(part, 0) if part.startswith("CAROM") else int(part) for part in value.split(" + "))
    return found


def lengths(text: str, known: Dict[str, int]) -> str:
    def length(found: "re.Match[str]") -> str:
        name, divisor = re.fullmatch(r"(\w+)(?: / (\d+))?", found[1]).groups()
        return f"[{known[name] // int(divisor or 1)}]"

    return re.sub(r"\[(CAROM_\w+(?: / \d+)?)\]", length, text)


def declarations(header: Path, mark: str) -> str:
    """Returns all declarations of a header; of functions and objects only those with the mark of one library, such as CAROM_API."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", header.read_text(), flags=re.S).replace("\\\n", " ")
    constants = re.findall(r"^#define (CAROM_\w+) +\(?(?:-?\d+u?|1u? << \d+)\)?\s*$", text, re.M)
    text = re.sub(r"^\s*#.*$", "", text, flags=re.M)
    text = re.sub(rf"(?:extern )?\bCAROM_(?:\w+_)?API\b(?<!\b{mark})[^;]*;", "", text)
    text = re.sub(r"\bCAROM_(?:BEGIN|END|(?:\w+_)?API)\b", "", text)
    text = without_bodies(text)
    text = re.sub(r"(?:typedef )?enum\s*(\w*)\s*\{([^}]*)\}\s*(\w*)\s*;", enumeration, text)
    text = lengths(text, numbers(header.parent.parent))
    # cffi puts the const of such types in the wrong place. Version 2 treats members of a struct correctly.
    member = r"(?!\w+\)\[\w+\];)" if MEMBERS else ""
    text = re.sub(rf"const (double \(\*{member}|double \w+\[\w*\]\[)", r"\1", text)
    constants_text = "".join(f"#define {name} ...\n" for name in constants)
    return constants_text + re.sub(r"\n\s*\n+", "\n", text)


def core(include: Path) -> str:
    return "".join(declarations(include / "carom" / f"{name}.h", "CAROM_API") for name in CORE)


def module(include: Path, name: str) -> str:
    if name == "siconos":  # systems.h declares the objects; the types are those of the core
        text = re.sub(r"//[^\n]*", "", (include / "carom" / "systems.h").read_text())
        return "".join(re.sub(r"CAROM_SICONOS_API ", "", one) for one in re.findall(r"^extern CAROM_SICONOS_API[^;]*;", text, re.M))
    signals = "typedef int... sig_atomic_t;\n" if name == "sweep" else ""
    return signals + declarations(include / "carom" / f"{name}.h", f"CAROM_{name.upper()}_API")
