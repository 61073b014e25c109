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
