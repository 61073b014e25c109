"""Tests derivatives of several contacts, through mechanisms and along trajectories, against differences and known results."""
from math import cos, sin

import numpy as np
import pytest
from conftest import refused

import carom

RNG = np.random.default_rng(5)
A = RNG.uniform(-1, 1, (4, 4))
W, V = A @ A.T + np.eye(4), np.array([-1.0, 0.7, -0.8, -0.4])
LAWS = [
    ("glocker", dict(e_n=0.5, e_t=0.1)),
    ("pfeiffer-glocker", dict(e=0.5, e_t=0.3, nu=0.4)),
    ("sequence", dict(single="whittaker", e=0.5, gap=[0.0, 0.1])),
]


@pytest.mark.parametrize("method, numbers", LAWS)
def test_several_contacts_against_differences(method, numbers):
    def P(w=W, v=V, mu=(0.2, 0.3)):
        return carom.solve_system(w, v, method, mu=mu, **numbers).P.ravel()

    hit, h = carom.solve_system(W, V, method, mu=(0.2, 0.3), jac=True, **numbers), 1e-6
    assert np.array_equal(hit.P.ravel(), P())
    jac = hit.jac
    assert jac.smooth == "smooth" and jac.margin > 0.01 and jac.undefined == 0 and "mu" in jac.coefficients
    for j, step in enumerate(h * np.eye(4)):
        assert np.allclose(jac.v[:, j], (P(v=V + step) - P(v=V - step)) / (2 * h), atol=1e-8)
    turn = RNG.uniform(-1, 1, (4, 4))
    turn = turn + turn.T
    slope = (P(w=W + h * turn) - P(w=W - h * turn)) / (2 * h)
    assert np.allclose(np.einsum("ijk,jk->i", jac.W, turn), slope, atol=1e-8)
    for j, step in enumerate(h * np.eye(2)):
        slope = (P(mu=np.add((0.2, 0.3), step)) - P(mu=np.subtract((0.2, 0.3), step))) / (2 * h)
        assert np.allclose(jac.mu[:, j], slope, atol=1e-8)


def test_what_has_none_says_so():
    plain = carom.solve_system(W, V, "glocker", e_n=0.5, mu=0.2)
    with refused(AttributeError, None, "jac"):
        plain.jac
    with refused(AttributeError, None, "v", "W"):
        carom.solve_system(W, V, "glocker", e_n=0.5, mu=0.2, jac=True).jac.nothing
    with refused(carom.InputError, "bad-count", "32"):
        carom.solve_system(np.eye(66), -np.ones(66), "glocker", e_n=0.5, mu=0.2, jac=True)
    with pytest.raises(carom.InputError):
        carom.solve_system(W, V * np.nan, "glocker", e_n=0.5, mu=0.2, jac=True)


def arm(q, u):
    """Returns two links of length 1 that hang from a pivot and touch with the tip."""
    c = cos(q[0] - q[1])
    J = [[-sin(q[0]), -sin(q[1])], [cos(q[0]), cos(q[1])]]
    return carom.Mechanism(M=[[4 / 3, c / 2], [c / 2, 1 / 3]], u=u, J=J, normal="first")


def slopes(q):
    s = sin(q[0] - q[1]) / 2
    dM = [[[0, -s], [-s, 0]], [[0, s], [s, 0]]]
    dJ = [[[-cos(q[0]), 0], [-sin(q[0]), 0]], [[0, -cos(q[1])], [0, -sin(q[1])]]]
    return np.array(dM), np.array(dJ)


@pytest.mark.parametrize("ask", [lambda m, **k: carom.collide(m, "whittaker", e=0.5, mu=0.2, **k),
                                 lambda m, **k: carom.solve_system(m, "glocker", e_n=0.5, mu=0.2, **k)])  # fmt: skip
def test_a_mechanism_against_differences(ask):
    q, u, h = np.array([0.4, 1.1]), np.array([1.5, 0.5]), 1e-6

    def after(q, u):
        made = arm(q, u)
        return made.apply(ask(made).P)[0]

    machine = arm(q, u)
    dM, dJ = slopes(q)
    by_u, by_q = machine.jac(ask(machine, jac=True), dM=dM, dJ=dJ)
    for k, step in enumerate(h * np.eye(2)):
        assert np.allclose(by_u[:, k], (after(q, u + step) - after(q, u - step)) / (2 * h), atol=1e-8)
        assert np.allclose(by_q[:, k], (after(q + step, u) - after(q - step, u)) / (2 * h), atol=1e-8)
    # Test a Jacobian in world axes: its rows are rotated to the given normal.
    swapped = carom.Mechanism(M=machine.M, u=u, J=machine.J[::-1], normal=(0, 1))
    again = swapped.jac(ask(swapped, jac=True), dM=dM, dJ=dJ[:, ::-1])
    assert np.allclose(again[0], by_u) and np.allclose(again[1], by_q)
    with refused(carom.InputError, "bad-value", "dM"):
        machine.jac(ask(machine, jac=True), dM=[[1.0]])
    with refused(carom.InputError, "bad-size", "dM", "dJ"):
        machine.jac(ask(machine, jac=True), dM=dM, dJ=dJ[:1])


def test_constraints_take_part():
    held = carom.Mechanism(M=np.eye(3), u=[-1.0, 0.5, 0.5], J=[[1, 0, 0.2], [0, 1, 0.1]], normal="first",
                           constraints=[[0, 1, -1]])  # fmt: skip
    by_u, by_q = held.jac(carom.collide(held, "whittaker", e=0.5, mu=0.1, jac=True), dconstraints=[[[0, 0.1, 0]]])
    assert by_u.shape == (3, 3) and by_q.shape == (3, 1)
    assert np.allclose([0, 1, -1] @ by_u, 0.0)  # the constraint is satisfied for any change


def test_saltation_of_equal_balls():
    # The balls exchange their velocities, so the later position of the second depends only on the first.
    balls = carom.Mechanism(M=np.eye(2), u=[1.0, 0.0], J=[[-1, 1], [0, 0]], normal="first")
    hit = carom.collide(balls, "frictionless", e=1, jac=True)
    by_u, _ = balls.jac(hit)
    Xi = carom.saltation(balls.u, balls.apply(hit.P)[0], balls.J[0], by_u)
    flight = np.block([[np.eye(2), 0.5 * np.eye(2)], [np.zeros((2, 2)), np.eye(2)]])
    assert np.allclose((flight @ Xi @ flight)[1], [1, 0, 1, 0])
    with refused(carom.NoAnswerError, "no-impact"):
        carom.saltation([1.0], [1.0], [1.0], [[1.0]])
    with refused(carom.InputError, "bad-value", "u_after"):
        carom.saltation([-1.0], [1.0, 2.0], [1.0], [[1.0]])
