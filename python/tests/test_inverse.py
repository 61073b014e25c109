"""Tests the inverse of an impact."""
import numpy as np
import pytest
from conftest import ROD_W, refused

import carom


def test_a_family_where_the_slip_ended():
    found = carom.collide_inverse([[2.0, 0.0], [0.0, 3.0]], [0.5, 0.0], "routh", restitution="newton", e=0.5, mu=0.3)
    assert [b.family for b in found] == [True, True]
    np.testing.assert_allclose([b.v for b in found], [[-1, -0.675], [-1, 0.675]], atol=1e-8)


def test_none_and_refusals():
    assert carom.collide_inverse(ROD_W, [0.5, 0.2], "routh", e=0, mu=0.7) == []
    with pytest.raises(carom.InputError) as still:
        carom.collide_inverse(ROD_W, [-0.5, 0.2], "routh", e=0.5, mu=0.7)
    assert still.value.status == carom.Status.STILL_APPROACHES
    with refused(carom.NoAnswerError, "not-applicable"):
        carom.collide_inverse(ROD_W, [0.0, 0.0], "routh", e=0.5, mu=0.7)
    with refused(carom.InputError, "coefficient-range/outside", "e", "2"):
        carom.collide_inverse(ROD_W, [0.5, 0.0], "routh", e=2, mu=0.7)
    with refused(carom.NoAnswerError, "not-applicable"):
        carom.collide_inverse(np.eye(3), [0.5, 0.0, 0.1], "routh", e=0.5, mu=0.7)
    with refused(carom.InputError, "bad-value", "(2,)"):
        carom.collide_inverse([ROD_W, ROD_W], [0.5, 0.0], "routh", e=0.5, mu=0.7)
