"""Tests the modes of vibrating rods."""
from __future__ import annotations

import math
from typing import Any, Dict

import pytest
from conftest import refused

import carom


def test_a_rectangle_and_an_axis() -> None:
    flat = carom.rod_modes(1.0, height=0.01, width=0.03, E=7e10, density=2700, axis=[1, 1, 0], bending=2, axial=1)
    assert len(flat) == 5 and len(flat[0].phi) == 3
    assert flat[4].omega == pytest.approx(math.pi * math.sqrt(7e10 / 2700))
    assert flat[0].omega == pytest.approx(4.730040745**2 * 0.01 * math.sqrt(7e10 / 2700 / 12))  # bends along its height
    assert math.hypot(*flat[4].phi) == pytest.approx(math.sqrt(2 / (2700 * 0.01 * 0.03)))  # a cosine of mass 1
    (thin,) = carom.rod_modes(1.0, diameter=0.02, E=7e10, density=2700, angle=0.3, bending=0, axial=1)
    assert math.hypot(*thin.phi) == pytest.approx(math.sqrt(2 / (2700 * math.pi * 0.01**2)))
    for wrong in ({"angle": 1.0}, {"diameter": 0.01}, {"bending": 17}, {"zeta": 1.0}, {"at": 0.6}, {"axis": [1.0]}):
        given: Dict[str, Any] = {"height": 0.01, "width": 0.03, "E": 7e10, "density": 2700.0, "axis": [1, 1, 0], **wrong}
        with pytest.raises(carom.InputError):
            carom.rod_modes(1.0, **given)
    with refused(carom.InputError, "bad-value", "diameter"):
        carom.rod_modes(1.0, height=0.01, E=7e10, density=2700.0, angle=0.1)
