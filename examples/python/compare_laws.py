"""Compares all laws on a falling rod.

A uniform rod falls on a rough floor at 45 degrees with some slip. Every law for 2D computes the impulse. The diagram shows the
results in the impulse plane. The curves show the energy lost at other angles of the rod.
"""
import sys
import textwrap
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import carom

rod = carom.Rod(length=1.0, mass=1.0, angle=np.radians(45), velocity=(0.6, -1.0))
print(carom.compare(*rod, e=0.5, mu=0.7))

# bilinear and walton assume contacts without coupling. A rod has coupling at every angle, so these laws have no result here.
names = [name for name, law in carom.laws.items() if 2 in law.dims and law.module == "core"]
names = [name for name in names if name not in ("bilinear", "walton", "ivanov")]

figure, (left, right) = plt.subplots(1, 2, figsize=(13, 4.6), layout="compressed")
carom.plot.impulse_diagram(*rod, laws=names, ax=left, e=0.5, mu=0.7)
left.set_title("Results of the laws at 45 degrees", fontsize=9)

angle = np.radians(np.linspace(2, 88, 345))
rods = carom.Rod(angle=angle, velocity=(0.6, -1.0))
curves = []  # laws with the same losses share a line
for name, hit in carom.compare(*rods, names, e=0.5, mu=0.7).items():
    same = [curve for curve in curves if np.allclose(curve[0], -hit.dE, rtol=1e-9)]
    if same:
        same[0][1].append(name)
    else:
        curves.append((-hit.dE, [name]))
for k, (lost, who) in enumerate(curves):
    label = textwrap.fill(", ".join(who), 40)
    right.plot(np.degrees(angle), lost, lw=1.4, ls=("-", "--", "-.", ":")[k % 4], label=label)
right.set(xlabel="angle of the rod (degrees)", ylabel="energy lost (J)", title="Energy lost at other angles")
right.title.set_fontsize(9)
right.legend(fontsize=7, frameon=False, loc="upper left", bbox_to_anchor=(1.02, 1.0), borderaxespad=0.0)

file = Path(sys.argv[1] if len(sys.argv) > 1 else ".") / "compare_laws.png"
figure.savefig(file, dpi=110)
print("drew", file)
