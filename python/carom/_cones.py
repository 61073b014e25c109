"""Several contacts in space with true friction cones, through Siconos."""
from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any, Iterable, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._carom import ffi, lib
from ._errors import InputError, NoAnswerError, error_of
from ._impact import contacts_of, methods, system_of
from ._modules import siconos
from ._names import CLASS_OF_STATUS, Broken, Status

# Siconos keeps state of its own: one call at a time.
_alone = threading.Lock()


@dataclass(frozen=True)
class Cones:
    """What happened at the contacts; P and v have a row for each. NaN where the status is not ok."""

    P: NDArray[np.float64]
    v: NDArray[np.float64]
    dE: float
    broken: Broken
    status: Status
    residual: float  # what is left of the law's conditions, relative; judged by carom
    iterations: int

    @property
    def ok(self) -> bool:
        """There is an answer and nothing is broken."""
        return bool(CLASS_OF_STATUS[self.status] == lib.CAROM_FINE and not self.broken)


def cones(
    W: ArrayLike,
    v: ArrayLike,
    *,
    solver: str = "auto",
    allow: Union[str, Iterable[str]] = (),
    **parameters: Any,
) -> Cones:
    """Newton's restitution at several contacts in space, with the true friction cone. Needs Siconos.

    W (3 k, 3 k) and v (3 k,) as in carom.impact with dim = 3; e_n, e_t and mu, one for all contacts or one for each;
    solver "auto", "nsgs" or "admm".

    >>> import carom, numpy as np
    >>> hit = carom.cones(np.eye(3), [-1, 0.3, 0.4], e_n=0.5, mu=0.2)
    >>> hit.P.round(6)  # slides: friction 0.2 P_n against the slip (0.6, 0.8)
    array([[ 1.5 , -0.18, -0.24]])
    """
    if siconos is None:
        raise NoAnswerError('this build does not have the module "siconos", which cones need', Status.NOT_BUILT)
    solvers = {name: getattr(siconos, f"CAROM_SICONOS_{name.upper()}") for name in ("auto", "nsgs", "admm")}
    if solver not in solvers:
        raise InputError(f'solver is one of {", ".join(solvers)}, not "{solver}"', Status.BAD_VALUE)
    from ._siconos import ffi as own

    system, kept = system_of(W, v, 3)
    names = [allow] if isinstance(allow, str) else list(allow)
    contacts = contacts_of(methods["glocker"], system.nc, 3, parameters, names)
    P, after = np.empty((system.nc, 3)), np.empty((system.nc, 3))
    rooms = [ffi.cast("double *", array.ctypes.data) for array in (P, after)]
    report = own.new("carom_siconos_report *")
    with _alone:
        status = siconos.carom_siconos_glocker(system, contacts, solvers[solver], *rooms, report)
    del kept  # W and v had to live until here
    if CLASS_OF_STATUS[status] == lib.CAROM_BAD_INPUT:
        raise error_of(status)
    return Cones(P, after, report.dE, Broken(report.broken), Status(status), report.residual, report.iterations)
