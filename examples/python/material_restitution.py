"""Restitution from material: how a steel ball of 10 mm bounces at different speeds.

A table of restitution without a speed is of little use. Three causes make it fall with speed: plastic deformation, viscous
stress, and waves in a plate that is too thin. Each curve follows from radius, modulus, density and one more number.
"""
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import carom

BALL = {"E": 2.1e11, "nu": 0.3, "radius": 0.005, "density": 7850.0}
WALL = {"E": 2.1e11, "nu": 0.3, "density": 7850.0}
SPEEDS = np.geomspace(1e-3, 100.0, 61)
CURVES = [
    ("thornton", "plastic, Thornton, Y = 300 MPa", {"Y": 3e8}, "vermilion", "-"),
    ("johnson", "fully plastic, Johnson, Y = 300 MPa", {"Y": 3e8}, "vermilion", "--"),
    ("zener", "waves in a plate of 10 mm, Zener", {"thickness": 0.01}, "blue", "-"),
    ("zener", "waves in a plate of 20 mm, Zener", {"thickness": 0.02}, "blue", "--"),
    ("viscoelastic", "viscous stress, A = 0.5 µs", {"A": 5e-7}, "green", "-"),
]


def restitution(model, v, numbers):
    """The restitution, or NaN where the model does not apply."""
    try:
        return carom.material_restitution(model, v, BALL, WALL, **numbers)
    except carom.InputError:
        return np.nan


figure, ax = plt.subplots(figsize=(7.0, 4.2), layout="constrained")
found = {}
for model, name, numbers, ink, style in CURVES:
    found[name] = np.array([restitution(model, v, numbers) for v in SPEEDS])
    ax.semilogx(SPEEDS, found[name], style, color=carom.plot.INK[ink], lw=1.6, label=name)
    at_one = restitution(model, 1.0, numbers)
    print(f"{name}: e = {at_one:.3f} at 1 m/s")
    curve = found[name][~np.isnan(found[name])]
    assert (np.diff(curve) <= 1e-9).all() and 0 < curve.min() and curve.max() <= 1  # e falls as the speed grows

ax.set(xlabel="speed (m/s)", ylabel="restitution e", ylim=(0, 1.03), xlim=(SPEEDS[0], SPEEDS[-1]))
ax.legend(loc="lower left", frameon=False, fontsize=8)

file = Path(sys.argv[1] if len(sys.argv) > 1 else ".") / "material_restitution.png"
figure.savefig(file, dpi=110)
print("drew", file)
