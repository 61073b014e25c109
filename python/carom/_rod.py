"""Computes the vibration modes of a rod with free ends, for the contact model "modal"."""
from __future__ import annotations

import math
from typing import List, Optional, Sequence

from ._carom import ffi, lib
from ._collide import Vibration
from ._errors import InputError
from ._names import Status


def rod_modes(length: float, *, E: float, density: float, diameter: Optional[float] = None, height: Optional[float] = None,
              width: Optional[float] = None, angle: Optional[float] = None, axis: Optional[Sequence[float]] = None,
              at: Optional[float] = None, zeta: float = 0.0, bending: int = 6, axial: int = 0) -> List[Vibration]:
    """Computes vibration modes of a uniform rod with free ends, for the coefficient `modes` of "modal".

    length    m
    diameter  of a round section, m; or `height` and `width` of a rectangle, where the rod bends along its height
    E         Young's modulus, Pa
    density   kg/m^3
    angle     between the rod and the surface in 2D, rad; or `axis`, the direction of the rod, normal first, in 2D or 3D
    at        contact point, measured from the middle along the axis, m; the end if left out
    zeta      damping ratio of every mode
    bending   number of bending modes, in 3D in each of two planes
    axial     number of modes along the rod

    A steel rod of 0.4 m and 12.7 mm bends with 365 Hz and more:

    >>> import carom, math
    >>> modes = carom.rod_modes(0.4, diameter=0.0127, E=2.1e11, density=7850, angle=math.radians(72))
    >>> [round(mode.omega / (2 * math.pi)) for mode in modes]
    [365, 1007, 1975, 3265, 4877, 6812]
    """
    if (angle is None) == (axis is None):
        raise InputError("give either angle or axis", Status.BAD_VALUE)
    if (diameter is None) == (height is None and width is None) or (height is None) != (width is None):
        raise InputError("give either diameter or height and width", Status.BAD_VALUE)
    direction = [math.sin(angle), math.cos(angle)] if angle is not None else [float(x) for x in axis or ()]
    rod = ffi.new("carom_rod *", {"length": length, "E": E, "density": density, "zeta": zeta, "axis": direction[:3]})
    rod.at = -0.5 * length if at is None else at
    rod.area = math.pi / 4 * diameter**2 if diameter is not None else (height or 0.0) * (width or 0.0)
    rod.gyration = diameter / 4 if diameter is not None else (height or 0.0) / math.sqrt(12)
    dim = len(direction)
    count = (dim - 1) * bending + axial
    modes = ffi.new("carom_vibration[]", max(count, 1))
    status = Status(lib.carom_rod_vibrations(rod, dim, bending, axial, modes))
    if status != Status.OK:
        raise InputError(f"a rod needs positive sizes, E and density, a direction of 2 or 3 numbers, `at` on the rod, zeta "
                         f"in [0, 1) and at most {lib.CAROM_VIBRATIONS_MAX} modes", status)
    return [Vibration(mode.omega, mode.zeta, list(mode.phi)[:dim]) for mode in list(modes)[:count]]
