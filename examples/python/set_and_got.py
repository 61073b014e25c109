"""Shows why a restitution of 0.75 can be measured as 0.82.

Poisson's e is a ratio of impulses, Newton's a ratio of speeds and the energetic one a ratio of works. Along the path of one impact
all three grow after maximum compression. They are equal while the contact slips. After friction has stopped the slip, the normal
velocity changes at another rate, and the coefficients differ: Poisson's 0.75 is Newton's 0.82.
"""
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import carom

W, v, mu = np.array([[2.5, -1.5], [-1.5, 2.5]]), np.array([-1.0, -1.6333]), 1.0
told = carom.convert(W, v, e=0.75, mu=mu, given="poisson")
print("set 0.75 by Poisson, measured", round(told.measured, 4))
assert abs(told.measured - 0.82) < 1e-4

# Follow the path of the same impact beyond its end, and compute the coefficients at every point.
path = carom.trace(W, v, restitution="poisson", e=1.4, mu=mu, allow="e")
stop = path.P[list(path.event).index(carom.Event.SLIP_STICKS), 0]
ends = [carom.convert(W, v, e=e, mu=mu, given="poisson") for e in np.linspace(0, 1.4, 141)]
p = np.array([end.result.P[0] for end in ends])

figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.4), layout="compressed")
end = told.result.P[0]
thin = {"color": "0.6", "linewidth": 0.8}
left.axhline(0, **thin)
left.plot(path.P[:, 0], path.v[:, 0], color="#d55e00", label="$v_n$, normal velocity")
left.plot(path.P[:, 0], path.v[:, 1], color="0.4", linestyle="--", label="$v_t$, slip")
left.plot(end, told.result.v[0], "o", color="#d55e00")
left.annotate("the impact ends:\n0.82 of the approach", (end, told.result.v[0]), (0.75, 0.85), arrowprops={"arrowstyle": "-", **thin}, fontsize=9)
left.annotate("the slip stops,\n$v_n$ rises faster", (stop, 0), (1.72, -0.95), arrowprops={"arrowstyle": "-", **thin}, fontsize=9)
left.set(xlabel="normal impulse so far (N s)", ylabel="velocity (m/s)", title="One impact: a rod slides and strikes a floor")
left.legend(frameon=False, loc="upper left")

looks = {"newton": ("#d55e00", "Newton: speeds", 5), "energetic": ("#00875f", "energetic: works", -1), "poisson": ("#0072b2", "Poisson: impulses", -12)}
for name, (colour, label, place) in looks.items():
    right.plot(p, [one[name].e for one in ends], color=colour, label=label)
    right.plot(end, told[name].e, "o", color=colour)
    offset = {"xytext": (-38 if name == "newton" else 10, place), "textcoords": "offset points"}
    right.annotate(f"{told[name].e:.3f}", (end, told[name].e), color=colour, fontsize=9, **offset)
right.axvline(stop, **thin)
right.text(stop + 0.02, 0.06, "the slip stops: from here on they part", fontsize=9, color="0.4")
right.set(xlabel="normal impulse at the end (N s)", ylabel="coefficient e", ylim=(0, 2.0), title="Three coefficients at every point of the path")
right.legend(frameon=False, loc="upper left")

file = Path(sys.argv[1] if len(sys.argv) > 1 else ".") / "set_and_got.png"
figure.savefig(file, dpi=110)
print("drew", file)
