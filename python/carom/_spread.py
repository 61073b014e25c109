"""Samples the possible results at several contacts, and bounds them."""
from __future__ import annotations

from typing import Any, List, Optional

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import contact_of, doubles
from ._carom import ffi, lib
from ._errors import InputError, error_of
from ._system import system_of
from ._laws import lacking, laws
from ._mechanism import Mechanism
from ._names import CLASS_OF_STATUS, Status, text

Doubles = NDArray[np.float64]


class Spread:
    """Random results, and bounds of all possible results. Arrays have the shape (..., contacts, 2), normal first.

    P, v             impulse and relative velocity after, of each sample that finished
    dE               of each, J
    unfinished       number of samples that did not end within the limit
    lowest, highest  of v over the samples
    least, most      bounds of v: no outcome is beyond them, for any e
    """

    def __init__(self, system: Any, mu: Doubles, kept: List[Doubles], out: Any) -> None:
        n, samples = 2 * system.nc, out.samples

        def copied(pointer: Any, *shape: int) -> Doubles:
            return np.frombuffer(ffi.buffer(pointer, 8 * int(np.prod(shape)))).reshape(shape).copy()

        self.P, self.v = copied(out.P, samples, system.nc, 2), copied(out.v, samples, system.nc, 2)
        self.dE = copied(out.dE, samples)
        self.unfinished = int(out.unfinished)
        self.lowest, self.highest = copied(out.lowest, system.nc, 2), copied(out.highest, system.nc, 2)
        self.least, self.most = copied(out.least, system.nc, 2), copied(out.most, system.nc, 2)
        self._system, self._mu, self._kept, self._size = system, mu, kept, n

    def most_along(self, g: ArrayLike) -> float:
        """Returns the upper bound of g.P; g has an entry for each impulse, n1, t1, n2, t2, ...

        The speed u of a body after the impact is at most u + most_along(row of M^-1 J^T).
        """
        row = np.ascontiguousarray(doubles(g, "g")).reshape(-1)
        if row.size != self._size:
            raise InputError(f"g must have {self._size} entries, one for each impulse; it has {row.size}", Status.BAD_VALUE)
        size, most = lib.carom_spread_memory_size(self._system, 0), ffi.new("double *")
        memory = ffi.new("double[]", size // 8 + 1)
        address = [ffi.cast("double *", a.ctypes.data) for a in (self._mu, row)]
        status = lib.carom_spread_bound(self._system, *address, memory, size, most)
        if status != lib.CAROM_OK:
            raise InputError(text(lib.carom_status_message(status)), Status(status))
        return float(most[0])

    def __repr__(self) -> str:
        return f"<{len(self.dE)} results of {self._size // 2} contacts, {self.unfinished} unfinished>"


def spread(
    W: Any,
    v: Optional[ArrayLike] = None,
    *,
    e: Optional[ArrayLike] = None,
    mu: Optional[ArrayLike] = None,
    draws: int = 1000,
    seed: int = 1,
) -> Spread:
    """Samples the possible results of a 2D system if the order of the contacts is unknown, and bounds all of them.

    W : array (2 k, 2 k), and v : array (2 k,)
        as for carom.solve_system; or a Mechanism alone
    e : float or (k,)
        energetic restitution, 0 to 1
    mu : float or (k,)
        friction
    draws, seed : int
        number of samples; the same seed gives the same samples

    Three equal balls in a line, of which the first strikes. The last one can leave with all the speed, the last two can leave as
    one body, and everything in between is possible.

    >>> import carom
    >>> chain = carom.Mechanism(M=[[1, 0, 0], [0, 1, 0], [0, 0, 1]], u=[1, 0, 0],
    ...                         J=[[-1, 1, 0], [0, 0, 0], [0, -1, 1], [0, 0, 0]], normal="first")
    >>> may = carom.spread(chain, e=1, mu=0, draws=500)
    >>> may
    <500 results of 2 contacts, 0 unfinished>
    >>> may.least[:, 0].round(9) + 0, may.most[:, 0].round(9)
    (array([0., 0.]), array([1., 1.]))
    >>> bool(abs(may.dE).max() < 1e-12)
    True
    """
    if isinstance(W, Mechanism) and W.dim != 2:
        raise InputError("carom.spread takes 2D contacts; these are 3D", Status.WRONG_DIM)
    matrix, velocity = contact_of(W, v, system=True)
    system, kept = system_of(matrix, velocity, 2)
    contacts = ffi.new("carom_params[]", [lib.carom_params_default()] * system.nc)
    given = {"e": e, "mu": mu}
    missing = [laws["routh"].coefficients[name] for name, value in given.items() if value is None]
    if missing:
        raise lacking("carom.spread", missing)
    each = {}
    for name, value in given.items():
        try:
            each[name] = np.ascontiguousarray(np.broadcast_to(doubles(value, name), (system.nc,)))
        except ValueError:
            raise InputError(f"{name} is one for all contacts or one for each of {system.nc}", Status.BAD_VALUE) from None
        for i in range(system.nc):
            setattr(contacts[i], name, each[name][i])
    if not 1 <= draws <= lib.CAROM_MAX_DRAWN:
        raise InputError(f"draws must lie between 1 and {lib.CAROM_MAX_DRAWN}; it is {draws}", Status.BAD_COUNT)
    size, out = lib.carom_spread_memory_size(system, draws), ffi.new("carom_spread *")
    memory = ffi.new("double[]", size // 8 + 1)
    status = lib.carom_spread_sample(system, contacts, draws, seed, memory, size, out)
    if CLASS_OF_STATUS[status] != lib.CAROM_CLASS_OK:
        raise error_of(status, _said(status, out, each))
    return Spread(system, each["mu"], kept, out)


def _said(status: int, out: Any, each: Any) -> str:
    for name, ranges in (("e", "[0, 1]"), ("mu", "[0, inf)")):
        if out.refused_contact >= 0 and laws["routh"].coefficients[name].index == out.refused:
            value = each[name][out.refused_contact]
            return f"{name} = {value:g} at contact {out.refused_contact} is outside {ranges} for carom.spread"
    return text(lib.carom_status_message(status))
