"""Tests coefficients that depend on the speed of the impact."""
import numpy as np
from conftest import refused

import carom

W = np.array([[1.0, 0.0], [0.0, 3.0]])


def test_array_as_one_by_one():
    v = np.column_stack([-np.linspace(0.01, 4.0, 500), np.linspace(0.0, 3.0, 500)])
    many = carom.collide(W, v, e_of={"fifth": 0.2}, mu_of="exp", details=False)
    e, mu = 1.0 - 0.2 * (-v[:, 0]) ** 0.2, 9.951e-3 + 0.108 * np.exp(-1.088 * v[:, 1])
    # Python's powers and exponentials differ from the library's in the last bit. The largest difference seen was 4e-16, so 1e-13
    # is allowed.
    assert abs(many.P - carom.collide(W, v, e=e, mu=mu).P).max() < 1e-13
    one = carom.collide(W, v[77], e_of={"fifth": 0.2}, mu_of="exp")
    assert (one.P == many.P[77]).all()


def test_refusals():
    with refused(carom.InputError, "bad-value", "e", "sixth", "fifth"):
        carom.collide(W, [-1, 0], e_of="sixth", mu=0.1)
    with refused(carom.InputError, "bad-value", "e", "e_of"):
        carom.collide(W, [-1, 0], e=1, e_of="fifth", mu=0.1)
    with refused(carom.InputError, "bad-value", "e_of", "2"):
        carom.collide(W, [-1, 0], e_of={"quarter": 1.0}, mu=0.1)
    with refused(carom.InputError, "bad-value", "e_of", "much"):
        carom.collide(W, [-1, 0], e_of={"fifth": "much"}, mu=0.1)
    with refused(carom.InputError, "bad-value", "e_of", "fifth"):
        carom.collide(W, [-1, 0], e_of=3, mu=0.1)
    with refused(carom.ParameterError, "coefficient-unused", "mu_of"):
        carom.collide(W, [-1, 0], law="frictionless", e=1, mu_of="exp")
    with refused(carom.InputError, "coefficient-range/form-speed", "32"):
        carom.collide(W, [-32, 0], e_of={"viscoelastic": 0.1}, mu=0.1)
