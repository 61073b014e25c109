"""Computes how the velocity after an impact depends on the mass matrix. Chatterjee 1997, 10.2."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterable, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import Touching, asked_of
from ._carom import ffi, lib
from ._collide import Problem
from ._errors import NoAnswerError, describe, error_of
from ._laws import Law, find
from ._names import CLASS_OF_STATUS, Status

Doubles = NDArray[np.float64]


@dataclass(frozen=True)
class MassJacobian:
    """The derivative dv'/dM of one contact.

    J        (dim, columns): dv'_i/dM_k, m/s per kg; an entry off the diagonal changes together with its mirror image
    columns  the entries of M, counted from 0: (0, 0), (1, 1), ..., (0, 1), ...
    error    estimated error of J
    M        W^-1, kg
    v        the velocity after the impact itself
    """

    J: Doubles
    columns: Tuple[Tuple[int, int], ...]
    error: Doubles
    M: Doubles
    v: Doubles


def mass_jacobian(
    W: Union[ArrayLike, Touching],
    v: Any = None,
    law: Union[str, Law] = "routh",
    *,
    allow: Union[str, Iterable[str]] = (),
    **parameters: Any,
) -> MassJacobian:
    """Computes how v' changes with M = W^-1. Raises an error at a change of mode or a kink, where it has no derivative.

    A Pair or a Rod may replace W and v.

    >>> import carom, numpy as np
    >>> s = carom.mass_jacobian(np.diag([1/7, 1/2, 1/2]), [-0.6, -0.8, 0.0], "whittaker", e=0.8, mu=0.1)
    >>> s.J[1, :2].round(6)  # of the slip, with M11 and M22: in the ratio 2 : -7
    array([ 0.054, -0.189])
    """
    v, law = asked_of(W, v, law, "routh")
    problem = Problem(find(law), W, v, parameters, allow)
    contact, params = problem.one("mass_jacobian")
    made = ffi.new("carom_mass_jacobian *")
    status = lib.carom_collide_mass_jacobian(problem.law.pointer, contact, params, made)
    dim = problem.dim
    columns = [(made.entry[k][0], made.entry[k][1]) for k in range(made.columns)]
    if made.smooth:
        i, j = columns[made.column]
        why = "the result has a kink or changes its mode" if made.smooth == lib.CAROM_KINK else "the law has no result next to it"
        raise NoAnswerError(f"no derivative with respect to M[{i}][{j}]: {why}", Status.NOT_APPLICABLE)
    if CLASS_OF_STATUS[status] != lib.CAROM_CLASS_OK:
        raise error_of(status, describe(status, problem.law.pointer, contact, params))
    J, error = (np.array([list(rows[i])[: made.columns] for i in range(dim)]) for rows in (made.J, made.error))
    M = np.array([list(made.M[i])[:dim] for i in range(dim)])
    return MassJacobian(J, tuple(columns), error, M, np.array(list(made.at.v)[:dim]))
