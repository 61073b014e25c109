"""Tests the functions that return all outcomes of a law and the properties of an impact."""
import numpy as np
import pytest
from conftest import ROD_W

import carom


def test_outcomes_of_whittaker_in_space():
    found = carom.collide_all([[9, 0, -3], [0, 9, 0], [-3, 0, 2]], [-0.1, -1, 0], law="whittaker", e=1, mu=3)
    assert [one.result.mode.label for one in found] == ["sliding", "sliding", "sticking"]
    assert [one.returned for one in found] == [False, False, True]
    assert [one.index for one in found] == [1, -1, 1]
    assert sum(one.stable for one in found) == 1
    pushes = [one.result.P[0] for one in found]
    assert pushes == sorted(pushes)


def test_reasons_and_forms():
    why = carom.explain(ROD_W, [-1, 0.6], e=0, mu=0.7)
    assert why.restitutions.because == ("plastic",)
    assert why.restitutions.gap == 0
    assert why.energy_form.twice_dE == pytest.approx(2 * why.energy_form.result.dE, abs=1e-14)
    assert carom.explain(ROD_W, [-1, -1], e=1, mu=0.2).F_star == np.inf
    space = carom.explain(np.diag([1.0, 2.0, 2.0]), [-1, 1, 0], e=1, mu=0.2)
    assert space.central and space.restitutions is None and space.F_star is None


def test_forces():
    rests = carom.forces(ROD_W, [0, 0], [-9.81, 0.3], e=1, mu=0.7)
    assert rests.case == "contact" and rests.solutions[0].mode == "sticks"
    several = carom.forces(ROD_W, [0, -0.2], [2.9, 12.7], mu=1.8, e=0.5)
    assert several.case == "indeterminate" and [one.mode for one in several.solutions] == ["separates", "slides"]
    assert several.impulse[0] > 0
    with pytest.raises(carom.InputError):
        carom.forces(ROD_W, [0, 0], [-9.81], e=1, mu=0.7)
    with pytest.raises(carom.CaromError):
        carom.forces(ROD_W, [0, 0], [-9.81, 0], e=1, mu=-1)
