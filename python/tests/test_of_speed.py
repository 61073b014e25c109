"""Coefficients that depend on the speed of the impact."""
import numpy as np
import pytest

import carom

W = np.array([[1.0, 0.0], [0.0, 3.0]])


def test_array_as_one_by_one():
    v = np.column_stack([-np.linspace(0.01, 4.0, 500), np.linspace(0.0, 3.0, 500)])
    many = carom.collide(W, v, e_of={"fifth": 0.2}, mu_of="exp", details=False)
    e, mu = 1.0 - 0.2 * (-v[:, 0]) ** 0.2, 9.951e-3 + 0.108 * np.exp(-1.088 * v[:, 1])
    # Python's powers and exponentials differ from the library's in the last bit: worst seen 4e-16, so 1e-13.
    assert abs(many.P - carom.collide(W, v, e=e, mu=mu).P).max() < 1e-13
    one = carom.collide(W, v[77], e_of={"fifth": 0.2}, mu_of="exp")
    assert (one.P == many.P[77]).all()


def test_refusals():
    with pytest.raises(carom.InputError, match='e has no form "sixth"; it has fifth'):
        carom.collide(W, [-1, 0], e_of="sixth", mu=0.1)
    with pytest.raises(carom.InputError, match="e and e_of stand for the same"):
        carom.collide(W, [-1, 0], e=1, e_of="fifth", mu=0.1)
    with pytest.raises(carom.InputError, match="takes 2 numbers"):
        carom.collide(W, [-1, 0], e_of={"quarter": 1.0}, mu=0.1)
    with pytest.raises(carom.InputError, match="must be numbers"):
        carom.collide(W, [-1, 0], e_of={"fifth": "much"}, mu=0.1)
    with pytest.raises(carom.InputError, match="a form and its numbers"):
        carom.collide(W, [-1, 0], e_of=3, mu=0.1)
    with pytest.raises(carom.ParameterError, match="nothing that mu_of could stand for"):
        carom.collide(W, [-1, 0], law="frictionless", e=1, mu_of="exp")
    with pytest.raises(carom.InputError, match="at this impact's 32 m/s"):
        carom.collide(W, [-32, 0], e_of={"viscoelastic": 0.1}, mu=0.1)
