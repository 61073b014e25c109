"""Tests vibrating rods: the modes in Python, and the impact of a rod compared with a finite element model of the same beam."""
from __future__ import annotations

import math
from typing import Any, Dict, List, Tuple

import numpy as np
import pytest
from conftest import refused

import carom

STEEL: Dict[str, float] = {"diameter": 0.0127, "E": 2.1e11, "density": 7850.0}
LENGTH = 0.4
AREA = math.pi / 4 * STEEL["diameter"] ** 2
MASS = STEEL["density"] * AREA * LENGTH
needs_module = pytest.mark.skipif("modal" not in carom.laws, reason="this build has no compliant module")


def beam(elements: int) -> Tuple[Any, Any]:
    """Returns frequencies and mass-normalised end deflections of a free beam of cubic finite elements, including rigid
    motions."""
    h = LENGTH / elements
    EI = STEEL["E"] * AREA * (STEEL["diameter"] / 4) ** 2
    k = EI / h**3 * np.array([[12, 6*h, -12, 6*h], [6*h, 4*h*h, -6*h, 2*h*h], [-12, -6*h, 12, -6*h], [6*h, 2*h*h, -6*h, 4*h*h]])
    m = STEEL["density"] * AREA * h / 420 * np.array([[156, 22*h, 54, -13*h], [22*h, 4*h*h, 13*h, -3*h*h],
                                                     [54, 13*h, 156, -22*h], [-13*h, -3*h*h, -22*h, 4*h*h]])
    K, M = np.zeros((2, 2 * elements + 2, 2 * elements + 2))
    for i in range(elements):
        K[2 * i : 2 * i + 4, 2 * i : 2 * i + 4] += k
        M[2 * i : 2 * i + 4, 2 * i : 2 * i + 4] += m
    low = np.linalg.inv(np.linalg.cholesky(M))
    squares, vectors = np.linalg.eigh(low @ K @ low.T)
    return np.sqrt(np.maximum(squares, 0.0)), (low.T @ vectors)[0]


def contact(angle: float) -> List[List[float]]:
    n, t = math.sin(angle), math.cos(angle)
    return [[(4 - 3 * n * n) / MASS, -3 * n * t / MASS], [-3 * n * t / MASS, (4 - 3 * t * t) / MASS]]


def test_frequencies_are_those_of_finite_elements() -> None:
    modes = carom.rod_modes(LENGTH, **STEEL, angle=0.3)
    omega, end = beam(60)
    for k, mode in enumerate(modes):
        assert mode.omega == pytest.approx(omega[k + 2], rel=1e-5)  # the error of the elements is (beta h)^4/720
        assert math.hypot(*mode.phi) == pytest.approx(abs(end[k + 2]), rel=1e-4)


def test_a_rectangle_and_an_axis() -> None:
    flat = carom.rod_modes(1.0, height=0.01, width=0.03, E=7e10, density=2700, axis=[1, 1, 0], bending=2, axial=1)
    assert len(flat) == 5 and len(flat[0].phi) == 3
    assert flat[4].omega == pytest.approx(math.pi * math.sqrt(7e10 / 2700))
    for wrong in ({"angle": 1.0}, {"diameter": 0.01}, {"bending": 17}, {"zeta": 1.0}, {"at": 0.6}, {"axis": [1.0]}):
        given: Dict[str, Any] = {"height": 0.01, "width": 0.03, "E": 7e10, "density": 2700.0, "axis": [1, 1, 0], **wrong}
        with pytest.raises(carom.InputError):
            carom.rod_modes(1.0, **given)
    with refused(carom.InputError, "bad-value", "diameter"):
        carom.rod_modes(1.0, height=0.01, E=7e10, density=2700.0, angle=0.1)


@needs_module
@pytest.mark.parametrize("degrees", [20.0, 60.0, 74.0])
def test_an_impact_against_finite_elements(degrees: float) -> None:
    """Tests the restitution of `modal` against simple time stepping of a frictionless impact in the modes of a finite
    element beam."""
    angle, kn, count = math.radians(degrees), 1e8, 10
    modes = carom.rod_modes(LENGTH, **STEEL, angle=angle, bending=count)
    found = carom.collide(contact(angle), [-1.0, 0.0], "modal", modes=modes, kn=kn, kt=kn, mu=0.0).v[0]
    omega, end = beam(40)
    # The coordinates are a motion along the rod, two rigid motions across it, and bending. The first rigid motion moves the
    # end, the second does not. The rigid modes of the elements are any mix of them, so only the norm of their deflections
    # is used.
    across = float(np.linalg.norm(end[:2]))
    shape = np.concatenate([[math.sin(angle) / math.sqrt(MASS), math.cos(angle) * across, 0.0], math.cos(angle) * end[2 : count + 2]])
    # The eigenvalues extend over omega[-1]**2 / omega[2]**2, about 2e7. Rounding errors of this size mix bending into rigid modes.
    rounding = float(np.finfo(float).eps * (omega[-1] / omega[2]) ** 2)
    omega = np.concatenate([np.zeros(3), omega[2 : count + 2]])
    # Before the impact every point moves down with 1 m/s. The share of the second coordinate in this motion is 1/2.
    share = 1.0 / (across * math.sqrt(MASS))
    assert share == pytest.approx(0.5, rel=4 * rounding)
    z, lead = np.zeros(count + 3), np.zeros(count + 3)
    lead[0] = -math.sin(angle) * math.sqrt(MASS)
    lead[1], lead[2] = -math.cos(angle) * math.sqrt(MASS) * np.array([share, math.sqrt(1.0 - share**2)])
    step = 2e-8
    for _ in range(400_000):
        gap = shape @ z
        if gap < 0:
            force = -kn * gap
        else:
            force = 0.0
            if shape[:3] @ lead[:3] > 0 and shape[:3] @ z[:3] > 2e-4:
                break
        lead += step * (shape * force - omega**2 * z)
        z += step * lead
    assert shape[:3] @ lead[:3] == pytest.approx(found, abs=2e-3)  # first-order error with steps of 1/800 of a period
