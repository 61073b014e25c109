"""Convert the coefficients of an impact to those of other laws and of engines: "I set restitution 0.75 and got 0.82"."""
from __future__ import annotations

from dataclasses import dataclass
from itertools import count, takewhile
from math import nan
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple

from numpy.typing import ArrayLike

from ._carom import ffi, lib
from ._collide import Problem
from ._errors import InputError, NoAnswerError, describe, error_of, shown
from ._laws import find
from ._modules import MODULES, compliant
from ._names import CLASS_OF_STATUS, Status, text
from ._result import Result
from ._explain import _result


@dataclass(frozen=True)
class Engine:
    """A physics engine: the law it was measured to compute, and what its coefficients mean."""

    name: str
    title: str
    version: str  # that was measured
    measured: str  # when
    install: str
    law: Optional[str]  # whose e and mu it takes in the plane; None: none of carom's
    friction_model: Optional[str]  # in 3D; None: not stated
    e_rule: Optional[str]  # how two bodies' coefficients become the contact's (carom.combine); None: given by contact
    mu_rule: Optional[str]
    rest_speed: float  # slower approach does not bounce, m/s, as shipped; 0: none, NaN: not measured
    settings: str  # where to set e and mu
    computes: str  # what was seen
    costs: str  # what it costs


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
    """The impact in the coefficients of one law, definition of restitution or engine."""

    name: str
    law: Optional[str]
    e: float  # may exceed 1; NaN: `why`
    mu: float
    why: str  # "invertible", or why there is none: "unlike", "no-approach", "singular", "mu-inf", ...
    e_max: float  # the largest e of this law that makes no energy in this impact; may exceed 1; NaN: none, or no answer
    exact: bool  # e_max is by a formula; else by search
    engine: Optional[Engine] = None
    each: Optional[Tuple[float, float]] = None  # of an engine: e and mu to give to both bodies


@dataclass(frozen=True)
class Conversions(Mapping[str, Converted]):
    """One impact, and its coefficients by name."""

    given: str
    result: Result  # the impact
    measured: float  # normal speed after to before: what a measurement of speeds calls e
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
            f'"{shown(name)}" is no definition of restitution (newton, poisson, energetic), no law and no engine; '
            "carom.laws and carom.engines() list them",
            Status.UNKNOWN_LAW,
        )
    return found


# What is told where nothing is asked for: definitions of restitution and the core's laws of this dimension.
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
        raise InputError(f"e = {e:g} is no restitution: 0 or more", Status.COEFFICIENT_RANGE)
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

    `given` and `to` are "newton", "poisson" or "energetic" (definitions of restitution, by the law routh), a law, or an engine
    of carom.engines(). Without `to` all definitions and all laws of the core are listed. `given` may be a contact model, with its own
    coefficients.

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
class MujocoContact:
    """MuJoCo's soft contact for a head-on restitution, in its direct form, for a <pair>."""

    solref: Tuple[float, float]
    solreffriction: Tuple[float, float]  # only a <pair> has it; without it friction is damped as the normal is and may gain
    duration: float  # of the contact, s
    slip_left: float  # share of the slip that friction leaves where the contact would stick
    dampratio: float
    timeconst: float  # of the other form of solref; infinite at e = 1


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
