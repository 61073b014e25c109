"""What to give to a contact device: stiffness from materials, damping from a wanted restitution."""
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
    """Hertz's contact of two sides.

    E, R, G  effective modulus, radius and shear modulus (E*, R*, G*), Pa, m, Pa
    kn       (4/3) E* sqrt(R*): N = kn d^(3/2), what hertz, mindlin and tsuji take, N/m^(3/2)
    kappa    4 G*/E*, what mindlin takes
    Kn, Kt   what LAMMPS's hertz/history takes, Pa
    """

    E: float
    R: float
    G: float
    kn: float
    kappa: float
    Kn: float
    Kt: float


def hertz_pair(a: Dict[str, float], b: Optional[Dict[str, float]] = None) -> HertzPair:
    """Hertz's contact of two spheres by their material. Needs the module "compliant".

    a, b : {"E": Pa, "nu": Poisson's ratio, "radius": m}; a side without a radius is flat, without E rigid, and b left out
    is a rigid plane.

    Two glass spheres of 1 cm at 10 m/s each (test 1 of Chung & Ooi 2011): the greatest force is 10.7 kN.

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


# In the order of carom_damping_formula.
_FACTORS = ("exact", "hunt-crossley", "herbert-mcwhannell", "lee-wang", "lankarani-nikravesh", "gonthier", "zhiying-qishao",
            "flores", "hu-guo")


def factor_of_restitution(e: float, factor: str = "exact") -> float:
    """a of hunt-crossley's N = k d^n (1 + a d'/v0), asked for e, by one author's formula. Needs the module "compliant".

    factor : "exact", which returns the e that was asked for, or "hunt-crossley", "herbert-mcwhannell", "lee-wang",
    "lankarani-nikravesh", "gonthier", "zhiying-qishao", "flores", "hu-guo", which return another (docs/compliant.md).

    >>> import carom
    >>> round(carom.factor_of_restitution(0.5), 6), carom.factor_of_restitution(0.5, "flores")
    (1.432751, 1.6)
    """
    if factor not in _FACTORS:
        raise InputError(f'factor is one of {", ".join(_FACTORS)}, not "{factor}"', Status.BAD_VALUE)
    return _finite(_module().carom_restitution_to_damping(_FACTORS.index(factor), e), f"e = {e:g} has no factor by {factor}")


def restitution_of_yield(w: float) -> float:
    """Head-on restitution of thornton's sphere that yields, w being the speed of first yield over the approach speed.

    >>> import carom
    >>> round(carom.restitution_of_yield(0.1), 6)
    0.658558
    >>> carom.restitution_of_yield(2.0)
    1.0
    """
    return _finite(_module().carom_damping_to_restitution(_module().CAROM_DAMPING_YIELD, w), f"w must be positive; it is {w:g}")


def yield_of_restitution(e: float) -> float:
    """The speed of first yield over the approach speed with which thornton returns e.

    >>> import carom
    >>> round(carom.restitution_of_yield(carom.yield_of_restitution(0.5)), 12)
    0.5
    """
    return _finite(_module().carom_restitution_to_damping(_module().CAROM_DAMPING_YIELD, e), f"e must lie in (0, 1]; it is {e:g}")


def restitution_of(law: Union[str, Law], *, mass: float = 1.0, v: float = 1.0, **parameters: Any) -> float:
    """The head-on restitution that a contact device returns, by running it without friction. Needs the module "compliant".

    With device_for, one device in the parameters of another:

    >>> import carom
    >>> e = carom.restitution_of("adams-impact", v=2, kn=1, cn=0.5, depth=0.1)
    >>> cn = carom.device_for("spring-dashpot", e, v=2)
    >>> round(carom.restitution_of("spring-dashpot", v=2, kn=1, cn=cn) - e, 9) + 0
    0.0
    """
    from ._collide import collide

    device = find(law) if isinstance(law, str) else law
    if device.module != "compliant":
        raise InputError(f'"{device.name}" is no contact device: it returns the restitution it is given', Status.UNKNOWN_LAW)
    if not (mass > 0 and v > 0 and math.isfinite(mass * v)):
        raise InputError(f"mass and v must be positive; they are {mass:g} and {v:g}", Status.BAD_VALUE)
    if "mu" in device.parameters:
        parameters["mu"] = 0.0
    return float(collide([[1 / mass, 0], [0, 1 / mass]], [-v, 0], law=device, **parameters).v[0]) / v


def _finite(value: float, otherwise: str) -> float:
    if not math.isfinite(value):
        raise InputError(otherwise, Status.BAD_VALUE)
    return float(value)


def device_for(law: Union[str, Law], e: float, *, mass: float = 1.0, v: float = 1.0, kn: float = 1.0, p: float = 1.5,
               depth: float = 0.1, R: float = 1.0, tension: str = "cut") -> float:
    """The damping with which a contact device returns this head-on restitution. Needs the module "compliant".

    cn of spring-dashpot, nonlinear-dashpot, tsuji (alpha), viscoelastic (A), adams-impact and LAMMPS's (gamma_n); the exact
    factor a of hunt-crossley; cs of series-dashpot; depth of thornton.

    >>> import carom
    >>> alpha = carom.device_for("tsuji", 0.5)
    >>> round(alpha, 6)
    0.570814
    >>> hit = carom.collide([[1, 0], [0, 3.5]], [-1, 0], law="tsuji", kn=1, cn=alpha, mu=0)
    >>> round(float(hit.v[0]), 9)
    0.5
    """
    from ._compliant import ffi as own

    library, value, device = _module(), own.new("double *"), find(law) if isinstance(law, str) else law
    tensions: Dict[str, Any] = {"cut": library.CAROM_TENSION_CUT, "allowed": library.CAROM_TENSION_ALLOWED}
    if tension not in tensions:
        raise InputError(f'tension is "cut" or "allowed", not "{tension}"', Status.BAD_VALUE)
    wish = own.new("carom_damping_request *", dict(law=device.pointer, e=e, m=mass, v=v, kn=kn, p=p, depth=depth, R=R,
                                               tension=tensions[tension]))
    status = library.carom_damping_for_restitution(wish, value)
    if status == Status.UNKNOWN_LAW:
        raise InputError(f'"{device.name}" has no damping that follows from a restitution', Status.UNKNOWN_LAW)
    if status == Status.NOT_CONVERGED:
        raise NoAnswerError(f'no damping makes "{device.name}" return {e}', Status.NOT_CONVERGED)
    if status != lib.CAROM_OK:
        raise InputError(text(lib.carom_status_message(status)), Status.BAD_VALUE)
    return float(value[0])
