"""Tests the law accessible, its inverse, and Brach's linear law."""
from __future__ import annotations

import numpy as np
import pytest
from conftest import refused

import carom

W = np.array([[2.5, -1.5], [-1.5, 2.5]])
W3 = np.array([[4, 1, -1], [1, 3, 0.5], [-1, 0.5, 2]])


@pytest.mark.parametrize("law", ["frictionless", "routh", "brach", "chatterjee1", "smith"])
@pytest.mark.parametrize("mass, v", [(W, [-1, 0.6]), (W3, [-1, 2, -1])])
def test_there_and_back(law: str, mass: np.ndarray, v: list[float]) -> None:
    if len(v) not in carom.laws[law].dims:
        pytest.skip("a law of the plane")
    given = {name: 0.5 for name in ("e", "mu", "r_n") if name in carom.laws[law].coefficients}
    P = carom.collide(mass, v, law=law, **given).P
    at = carom.locate(mass, v, P, mu=0.5)
    back = carom.collide(mass, v, law="accessible", mu=0.5, **at.coefficients)
    assert np.allclose(back.P, P, rtol=0, atol=1e-12)  # the largest error seen was 4e-16
    assert back.ok and -1 <= at.f <= 1


def test_outside() -> None:
    with refused(carom.NoAnswerError, "not-applicable", "P"):
        carom.locate(W, [-1, 0.6], [5.0, 0.0], mu=0.5)
