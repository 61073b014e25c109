"""Computes every outcome of a law, and properties of an impact.

The properties are its class, Newton's and Poisson's restitution, its energy loss and its forces.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterable, List, Optional, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import Touching, asked_of, doubles
from ._carom import ffi, lib
from ._collide import Problem
from ._errors import InputError, describe, error_of
from ._laws import Law, find
from ._names import CLASS_OF_STATUS, Status, text
from ._result import OUTCOME, Result, answers_in_full

Doubles = NDArray[np.float64]


def _result(problem: Problem, outcome: Any, law: Optional[Law] = None) -> Result:
    rows = np.frombuffer(bytes(ffi.buffer(ffi.addressof(outcome), ffi.sizeof("carom_result"))), dtype=OUTCOME)
    return Result(law or problem.law, problem.given, problem.dim, (), answers_in_full(rows.copy(), problem.dim))


def _refuse(status: int, problem: Problem, contact: Any, params: Any) -> None:
    raise error_of(status, describe(status, problem.law.pointer, contact, params))


@dataclass(frozen=True)
class Alternative:
    """One outcome among those that satisfy a law."""

    result: Result  # as returned by carom.collide
    returned: bool  # True for the outcome that carom.collide returns
    stable: bool  # True for the outcome that is reached if friction increases slowly from zero
    index: int = 0  # +1 or -1; an outcome with -1 merges with a neighbour and is never returned; 0: not defined


def collide_all(
    W: Union[ArrayLike, Touching],
    v: Any = None,
    law: Union[str, Law] = "smith",
    *,
    allow: Union[str, Iterable[str]] = (),
    **parameters: Any,
) -> List[Alternative]:
    """Computes every result that satisfies the law, least normal impulse first. A Pair or a Rod may replace W and v.

    >>> import carom
    >>> W = [[10, 2, 8], [2, 4, -1], [8, -1, 9]]
    >>> for one in carom.collide_all(W, [-0.0625, 1, 0], law="smith", e=0.6, mu=2.5):
    ...     print(one.result.P.round(4), one.returned, one.index)
    [ 0.0527 -0.1259 -0.0218] True 1
    [ 0.1047 -0.2295 -0.061 ] False -1
    [ 0.3142 -0.4936 -0.2569] False 1
    """
    v, law = asked_of(W, v, law, "smith")
    problem = Problem(find(law), W, v, parameters, allow)
    contact, params = problem.one("collide_all")
    room, count = ffi.new("carom_alternative[]", lib.CAROM_MAX_ALTERNATIVES), ffi.new("int *")
    status = lib.carom_collide_all(problem.law.pointer, contact, params, room, count)
    if CLASS_OF_STATUS[status] != lib.CAROM_CLASS_OK:
        _refuse(status, problem, contact, params)
    found = [room[k] for k in range(count[0])]
    return [Alternative(_result(problem, one.result), bool(one.returned), bool(one.stable), one.index) for one in found]


@dataclass(frozen=True)
class Restitutions:
    """Compares Newton's and Poisson's restitution with the same e: why they agree, or by how much they differ."""

    because: Tuple[str, ...]  # "direct", "generalized central", "frictionless", "plastic", "sliding"; empty: they differ
    gap: float  # v_n' by Poisson minus v_n' by Newton, m/s
    newton: Result
    poisson: Result


@dataclass(frozen=True)
class EnergyForm:
    """2 dE = tt P_t^2 + nt P_t P_n + nn P_n^2 + n P_n, by Poisson's restitution."""

    tt: float
    nt: float
    nn: float
    n: float
    determinant: float  # tt nn - nt^2/4 if the slip is reversed; else NaN
    twice_dE: float
    result: Result


@dataclass(frozen=True)
class Explanation:
    """Properties of an impact that do not depend on the law."""

    approach: str  # "meeting", "tangential", "parting"
    direct: bool  # True if there is no slip before the impact (otherwise oblique)
    central: bool  # True if W_nt = 0 (otherwise eccentric)
    mu_jam: float  # friction above which the slip presses the bodies together; inf if there is none
    mu_hold: float  # smallest friction with which the contact sticks after its slip has stopped
    mu_c: float  # Painleve's critical friction
    F_star: Optional[float]  # 2D: normal impulse that stops the slip; inf if the slip grows
    restitutions: Optional[Restitutions]  # 2D
    energy_form: Optional[EnergyForm]  # 2D, v_n < 0


def explain(
    W: Union[ArrayLike, Touching],
    v: Any = None,
    *,
    e: Optional[float] = None,
    mu: Optional[float] = None,
    mu_static: Optional[float] = None,
) -> Explanation:
    """Classifies an impact: critical friction, Newton's and Poisson's restitution, energy loss as a quadratic form (Wang & Mason 1992).

    >>> import carom
    >>> why = carom.explain([[2.5, -1.5], [-1.5, 2.5]], [-1, 0.6], e=0.5, mu=0.7)
    >>> why.approach, why.direct, why.central, round(why.F_star, 6)
    ('meeting', False, False, 0.184615)
    >>> why.restitutions.because, round(why.restitutions.gap, 3)
    ((), -0.18)
    """
    problem = Problem(find("routh"), W, v, {"e": e, "mu": mu, "mu_static": mu_static})
    contact, params = problem.one("explain")
    if e is None or mu is None:
        _refuse(lib.carom_params_validate(problem.law.pointer, params, problem.dim, ffi.NULL), problem, contact, params)
    kind, critical = ffi.new("carom_contact_class *"), ffi.new("carom_critical *")
    status = lib.carom_contact_classify(contact, params.e, kind) or lib.carom_critical_compute(
        contact, params.e, params.mu, critical
    )
    if status:
        _refuse(status, problem, contact, params)
    return Explanation(
        text(lib.carom_enum_name(lib.CAROM_ENUM_APPROACH, kind.approach)),
        bool(kind.direct),
        bool(kind.central),
        kind.mu_jam,
        critical.mu_hold,
        critical.mu_c,
        critical.F_star if problem.dim == 2 else None,
        _restitutions(problem, contact, params),
        _energy_form(problem, contact, params),
    )


def _restitutions(problem: Problem, contact: Any, params: Any) -> Optional[Restitutions]:
    found = ffi.new("carom_restitution_comparison *")
    if lib.carom_restitution_compare(contact, params, found):
        return None
    bits = [1 << k for k in range(8) if found.because & 1 << k]
    because = tuple(text(lib.carom_enum_name(lib.CAROM_ENUM_AGREEMENT, bit)) for bit in bits)
    return Restitutions(because, found.gap, _result(problem, found.newton), _result(problem, found.poisson))


def _energy_form(problem: Problem, contact: Any, params: Any) -> Optional[EnergyForm]:
    form = ffi.new("carom_energy_form *")
    if lib.carom_energy_form_compute(contact, params, form):
        return None
    result = _result(problem, form.outcome)
    return EnergyForm(form.tt, form.nt, form.nn, form.n, form.determinant, form.twice_dE, result)


@dataclass(frozen=True)
class Force:
    """One solution for the forces of a closed contact."""

    mode: str  # "separates", "slides", "sticks"
    F: Doubles  # N and F_t on A, N
    a: Doubles  # relative acceleration, m/s^2


@dataclass(frozen=True)
class Forces:
    """The forces of a closed contact that slides or rests: one, none or several (Painleve)."""

    case: str  # "contact", "separation", "inconsistent", "indeterminate"
    p: float  # W_nn - mu w.u while the contact slides, which jams if this is < 0; NaN at rest
    solutions: Tuple[Force, ...]
    impulse: Doubles  # impulse of the impact without approach that resolves a jam, N s; zeros if there is none


def forces(
    W: ArrayLike,
    v: ArrayLike,
    b: ArrayLike,
    *,
    mu: Optional[float] = None,
    mu_static: Optional[float] = None,
    e: Optional[float] = None,
) -> Forces:
    """Computes the forces of the contact if it is closed (v_n is taken as 0); b is its relative acceleration without them.

    >>> import carom
    >>> jam = carom.forces([[2.5, -1.5], [-1.5, 2.5]], [0, -0.2], b=[-9.81, 0], mu=2, e=0.5)
    >>> jam.case, jam.solutions, jam.impulse
    ('inconsistent', (), array([0.1125, 0.1475]))
    """
    problem = Problem(find("routh"), W, v, {"e": e, "mu": mu, "mu_static": mu_static})
    contact, params = problem.one("forces")
    free = doubles(b, "b")
    if free.shape != (problem.dim,):
        raise InputError(f"b must have shape ({problem.dim},); it is {free.shape}", Status.BAD_VALUE)
    found = ffi.new("carom_contact_forces *")
    status = lib.carom_forces_compute(contact, ffi.new("double[3]", free.tolist()), params, found)
    if status:
        _refuse(status, problem, contact, params)
    dim = problem.dim
    listed = tuple(
        Force(text(lib.carom_enum_name(lib.CAROM_ENUM_FORCE_MODE, one.mode)), np.array(list(one.F)[:dim]), np.array(list(one.a)[:dim]))
        for one in (found.at[k] for k in range(found.count))
    )
    return Forces(text(lib.carom_enum_name(lib.CAROM_ENUM_FORCE_CASE, found.which)), found.p, listed, np.array(list(found.impulse)[:dim]))
