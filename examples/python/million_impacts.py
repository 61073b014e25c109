"""Solves a million random impacts with every closed-form law and shows which laws gain energy.

Inverse masses, velocities and coefficients are random. Each law solves the same million problems in one call.
"""
import sys
import time
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import carom

COUNT = 1_000_000
random = np.random.default_rng(1687)
spread, turn = np.sqrt(10 ** random.uniform(-1.5, 1.5, COUNT)), random.uniform(0, np.pi, COUNT)
cos, sin = np.cos(turn), np.sin(turn)
W = np.empty((COUNT, 2, 2))
W[:, 0, 0] = spread * cos**2 + sin**2 / spread
W[:, 1, 1] = spread * sin**2 + cos**2 / spread
W[:, 0, 1] = W[:, 1, 0] = (spread - 1 / spread) * cos * sin
v = np.column_stack([-random.random(COUNT), random.normal(size=COUNT)])
e, mu = random.random(COUNT), random.uniform(0, 1.5, COUNT)
stored = 0.5 * (W[:, 1, 1] * v[:, 0] ** 2 - 2 * W[:, 0, 1] * v[:, 0] * v[:, 1] + W[:, 0, 0] * v[:, 1] ** 2)  # det W = 1

names = [name for name, law in carom.laws.items() if 2 in law.closed_form and name not in ("bilinear", "walton", "ivanov")]
shown = {"frictionless": "-", "routh": "-", "chatterjee1": "-.", "whittaker": "--", "initial-slip": ":"}
figure, ax = plt.subplots(figsize=(7.5, 4.4), layout="constrained")
edges = np.linspace(-1.0, 0.4, 71)
for name in names:
    given = {"e": e, "mu": mu}
    own = {p.name: given.get(p.family, p.example) for p in carom.laws[name].coefficients.values() if p.required}
    begin = time.perf_counter()
    hit = carom.collide(W, v, name, details=False, **own)
    cost = 1e9 * (time.perf_counter() - begin) / COUNT
    gains = (np.asarray(hit.violations) & carom.Violation.ENERGY) != 0
    answers = np.isfinite(hit.dE).mean()
    print(f"{name:17s} {cost:5.0f} ns an impact   gains energy in {gains.mean():6.2%}   answers {answers:.1%}")
    if "dissipative" in carom.laws[name].guarantees:
        assert not gains.any()
    if name in shown:
        # Values that are zero up to rounding belong to the last bin below zero.
        shares, _ = np.histogram(hit.dE / stored - 1e-12, edges)
        ax.stairs(shares / COUNT, edges, ls=shown[name], lw=1.4, label=name)
ax.axvline(0, color="black", lw=0.6)
ax.set(xlabel="change of energy, as a share of all that could be lost", ylabel="share of the impacts", xlim=(-1, 0.4))
ax.set_yscale("log")
ax.legend(fontsize=7, frameon=False, loc="upper left", bbox_to_anchor=(1.02, 1.0), borderaxespad=0.0)

file = Path(sys.argv[1] if len(sys.argv) > 1 else ".") / "million_impacts.png"
figure.savefig(file, dpi=110)
print("drew", file)
