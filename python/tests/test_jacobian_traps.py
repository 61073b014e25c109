"""Tests gradients through impacts that other software is known to compute wrongly (docs/derivatives-accuracy.md, Common
errors)."""
import numpy as np
import pytest
from conftest import refused

import carom


def flight(n, t):
    """Returns d(q, u)/d(q, u) of a flight of this duration, which does not depend on gravity."""
    F = np.eye(2 * n)
    F[:n, n:] = t * np.eye(n)
    return F


def balls(law, **coefficients):
    """Returns d x(T)/d x(0) of two equal balls on a line, with x = (x_1, x_2, v_1, v_2). Ball 1 follows ball 2 and strikes it."""
    x, u = np.array([0.0, 1.0]), np.array([2.0, 0.0])
    meet, left = (x[1] - x[0]) / (u[0] - u[1]), 0.7
    pair = carom.Mechanism(M=np.eye(2), u=u, J=[[-1.0, 1.0], [0.0, 0.0]], normal="first")
    hit = carom.collide(pair, law, jac=True, **coefficients)
    by_u, by_q = pair.jac(hit, dJ=np.zeros((2, 2, 2)))
    Xi = carom.saltation(u, pair.apply(hit.P)[0], [-1.0, 1.0], by_u, by_q)
    return flight(2, left) @ Xi @ flight(2, meet), meet + left


@pytest.mark.parametrize("law, coefficients", [("frictionless", {"e": 1.0}), ("hertz", {"k": 1.0})])
def test_two_equal_balls(law, coefficients):
    """Tests two balls that exchange their velocities: x_2(T) = x_1 + v_1 T. The largest error seen was 4e-16; the bound
    is 1e-14."""
    dx, T = balls(law, **coefficients)
    assert np.allclose(dx[1], [1, 0, T, 0], atol=1e-14)
    assert np.allclose(dx[3], [0, 0, 1, 0], atol=1e-14)


def test_two_equal_balls_as_published():
    """Tests the published case: the balls move for one second in total, and x_2(T) has the derivative (1, 0, 1, 0)."""
    dx, T = balls("frictionless", e=1.0)
    assert np.allclose(dx[1] / [1, 1, T, T], [1, 0, 1, 0], atol=1e-14)


def ball(e, g, h=1.0, v=-1.0):
    """Returns the saltation matrix Xi of a ball's bounce, its time and the speed after it. The ball starts in the state (h, v)."""
    hit = carom.collide([[1.0, 0.0], [0.0, 3.5]], [-np.sqrt(v * v + 2 * g * h), 0.0], "frictionless", e=e, jac=True)
    before = -float(np.sqrt(v * v + 2 * g * h))
    by_u = [[1.0 + hit.jac.v[0, 0]]]
    Xi = carom.saltation([before], [float(hit.v[0])], [1.0], by_u, a=[-g], a_after=[-g])
    t = h / -v if g == 0 else (v - before) / g
    return Xi, t, float(hit.v[0])


def test_height_after_a_bounce_without_gravity():
    """Tests that a ball that starts higher is lower after the bounce: dh(T)/dh = -1 at every later time T."""
    Xi, t, _ = ball(1.0, 0.0)
    for after in (0.0, 0.1, 3.0):
        assert np.allclose((flight(1, after) @ Xi @ flight(1, t))[0], [-1.0, -(t + after)], atol=1e-14)


@pytest.mark.parametrize("e", [0.2, 0.7, 1.0])
def test_apex_after_a_bounce(e):
    """Tests that a ball dropped from the height h reaches the next apex at h' = e^2 h."""
    g = 9.81
    Xi, t, up = ball(e, g, v=0.0)
    apex = up / g  # the speed at the apex is zero, so the derivative of its time does not matter
    assert np.allclose((flight(1, apex) @ Xi @ flight(1, t))[0, 0], e * e, atol=1e-14)


def test_bounce_of_a_ball_that_is_thrown_at_the_floor():
    """Tests the published comparison. A point mass is thrown at a floor, and its final position is differentiated with
    respect to its initial position and velocity. A sliding point loses (1 + e) mu |v_n| of its speed along the floor.
    With v_y < 0 < v_x this gives

        x(T) = x + v_x t + (v_x + mu (1 + e) v_y) (T - t),  y(T) = -e v_y (T - t),  t = -y/v_y.
    """
    e, mu, T = 0.8, 0.2, 1.0
    x, y, vx, vy = 0.0, 0.4, 1.5, -1.0
    mass = carom.Mechanism(M=np.eye(2), u=[vx, vy], J=[[0.0, 1.0], [1.0, 0.0]], normal="first")
    hit = carom.collide(mass, "routh", e=e, mu=mu, jac=True)
    by_u, by_q = mass.jac(hit, dJ=np.zeros((2, 2, 2)))
    Xi = carom.saltation([vx, vy], mass.apply(hit.P)[0], [0.0, 1.0], by_u, by_q)
    t = -y / vy
    dx = flight(2, T - t) @ Xi @ flight(2, t)
    slip = mu * (1 + e)
    dt = y / vy**2  # dt/dv_y
    assert np.allclose(dx[0], [1, slip, T, slip * (T - t) - slip * vy * dt], atol=1e-13)
    assert np.allclose(dx[1], [0, -e, 0, -e * (T - t) + e * vy * dt], atol=1e-13)


def test_slope_of_a_device_goes_to_the_rigid_one():
    """Tests that a stiff spring without damping has the derivatives of the rigid impact. Its impulse does not depend on
    kn."""
    rigid = carom.collide(np.diag([1.0, 3.5]), [-1.0, 2.0], "frictionless", e=1.0, jac=True).jac.v
    for kn in (1e2, 1e8):
        soft = carom.collide(np.diag([1.0, 3.5]), [-1.0, 2.0], "spring-dashpot", kn=kn, mu=0.0, jac=True).jac
        assert np.allclose(soft.v, rigid, atol=1e-9) and np.allclose(soft.kn * kn, 0, atol=1e-9)


def test_devices_have_jacobians():
    """Tests that the Jacobian has one column for each number of a coefficient: kt and ct have two in 3D. The largest
    error against differences was 1e-9; the bound is 1e-7."""
    W, v = np.diag([1.0, 3.0, 4.0]), [-1.0, 0.5, 1.0]
    values = {"kn": 1.0, "cn": 0.1, "kt": (1.0, 1.5), "ct": (0.2, 0.2), "mu": 0.3}
    hit = carom.collide(W, v, "spring-dashpot", jac=True, **values)
    assert hit.jac.kt.shape == (3, 2) and hit.jac.kn.shape == (3,)
    up = carom.collide(W, v, "spring-dashpot", **{**values, "kt": (1.0, 1.5001)}).P
    down = carom.collide(W, v, "spring-dashpot", **{**values, "kt": (1.0, 1.4999)}).P
    assert np.allclose(hit.jac.kt[:, 1], (up - down) / 2e-4, atol=1e-7)
    with refused(carom.NoAnswerError, "no-derivative"):
        carom.collide(W, v, "modal", mu=0.3, jac=True)
