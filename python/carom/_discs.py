"""Discs pressed and struck, and a body that carries another on a soft spring (Chatterjee 1997, chapter 11)."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._carom import lib
from ._errors import InputError, NoAnswerError
from ._modules import compliant
from ._names import Status

Doubles = NDArray[np.float64]


def _module() -> Any:
    if compliant is None:
        raise NoAnswerError('this installation does not have the module "compliant"', Status.MODULE_MISSING)
    return compliant


@dataclass(frozen=True)
class Compression:
    """How far a plate and the centre of a disc approach, m, one number a force.

    flat, point, sum  of a cylinder between plates (plane strain), of Hertz's ellipse at the rounded edge, and both
    half_width, axes  of the two contacts
    flat_exact        the cylinder's with a contact that is not small;  plane_stress: the same for a thin disc
    stiffness         dF/d(sum), N/m
    """

    flat: Doubles
    point: Doubles
    sum: Doubles
    half_width: Doubles
    axes: Doubles
    flat_exact: Doubles
    plane_stress: Doubles
    stiffness: Doubles


def compress_disc(force: ArrayLike, *, E: float, nu: float, radius: float, edge: float, thickness: float) -> Compression:
    """A disc with a rounded edge pressed along a diameter between rigid plates. Needs the module "compliant".

    >>> import carom
    >>> c = carom.compress_disc(100.0, E=2.7e9, nu=0.3, radius=0.0495, edge=0.005, thickness=0.0064)
    >>> round(1e6 * float(c.flat), 1), round(1e6 * float(c.point), 1)
    (17.9, 32.1)
    """
    from ._compliant import ffi as own

    library, forces = _module(), np.asarray(force, dtype=float)
    disc, one = own.new("carom_disc *", [E, nu, radius, edge, thickness]), own.new("carom_disc_pressed *")
    names = ("flat", "point", "sum", "half_width", "flat_exact", "plane_stress", "stiffness")
    made = {name: np.empty(forces.shape) for name in names}
    axes = np.empty((*forces.shape, 2))
    for at in np.ndindex(forces.shape):
        if library.carom_disc_compress(disc, forces[at], one) != lib.CAROM_OK:
            said = "a disc needs E, radius, edge and thickness > 0 and nu in (-1, 0.5], and a force > 0"
            raise InputError(said, Status.BAD_VALUE)
        for name in names:
            made[name][at] = getattr(one, name)
        axes[at] = list(one.axes)
    return Compression(axes=axes, **made)


@dataclass(frozen=True)
class TwoStage:
    """A body that bounces with e and carries another on a soft spring.

    e                  of the two together, when the vibration is over
    margin             negative if the first body comes back to the wall: then `e` does not hold
    period             of the vibration, s
    x1, x2, v1, v2     places (the second body's from where it hangs at rest) and speeds off the wall at the times asked
    nearest, when      how near the first body comes to the wall again, and when; infinite: it only moves off
    """

    e: float
    margin: float
    period: float
    x1: Doubles
    x2: Doubles
    v1: Doubles
    v2: Doubles
    nearest: float
    when: float


def two_stage(e: float, m1: float, m2: float, *, k: float = 1.0, v: float = 1.0, t: ArrayLike = 0.0) -> TwoStage:
    """The two-stage impact in time: stiffness k, both come with the speed v, the blow is at t = 0.

    >>> import carom
    >>> round(carom.two_stage(0.85, 52.6, 9.85).e, 4)
    0.5582
    """
    library, times = _module(), np.asarray(t, dtype=float)
    if not (m1 > 0 and m2 > 0 and k > 0 and v > 0 and np.isfinite(e)):
        raise InputError("two_stage needs m1, m2, k and v > 0 and a number e", Status.BAD_VALUE)
    end = library.carom_two_stage_at(e, m1, m2, k, v, 0.0)
    moving = {name: np.empty(times.shape) for name in ("x1", "x2", "v1", "v2")}
    for at in np.ndindex(times.shape):
        now = library.carom_two_stage_at(e, m1, m2, k, v, times[at])
        for name, values in moving.items():
            values[at] = getattr(now, name)
    return TwoStage(end.e, end.margin, end.period, nearest=end.nearest, when=end.when, **moving)


@dataclass(frozen=True)
class Slowness:
    """Is an impact slow against the waves in the body?

    c                   of waves, m/s
    fifth, third        (V/c)^(1/5) and 0.3 (V/c)^(1/3): small if waves cross the body often, or take little energy
    duration, crossings pi sqrt(m/k), s, and how often a wave crosses the body in it
    force, compression  the greatest, N and m
    """

    c: float
    fifth: float
    third: float
    duration: float
    crossings: float
    force: float
    compression: float


def slowness(*, E: float, density: float, v: float, mass: float, k: float, size: float) -> Slowness:
    """A mass on a linear spring k that meets a wall with the speed v; `size` is what waves cross.

    >>> import carom
    >>> round(1e3 * carom.slowness(E=2.7e9, density=1393.0, v=0.5, mass=0.067, k=2e6, size=0.0982).duration, 3)
    0.575
    """
    if not min(E, density, v, mass, k, size) > 0:
        raise InputError("slowness needs E, density, v, mass, k and size > 0", Status.BAD_VALUE)
    made = _module().carom_impact_slowness(E, density, v, mass, k, size)
    return Slowness(**{name: getattr(made, name) for name in Slowness.__dataclass_fields__})
