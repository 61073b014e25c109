"""Tests the set of outcomes of several contacts, and the restitution of contact models."""
import numpy as np
import pytest
from conftest import BALLS, refused

import carom


def test_speeds_have_bounds():
    may = carom.spread(BALLS, e=1, mu=0, draws=30)
    gain = np.array([-1, 0, 0, 0])  # P_n of contact 0 slows down the first ball
    speeds = 1 + may.P.reshape(30, 4) @ gain
    assert speeds.min() >= 1 - may.most_along(-gain) - 1e-9
    assert 1 - may.most_along(-gain) == pytest.approx(-1 / 3, abs=1e-9)
    with refused(carom.InputError, "bad-value", "4"):
        may.most_along([1, 2])


def test_the_same_seed_draws_the_same():
    first, more = carom.spread(BALLS, e=0.5, mu=0, draws=20), carom.spread(BALLS, e=0.5, mu=0, draws=40)
    other = carom.spread(BALLS, e=0.5, mu=0, draws=20, seed=2)
    assert np.array_equal(first.v, more.v[:20]) and not np.array_equal(first.v, other.v)


def test_outcomes_refuse():
    with refused(carom.InputError, "coefficient-range", "e", "1.4", "1", "0"):
        carom.spread(BALLS, e=[1, 1.4], mu=0)
    with refused(carom.InputError, "bad-value", "2"):
        carom.spread(BALLS, e=0, mu=[1, 2, 3])
    with refused(carom.InputError, "bad-count", "draws"):
        carom.spread(BALLS, e=0, mu=0, draws=0)
    with refused(carom.ParameterError, "coefficient-missing", "mu"):
        carom.spread(BALLS, e=1)
    with pytest.raises(carom.InputError):
        carom.spread(BALLS, e=0, mu=float("inf"))


def test_closed_forms_refuse():
    with refused(carom.InputError, "bad-value", "mine"):
        carom.restitution_to_damping("mine", 0.5)
    with refused(carom.InputError, "bad-value", "e", "0"):
        carom.restitution_to_damping("exact", 0.0)
    with refused(carom.InputError, "bad-value", "0"):
        carom.damping_to_restitution("yield", 0.0)
    with refused(carom.InputError, "bad-value", "e", "1.5"):
        carom.restitution_to_damping("yield", 1.5)


def test_restitution_of_refuses():
    with refused(carom.InputError, "unknown-law"):
        carom.simulate_restitution("routh")
    with refused(carom.InputError, "bad-value", "0"):
        carom.simulate_restitution("tsuji", v=0, kn=1, cn=1)
