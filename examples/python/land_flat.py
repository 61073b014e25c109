"""Finds the spin with which a thrown rod lands flat, from the gradient through the impact.

A rod is dropped with a spin. One end hits the floor, with friction; the rod bounces, turns and comes down again. With the right
spin both ends land at once. Newton's method finds this spin from the derivative of the landing angle with respect to the spin at the
start. The derivative is a product of three matrices: flight, impact, flight. The matrix of the impact is the saltation matrix. It
includes that a rod with another spin also hits the floor at another time.
"""
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import carom

LENGTH, MASS, GRAVITY = 1.0, 0.5, 9.81
M = np.diag([MASS, MASS, MASS * LENGTH**2 / 12])
FALL = np.array([0.0, -GRAVITY, 0.0])


def ends(q):
    """Returns the positions of the two ends of the rod."""
    arm = 0.5 * LENGTH * np.array([np.cos(q[2]), np.sin(q[2])])
    return np.array([q[:2] + arm, q[:2] - arm])


def fly(q, u, t):
    """Returns position and velocity after a flight, and their derivative with respect to those before."""
    flight = np.eye(6)
    flight[:3, 3:] = t * np.eye(3)
    return q + t * u + 0.5 * t**2 * FALL, u + t * FALL, flight


def touch(q, u):
    """Returns when an end first meets the floor, and which end: the smallest root of its height, by bisection."""
    def height(t):
        return ends(fly(q, u, t)[0])[:, 1]
    t, step = 0.0, 1e-3
    while height(t + step).min() > 0:
        t += step
    side = int(height(t + step).argmin())
    low, high = t, t + step
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if height(middle)[side] > 0 else (low, middle)
    return high, side


def impact(q, u, side):
    """Returns the velocities after this end has hit the floor, and the saltation matrix."""
    arm = ends(q)[side] - q[:2]
    J = np.array([[0.0, 1.0, arm[0]], [1.0, 0.0, -arm[1]]])
    dJ = np.zeros((3, 2, 3))
    dJ[2] = [[0, 0, -arm[1]], [0, 0, -arm[0]]]
    rod = carom.Mechanism(M=M, u=u, J=J, normal="first")
    hit = carom.collide(rod, "routh", e=0.7, mu=0.3, jac=True)
    after = rod.apply(hit.P)[0]
    by_u, by_q = rod.jac(hit, dJ=dJ)
    return after, carom.saltation(u, after, J[0], by_u, by_q, a=FALL, a_after=FALL)


def landing(spin):
    """Returns the angle when the middle of the rod reaches the floor, its derivative with respect to the spin, and the path."""
    q, u = np.array([0.0, 0.9, 0.5]), np.array([0.4, 0.0, spin])
    t, side = touch(q, u)
    hit_at, before, first = fly(q, u, t)
    after, jump = impact(hit_at, before, side)
    T = (after[1] + np.sqrt(after[1] ** 2 + 2 * GRAVITY * hit_at[1])) / GRAVITY
    down, speed, second = fly(hit_at, after, T)
    dx = (second @ jump @ first)[:, 5]
    # The rod also lands at another time, at which its height is 0.
    return down[2], dx[2] - speed[2] * dx[1] / speed[1], (q, u, t, hit_at, after, T)


# Check the derivative against differences of the whole throw.
angle, slope, _ = landing(3.0)
differences = (landing(3.0 + 1e-6)[0] - landing(3.0 - 1e-6)[0]) / 2e-6
print(f"d angle / d spin = {slope:.6f} through the impact, {differences:.6f} by differences")
assert abs(slope - differences) < 1e-6 * abs(slope)

spin, throws = 3.0, 0
target = np.pi * np.round(angle / np.pi)
while True:
    angle, slope, way = landing(spin)
    throws += 1
    print(f"throw {throws}: spin {spin:+.6f} rad/s, lands at {np.degrees(angle - target):+.2e} degrees from flat")
    if abs(angle - target) < 1e-12 or throws == 20:
        break
    spin -= (angle - target) / slope
assert throws <= 8 and abs(angle - target) < 1e-12

q, u, t, hit_at, after, T = way
assert min(ends(fly(hit_at, after, x * T)[0])[:, 1].min() for x in np.linspace(0.01, 0.99, 99)) > 0  # not on one end first
figure, ax = plt.subplots(figsize=(7.5, 4.4), layout="constrained")
for start, speed, length, colour in ((q, u, t, "blue"), (hit_at, after, T, "vermilion")):
    for moment in np.linspace(0, length, 9):
        at = ends(fly(start, speed, moment)[0])
        ax.plot(at[:, 0], at[:, 1], color=carom.plot.INK[colour], lw=1.4, alpha=0.35 + 0.65 * moment / length)
ax.axhline(0, color="black", lw=1)
ax.set(xlabel="x (m)", ylabel="height (m)", aspect="equal", title=f"spin {spin:.4f} rad/s: both ends land at once")

file = Path(sys.argv[1] if len(sys.argv) > 1 else ".") / "land_flat.png"
figure.savefig(file, dpi=110)
print("drew", file)
