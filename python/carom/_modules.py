"""Loads optional modules, if the library was built with them and their own libraries are installed."""
from __future__ import annotations

import importlib
from typing import Any

from ._carom import ffi, lib

compliant: Any
compliant_ffi: Any
try:
    from ._compliant import ffi as compliant_ffi
    from ._compliant import lib as compliant
except ImportError:
    compliant = compliant_ffi = None

siconos: Any
try:
    from ._siconos import lib as siconos
except ImportError:
    siconos = None


# The modules whose laws this installation has, as a list ended by NULL for the library.
_linked = [lib.carom_module_core] + ([compliant.carom_module_compliant] if compliant is not None else [])
_values = [ffi.new("carom_module *", value) for value in _linked]
MODULES = ffi.new("const carom_module *[]", [*_values, ffi.NULL])


class Late:
    """Represents `lib` or `ffi` of a module, which is loaded when it is first used, because most programs read no files."""

    def __init__(self, module: str, part: str) -> None:
        self._module, self._part = module, part

    def __getattr__(self, name: str) -> Any:
        from ._errors import NoAnswerError  # imported here, because it needs the tables, which need this module
        from ._names import Status

        try:
            loaded = importlib.import_module(f"._{self._module}", __package__)
        except ImportError as error:
            message = f'this installation does not have the module "{self._module}" ({error})'
            raise NoAnswerError(message, Status.MODULE_MISSING) from None
        value = getattr(getattr(loaded, self._part), name)
        setattr(self, name, value)
        return value


scenario, scenario_ffi = Late("scenario", "lib"), Late("scenario", "ffi")
sweep, sweep_ffi = Late("sweep", "lib"), Late("sweep", "ffi")
fit, fit_ffi = Late("fit", "lib"), Late("fit", "ffi")
