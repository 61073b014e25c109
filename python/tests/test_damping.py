"""Tests the stiffness computed from materials, and the damping computed from a requested restitution."""
import math

import pytest
from conftest import refused

import carom


def test_hertz_pair():
    glass, plane = {"E": 48e9, "nu": 0.20, "radius": 0.01}, carom.hertz_pair({"E": 70e9, "nu": 0.3, "radius": 0.1})
    pair = carom.hertz_pair(glass, glass)
    assert pair.E == pytest.approx(48e9 / 2 / (1 - 0.04), rel=1e-14) and pair.R == pytest.approx(0.005, rel=1e-14)
    assert pair.kappa == pytest.approx(2 * 0.8 / 1.8, rel=1e-14)
    assert plane.kn == pytest.approx(4 / 3 * 70e9 / 0.91 * math.sqrt(0.1), rel=1e-14)
    with refused(carom.InputError, "coefficient-unknown", "density"):
        carom.hertz_pair({"E": 1, "density": 2})
    with refused(carom.InputError, "bad-value", "E", "nu", "radius"):
        carom.hertz_pair({"E": -1.0, "nu": 0.3, "radius": 1.0})


@pytest.mark.parametrize("tension", ["cut", "allowed"])
def test_device_for_returns_what_was_asked(tension):
    alpha = carom.damping_for_restitution("tsuji", 0.7, tension=tension)
    hit = carom.collide([[1, 0], [0, 3.5]], [-1, 0], law="tsuji", kn=1, cn=alpha, mu=0, tension=tension)
    assert hit.v[0] == pytest.approx(0.7, abs=1e-8)  # the contact model is integrated with an error of 1e-10


def test_device_for_refuses():
    with refused(carom.InputError, "bad-value", "cut", "allowed"):
        carom.damping_for_restitution("tsuji", 0.7, tension="none")
    with refused(carom.InputError, "unknown-law"):
        carom.damping_for_restitution("mindlin", 0.7)
    with pytest.raises(carom.InputError):
        carom.damping_for_restitution("tsuji", 1.7)
