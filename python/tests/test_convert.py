"""Tests the conversion of coefficients in both directions, engines, and MuJoCo's contact."""
import math

import numpy as np
import pytest
from conftest import ROD_V, ROD_W, refused

import carom


def test_two_numbers():
    two = carom.equivalent_coefficients(ROD_W, ROD_V, "routh", e=0.5, mu=0.7)
    assert (two.e, two.mu) == (pytest.approx(0.32), pytest.approx(0.2)) and two.reached
    given = carom.collide(ROD_W, ROD_V, law="whittaker", e=two.e, mu=two.mu)
    assert np.allclose(given.v, two.result.v, atol=1e-14)
    # After a reversal, friction acts along the final slip. No e and mu of whittaker give such an impulse.
    reversed_slip = carom.equivalent_coefficients([[2.5, -1.5], [-1.5, 1.5]], [-1, 1.1], "routh", e=0.9, mu=0.3)
    assert reversed_slip.result.P[1] * reversed_slip.result.v[1] > 0 and not reversed_slip.reached
    with pytest.raises(carom.NoAnswerError):
        carom.equivalent_coefficients(ROD_W, [1, 0], "routh", e=0.5, mu=0.7)


def test_engines():
    table = carom.engines()
    assert table["rapier"].law == "sub-stepped" and table["mujoco"].law is None
    assert table["rapier"].rest_speed == 0 and math.isnan(table["mujoco"].rest_speed) and table["ode"].e_rule is None
    told = carom.convert(ROD_W, ROD_V, e=0.5, mu=0.7, given="bullet", to="jolt")
    assert told["jolt"].e == pytest.approx(0.5) and told["jolt"].engine == table["jolt"]
    with refused(carom.NoAnswerError, "not-applicable", "DART"):
        carom.convert(ROD_W, ROD_V, e=0.5, mu=0.7, given="dart")
    with refused(carom.InputError, "unknown-law", "bouncy"):
        carom.convert(ROD_W, ROD_V, e=0.5, mu=0.7, given="bouncy")


def test_reasons():
    assert carom.convert([[1, 2], [2, 4]], [-1, -2], e=0.5, mu=0.8, given="poisson", to="newton")["newton"].why == "singular"
    assert len(carom.convert(np.eye(3), [-1, 1, 0], e=0.5, mu=0.2)) > 5
    with pytest.raises(carom.CaromError):
        carom.convert(ROD_W, ROD_V, e=-0.5, mu=0.7)


def test_mujoco():
    pytest.importorskip("carom._compliant")
    assert carom.mujoco_contact(1.0).timeconst == math.inf
    with pytest.raises(carom.InputError):
        carom.mujoco_contact(1.5)


# Tests that the coefficients of a contact model are converted to those of rigid laws.
def test_contact_devices_are_told_by_their_own_coefficients():
    pytest.importorskip("carom._compliant")
    soft = dict(kn=100, kt=1, cn=2.0, mu=0.7)
    told = carom.convert(ROD_W, ROD_V, given="spring-dashpot", **soft)
    asked = carom.laws["spring-dashpot"](ROD_W, ROD_V, **soft)
    assert told.result.P.tolist() == asked.P.tolist()
    assert told.measured == pytest.approx(-asked.v[0] / ROD_V[0], rel=1e-14)
    smooth = carom.convert(ROD_W, ROD_V, given="spring-dashpot", kn=100, cn=2.0, mu=0)
    assert smooth["newton"].e == pytest.approx(smooth.measured, rel=1e-12)  # in a head-on impact all definitions agree
    hard = carom.convert(ROD_W, ROD_V, given="spring-dashpot", kn=100, kt=1, cn=20.0, mu=0.7)
    assert hard.measured < told.measured  # the impact is damped more, so the coefficients are read
    with refused(carom.CaromError, "coefficient-unused", "cn"):
        carom.convert(ROD_W, ROD_V, given="routh", e=0.5, mu=0.7, cn=2.0)
    with refused(carom.CaromError, "bad-value", "e", "mu"):
        carom.convert(ROD_W, ROD_V, given="poisson", mu=0.7)
