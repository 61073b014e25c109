"""Simulates a superball that is thrown under a table and comes back.

A superball reverses its slip as well as its approach (tangential restitution e_t near 1). Thrown to the floor in front of a table,
it hits the floor, the underside and the floor again, and comes back. A ball with e_t = 0 continues under the table. Flights are
parabolas, and every bounce is one call of a law.
"""
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import carom

RADIUS, MASS, TABLE, GRAVITY = 0.025, 0.05, 0.7, 9.81
INERTIA = 0.4 * MASS * RADIUS**2
FLOOR, UNDERSIDE = (0.0, 1.0), (0.0, -1.0)


def bounce(centre, velocity, spin, normal, e_t):
    """Returns the velocity and spin after the ball hits a wall with this normal."""
    ball = carom.Body2(MASS, INERTIA, centre, velocity, spin)
    pair = carom.Pair(ball, point=np.subtract(centre, RADIUS * np.asarray(normal)), normal=normal)
    hit = carom.collide(*pair, "bilinear", e_n=0.95, e_t=e_t, mu=1.0)
    after = pair.apply(hit.P).a
    return after.velocity, after.spin


def fly(centre, velocity):
    """Returns the time until the ball touches the floor or the underside, and which of them."""
    (x, y), (vx, vy) = centre, velocity
    above = vy**2 - 2 * GRAVITY * (TABLE - RADIUS - y)
    rise = (vy - np.sqrt(max(above, 0.0))) / GRAVITY
    if vy > 0 and above > 0 and x + vx * rise > 0:
        return rise, UNDERSIDE
    return (vy + np.sqrt(vy**2 + 2 * GRAVITY * (y - RADIUS))) / GRAVITY, FLOOR


def throw(e_t, flights=4):
    """Returns the path of a ball that is thrown at the floor under the edge of the table."""
    centre, velocity, spin, path = np.array([-0.7, 0.75]), np.array([4.5, -4.0]), 0.0, []
    for k in range(flights):
        duration, normal = fly(centre, velocity)
        t = np.linspace(0, duration, 60)[:, None]
        path.append(centre + velocity * t - [0, GRAVITY / 2] * t**2)
        centre, velocity = path[-1][-1], velocity - [0, GRAVITY * duration]
        if k < flights - 1:
            velocity, spin = bounce(centre, velocity, spin, normal, e_t)
    return np.concatenate(path), velocity


# A ball that keeps all its energy and starts without spin has v_x = -333/343 of its first value after three bounces: Garwin's superball.
velocity, spin = np.array([1.0, -1.0]), 0.0
for normal in (FLOOR, UNDERSIDE, FLOOR):
    ball = carom.Body2(MASS, INERTIA, (0.0, 0.0), velocity, spin)
    pair = carom.Pair(ball, point=-RADIUS * np.asarray(normal), normal=normal)
    after = pair.apply(carom.collide(*pair, "bilinear", e_n=1.0, e_t=1.0, mu=np.inf).P).a
    velocity, spin = after.velocity, after.spin
print(f"without losses: v_x is {velocity[0]:.5f} of its first value, -333/343 = {-333 / 343:.5f}")
assert abs(velocity[0] + 333 / 343) < 1e-12

figure, ax = plt.subplots(figsize=(7.5, 4.4), layout="constrained")
for e_t, name, style in ((0.9, "superball, $e_t$ = 0.9", "-"), (0.0, "a ball that grips, $e_t$ = 0", "--")):
    path, velocity = throw(e_t)
    colour = carom.plot.INK["vermilion" if e_t else "blue"]
    ax.plot(path[:, 0], path[:, 1], style, color=colour, lw=1.6, label=name)
    print(f"{name}: after three bounces v_x = {velocity[0]:+.2f} m/s")
    assert (velocity[0] < 0) == (e_t > 0)
ax.plot([0, 2.0], [TABLE, TABLE], color="black", lw=4, solid_capstyle="butt")
ax.axhline(0, color="black", lw=1)
ax.set(xlabel="x (m)", ylabel="height (m)", aspect="equal", xlim=(-1.0, 2.0), ylim=(-0.05, 1.25))
ax.legend(loc="upper right", frameon=False, fontsize=8)

file = Path(sys.argv[1] if len(sys.argv) > 1 else ".") / "superball.png"
figure.savefig(file, dpi=110)
print("drew", file)
