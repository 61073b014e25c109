"""Compares billiards and hard spheres with closed forms from the literature."""
import math
import os
import sys
from types import SimpleNamespace

import numpy as np
import pytest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from carom_billiards import ball_ball, cushion, hard_spheres, slow_rough  # noqa: E402

R, M, E = 0.028575, 0.17, 0.95


def cut(angle, speed=1.0, side=0.0, follow=0.0):
    """Returns rvw of a cue ball and an object ball that touch, and the line of their centres.

    The cue ball moves along x and hits the object ball at the cut angle. `side` is its spin about the vertical
    (english), and `follow` its topspin, rad/s.
    """
    line = np.array([math.cos(angle), math.sin(angle), 0])
    cue = np.array([-2 * R * line, [speed, 0, 0], [0, follow, side]])
    return cue, np.zeros((3, 3)), line


@pytest.mark.parametrize('angle', [0.0, 0.2, 0.6, 1.2])
@pytest.mark.parametrize('side', [0.0, 20.0, -60.0])
@pytest.mark.parametrize('mu', [0.06, slow_rough])
def test_throw(angle, side, mu):
    """Tests throw: for the slip s, the impulse across the line of centres is min(mu P_n, m s/7) (Alciatore, TP A.14)."""
    cue, ball, line = cut(angle, side=side, follow=15)
    across = np.array([-line[1], line[0], 0])
    one, two = ball_ball(cue, ball, R, M, E, mu)
    Pn = M * (1 + E) * math.cos(angle) / 2
    s = cue[1] @ across + R * side, np.cross(cue[2], R * line)[2]
    slip = math.hypot(*s)
    Pt = min((mu(slip) if callable(mu) else mu) * Pn, M * slip / 7)
    assert two[1] @ line == pytest.approx(Pn / M, abs=1e-14)
    assert two[1] @ across == pytest.approx(Pt * s[0] / slip / M if slip else 0, abs=1e-14)
    assert two[1][2] == pytest.approx(Pt * s[1] / slip / M if slip else 0, abs=1e-14)
    assert np.allclose(one[1] + two[1], cue[1], atol=1e-14)  # momentum
    assert np.allclose(two[2] - 0, one[2] - cue[2], atol=1e-12)  # both balls get the same spin


def test_stun_leaves_at_a_right_angle():
    """Tests that the balls separate at 90 degrees without friction and with e = 1."""
    cue, ball, _ = cut(0.5)
    one, two = ball_ball(cue, ball, R, M, 1.0, 0.0)
    assert one[1] @ two[1] == pytest.approx(0, abs=1e-15)


@pytest.mark.parametrize('side', [0.0, 30.0, -80.0])
def test_cushion_at_the_centre(side):
    """Tests a nose at the height of the centre: for the slip s, the friction impulse is min(mu P_n, 2/7 m s)."""
    e, mu, v = 0.85, 0.14, np.array([1.0, -2.0, 0])
    after = cushion([[0, 0, R], v, [0, 0, side]], [0, 1, 0], R, M, R, e, mu)
    s = v[0] + R * side  # slip of the point at -R y: v + w x r
    d = math.copysign(min(mu * (1 + e) * 2, 2 / 7 * abs(s)), s)
    assert np.allclose(after[1], [1 - d, 2 * e, 0], atol=1e-14)
    assert after[2][2] == pytest.approx(side - 2.5 * d / R)


def test_cushion_above_the_centre():
    """Tests a nose at 1.2 R that a ball hits straight: the result is that of Han 2005 with e along the normal."""
    e, h, v = 0.85, 1.2 * R, 2.0
    c = math.sqrt(1 - 0.2**2)
    after = cushion([[0, 0, R], [0, -v, 0], [v / R, 0, 0]], [0, 1, 0], R, M, h, e, 0.0)
    assert after[1][1] == pytest.approx(-v + c * (1 + e) * v * c)
    assert after[1][2] == 0


@pytest.mark.parametrize('h', [2.1 * R, 2 * R, 0.0, -1.0, math.nan, 36.0])
def test_a_cushion_that_is_not_there(h):
    """Tests that a nose above or below the ball, or a height in millimetres, is rejected with a message."""
    with pytest.raises(ValueError, match='does not touch'):
        cushion([[0, 0, R], [0, -1, 0], [0, 0, 0]], [0, 1, 0], R, M, h, 0.85, 0.2)


def test_rebound_resolver():
    """Tests REBOUND's hard spheres: momentum is conserved, and the relative normal velocity becomes -e(v) times itself."""
    e = lambda v: min(1, 0.32 * (100 * v) ** -0.234)
    ps = [SimpleNamespace(m=2.0, x=0.0, y=0, z=0, vx=0.03, vy=0.01, vz=0.0),
          SimpleNamespace(m=1.0, x=0.6, y=0.8, z=0, vx=-0.01, vy=-0.02, vz=0.004)]
    u = lambda p: np.array([p.vx, p.vy, p.vz])
    n, before, momentum = np.array([-0.6, -0.8, 0]), u(ps[0]) - u(ps[1]), 2 * u(ps[0]) + u(ps[1])
    resolve = hard_spheres(e)
    collision = SimpleNamespace(p1=0, p2=1)
    assert resolve(SimpleNamespace(contents=SimpleNamespace(particles=ps)), collision) == 0
    after = u(ps[0]) - u(ps[1])
    assert after @ n == pytest.approx(-e(-(before @ n)) * (before @ n))
    assert np.allclose(after - (after @ n) * n, before - (before @ n) * n, atol=1e-16)
    assert np.allclose(2 * u(ps[0]) + u(ps[1]), momentum, atol=1e-16)
    kept = u(ps[0]).copy()
    resolve(SimpleNamespace(particles=ps), collision)  # the particles separate, so nothing changes
    assert np.array_equal(kept, u(ps[0]))
