"""The extension modules: the C library's public API as cffi sees it, and the loops of glue.c."""
from pathlib import Path

from cffi import FFI

HERE = Path.cwd()  # setup.py runs in its own folder, and cffi executes this file without a name
OPTIONS = {"define_macros": [("CAROM_STATIC", None)], "extra_compile_args": ["-O2", "-ffp-contract=off"]}
OPTIONS["include_dirs"] = [str(HERE)]

core = FFI()
core.cdef((HERE / "api.cdef").read_text())
core.set_source("carom._carom", (HERE / "glue.c").read_text(), **OPTIONS)

# Compliant contacts, on SUNDIALS; setup.py leaves it out where the library was built without them.
compliant = FFI()
compliant.include(core)
compliant.cdef((HERE / "compliant.cdef").read_text())
compliant.set_source("carom._compliant", '#include "glue.h"\n#include "carom/compliant.h"\n', **OPTIONS)

# Friction cones in space, on Siconos; left out in the same way.
siconos = FFI()
siconos.include(core)
siconos.cdef((HERE / "siconos.cdef").read_text())
siconos.set_source("carom._siconos", '#include "glue.h"\n#include "carom/siconos.h"\n', **OPTIONS)

# Problems and scenarios from files, on Jansson; left out in the same way.
scenario = FFI()
scenario.include(core)
scenario.cdef((HERE / "scenario.cdef").read_text())
scenario.set_source("carom._scenario", '#include "glue.h"\n#include "carom/scenario.h"\n', **OPTIONS)

# Sweeps, on HDF5; left out in the same way.
sweep = FFI()
sweep.include(core)
sweep.cdef((HERE / "sweep.cdef").read_text())
sweep.set_source("carom._sweep", '#include "glue.h"\n#include "carom/sweep.h"\n', **OPTIONS)
# Laws fitted to measured impacts, on cminpack; left out in the same way.
fit = FFI()
fit.include(core)
fit.cdef((HERE / "fit.cdef").read_text())
fit.set_source("carom._fit", '#include "glue.h"\n#include "carom/fit.h"\n', **OPTIONS)
