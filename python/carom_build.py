"""Builds the extension modules from the C library's public API and the loops of glue.c, with cffi."""
import sys
from pathlib import Path

from cffi import FFI

HERE = Path.cwd()  # setup.py runs in its own folder, and cffi executes this file without a name
sys.path.insert(0, str(HERE))
import cdef  # noqa: E402

OPTIONS = {"define_macros": [("CAROM_STATIC", None)], "extra_compile_args": ["-O2", "-ffp-contract=off"]}
if not cdef.MEMBERS:  # cdef.py leaves out const in members
    OPTIONS["extra_compile_args"] += ["-Wno-incompatible-pointer-types"]
OPTIONS["include_dirs"] = [str(HERE)]

INCLUDE = (HERE / "core" if (HERE / "core").exists() else HERE.parent) / "include"

core = FFI()
core.cdef(cdef.core(INCLUDE) + (HERE / "glue.cdef").read_text())
core.set_source("carom._carom", (HERE / "glue.c").read_text(), **OPTIONS)


HEADERS = {"siconos": "systems"}


# Each module is a separate extension; setup.py leaves out those that the library was built without.
def of_module(name: str) -> FFI:
    made = FFI()
    made.include(core)
    made.cdef(cdef.module(INCLUDE, name))
    made.set_source(f"carom._{name}", f'#include "glue.h"\n#include "carom/{HEADERS.get(name, name)}.h"\n', **OPTIONS)
    return made


compliant, siconos, scenario, sweep, fit = map(of_module, ("compliant", "siconos", "scenario", "sweep", "fit"))
