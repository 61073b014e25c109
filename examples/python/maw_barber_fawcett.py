"""Draws the curve of Maw, Barber & Fawcett: the slip of an elastic sphere before and after an oblique impact.

Both axes are scaled slips, psi = kappa v_t / (mu |v_n|), before and after the impact. A rigid sphere with friction would stick or slide. An elastic
one stores tangential energy, so its slip can reverse. For psi >= 4 chi - 1 it slides throughout, and psi falls by 4 chi.
"""
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import carom

KAPPA, RATIO, MU = 14 / 17, 3.5, 0.3  # Poisson's ratio 0.3, W_tt/W_nn of a solid sphere
CHI = KAPPA * RATIO / 2
W = [[1.0, 0.0], [0.0, RATIO]]


def after(before):
    """The scaled slip after the impact, by the contact model mindlin."""
    hit = carom.collide(W, [-1.0, before * MU / KAPPA], "mindlin", k=1.0, kappa=KAPPA, mu=MU)
    return KAPPA * hit.v[1] / MU


before = np.concatenate([[1e-3], np.linspace(0.25, 7.5, 30)])
found = np.array([after(psi) for psi in before])
slope, gross = found[0] / before[0], 4 * CHI - 1
low = int(np.argmin(found))
print(f"chi = {CHI:.4f}: slope {slope:.3f} at zero slip, gross slip for psi >= {gross:.3f}, minimum {found[low]:.3f} at psi = {before[low]:.2f}")
sliding = before >= gross
assert np.allclose(found[sliding], before[sliding] - 4 * CHI, atol=1e-4)  # Coulomb friction throughout
assert abs(slope - 0.2317) < 2e-3 and abs(after(gross) + 1) < 1e-3

figure, ax = plt.subplots(figsize=(6.4, 4.4), layout="constrained")
ax.plot(before, found, "o-", color=carom.plot.INK["vermilion"], ms=3, lw=1.4, label="mindlin, solid sphere, $\\nu$ = 0.3")
ax.plot(before, before - 4 * CHI, "--", color=carom.plot.INK["blue"], lw=1.2, label="gross slip, $\\psi - 4\\chi$")
ax.plot(before[before < 4], slope * before[before < 4], ":", color="black", lw=1.2, label="slope at zero slip")
ax.axhline(0, color="black", lw=0.6)
ax.axvline(gross, color=carom.plot.INK["blue"], lw=0.6)
ax.set(xlabel="scaled slip before, $\\psi_1$", ylabel="scaled slip after, $\\psi_2$", xlim=(0, 7.5), ylim=(-2.2, 2))
ax.legend(loc="upper left", frameon=False, fontsize=8)

file = Path(sys.argv[1] if len(sys.argv) > 1 else ".") / "maw_barber_fawcett.png"
figure.savefig(file, dpi=110)
print("drew", file)
