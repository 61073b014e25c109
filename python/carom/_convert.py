"""Converts the coefficients of an impact to those of other laws and of engines."""
from __future__ import annotations

from dataclasses import dataclass
from itertools import count, takewhile
from math import nan
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, Union

from numpy.typing import ArrayLike

from ._arrays import Touching, asked_of
from ._carom import ffi, lib
from ._collide import Problem
from ._errors import InputError, NoAnswerError, describe, error_of, shown
from ._laws import Law, find
from ._modules import MODULES, compliant
from ._names import CLASS_OF_STATUS, Status, text
from ._result import Result
from ._explain import _result


@dataclass(frozen=True)
class Engine:
    """A physics engine: the law that it computes according to measurements, and the meaning of its coefficients."""

    name: str
    title: str
    version: str  # the version that was measured
    measured: str  # date of the measurement
    install: str
    law: Optional[str]  # the law of carom whose e and mu it uses in 2D; None if there is none
    friction_model: Optional[str]  # friction model in 3D; None if not stated
    e_rule: Optional[str]  # rule that combines the coefficients of two bodies (carom.combine); None: given per contact
    mu_rule: Optional[str]
    rest_speed: float  # approach speed below which there is no bounce by default, m/s; 0: none, NaN: not measured
    settings: str  # where to set e and mu
    computes: str  # what was observed
    costs: str  # the consequences


def _engine(row: Any) -> Engine:
    def rule(number: int) -> Optional[str]:
        return None if number == lib.CAROM_COMBINE_CONTACT else text(lib.carom_enum_name(lib.CAROM_ENUM_COMBINE_RULE, number))

    names = {key: text(getattr(row, key)) for key in ("name", "title", "version", "measured", "install", "computes", "costs")}
    return Engine(
        law=text(row.law) or None,
        friction_model=text(row.friction_model) or None,
        e_rule=rule(row.e_rule),
        mu_rule=rule(row.mu_rule),
        rest_speed=row.rest_speed,
        settings=text(row.give),
        **names,
    )


def engines() -> Dict[str, Engine]:
    """Lists the physics engines of the table, by name.

    >>> import carom
    >>> bullet = carom.engines()["bullet"]
    >>> bullet.law, bullet.e_rule, bullet.rest_speed
    ('whittaker', 'product', 0.2)
    """
    found = (_engine(row) for row in takewhile(lambda row: row != ffi.NULL, map(lib.carom_engine_at, count())))
    return {one.name: one for one in found}


@dataclass(frozen=True)
class Converted:
    """The coefficients of the impact for one law, definition of restitution or engine."""

    name: str
    law: Optional[str]
    e: float  # may exceed 1; NaN if there is none, see `why`
    mu: float
    why: str  # "invertible", or the reason why there is no e: "unlike", "no-approach", "singular", "mu-inf", ...
    e_max: float  # largest e of this law that gains no energy in this impact; may exceed 1; NaN if there is none
    exact: bool  # True if e_max is from a formula, False if it is from a search
    engine: Optional[Engine] = None
    each: Optional[Tuple[float, float]] = None  # for an engine: e and mu to set on both bodies


@dataclass(frozen=True)
class Conversions(Mapping[str, Converted]):
    """One impact, and its coefficients by name."""

    given: str
    result: Result  # the impact
    measured: float  # ratio of normal speeds, after to before: the e of a measurement
    to: Dict[str, Converted]

    def __getitem__(self, name: str) -> Converted:
        return self.to[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.to)

    def __len__(self) -> int:
        return len(self.to)


def _convention(name: str) -> Any:
    found = ffi.new("carom_convention *")
    if lib.carom_convention_find(MODULES, name.encode(), found) != lib.CAROM_OK:
        raise InputError(
            f'"{shown(name)}" is neither a definition of restitution (newton, poisson, energetic) nor a law or engine; '
            "carom.laws and carom.engines() list them",
            Status.UNKNOWN_LAW,
        )
    return found


# The default list: definitions of restitution and the core's laws of this dimension.
def _all(dim: int) -> List[Any]:
    rows: List[Any] = []
    index = 0
    while True:
        one = ffi.new("carom_convention *")
        if not lib.carom_convention_at(ffi.NULL, index, one):
            return rows
        index += 1
        if one.law != ffi.NULL and one.engine == ffi.NULL and one.law.solves & (1 if dim == 2 else 2):
            rows.append(one)


def _row(contact: Any, dim: int, params: Any, source: Any, target: Any) -> Converted:
    found, why, most = ffi.new("carom_conversion *"), ffi.new("carom_convert_reason *"), ffi.new("carom_max_restitution *")
    status = lib.carom_coefficients_convert(contact, params, source, target, ffi.NULL, found, why)
    own = ffi.new("carom_params *", params[0])
    most.e = nan
    if lib.carom_convention_apply(target, dim, own) == lib.CAROM_OK:
        lib.carom_restitution_max(target.law, contact, own, most)
    reason = lib.carom_enum_name(lib.CAROM_ENUM_CONVERT_REASON, why[0]) if status == 0 or why[0] else lib.carom_status_name(status)
    engine = _engine(target.engine) if target.engine != ffi.NULL else None
    each = None
    if engine:
        each = (
            lib.carom_combine_split(target.engine.e_rule, found.e),
            lib.carom_combine_split(target.engine.mu_rule, found.mu),
        )
    law = None if target.law == ffi.NULL else text(target.law.name)
    return Converted(text(target.name), law, found.e, found.mu, text(reason), most.e, bool(most.exact), engine, each)


def _problem(source: Any, W: ArrayLike, v: ArrayLike, e: Optional[float], mu: Optional[float], own: Dict[str, Any]) -> Problem:
    law = find(text(source.law.name))
    if law.module == "compliant":
        return Problem(law, W, v, {"e": e, "mu": mu, **own})
    if own:
        raise InputError(f'"{law.name}" takes e and mu; {", ".join(own)}: only contact models have such coefficients', Status.COEFFICIENT_UNUSED)
    if e is None or mu is None:
        raise InputError(f'"{law.name}" needs e and mu', Status.BAD_VALUE)
    if not e >= 0:
        raise InputError(f"e = {e:g} is outside the range of a restitution; it must be at least 0", Status.COEFFICIENT_RANGE)
    return Problem(find("routh"), W, v, {"e": e, "mu": mu}, ("e",))


def convert(
    W: ArrayLike,
    v: ArrayLike,
    *,
    e: Optional[float] = None,
    mu: Optional[float] = None,
    given: str = "newton",
    to: Optional[str] = None,
    **coefficients: Any,
) -> Conversions:
    """Converts e and mu, as `given` defines them, to the coefficients of other laws or engines for one impact.

    Each of `given` and `to` names a definition of restitution, a law, or an engine of carom.engines(). The definitions are "newton",
    "poisson" and "energetic", with the law routh. Without `to` the result lists all definitions and all laws of the core. `given` may
    be a contact model, with its own coefficients.

    >>> import carom
    >>> rod = [[2.5, -1.5], [-1.5, 2.5]]
    >>> found = carom.convert(rod, [-1, 0.6], e=0.75, mu=0.7, given="poisson")
    >>> round(found["newton"].e, 6), round(found["energetic"].e, 6), round(found["whittaker"].e_max, 6)
    (0.48, 0.668255, 0.8)
    >>> carom.convert(rod, [-1, 0.6], e=0.36, mu=0.49, given="jolt", to="bullet")["bullet"].each
    (0.6, 0.7)
    >>> soft = carom.convert(rod, [-1, 0.6], given="spring-dashpot", kn=100, cn=2, mu=0, to="newton")
    >>> round(soft.measured, 6), round(soft["newton"].e, 6)
    (0.636222, 0.636222)
    """
    source = _convention(given)
    if source.law == ffi.NULL:
        name = text(source.engine.title)
        raise NoAnswerError(f"{name} computes no law of carom: {text(source.engine.computes)}", Status.NOT_APPLICABLE)
    problem = _problem(source, W, v, e, mu, coefficients)
    contact, params = problem.one("convert")
    outcome, room = ffi.new("carom_result *"), ffi.new("carom_conversion *")
    lib.carom_coefficients_convert(contact, params, source, source, outcome, room, ffi.NULL)
    if CLASS_OF_STATUS[outcome.status] != lib.CAROM_CLASS_OK:
        raise error_of(outcome.status, describe(outcome.status, source.law, contact, params))
    rows = [_convention(to)] if to is not None else _all(problem.dim)
    told = [_row(contact, problem.dim, params, source, row) for row in rows]
    approach = float(contact.v[0])
    measured = outcome.v[0] / -approach if approach < 0 else nan
    return Conversions(given, _result(problem, outcome[0], find(text(source.law.name))), measured, {row.name: row for row in told})


@dataclass(frozen=True)
class EquivalentCoefficients:
    """The e and mu with which an engine that uses `whittaker` gives the impulse of a law, for one impact."""

    e: float  # ratio of normal speeds, -v_n'/v_n; may exceed 1
    mu: float  # ratio of impulses, |P_t|/P_n
    reached: bool  # True if `whittaker` with these e and mu gives the impulse of the law
    e_max: float  # largest e without gain of energy at this mu; if `reached` is false use min(e, e_max). NaN: there is none
    e_max_alone: float  # e_max with the given mu, for engines in which only e can be set per contact
    result: Result  # the result of the law


def equivalent_coefficients(
    W: Union[ArrayLike, Touching],
    v: Any = None,
    law: Union[str, Law] = "routh",
    *,
    allow: Union[str, Iterable[str]] = (),
    **coefficients: Any,
) -> EquivalentCoefficients:
    """Computes the e and mu to set in an engine for one contact, so that it gives the impulse of the law.

    >>> import carom
    >>> rod = [[2.5, -1.5], [-1.5, 2.5]]
    >>> two = carom.equivalent_coefficients(rod, [-1, 0.6], "routh", e=0.5, mu=0.7)
    >>> round(two.e, 6), round(two.mu, 6), two.reached, round(two.e_max_alone, 6)
    (0.32, 0.2, True, 0.8)
    >>> carom.collide(rod, [-1, 0.6], "whittaker", e=two.e, mu=two.mu).v.round(6) + 0.0
    array([0.32, 0.  ])
    """
    v, law = asked_of(W, v, law, "routh")
    problem = Problem(find(law), W, v, coefficients, allow)
    contact, params = problem.one("equivalent_coefficients")
    found = ffi.new("carom_equivalent *")
    status = lib.carom_equivalent_compute(problem.law.pointer, contact, params, found)
    if status == lib.CAROM_NOT_APPLICABLE and found.wanted.status == lib.CAROM_OK:
        raise NoAnswerError("equivalent coefficients need a contact that approaches and an impulse that pushes", Status.NOT_APPLICABLE)
    if CLASS_OF_STATUS[status] != lib.CAROM_CLASS_OK:
        raise error_of(status, describe(status, problem.law.pointer, contact, params))
    return EquivalentCoefficients(found.e, found.mu, bool(found.reached), found.e_max, found.e_max_alone, _result(problem, found.wanted))


@dataclass(frozen=True)
class MujocoContact:
    """Parameters of MuJoCo's soft contact for a head-on restitution, in their direct form, for a <pair>."""

    solref: Tuple[float, float]
    solreffriction: Tuple[float, float]  # only for a <pair>; else friction is damped like the normal force and may gain energy
    duration: float  # duration of the contact, s
    slip_left: float  # fraction of the slip that remains if the contact would stick
    dampratio: float
    timeconst: float  # for the other form of solref; infinite at e = 1


def mujoco_contact(e: float, omega: float = 2000.0) -> MujocoContact:
    """Computes solref and solreffriction for a head-on e, 0 < e <= 1; omega, rad/s, is the contact's frequency: the time step must be
    far below 1/omega. Needs the module "compliant".

    >>> import carom
    >>> soft = carom.mujoco_contact(0.5, omega=100)
    >>> soft.solref[0], round(soft.solref[1], 6), soft.solreffriction
    (-10000.0, -51.055128, (-1.0, -200.0))
    """
    if compliant is None:
        raise NoAnswerError('this installation does not have the module "compliant"', Status.MODULE_MISSING)
    from ._compliant import ffi as own

    found = own.new("carom_mujoco_contact *")
    if compliant.carom_mujoco_from_restitution(float(e), float(omega), found) != lib.CAROM_OK:
        raise InputError(f"0 < e <= 1 and omega > 0, not e = {e:g}, omega = {omega:g}", Status.BAD_VALUE)
    return MujocoContact(
        (found.solref[0], found.solref[1]),
        (found.solreffriction[0], found.solreffriction[1]),
        found.duration,
        found.slip_left,
        found.dampratio,
        found.timeconst,
    )
