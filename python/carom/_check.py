"""Checks which conditions an impulse violates."""
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import Flat, doubles
from ._carom import ffi, lib
from ._collide import Problem, array_of
from ._errors import InputError, describe, error_of
from ._laws import laws
from ._names import Status, Violation, named
from ._result import struct_dtype

# The number of impulses that one call of the library checks, in a few milliseconds. Python handles interrupts between two calls.
PIECE = 65_536

_VERDICT = struct_dtype("carom_verdict")


class Verdict:
    """The conditions that impulses violate, and by how much. Every attribute has the leading shape of the problem.

    violations      a Violation; 0 is admissible;  ok: True if there is none
    v, dE           relative velocity after, and change of kinetic energy
    energy_slack, cone_slack, pull_slack, approach_slack
                    the relative margins: > 0 gains energy, leaves the cone, pulls, still approaches
    """

    def __init__(self, verdicts: NDArray[Any], dim: int) -> None:
        self.violations = named(verdicts["violations"], Violation)
        self.v: NDArray[np.float64] = verdicts["v"][..., :dim]
        self.dE, self.energy_slack, self.cone_slack, self.pull_slack, self.approach_slack = (
            verdicts[name][()] for name in ("dE", "energy_slack", "cone_slack", "pull_slack", "approach_slack")
        )
        self.ok = (verdicts["violations"] == 0)[()]

    def __repr__(self) -> str:
        if np.ndim(self.ok):
            return f"<{np.size(self.ok)} verdicts: {np.count_nonzero(self.ok)} ok>"
        return f"<verdict: {self.violations.label or 'ok'}>"


def check(W: ArrayLike, v: ArrayLike, P: ArrayLike, mu: ArrayLike = np.inf) -> Verdict:
    """Checks impulses, measured or computed, against the conditions for every result. With mu = inf, friction is not
    checked.

    >>> import carom
    >>> carom.check([[2.5, -1.5], [-1.5, 2.5]], [-1, 0.6], P=[[0.6, 0.12], [0.9625, 0.3375]], mu=0.7).violations
    NameArray(['', 'dE>0'])
    """
    impulse = doubles(P, "P")
    problem = Problem(laws["routh"], W, v, {"mu": mu}, leading={"P": impulse.shape[:-1]})
    if impulse.shape[-1:] != (problem.dim,):
        raise InputError(f"P must have shape (..., {problem.dim}); it is {impulse.shape}", Status.BAD_VALUE)
    verdicts = np.empty(problem.count, dtype=_VERDICT)
    status = ffi.new("carom_status *")
    flat = Flat(impulse, problem.shape, 1)
    room = ffi.from_buffer("carom_verdict[]", verdicts)
    at, places = -1, array_of(flat)
    for begin in range(0, problem.count, PIECE):
        at = lib.py_check(problem.pointer, places, begin, min(begin + PIECE, problem.count), room, status)
        if at >= 0:
            break
    if at >= 0:
        index = tuple(int(i) for i in np.unravel_index(at, problem.shape)) if problem.shape else None
        contact, _ = problem.item(at)
        raise error_of(status[0], describe(status[0], ffi.NULL, contact), index)
    return Verdict(verdicts.reshape(problem.shape), problem.dim)
