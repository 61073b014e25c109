"""The extension module carom._carom: the C library's public API as cffi sees it, and the loops of glue.c."""
from pathlib import Path

from cffi import FFI

HERE = Path.cwd()  # setup.py runs in its own folder, and cffi executes this file without a name

core = FFI()
core.cdef((HERE / "api.cdef").read_text())
core.set_source(
    "carom._carom",
    (HERE / "glue.c").read_text(),
    include_dirs=[str(HERE)],
    define_macros=[("CAROM_STATIC", None)],
    extra_compile_args=["-O2", "-ffp-contract=off"],
)
