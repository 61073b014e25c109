"""Optional modules: there if the library was built with them and their own libraries are on this machine."""
from __future__ import annotations

from typing import Any

compliant: Any
try:
    from ._compliant import lib as compliant
except ImportError:
    compliant = None

siconos: Any
try:
    from ._siconos import lib as siconos
except ImportError:
    siconos = None

_fit: Any
try:
    from ._fit_module import lib as _fit
except ImportError:
    _fit = None


def fit_module() -> Any:
    """The module that fits laws, or an error that names it."""
    from ._errors import InputError
    from ._names import Status

    if _fit is None:
        raise InputError('this installation does not have the module "fit" (cminpack)', Status.NOT_BUILT)
    return _fit
