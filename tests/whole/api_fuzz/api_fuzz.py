#!/usr/bin/env python3
"""Calls every public function with invalid arguments.

  api_fuzz.py generate HEADERS OUT.c     writes a C file that calls every function that the headers declare
  api_fuzz.py compare HEADERS NM LIB...  checks that each function that a library exports is declared in its header
  api_fuzz.py marks HEADERS CC           checks that each DLL exports what its own headers declare and imports the rest

The generated program calls each function once with valid samples (samples.h), then with one invalid value at a time:
- a NULL pointer,
- a count of 0, -1, INT_MIN or INT_MAX,
- an enumeration with a value that it does not have,
- a double that is NaN, infinite, negative or huge.
Each field of an input struct gets such values too. In the last call all pointers are NULL and all numbers are 0.
The function must reject every value that is certainly invalid: it must return an error status, NULL or a number that is
not finite. The lists below name the exceptions and their reasons.
"""
from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Dict, List, NamedTuple, Tuple

# Arguments and fields that state how much memory the caller provides. No function can detect a number that is too
# large, so only smaller numbers are tried.
TRUSTED = {
    "bytes", "capacity", "size", "n", "points", "part", "parts", "end_count", "stride", "params_stride", "count",
}
COUNTED = {("carom_params_set", "count"), ("carom_params_set_by_name", "count"), ("carom_delassus_probe", "size")}  # exceptions: larger numbers are tried

# Pairs of function or struct, and argument or field, that may have any value or be NULL according to their header.
# An asterisk matches every name.
FREE = {
    ("*", "refused"), ("*", "at"), ("carom_assembly_mechanism", "item"), ("carom_chain_mechanism", "link"), ("*", "modules"), ("*", "reactions"), ("*", "pivots"), ("*", "options"), ("*", "user"),
    *((f"carom_{of}_error", "*") for of in ("collide", "system", "planar_pair", "pair", "chain", "delassus")),  # they accept any arguments, also invalid ones
    ("carom_error_format", "*"),
    ("carom_system_params_default", "*"), ("carom_link_bar", "*"),  # they fill a struct; the functions that read it check it
    ("carom_batch_out", "*"), ("carom_path", "*"), ("carom_history", "*"),  # outputs that are not requested
    ("carom_batch_in", "*"), ("carom_collide_batch", "*"), ("carom_collide_batch_part", "*"),  # each item has its own status
    *((f"carom_collide_{way}_batch", "*") for way in ("jvp", "vjp")),
    *((f"carom_batch_{way}tangent{to}", "*") for way in ("", "co") for to in ("", "_out")),  # NULL: zero, or not requested
    ("carom_system_batch_in", "*"), ("carom_system_batch_out", "*"),
    ("carom_law", "*"),
    ("carom_impulse_view", "law"), ("carom_impulse_view", "end"), ("carom_impulse_view", "plain"), ("carom_impulse_view", "all"),
    ("carom_chain", "mass"), ("carom_chain", "masses"), ("carom_chain", "pinned"), ("carom_chain", "base_velocity"),
    ("carom_mechanism", "J"), ("carom_mechanism", "constraints"),
    *(("carom_mechanism_slopes", name) for name in ("dM", "dR", "dJ")),  # NULL: zero
    *(("carom_flight", name) for name in ("a", "a_after", "du_dt")), ("carom_saltation_matrix", "v_n"),
    ("carom_delassus_jacobian", "du_dq"), ("carom_delassus_jacobian", "du_du"),
    ("carom_draw_options", "*"), ("carom_draw_history", "stiffness_ratio"),
    ("*", "title"), ("*", "why"), ("*", "error"),
    ("*", "find"), ("carom_scenario_motion", "P"), ("carom_scenario_scene", "P"), ("carom_scenario_change", "lost"), ("carom_scene", "struck"), ("carom_scenario_speeds_after", "P"),  # NULL: laws of the core, or the state before the impact
    ("carom_solve_options", "params"),  # NULL: those of the file
    ("*", "samples"),  # 0: the number in the file
    ("carom_params", "*"), ("carom_system_params", "*"),  # a law or method reads only its own coefficients
    ("carom_delassus", "*"),  # filled by carom_delassus_compute
    ("carom_enum_name", "*"), ("carom_enum_meaning", "*"), ("carom_enum_find", "*"),  # NULL or -1 for an unknown value
    ("carom_status_name", "*"), ("carom_status_message", "*"),
    ("carom_system_validate", "scratch"),
    *(("carom_mechanism_energy", name) for name in ("dim", "contacts", "R")),  # it reads only M and its argument u
    *((function, "u") for function in ("carom_mechanism_energy:mechanism", "carom_delassus_memory_size:mechanism")),
    ("carom_chain_velocity", "link"), ("carom_chain_velocity:chain", "contact"),  # -1 is the base; contacts are not read
    ("carom_planar_pair_frame", "pair"), ("carom_pair_frame", "pair"),  # they read only normal and tangent
    ("*", "name"), ("*", "label"), ("*", "text"),  # texts of a figure; elsewhere an unknown name returns -1
    ("carom_figure_create", "*"),  # checked when the figure is saved
    *(("carom_fit_law_of_speed", name) for name in ("params", "e", "mu")),  # NULL: constant coefficients
    ("carom_fit_model_from_law", "params"), ("*", "group"), ("*", "rms"), ("carom_fit_check_data", "rejected"), ("carom_fit_check_data", "bodies"),
    ("carom_fit_options", "*"), ("carom_fit_model", "*"),  # a model's law and parameters are checked when it is evaluated
    ("carom_fit_impact", "known"), ("carom_fit_test", "*"),
    *((f"carom_{of}", name) for of in ("reach_compute", "draw_region") for name in ("cover", "law")),  # not always read
    ("carom_reach_net", "second"), ("carom_region_interval", "*"),  # NULL: a curve; a direction of NaN gives no interval
    *((f"carom_{of}", "reason") for of in ("restitution_convert", "coefficients_find", "coefficients_convert")), ("carom_coefficients_convert", "from_result"),
    ("carom_convention", "*"), ("carom_combine_split", "rule"),  # filled by carom_convention_find; -1: no rule
    ("carom_history_point", "*"),  # NaN leaves a gap in a curve
    ("carom_hertz_from_materials", "a"), ("carom_hertz_from_materials", "b"),  # NULL: a rigid body
    ("carom_spread_sample", "seed"),  # any number is valid
    *(("carom_motion_scene", name) for name in ("semi_axes", "middle", "touch", "rest_speed", "step")),  # not read by this sample; NaN: the default
    # Fields that are read only in an impact, and only by some rules.
    *((f"carom_motion_{of}", name) for of in ("flight", "energy", "gap_compute", "size", "validate", "first_contact", "state_at")
      for name in ("law", "params", "several", "persist", "until", "max_events", "max_hits", "max_samples")),
    ("carom_motion_scene", "method"),
    ("carom_motion_state", "angle"), ("carom_motion_state", "exact"), ("carom_motion_validate", "start"),  # read in 2D only, never read, and not checked
}
# Functions that reject even the valid samples, because these name files that do not exist. The test writes no files.
FILES = {"carom_scenario_load", "carom_drop_load", "carom_sweep_load", "carom_sweep_run", "carom_sweep_open", "carom_sweep_study",
         "carom_sweep_moments", "carom_sweep_quantile", "carom_sweep_histogram", "carom_sweep_sample_inputs", "carom_sweep_sample_scenario",
         "carom_figure_save"}
# Objects that only the library creates. For these only NULL is tried.
OPAQUE = {"carom_coefficient", "carom_figure", "FILE", "carom_scenario", "carom_drop", "carom_report", "carom_sweep", "carom_sweep_results",
          "carom_sweep_options", "carom_fit", "carom_law", "carom_speed_form", "carom_engine", "carom_motion_result"}
INTS = ["0", "-1", "INT_MIN", "INT_MAX"]
WRONG_INTS = {"-1", "INT_MIN", "INT_MAX"}
MODULES = ("compliant", "draw", "scenario", "sweep", "fit")  # each has a library and a header; systems.h also declares Siconos
DOUBLES = ["(double)NAN", "HUGE_VAL", "-HUGE_VAL", "-1.0", "0.0", "1e308", "5e-324"]


class Argument(NamedTuple):
    kind: str  # "pointer", "int", "size", "enum", "double", "struct"
    type: str  # its type, or the type that it points to, without const
    name: str
    const: bool
    declared: str  # its declaration as a local variable


class Function(NamedTuple):
    header: str
    result: str
    name: str
    arguments: List[Argument]


class Field(NamedTuple):
    kind: str
    type: str
    path: str  # ".a.mass", ".W[0][1]"
    name: str


def plain(text: str) -> str:
    text = re.sub(r"//[^\n]*", "", text)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return re.sub(r"^\s*#[^\n]*$", "", text, flags=re.M)


class House:
    """The functions, structs and enumerations that the headers declare."""

    def __init__(self, folder: Path) -> None:
        self.texts = {path.name: plain(path.read_text()) for path in sorted(folder.glob("*.h"))}
        whole = "\n".join(self.texts.values())
        self.enums = set(re.findall(r"typedef enum (\w+)", whole))
        self.structs = dict(re.findall(r"struct (\w+) \{(.*?)\n\}", whole, flags=re.S))
        pattern = r"CAROM_(?:[A-Z]+_)?API\s+([^;{}()]*?)\b(\w+)\s*\(([^;]*)\)\s*;"
        self.functions = [
            Function(header, " ".join(result.split()), name, [self.argument(part) for part in split(arguments)])
            for header, text in self.texts.items()
            for result, name, arguments in re.findall(pattern, text)
        ]

    def kind_of(self, type_: str) -> str:
        if type_ in ("int", "bool"):
            return "int"
        if type_ in ("size_t", "uint64_t"):
            return "size"
        if type_ in ("unsigned", "uint32_t"):
            return "unsigned"
        if type_ == "double":
            return "double"
        if type_ in self.enums:
            return "enum"
        if type_ in self.structs:
            return "struct"
        raise SystemExit(f"api_fuzz: no samples for the type {type_}")

    def argument(self, text: str) -> Argument:
        text = " ".join(text.split())
        const = text.startswith("const ")
        found = re.fullmatch(r"(?:const )?(?:struct )?(\w+) (\**)(\w+)((?:\[\w+\])*)", text)
        if not found:
            raise SystemExit(f"api_fuzz: cannot read the argument {text!r}")
        type_, stars, name, rooms = found.groups()
        if stars or rooms:
            rest = rooms[rooms.index("]") + 1 :] if rooms else ""
            further = stars[1:]  # the second star of an object that the function creates
            declared = f"{'const ' if const else ''}{self.spelled(type_)} {further}(*{name}){rest}"
            return Argument("pointer", type_ + further + rest, name, const, declared)
        return Argument(self.kind_of(type_), type_, name, const, f"{type_} {name}")

    def spelled(self, type_: str) -> str:
        return f"struct {type_}" if type_ == "carom_history_point" else type_

    def fields(self, struct: str, path: str = "") -> List[Field]:
        made: List[Field] = []
        for line in self.structs[struct].split(";"):
            line = " ".join(line.split())
            found = re.fullmatch(r"(?:const )?(\w+) (.*)", line)
            if not found or "(" in line or line.startswith("char "):  # function pointers and strings
                continue
            type_, names = found.groups()
            for name in names.split(","):
                stars, bare, rooms = re.fullmatch(r"\s*(\**)(\w+)((?:\[\w+\])*)\s*", name).groups()  # type: ignore
                at = f"{path}.{bare}" + "[0]" * rooms.count("[")
                if stars:
                    made.append(Field("pointer", type_, at, bare))
                elif self.kind_of(type_) == "struct":
                    made += self.fields(type_, at)
                else:
                    made.append(Field(self.kind_of(type_), type_, at, bare))
        return made


def split(arguments: str) -> List[str]:
    return [] if arguments.strip() in ("", "void") else arguments.split(",")


def free(owner: str, name: str) -> bool:
    return bool({("*", name), (owner, name), (owner, "*")} & FREE)


def wrong(kind: str, type_: str, name: str, owner: str) -> List[Tuple[str, bool]]:
    """Returns the values to try, each with whether it is certainly wrong."""
    trusted = name in TRUSTED and (owner, name) not in COUNTED
    if kind == "pointer":
        return [("NULL", True)]
    if kind == "int" and not trusted:
        return [(value, value in WRONG_INTS) for value in INTS]
    if kind == "int":
        return [("0", False), ("-1", True), ("INT_MIN", True)]
    if kind == "size":
        return [("0", False)] if trusted else [("0", False), ("SIZE_MAX", True)]
    if kind == "unsigned":
        return [("0u", False), ("UINT_MAX", True)]
    if kind == "enum":
        return [(f"({type_})-1", True), (f"({type_})99", True)]
    return [(value, value.endswith("NAN")) for value in DOUBLES]


def cases(house: House, function: Function) -> List[Tuple[str, str, bool]]:
    """Returns the cases of a function: a description, the C assignment, and whether the function must reject the case."""
    made: List[Tuple[str, str, bool]] = []
    for a in function.arguments:
        if a.kind == "struct":
            continue
        for value, surely in wrong(a.kind, a.type, a.name, function.name):
            must = surely and not free(function.name, a.name) and not free(a.type, "*")
            made.append((f"{a.name} = {value}", f"{a.name} = {value};", must))
    for a in function.arguments:
        if a.type not in house.structs or a.type in OPAQUE or not (a.const or a.kind == "struct"):
            continue
        # The cast removes const: samples are in writable memory.
        whole = f"(*({house.spelled(a.type)} *){a.name})" if a.kind == "pointer" else a.name
        for f in house.fields(a.type):
            for value, surely in wrong(f.kind, f.type, f.name, a.type):
                owners = (a.type, function.name, f"{function.name}:{a.name}")
                must = surely and not free(function.name, a.name) and not any(free(owner, f.name) for owner in owners)
                made.append((f"{a.name}{f.path} = {value}", f"{whole}{f.path} = {value};", must))
    return made


def judged(function: Function) -> str:
    result = function.result
    if result == "carom_status":
        return "turned_away = carom_status_classify(got) >= CAROM_CLASS_BAD_INPUT;"
    if result.endswith("*"):
        return "turned_away = got == NULL;"
    if result == "double":
        return "turned_away = !isfinite(got);"
    return "turned_away = 1;"  # a count, a bit set or a struct cannot report a rejection


def of_systems(function: Function) -> bool:
    """Returns whether the function takes a law for several contacts."""
    return any(a.type in ("carom_system", "carom_system_params", "carom_system_batch_in") for a in function.arguments)


def call(house: House, function: Function) -> str:
    lines = [f"static int call_{function.name}(int which, samples *here, char *words, int *must) {{"]
    tried = cases(house, function)
    for a in function.arguments:
        own = f"SAMPLE_{function.name}_{a.name}"
        by_type = f"SAMPLE_{'AT_' if a.kind == 'pointer' else ''}{re.sub(r'[^A-Za-z_0-9]', '', a.type)}"
        by_type += "_of_systems" if a.type == "carom_law" and of_systems(function) else ""
        common = f"{by_type}_{a.name}"
        lines += [f"#if defined({own})", f"    {a.declared} = {own};", f"#elif defined({common})"]
        lines += [f"    {a.declared} = {common};", "#else", f"    {a.declared} = {by_type};", "#endif"]
    lines += ["    int turned_away = 0;", "    (void)here;", "    *must = 0;", '    strcpy(words, "samples that are right");']
    lines += ["    switch (which) {"]
    lines += ["    case 0: break;"]
    for number, (words, code, must) in enumerate(tried, 1):
        said = words.replace("(double)", "")
        lines.append(f'    case {number}: {code} strcpy(words, "{said}"); *must = {int(must)}; break;')
    everything = " ".join(f"{a.name} = {'NULL' if a.kind == 'pointer' else '0'};" for a in function.arguments
                          if a.kind in ("pointer", "int", "size", "double"))
    lines.append(f'    case {len(tried) + 1}: {everything} strcpy(words, "nothing at all"); break;')
    lines += ["    default: return DOOR_END;", "    }"]
    call = f"{function.name}({', '.join(a.name for a in function.arguments)})"
    if function.result == "void":
        lines += [f"    {call};", "    turned_away = 1;"]
    else:
        got = "got" if function.result.endswith("*") else " got"
        lines += [f"    const {function.result} {got.strip()} = {call};".replace("const const", "const"), "    (void)got;"]
        lines += [f"    {judged(function)}"]
    lines += ["    return turned_away ? DOOR_REFUSED : DOOR_TAKEN;", "}", ""]
    return "\n".join(lines)


def generate(house: House, out: Path) -> None:
    text = ["// Made by tests/whole/api_fuzz/api_fuzz.py from include/carom/*.h.", '#include "whole/api_fuzz/samples.h"', ""]
    text += ["#include <string.h>", ""]
    wrap = {f"{name}.h": f"API_FUZZ_{name.upper()}"
            for name in MODULES}
    rows = ["const function api_fuzz[] = {"]
    for function in house.functions:
        guard = wrap.get(function.header, "")
        text += ([f"#ifdef {guard}"] if guard else []) + [call(house, function)] + (["#endif", ""] if guard else [])
        rows += ([f"#ifdef {guard}"] if guard else [])
        types = {a.type for a in function.arguments}
        rounds = "ONCE" if "carom_law" not in types else "METHODS" if of_systems(function) else "LAWS"
        right = "turned_away = 1" not in judged(function) and function.result != "void" and function.name not in FILES
        rows += [f'    {{"{function.name}", call_{function.name}, {rounds}, {int(right)}, {int(bool(guard))}}},'] + (["#endif"] if guard else [])
    out.write_text("\n".join(text + rows + ["    {NULL, NULL, ONCE, 0, 0},", "};", ""]))


def owner(header: str, declaration: str = "") -> str:
    """Returns the library that defines what this header declares."""
    name = Path(header).stem
    if name == "systems" and re.search(r"\bcarom_(law_cones|module_siconos)\b", declaration):
        return "siconos"
    return name if name in MODULES else "core"


def marked(header: Path, cc: str, *defined: str) -> List[Tuple[str, str, str]]:
    """Returns header, mark (dllexport or dllimport) and line of each marked declaration after preprocessing for Windows."""
    command = [cc, "-std=c17", "-E", "-D_WIN32", *(f"-D{name}" for name in defined), f"-I{header.parent.parent}", str(header)]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found, where = [], ""
    for line in text.splitlines():
        moved = re.match(r'# \d+ "(.*?)"', line)
        where = moved.group(1) if moved else where
        found += [(where, mark, line) for mark in re.findall(r"__declspec\((\w+)\)", line)]
    return found


def marks(folder: Path, cc: str) -> int:
    wrong, count = set(), 0
    for library in ("core", "siconos", *MODULES):
        building = "CAROM_BUILDING" + ("" if library == "core" else f"_{library.upper()}")
        for header in sorted(folder.glob("*.h")):
            seen = marked(header, cc, building)
            count += len(seen)
            wrong |= {f"{library}: {mark} in {Path(where).name}: {line}" for where, mark, line in seen
                      if mark != ("dllexport" if owner(where, line) == library else "dllimport")}
    wrong |= {f"static: {mark} in {where}" for header in folder.glob("*.h")
              for where, mark, _ in marked(header, cc, "CAROM_STATIC")}
    for line in sorted(wrong):
        print(f"api_fuzz: {line}")
    print(f"api_fuzz: {count} marks looked at")
    return 1 if wrong or count < 1000 else 0


def compare(house: House, nm: str, libraries: List[str]) -> int:
    known = {function.name: owner(function.header) for function in house.functions}
    exported: Dict[str, str] = {}
    for library in libraries:
        listed = subprocess.run([nm, "-D", "--defined-only", library], check=True, capture_output=True, text=True)
        exported.update({line.split()[2]: library for line in listed.stdout.splitlines() if line.split()[1] == "T"})
    belongs = {name: re.sub(r"\Alibcarom_?|\..*", "", Path(library).name) or "core" for name, library in exported.items()}
    strays = sorted(name for name in exported if name.startswith("carom_") and known.get(name) != belongs[name])
    for name in strays:
        print(f"api_fuzz: {name} of {exported[name]} is exported, but no header of it declares it")
    print(f"api_fuzz: {len(exported)} exported functions, {len(exported) - len(strays)} of them tried")
    return 1 if strays or len(exported) < 50 else 0


if __name__ == "__main__":
    if sys.argv[1] == "marks":
        sys.exit(marks(Path(sys.argv[2]), sys.argv[3]))
    made = House(Path(sys.argv[2]))
    if sys.argv[1] == "generate":
        generate(made, Path(sys.argv[3]))
    else:
        sys.exit(compare(made, sys.argv[3], sys.argv[4:]))
