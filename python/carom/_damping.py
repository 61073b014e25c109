"""Computes the stiffness of a contact model from materials, and its damping from a restitution."""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Dict, Optional, Union

from ._carom import lib
from ._errors import InputError, NoAnswerError
from ._laws import Law, find
from ._modules import compliant
from ._names import Status, text


def _module() -> Any:
    if compliant is None:
        raise NoAnswerError('this installation does not have the module "compliant"', Status.MODULE_MISSING)
    return compliant


@dataclass(frozen=True)
class HertzPair:
    """Hertz's contact of two bodies.

    E, R, G  effective modulus, radius and shear modulus (E*, R*, G*), Pa, m, Pa
    kn       (4/3) E* sqrt(R*): N = kn d^(3/2), for hertz, mindlin and tsuji, N/m^(3/2)
    kappa    4 G*/E*, for mindlin
    Kn, Kt   for LAMMPS's hertz/history, Pa
    """

    E: float
    R: float
    G: float
    kn: float
    kappa: float
    Kn: float
    Kt: float


def hertz_pair(a: Dict[str, float], b: Optional[Dict[str, float]] = None) -> HertzPair:
    """Computes Hertz's contact of two spheres from their materials. Needs the module "compliant".

    a, b : {"E": Pa, "nu": Poisson's ratio, "radius": m}; a side without a radius is flat, one without E is rigid; by default b
    is a rigid plane

    Two glass spheres of 1 cm at 10 m/s each (test 1 of Chung & Ooi 2011): the largest force is 10.7 kN.

    >>> import carom
    >>> glass = {"E": 48e9, "nu": 0.20, "radius": 0.01}
    >>> pair = carom.hertz_pair(glass, glass)
    >>> round(pair.kn / 1e9, 3), round(pair.kappa, 4)
    (2.357, 0.8889)
    """
    from ._compliant import ffi as own

    library, found = _module(), own.new("carom_hertz_contact *")
    sides = []
    for side in (a, b):
        unknown = [name for name in side or {} if name not in ("E", "nu", "radius")]
        if unknown:
            raise InputError(f'a material has E, nu and radius, not "{unknown[0]}"', Status.COEFFICIENT_UNKNOWN)
        sides.append(own.new("carom_material *", side) if side is not None else own.NULL)
    if library.carom_hertz_from_materials(*sides, found) != lib.CAROM_OK:
        raise InputError("E and radius must be positive, nu in (-1, 0.5], and one side elastic and round", Status.BAD_VALUE)
    return HertzPair(**{name: float(getattr(found, name)) for name in HertzPair.__dataclass_fields__})


_FORMULAS = ("exact", "hunt-crossley", "herbert-mcwhannell", "lee-wang", "lankarani-nikravesh", "gonthier", "zhiying-qishao",
             "flores", "hu-guo", "ratio", "series", "yield")


def _formula(name: str) -> int:
    if name not in _FORMULAS:
        raise InputError(f'formula is one of {", ".join(_FORMULAS)}, not "{name}"', Status.BAD_VALUE)
    return int(getattr(_module(), f"CAROM_DAMPING_{name.upper().replace('-', '_')}"))


def restitution_to_damping(formula: str, e: float) -> float:
    """Computes a damping factor from the restitution e. Needs the module "compliant".

    formula : the factor a of hunt-crossley, N = k d^n (1 + a d'/v0): "exact", with which the model returns e, or
        "hunt-crossley", "herbert-mcwhannell", "lee-wang", "lankarani-nikravesh", "gonthier", "zhiying-qishao", "flores",
        "hu-guo", with which the restitution differs from e (docs/compliant.md); "ratio" and "series": the damping ratio of a spring
        and a dashpot in parallel or in series; "yield": the speed of first yield of thornton over the approach speed

    >>> import carom
    >>> round(carom.restitution_to_damping("exact", 0.5), 6), carom.restitution_to_damping("flores", 0.5)
    (1.432751, 1.6)
    """
    return _finite(_module().carom_restitution_to_damping(_formula(formula), e), f"e = {e:g} has no {formula} damping")


def damping_to_restitution(formula: str, x: float) -> float:
    """Computes the restitution from a damping factor: the inverse of restitution_to_damping.

    >>> import carom
    >>> round(carom.damping_to_restitution("yield", 0.1), 6)
    0.658558
    >>> carom.damping_to_restitution("yield", 2.0)
    1.0
    >>> round(carom.damping_to_restitution("yield", carom.restitution_to_damping("yield", 0.5)), 12)
    0.5
    """
    return _finite(_module().carom_damping_to_restitution(_formula(formula), x), f"{formula} damping cannot be {x:g}")


def simulate_restitution(law: Union[str, Law], *, mass: float = 1.0, v: float = 1.0, **parameters: Any) -> float:
    """Simulates a head-on impact by a contact model and returns its restitution. Needs the module "compliant".

    With damping_for_restitution, find the damping of one model that has the restitution of another:

    >>> import carom
    >>> e = carom.simulate_restitution("adams-impact", v=2, kn=1, cn=0.5, depth=0.1)
    >>> cn = carom.damping_for_restitution("spring-dashpot", e, v=2)
    >>> round(carom.simulate_restitution("spring-dashpot", v=2, kn=1, cn=cn) - e, 9) + 0
    0.0
    """
    from ._collide import collide

    model = find(law) if isinstance(law, str) else law
    if model.module != "compliant":
        raise InputError(f'"{model.name}" is not a contact model: it returns the restitution that it is given', Status.UNKNOWN_LAW)
    if not (mass > 0 and v > 0 and math.isfinite(mass * v)):
        raise InputError(f"mass and v must be positive; they are {mass:g} and {v:g}", Status.BAD_VALUE)
    if "mu" in model.coefficients:
        parameters["mu"] = 0.0
    return float(collide([[1 / mass, 0], [0, 1 / mass]], [-v, 0], law=model, **parameters).v[0]) / v


def _finite(value: float, otherwise: str) -> float:
    if not math.isfinite(value):
        raise InputError(otherwise, Status.BAD_VALUE)
    return float(value)


def damping_for_restitution(law: Union[str, Law], e: float, *, mass: float = 1.0, v: float = 1.0, kn: float = 1.0, p: float = 1.5,
               depth: float = 0.1, R: float = 1.0, tension: str = "cut") -> float:
    """Finds the damping with which a contact model returns this head-on restitution. Needs the module "compliant".

    cn of spring-dashpot, nonlinear-dashpot, tsuji (alpha), viscoelastic (A), adams-impact and LAMMPS's (gamma_n); the exact
    factor a of hunt-crossley; cs of series-dashpot; depth of thornton.

    >>> import carom
    >>> alpha = carom.damping_for_restitution("tsuji", 0.5)
    >>> round(alpha, 6)
    0.570814
    >>> hit = carom.collide([[1, 0], [0, 3.5]], [-1, 0], law="tsuji", kn=1, cn=alpha, mu=0)
    >>> round(float(hit.v[0]), 9)
    0.5
    """
    from ._compliant import ffi as own

    library, value, model = _module(), own.new("double *"), find(law) if isinstance(law, str) else law
    tensions: Dict[str, Any] = {"cut": library.CAROM_TENSION_CUT, "allowed": library.CAROM_TENSION_ALLOWED}
    if tension not in tensions:
        raise InputError(f'tension is "cut" or "allowed", not "{tension}"', Status.BAD_VALUE)
    wish = own.new("carom_damping_request *", dict(law=model.pointer, e=e, m=mass, v=v, kn=kn, p=p, depth=depth, R=R,
                                               tension=tensions[tension]))
    status = library.carom_damping_for_restitution(wish, value)
    if status == Status.UNKNOWN_LAW:
        raise InputError(f'"{model.name}" has no damping that follows from a restitution', Status.UNKNOWN_LAW)
    if status == Status.NOT_CONVERGED:
        raise NoAnswerError(f'no damping makes "{model.name}" return {e}', Status.NOT_CONVERGED)
    if status != lib.CAROM_OK:
        raise InputError(text(lib.carom_status_message(status)), Status.BAD_VALUE)
    return float(value[0])
