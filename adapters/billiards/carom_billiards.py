"""Computes impacts of hard spheres and billiard balls with carom, in the form of resolvers for REBOUND and pooltool.

REBOUND (spheres without spin, any masses):

    sim.collision = "direct"
    sim.collision_resolve = hard_spheres(e=lambda v: min(1, 0.32 * abs(v) ** -0.234))   # Bridges, Hatzes & Lin 1984, cm/s

pooltool (balls with spin; the rows of rvw are position, velocity and spin):

    rvw1, rvw2 = ball_ball(rvw1, rvw2, R=0.028575, m=0.17, e=0.95, mu=slow_rough)
    rvw = cushion(rvw, normal, R=0.028575, m=0.17, h=0.0357, e=0.85, mu=0.2)

Each coefficient, e or mu, is a number or a function of a speed, in the units that you use. The speed for e is the
approach speed, and that for mu is the slip speed, both at the contact before the impact. `law` is the name of a law. On
spheres the laws differ only if the slip is reversed.
"""
import math

import numpy as np

import carom


def slow_rough(v, a=0.00995, b=0.108, c=1.088):
    """Returns the friction coefficient a + b exp(-c v) of two balls with the slip speed v, m/s.

    Pool players fitted this function to measurements (Marlow 1995).
    """
    return a + b * math.exp(-c * v)


def at(coefficient, speed):
    return coefficient(speed) if callable(coefficient) else coefficient


def strike(n, va, wa, vb, wb, ma, mb, ra, rb, e, mu, law='routh'):
    """Computes the impact of two uniform spheres. Returns velocity and spin of a, then of b.

    The normal n points from b to a. With mb = inf, b does not move.
    """
    arms = -ra * n, rb * n
    v = (va + np.cross(wa, arms[0])) - (vb + np.cross(wb, arms[1]))
    fall = v @ n
    if not fall < 0:  # the spheres already separate
        return va, wa, vb, wb
    slip = v - fall * n
    speed = np.linalg.norm(slip)
    t = slip / speed if speed > 0 else np.cross(n, np.roll(n, 1)) * 0
    inverse = 1 / ma + 1 / mb
    W = [[inverse, 0], [0, 3.5 * inverse]]  # 1/m + r^2/I, with r^2/I = 5/2 of the inverse mass
    hit = carom.collide(W, [fall, speed], law=law, e=at(e, -fall), mu=at(mu, speed))
    P = hit.P[0] * n + hit.P[1] * t
    turn = lambda arm, J, m, r: np.cross(arm, J) / (0.4 * m * r * r) if math.isfinite(m) else np.zeros(3)
    return (va + P / ma, wa + turn(arms[0], P, ma, ra), vb - P / mb, wb - turn(arms[1], P, mb, rb))


def ball_ball(rvw1, rvw2, R, m, e, mu, law='routh'):
    """Computes the impact of two equal balls that touch. Returns both rvw after it, like pooltool's resolvers."""
    one, two = np.array(rvw1, dtype=float), np.array(rvw2, dtype=float)
    n = (one[0] - two[0]) / np.linalg.norm(one[0] - two[0])
    one[1], one[2], two[1], two[2] = strike(n, one[1], one[2], two[1], two[2], m, m, R, R, e, mu, law)
    return one, two


def cushion(rvw, normal, R, m, h, e, mu, law='routh'):
    """Computes the impact of a ball on a cushion whose nose is at the height h above the cloth. Returns rvw after it.

    The normal is horizontal and points towards the table. A nose above the centre of the ball pushes the ball obliquely
    downwards. The cloth takes the downward part, so the ball stays on the table, as in Han 2005.
    """
    if not 0 < h < 2 * R:
        raise ValueError(f'the nose of the cushion is at h = {h} m, and a ball of R = {R} m that lies on the cloth reaches from 0 to {2 * R} m:'
                         ' it does not touch; give h between them, in the same unit as R (1.2 to 1.3 R on most tables)')
    ball, up = np.array(rvw, dtype=float), (h - R) / R
    n = math.sqrt(1 - up * up) * np.asarray(normal, dtype=float) - up * np.array([0, 0, 1.0])
    ball[1], ball[2], _, _ = strike(n, ball[1], ball[2], np.zeros(3), np.zeros(3), m, math.inf, R, R, e, mu, law)
    ball[1][2] = 0.0
    return ball


def hard_spheres(e=1.0):
    """Returns a function for sim.collision_resolve of REBOUND, which lets two particles without spin bounce."""

    def resolve(pointer, collision):
        sim = getattr(pointer, 'contents', pointer)
        a, b = sim.particles[collision.p1], sim.particles[collision.p2]
        x = np.array([a.x - b.x, a.y - b.y, a.z - b.z])
        n = x / np.linalg.norm(x)
        u = [np.array([p.vx, p.vy, p.vz]) for p in (a, b)]
        still = np.zeros(3)
        after = strike(n, u[0], still, u[1], still, a.m, b.m, 1.0, 1.0, e, 0.0)
        (a.vx, a.vy, a.vz), (b.vx, b.vy, b.vz) = after[0], after[2]
        return 0

    return resolve
