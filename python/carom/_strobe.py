"""Evaluates strobe pictures of a body that hits a wall, with bounds, and fits laws to them."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterable, Optional, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._errors import InputError
from ._laws import Law
from ._measured import Fits, _groups, _shaped, _study
from ._modules import fit as library, fit_ffi as own
from ._names import Status

Doubles = NDArray[np.float64]


@dataclass(frozen=True)
class Readings:
    """Values from strobe pictures, one number per impact, with the tangent chosen so that v_t < 0. Each value has a bound: its
    largest change if each of the 16 coordinates may have an error up to the stated bound.

    theta, e, ratio  angle of incidence, -v_n'/v_n, P_t/P_n
    tan_phi, vft     v_t'/v_n', v_t'/|v|
    alpha, psi       angle of the contact on the body's edge (pi/2 for a disc); angle from the direction to the centre of mass to
                     that of the impulse
    touch            from the second flash to the impact, s
    """

    theta: Doubles
    e: Doubles
    ratio: Doubles
    tan_phi: Doubles
    vft: Doubles
    alpha: Doubles
    psi: Doubles
    touch: Doubles
    theta_bound: Doubles
    e_bound: Doubles
    ratio_bound: Doubles
    tan_phi_bound: Doubles
    vft_bound: Doubles
    alpha_bound: Doubles
    psi_bound: Doubles


def _pictures(
    at: ArrayLike,
    mass: ArrayLike,
    inertia: ArrayLike,
    radius: ArrayLike,
    scale: float,
    rate: float,
    sigma: float,
    offset: ArrayLike,
    marker: ArrayLike,
) -> Any:
    flashes = np.asarray(at, dtype=float)
    n = len(flashes) if flashes.ndim == 3 else 0
    if flashes.shape != (n, 4, 4) or n == 0:
        said = f"at must have the shape (n, 4, 4), four flashes of centre x, y and marker x, y, not {flashes.shape}"
        raise InputError(said, Status.BAD_VALUE)
    each = {"mass": mass, "inertia": inertia, "radius": radius, "offset": offset, "marker": marker}
    shaped = {name: _shaped(name, value, (n,)) for name, value in each.items()}
    pictures = own.new("carom_strobe[]", n)
    for k, row in enumerate(pictures):
        row.scale, row.rate, row.sigma = scale, rate, sigma
        for name, values in shaped.items():
            setattr(row, name, values[k])
        for i in range(4):
            row.at[i] = list(flashes[k, i])
    return pictures


def _refuse(k: int) -> InputError:
    said = (
        f"picture {k}: numbers that are none, or a body with an offset that does not touch the wall, y = 0, between the "
        "second flash and the third"
    )
    return InputError(said, Status.BAD_VALUE, (k,))


def read_strobe(
    at: ArrayLike,
    mass: ArrayLike,
    inertia: ArrayLike,
    radius: ArrayLike,
    *,
    scale: float,
    rate: float,
    bound: float = 2.0,
    offset: ArrayLike = 0.0,
    marker: ArrayLike = 0.0,
) -> Readings:
    """Evaluates strobe pictures of impacts against a wall along x. Needs the module "fit".

    at             (n, 4, 4): two flashes before and two after, each centre of mass x, y and marker x, y
    mass, inertia, radius  kg, kg m^2, m: numbers or (n,)
    scale, rate    coordinate units per metre, flashes per second
    bound          largest error of a coordinate, in its unit
    offset, marker for a body that is not a disc: distance from its edge's centre to the centre of mass, m, and angle from that
                   direction to the marker; the wall is then y = 0

    >>> import carom
    >>> px = [[[-32, 537, 109, 440], [-7, 285, 135, 189], [10, 381, 145, 277], [24, 613, 151, 497]]]
    >>> r = carom.read_strobe(px, 0.0678, 8.2711e-5, 0.0491, scale=4350, rate=530 / 60)
    >>> round(float(r.e[0]), 4), round(float(r.e_bound[0]), 4)
    (0.9206, 0.0305)
    """
    pictures = _pictures(at, mass, inertia, radius, scale, rate, 0.0, offset, marker)
    reading = own.new("carom_strobe_reading *")
    made = {name: np.empty(len(pictures)) for name in Readings.__dataclass_fields__}
    for k in range(len(pictures)):
        if library.carom_strobe_read(pictures + k, bound, reading) != Status.OK:
            raise _refuse(k)
        for name, values in made.items():
            values[k] = getattr(reading, name)
    return Readings(**made)


def fit_strobe(
    at: ArrayLike,
    mass: ArrayLike,
    inertia: ArrayLike,
    radius: ArrayLike,
    *,
    scale: float,
    rate: float,
    sigma: float,
    offset: ArrayLike = 0.0,
    marker: ArrayLike = 0.0,
    group: Optional[ArrayLike] = None,
    laws: Union[str, Iterable[Union[str, Law]]] = "all",
    robust: bool = False,
    intervals: bool = True,
    threads: int = 1,
    e_of: Optional[str] = None,
    mu_of: Optional[str] = None,
) -> Fits:
    """Fits laws to strobe pictures, as `fit` does to velocities. Takes the arguments of `read_strobe`, and `sigma`, the standard
    deviation of a coordinate in its unit. For a body that is not a disc, the error of the contact's place is included.

    >>> import carom
    >>> px = [[[-32, 537, 109, 440], [-7, 285, 135, 189], [10, 381, 145, 277], [24, 613, 151, 497]]] * 4
    >>> best = carom.fit_strobe(px, 0.0678, 8.2711e-5, 0.0491, scale=4350, rate=530 / 60, sigma=0.5, laws="frictionless")
    >>> round(best["frictionless"].params["e"], 2)
    0.92
    """
    pictures = _pictures(at, mass, inertia, radius, scale, rate, sigma, offset, marker)
    groups = _groups(group, len(pictures))
    impacts, bodies = own.new("carom_fit_impact[]", len(pictures)), own.new("carom_fit_body[]", len(pictures))
    for k in range(len(pictures)):
        pictures[k].group = int(groups[k])
        if library.carom_fit_impact_from_strobe(pictures + k, impacts + k) != Status.OK:
            raise _refuse(k)
        library.carom_fit_of_strobe(pictures + k, bodies + k)
    return _study(impacts, laws, robust, intervals, threads, (e_of, mu_of), bodies)
