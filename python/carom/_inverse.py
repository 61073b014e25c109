"""Inverts an impact: finds the velocities before it from those after it."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterable, List, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import Touching, asked_of
from ._carom import ffi, lib
from ._collide import Problem
from ._errors import NoAnswerError, describe, error_of
from ._laws import Law, find
from ._names import Violation, Mode, Status


@dataclass(frozen=True)
class Inverse:
    """One velocity before the impact, or one end of a family of them.

    v, P     relative velocity before the impact, and the impulse that leads to the given velocity after it
    mode, violations
             of this impact
    family   true for the two ends of a family: in every direction between them, one velocity leads to the given one
    unbounded
             true for an unbounded family: the same applies to every direction between v and `direction`, where the
             speed grows without limit
    straight true if the family is unbounded, and v + s * direction leads to the given velocity for every s > 0
    direction
             (-1, slip), or (0, 1) or (0, -1) for slip alone; zeros unless the family is unbounded
    """

    v: NDArray[np.float64]
    P: NDArray[np.float64]
    mode: Mode
    violations: Violation
    family: bool
    unbounded: bool
    straight: bool
    direction: NDArray[np.float64]


def collide_inverse(
    W: Union[ArrayLike, Touching],
    v_after: Any = None,
    law: Union[str, Law] = "routh",
    *,
    allow: Union[str, Iterable[str]] = (),
    **parameters: Any,
) -> List[Inverse]:
    """Finds every relative velocity before the impact from which the law leads to v_after; for one contact in 2D.

    >>> import carom
    >>> W = [[2.5, -1.5], [-1.5, 2.5]]
    >>> found = carom.collide_inverse(W, [0.5, 0.2], "routh", e=0.5, mu=0.7)
    >>> [list(map(float, b.v.round(6))) for b in found]
    [[-1.0, 1.573239]]
    >>> carom.collide(W, found[0].v, "routh", e=0.5, mu=0.7).v.round(6)
    array([0.5, 0.2])

    A Pair or a Rod with the velocities after the impact may replace W and v_after.

    If the slip ended during the impact, a family of velocities leads to v_after, and its two ends are returned. An unbounded
    family is returned as one entry, with its direction:

    >>> plastic = carom.collide_inverse([[1, 0], [0, 3.5]], [0, 0.2], "routh", e=0, mu=0.5)[0]
    >>> plastic.straight, plastic.v, plastic.direction.round(6)
    (True, array([0. , 0.2]), array([-1.  ,  1.75]))
    """
    v_after, law = asked_of(W, v_after, law, "routh")
    asked = find(law)
    contact, params = Problem(asked, W, v_after, parameters, allow).one("collide_inverse")
    found, count = ffi.new("carom_inverse[]", lib.CAROM_MAX_INVERSES), ffi.new("int *")
    status = lib.carom_collide_inverse(asked.pointer, contact, params, found, count)
    if status == Status.NO_SOLUTION:
        return []
    if status == Status.NOT_APPLICABLE:
        at_rest = contact.v[0] == 0 and contact.v[1] == 0
        grows = "its results do not scale with the speed (\"homogeneous\" is not among its guarantees)"
        why = "the contact is at rest afterwards, which has no direction" if at_rest else grows
        why = "it is in 3D" if contact.dim == 3 else why
        raise NoAnswerError(f'law "{asked.name}" cannot be inverted here: {why}', Status.NOT_APPLICABLE)
    if status not in (Status.OK, Status.NOT_UNIQUE):
        raise error_of(status, describe(status, asked.pointer, contact, params))
    return [
        Inverse(np.array(list(b.v)), np.array(list(b.P)), Mode(b.mode), Violation(b.violations), bool(b.family),
               bool(b.unbounded), bool(b.straight), np.array(list(b.direction)))
        for b in found[0 : count[0]]
    ]
