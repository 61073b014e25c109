"""A steel rod that is dropped on its end: vibration takes the energy of the bounce.

Restitution is not a constant of the material. Stoianovici & Hurmuzlu (1996) dropped steel bars and saw it change with the
angle. A bar that is hit at its end bends and touches the floor several times. The contact model
"modal" shows this with the bending modes of a free beam, which follow from the length, the section and the material.
"""
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import carom

LENGTH, DIAMETER, E, DENSITY = 0.4, 0.0127, 2.1e11, 7850.0
MASS = DENSITY * np.pi / 4 * DIAMETER**2 * LENGTH
INERTIA = MASS * LENGTH**2 / 12
CONTACT = {"kn": 1e8, "kt": 8e7, "cn": 0.16 * np.sqrt(1e8 * MASS), "mu": 0.1}


def restitution(degrees, bending):
    """The ratio of normal speeds, and the number of contact phases, of a rod dropped with 1 m/s."""
    angle = np.radians(degrees)
    centre = LENGTH / 2 * np.array([np.cos(angle), np.sin(angle)])
    rod = carom.Body2(MASS, INERTIA, centre, (0.0, -1.0))
    W, v = carom.Pair(rod, point=(0.0, 0.0), normal=(0.0, 1.0))
    modes = carom.rod_modes(LENGTH, diameter=DIAMETER, E=E, density=DENSITY, angle=angle, bending=bending)
    run = carom.history(W, v, "modal", modes=modes, **CONTACT)
    return -run.result.v[0] / v[0], run.figures["micro_impacts"]


degrees = np.arange(0.0, 90.1, 1.0)
rigid = np.array([restitution(angle, 0)[0] for angle in degrees])
found = np.array([restitution(angle, 6) for angle in degrees])
low = int(np.argmin(found[:, 0]))
print(f"lowest e = {found[low, 0]:.2f} at {degrees[low]:.0f} degrees; a rigid rod has {rigid[low]:.2f} there")
print(f"upright: e = {found[-1, 0]:.2f}, rigid {rigid[-1]:.2f}; up to {int(found[:, 1].max())} contact phases in one impact")
assert found[low, 0] < 0.3 < 0.7 < rigid[low] and 66 <= degrees[low] <= 80
assert abs(found[-1, 0] - rigid[-1]) < 1e-9  # upright it does not bend

figure, (ax, below) = plt.subplots(2, 1, figsize=(7.0, 5.2), layout="constrained", sharex=True, height_ratios=[3, 1])
ax.plot(degrees, rigid, "--", color=carom.plot.INK["blue"], lw=1.4, label="rigid rod")
ax.plot(degrees, found[:, 0], color=carom.plot.INK["vermilion"], lw=1.6, label="six bending modes")
ax.set(ylabel="restitution $e = -v_n'/v_n$", ylim=(0, 1), xlim=(0, 90))
ax.legend(loc="lower left", frameon=False, fontsize=8)
below.step(degrees, found[:, 1], where="mid", color=carom.plot.INK["vermilion"], lw=1.2)
below.set(xlabel="angle between rod and floor (degrees)", ylabel="contact phases", ylim=(0, None))

file = Path(sys.argv[1] if len(sys.argv) > 1 else ".") / "vibrating_rod.png"
figure.savefig(file, dpi=110)
print("drew", file)
