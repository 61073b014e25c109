"""The set of outcomes of several contacts, and what devices return."""
import numpy as np
import pytest
from conftest import refused

import carom

CHAIN = carom.Mechanism(M=np.eye(3), u=[1, 0, 0], J=[[-1, 1, 0], [0, 0, 0], [0, -1, 1], [0, 0, 0]], normal="first")


def test_cradle_lies_on_its_ellipse():
    may = carom.outcomes(CHAIN, e=1, mu=0, draws=300)
    a, b = may.v[:, 0, 0], may.v[:, 1, 0]
    assert may.v.shape == (300, 2, 2) and may.unfinished == 0
    assert np.allclose(a * a + a * b + b * b, 1, atol=1e-9)  # worst seen 1.3e-15; the cut of 1e-10 may come in
    assert np.all(may.least <= may.lowest + 1e-9) and np.all(may.highest <= may.most + 1e-9)


def test_speeds_have_bounds():
    may = carom.outcomes(CHAIN, e=1, mu=0, draws=30)
    gain = np.array([-1, 0, 0, 0])  # P_n of contact 0 pushes the first ball back
    speeds = 1 + may.P.reshape(30, 4) @ gain
    assert speeds.min() >= 1 - may.most_along(-gain) - 1e-9
    assert 1 - may.most_along(-gain) == pytest.approx(-1 / 3, abs=1e-9)
    with refused(carom.InputError, "bad-value", "4"):
        may.most_along([1, 2])


def test_the_same_seed_draws_the_same():
    first, more = carom.outcomes(CHAIN, e=0.5, mu=0, draws=20), carom.outcomes(CHAIN, e=0.5, mu=0, draws=40)
    other = carom.outcomes(CHAIN, e=0.5, mu=0, draws=20, seed=2)
    assert np.array_equal(first.v, more.v[:20]) and not np.array_equal(first.v, other.v)


def test_outcomes_refuse():
    with refused(carom.InputError, "coefficient-range", "e", "1.4", "1", "0"):
        carom.outcomes(CHAIN, e=[1, 1.4], mu=0)
    with refused(carom.InputError, "bad-value", "2"):
        carom.outcomes(CHAIN, e=0, mu=[1, 2, 3])
    with refused(carom.InputError, "bad-count", "draws"):
        carom.outcomes(CHAIN, e=0, mu=0, draws=0)
    with refused(carom.ParameterError, "coefficient-missing", "mu"):
        carom.outcomes(CHAIN, e=1)
    with pytest.raises(carom.InputError):
        carom.outcomes(CHAIN, e=0, mu=float("inf"))


def test_closed_forms_of_devices():
    for e in (0.1, 0.5, 0.9):
        a = carom.factor_of_restitution(e)
        assert a * (1 + e) == pytest.approx(np.log((1 + a) / (1 - a * e)), rel=1e-12)
        assert carom.restitution_of_yield(carom.yield_of_restitution(e)) == pytest.approx(e, rel=1e-12)
    assert carom.factor_of_restitution(0.5, "hu-guo") == pytest.approx(1.5)
    with refused(carom.InputError, "bad-value", "mine"):
        carom.factor_of_restitution(0.5, "mine")
    with refused(carom.InputError, "bad-value", "e", "0"):
        carom.factor_of_restitution(0.0)
    with refused(carom.InputError, "bad-value", "0"):
        carom.restitution_of_yield(0.0)
    with refused(carom.InputError, "bad-value", "e", "1.5"):
        carom.yield_of_restitution(1.5)


@pytest.mark.parametrize("law", ["spring-dashpot", "nonlinear-dashpot", "tsuji", "viscoelastic", "adams-impact", "lammps-hooke"])
def test_one_device_as_another(law):
    e = carom.restitution_of("thornton", mass=0.3, v=2, kn=7, depth=0.05)
    cn = carom.device_for(law, e, mass=0.3, v=2, kn=5)
    depth = {"depth": 0.1} if law == "adams-impact" else {}
    assert carom.restitution_of(law, mass=0.3, v=2, kn=5, cn=cn, **depth) == pytest.approx(e, abs=1e-8)  # found to 1e-8


def test_restitution_of_refuses():
    with refused(carom.InputError, "unknown-law"):
        carom.restitution_of("routh")
    with refused(carom.InputError, "bad-value", "0"):
        carom.restitution_of("tsuji", v=0, kn=1, cn=1)
