"""Computes the restitution of a head-on impact from the material and the speed."""
from __future__ import annotations

import math
from typing import Dict, Optional

from ._damping import damping_to_restitution, hertz_pair, simulate_restitution
from ._errors import InputError
from ._names import Status

MODELS = ("johnson", "thornton", "viscoelastic", "zener")


def _refuse(message: str) -> InputError:
    return InputError(message, Status.BAD_VALUE)


def _side(given: Optional[Dict[str, float]]) -> Dict[str, float]:
    for name in given or {}:
        if name not in ("E", "nu", "radius", "density"):
            raise InputError(f'a side has E, nu, radius and density, not "{name}"', Status.COEFFICIENT_UNKNOWN)
    return dict(given or {})


def _inverse_mass(side: Dict[str, float]) -> float:
    """Returns the inverse mass of a sphere; 0 for a flat side, which does not move."""
    if not side.get("radius"):
        return 0.0
    if not side.get("density", 0.0) > 0.0:
        raise _refuse("a sphere needs a positive density")
    return 3.0 / (4.0 * math.pi * side["radius"] ** 3 * side["density"])


def _zener(inelasticity: float) -> float:
    """Integrates Zener's equations until the overlap s is zero again. Returns the rebound speed."""

    def rates(s: float, u: float) -> "tuple[float, float]":
        force = max(s, 0.0) ** 1.5
        return u - inelasticity * force, -force

    s, u, step = 0.0, 1.0, 2e-3 / (1.0 + inelasticity)
    for _ in range(1_000_000):
        k1 = rates(s, u)
        k2 = rates(s + 0.5 * step * k1[0], u + 0.5 * step * k1[1])
        k3 = rates(s + 0.5 * step * k2[0], u + 0.5 * step * k2[1])
        k4 = rates(s + step * k3[0], u + step * k3[1])
        before, last = s, u
        s += step / 6.0 * (k1[0] + 2.0 * (k2[0] + k3[0]) + k4[0])
        u += step / 6.0 * (k1[1] + 2.0 * (k2[1] + k3[1]) + k4[1])
        if s <= 0.0:
            return max(0.0, -(last + (u - last) * before / (before - s)))
    return max(0.0, -u)


def material_restitution(model: str, v: float, a: Dict[str, float], b: Optional[Dict[str, float]] = None, *,
                         Y: Optional[float] = None, thickness: Optional[float] = None, A: Optional[float] = None) -> float:
    """Computes the restitution of a head-on impact of a sphere from materials and speed. Needs the module "compliant".

    model      "thornton": elastic, then perfectly plastic sphere (Thornton 1997); needs Y
               "johnson": fully plastic, e falls like v^(-1/4) (Johnson 1985, 11.5); needs Y
               "zener": elastic sphere on a large thin plate whose waves carry energy away (Zener 1941); needs thickness
               "viscoelastic": sphere with a viscous part of its stress (Brilliantov et al. 1996); needs A
    v          speed, m/s
    a, b       "E" in Pa, Poisson's ratio "nu", "radius" in m, "density" in kg/m^3. A side without a radius is flat and does
               not move. Without b the sphere strikes a rigid plane.
    Y          yield strength of the softer side, Pa
    thickness  of the plate b, m; b needs E, nu and density, and is flat
    A          dissipative time of the material, s

    A hard steel ball of 5 mm radius begins to yield below 1 m/s:

    >>> import carom
    >>> steel = {"E": 2.1e11, "nu": 0.3, "radius": 0.005, "density": 7850}
    >>> wall = {"E": 2.1e11, "nu": 0.3}
    >>> [round(carom.material_restitution("thornton", v, steel, wall, Y=1e9), 3) for v in (0.1, 1, 10)]
    [1.0, 0.707, 0.404]
    """
    if model not in MODELS:
        raise _refuse(f'model is one of {", ".join(MODELS)}, not "{model}"')
    first, second = _side(a), _side(b)
    inverse = _inverse_mass(first) + _inverse_mass(second)
    if not (v > 0.0 and math.isfinite(v) and inverse > 0.0):
        raise _refuse("v must be positive, and one side a sphere")
    elastic = [{name: x for name, x in side.items() if name != "density"} for side in (first, second)]
    pair = hertz_pair(elastic[0], elastic[1] if b is not None else None)
    mass = 1.0 / inverse
    if model == "viscoelastic":
        if A is None or not A >= 0.0:
            raise _refuse("viscoelastic needs A >= 0, the dissipative time in s")
        return simulate_restitution("viscoelastic", mass=mass, v=v, kn=pair.kn, cn=A)
    if model == "zener":
        if thickness is None or not thickness > 0.0 or second.get("radius") or not second.get("density", 0.0) > 0.0:
            raise _refuse("zener needs thickness > 0 and a flat side b with a density")
        bending = second.get("E", 0.0) * thickness**3 / (12.0 * (1.0 - second.get("nu", 0.0) ** 2))
        if not bending > 0.0:
            raise _refuse("zener needs an elastic plate: E > 0")
        time = (mass / (pair.kn * math.sqrt(v))) ** 0.4
        return _zener(mass / (8.0 * time * math.sqrt(bending * second["density"] * thickness)))
    if Y is None or not Y > 0.0:
        raise _refuse(f"{model} needs Y > 0, the yield strength in Pa")
    if model == "thornton":
        at_yield = 0.5 * math.pi * pair.R * 1.6 * Y / pair.E  # contact radius at first yield
        energy = 8.0 / 15.0 * pair.E * at_yield**5 / pair.R**2
        return damping_to_restitution("yield", math.sqrt(2.0 * energy / mass) / v)
    pressure = 3.0 * Y
    crater = (2.0 * pair.R * mass * v * v / (math.pi * pressure)) ** 0.25  # radius of the crater
    e = math.sqrt(6.0 * math.pi / 5.0 * pressure / pair.E * pair.R / crater)
    if e > 1.0:
        raise _refuse(f"v = {v:g} m/s is too slow for johnson, which assumes a fully plastic contact; use thornton")
    return e
