"""Tests the restitution from materials: each model against an independent simulation or a limit in closed form."""
from __future__ import annotations

import math
from typing import Any, Dict

import pytest

import carom

pytestmark = pytest.mark.skipif("thornton" not in carom.laws, reason="this build has no compliant module")
STEEL: Dict[str, float] = {"E": 2.1e11, "nu": 0.3, "radius": 0.005, "density": 7850.0}
WALL: Dict[str, float] = {"E": 2.1e11, "nu": 0.3, "density": 7850.0}
MASS = 4 / 3 * math.pi * STEEL["radius"] ** 3 * STEEL["density"]
EFFECTIVE = 2.1e11 / 0.91 / 2  # E* of steel on steel


@pytest.mark.parametrize("v", [0.05, 0.5, 5.0])
def test_thornton_is_the_simulated_contact_model(v: float) -> None:
    """Compares the formula with the contact model, which integrates the force over time. The contact model takes the
    overlap at first yield, and not the yield strength."""
    depth = (0.5 * math.pi * 1.6e9 / EFFECTIVE) ** 2 * STEEL["radius"]
    kn = 4 / 3 * EFFECTIVE * math.sqrt(STEEL["radius"])
    simulated = carom.simulate_restitution("thornton", mass=MASS, v=v, kn=kn, depth=depth)
    assert carom.material_restitution("thornton", v, STEEL, WALL, Y=1e9) == pytest.approx(simulated, abs=1e-9)


def stepped_plastic(v: float, Y: float) -> float:
    """Simulates a sphere that presses a crater at the pressure 3 Y and rebounds by Hertz's contact with the crater."""
    R, p = STEEL["radius"], 3 * Y
    x, speed, step = 0.0, v, 1e-9
    while speed > 0:  # a^2 = 2 R x
        speed -= step * 2 * math.pi * R * p * x / MASS
        x += step * speed
    radius = math.sqrt(2 * R * x)
    force = math.pi * radius**2 * p
    curve = 4 * EFFECTIVE * radius**3 / (3 * force)  # radius of curvature for which Hertz has this force and contact radius
    x, speed = radius**2 / curve, 0.0
    while x > 0:
        speed += step * 4 / 3 * EFFECTIVE * math.sqrt(curve) * x**1.5 / MASS
        x -= step * speed
    return speed / v


def test_johnson_against_steps_in_time() -> None:
    for v in (20.0, 100.0):
        assert carom.material_restitution("johnson", v, STEEL, WALL, Y=1e9) == pytest.approx(stepped_plastic(v, 1e9), rel=2e-3)
    ratio = [carom.material_restitution(model, 16e4, STEEL, WALL, Y=1e9) / carom.material_restitution(model, 1e4, STEEL, WALL, Y=1e9)
             for model in ("johnson", "thornton")]
    assert ratio == pytest.approx([0.5, 0.5], rel=1e-3)  # both decrease like v^(-1/4)
    # Johnson prints 3.8 (Y/E*)^(1/2) (m v^2/2/(Y R^3))^(-1/8), but the derivation gives 3.74.
    printed = 3.8 * math.sqrt(1e9 / EFFECTIVE) * (0.5 * MASS * 100.0**2 / (1e9 * STEEL["radius"] ** 3)) ** -0.125
    assert carom.material_restitution("johnson", 100.0, STEEL, WALL, Y=1e9) == pytest.approx(printed, rel=0.02)


def stepped_plate(v: float, thickness: float) -> float:
    """Simulates the sphere and the point of the plate separately by time steps in SI units: w' = F/(8 sqrt(D rho h))."""
    D = WALL["E"] * thickness**3 / 12 / 0.91
    yielding = 1 / (8 * math.sqrt(D * WALL["density"] * thickness))
    kn = 4 / 3 * EFFECTIVE * math.sqrt(STEEL["radius"])
    x = w = 0.0
    speed, step = v, 2e-9
    while True:
        overlap = x - w
        if overlap < 0:
            return -speed / v
        force = kn * overlap**1.5
        speed -= step * force / MASS
        x += step * speed
        w += step * yielding * force


@pytest.mark.parametrize("thickness", [0.004, 0.02])
def test_zener_against_steps_in_time(thickness: float) -> None:
    found = carom.material_restitution("zener", 1.0, STEEL, WALL, thickness=thickness)
    assert found == pytest.approx(stepped_plate(1.0, thickness), abs=2e-3)  # first order, 10000 steps per contact


def test_zener_loses_what_the_waves_carry_away() -> None:
    """Tests that 1 - e = c l for small l. The factor c is the integral of s^3 over Hertz's contact, a Beta function."""
    from carom._material_restitution import _zener

    c = 0.8 * 1.25**1.6 * math.gamma(1.6) * math.gamma(0.5) / math.gamma(2.1)
    assert (1 - _zener(1e-4)) / 1e-4 == pytest.approx(c, rel=1e-3)
    values = [_zener(x) for x in (0.01, 0.1, 0.5, 1.0, 3.0)]
    assert values == sorted(values, reverse=True) and 0 <= values[-1] < 0.1
    assert carom.material_restitution("zener", 1.0, STEEL, WALL, thickness=10.0) == pytest.approx(1.0, abs=1e-4)


def test_viscoelastic_follows_the_series() -> None:
    """Tests the series of Schwager & Poeschel 1998, with C1 = 1.15344:

        e = 1 - C1 A (3/2 kn/m)^(2/5) v^(1/5) + (3/5) C1^2 (...)^2.
    """
    A, v = 1e-9, 0.5
    kn = 4 / 3 * EFFECTIVE * math.sqrt(STEEL["radius"])
    small = 1.15344 * 1.5 * A * (kn / MASS) ** 0.4 * v**0.2
    e = carom.material_restitution("viscoelastic", v, STEEL, WALL, A=A)
    assert 1 - e == pytest.approx(small - 0.6 * small**2, rel=1e-3)


@pytest.mark.parametrize("wrong", [
    {"model": "hertz"}, {"v": 0.0}, {"Y": None}, {"Y": -1.0}, {"a": {"E": 2e11, "nu": 0.3}}, {"a": {"E": 2e11, "nu": 0.3, "radius": 0.01}},
    {"a": {"E": 2e11, "colour": 1.0}}, {"model": "zener"}, {"model": "zener", "thickness": 0.01, "b": STEEL}, {"model": "viscoelastic"},
    {"model": "johnson", "v": 1e-6},
])
def test_refusals(wrong: Dict[str, Any]) -> None:
    given: Dict[str, Any] = {"model": "thornton", "v": 1.0, "a": STEEL, "b": WALL, "Y": 1e9, **wrong}
    with pytest.raises(carom.InputError):
        carom.material_restitution(given.pop("model"), given.pop("v"), given.pop("a"), given.pop("b"), **given)
