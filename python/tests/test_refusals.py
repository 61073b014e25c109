"""Tests that every error has data and a message that is worded for Python."""
import pickle
from itertools import count, takewhile

import numpy as np
import pytest
from conftest import FOREIGN

import carom
from carom import _modules
from carom._carom import lib
from carom._errors import HINTS
from carom._names import text

W, V = [[2.5, -1.5], [-1.5, 2.5]], [-1.0, 0.6]
def refused(call):
    with pytest.raises(carom.CaromError) as caught:
        call()
    assert not FOREIGN.search(str(caught.value)), str(caught.value)
    return caught.value


def test_every_remedy_has_words():
    names = [text(name) for name in takewhile(bool, (lib.carom_enum_name(lib.CAROM_ENUM_HINT, i) for i in count()))]
    names = names[: names.index("rescale") + 1] + ["state-coefficient"]  # the other statuses are those of file readers
    assert sorted(names) == sorted(HINTS)
    assert not any(FOREIGN.search(words) for words in HINTS.values())


def test_every_status_speaks_no_other_language():
    assert not [status for status in carom.Status if FOREIGN.search(status.meaning)]


def test_a_parameter():
    error = refused(lambda: carom.collide(W, V, e=1.4, mu=0.3))
    assert 'allow="e"' in str(error) and '"routh"' in str(error)
    told = error.info
    assert (told.reason, told.hint, told.coefficient, told.value) == ("outside", "allow", "e", 1.4)
    assert (told.lowest, told.highest, told.contact, told.row) == (0.0, 1.0, None, None)
    again = pickle.loads(pickle.dumps(error))
    assert again.info == told and str(again) == str(error)
    missing = refused(lambda: carom.collide(W, V, e=float("nan"))).info
    assert (missing.reason, missing.hint, missing.coefficient, missing.other_coefficient) == ("missing", "state-coefficient", "e", "mu")
    below = refused(lambda: carom.collide(W, V, e=0.5, mu=0.5, mu_static=0.1)).info
    assert (below.reason, below.other_coefficient, below.other) == ("below", "mu", 0.5)


def test_a_matrix():
    unequal = refused(lambda: carom.collide([[2, 1], [1.5, 2]], V)).info
    assert (unequal.reason, unequal.row, unequal.column, unequal.value, unequal.other) == ("unequal", 0, 1, 1.0, 1.5)
    assert refused(lambda: carom.collide([[2, 3], [3, 2]], V)).info.reason == "off-diagonal"
    assert refused(lambda: carom.collide(W, [-1, np.inf])).info.row == 1


def test_a_law():
    assert 'carom.laws["brach"].dims' in str(
        refused(lambda: carom.collide(np.eye(3), [-1, 0, 0], "brach", e=0.5, mu=0.3))
    )
    error = refused(lambda: carom.trace(W, V, "glocker", e_n=0.5, mu=0.3))
    assert error.info.hint == "law-with-path" and '"routh"' in str(error)


def test_several_contacts():
    system = np.eye(4), [-1, 0, -1, 0]
    told = refused(lambda: carom.solve_system(*system, "glocker", e_n=[0.5, 2], mu=0.3)).info
    assert (told.coefficient, told.contact, told.value, told.hint) == ("e_n", 1, 2.0, "allow")
    assert refused(lambda: carom.solve_system(*system, "hm-brach", e=0.5, mu=0.3, striking=7)).info.contact == 7
    if _modules.compliant is not None:  # a parameter that only this method has
        told = refused(lambda: carom.solve_system(*system, "lzb", e=0.5, mu=0.2, kn=[1, -1])).info
        assert (told.coefficient, told.contact, told.value, told.reason) == ("kn", 1, -1.0, "outside")
        assert (told.lowest, told.highest) == (1e-300, 1e300)
    assert refused(lambda: carom.solve_system(*system, "hm-brach", e=0.5, mu=0.3)).info.reason == "other-approaches"
