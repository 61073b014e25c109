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


def test_above_one() -> None:
    """Tests that tangential energy can increase the rebound: only this law allows e > 1."""
    result = carom.collide(W, [-1, 5], law="accessible", e=1.2, f=0, mu=0.5)
    assert result.v[0] == pytest.approx(1.2, abs=1e-14) and result.ok
    assert carom.laws["accessible"].coefficients["e"].highest == np.inf
    assert carom.laws["routh"].coefficients["e"].highest == 1
    highest = carom.collide(W, [-1, 5], law="accessible", e=np.inf, f=0, mu=0.5)
    assert np.allclose(highest.P, carom.region(W, [-1, 5], mu=0.5).highest, rtol=1e-14)


def test_ratio() -> None:
    """Tests the law impulse-ratio with one ratio for each impact, with a critical ratio, and with two ratios in 3D."""
    ratios = np.linspace(-0.5, 1, 7)
    P = carom.collide(W, [-1, 0.6], law="impulse-ratio", e=0.5, ratio=ratios).P
    assert np.allclose(P[:, 1] / P[:, 0], ratios, rtol=1e-14)
    all_of_it = carom.collide(W, [-1, 0.6], law="impulse-ratio", e=0.5, ratio=1, ratio_kind="critical")
    assert abs(all_of_it.v[1]) < 1e-15 and all_of_it.mode == carom.Mode.STICKING
    P = carom.collide(W3, [-1, 2, -1], law="impulse-ratio", e=0.3, ratio=[-0.3, 0.2]).P
    assert np.allclose(P[1:] / P[0], [-0.3, 0.2], rtol=1e-14)
    P = carom.collide(W3, [-1, 2, -1], law="impulse-ratio", e=0.3, ratio=-0.3).P
    assert P[2] == 0 and P[1] / P[0] == pytest.approx(-0.3)
