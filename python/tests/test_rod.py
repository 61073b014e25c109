"""Tests vibrating rods: the modes in Python, and the impact of a rod compared with a finite element model of the same beam."""
from __future__ import annotations

import math
from typing import Any, Dict, Tuple

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
