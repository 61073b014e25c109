"""Contact moments: a ball that spins about the normal, and bodies that touch with an area.

A point contact transmits no moment. A contact patch does. The first part follows an elastic sphere with Coulomb friction at every point of
Hertz's patch (Coulomb-Contensou friction, Leine & Glocker 2003). Spin about the normal weakens the friction against slip. The second part
gives a planar contact a moment restitution e_m, in the manner of Brach 1991. It computes which pairs e, e_m cannot gain energy.
"""
import sys
from math import gamma, pi
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import carom

# Each point of the patch has the slip v + spin x r. With sigma = a spin/v the force is mu N f(sigma) and the moment mu N a g(sigma).
nodes, weights = np.polynomial.legendre.leggauss(120)
HEIGHT, ROUND = (nodes + 1) / 2, np.pi * (nodes + 1) / 2  # h^2 = 1 - r^2/a^2, and the angle
SHARE = 3 * HEIGHT**2 * weights / 2  # the share of the normal force on each ring
RADIUS = np.sqrt(1 - HEIGHT**2)


def friction(v, turn):
    """Returns f and g for a slip v and a spin turn = a spin."""
    around = turn * RADIUS[:, None]
    slip = v - around * np.cos(ROUND)
    weight = SHARE[:, None] * weights / 2 / np.hypot(slip, around * np.sin(ROUND))
    return (weight * slip).sum(), (weight * RADIUS[:, None] * (around - v * np.cos(ROUND))).sum()


TABLE = np.linspace(0, 1, 401)  # v = 1 - t, turn = t
F, G = np.array([friction(1 - t, t) if 0 < t < 1 else (1 - t, t * 3 * pi / 16) for t in TABLE]).T
assert (F >= 0).all() and (G >= 0).all()


def bounce(v, spin, speed, mu, radius=0.02, patch=0.05, steps=2000):
    """Follows slip and spin of a solid sphere of 1 kg through an elastic bounce with Hertz's force.

    patch is the largest radius of the contact patch relative to the sphere. Returns slip, spin, P_t and the moment's impulse after the bounce, and
    the integral of the patch radius over the normal impulse. All inputs may be arrays.
    """
    v, spin = np.array(v, float) + np.zeros(np.shape(spin)), np.array(spin, float) + np.zeros(np.shape(v))
    P_t, M, reach, dP = np.zeros_like(v), np.zeros_like(v), np.zeros_like(v), 2 * speed / steps
    for k in range(steps):
        u = 1 - (2 * k + 1) / steps  # the normal velocity relative to that before
        a = patch * radius * (1 - u * u) ** 0.2  # overlap d: d/d_max = (1 - u^2)^(2/5), and a^2 = R d
        t = a * spin / (v + a * spin + 1e-300)
        f, g = mu * np.interp(t, TABLE, F), mu * a * np.interp(t, TABLE, G)
        # Divide by 1 + f/v dP instead of subtracting: slip and spin then end at zero, and no step gains energy.
        slower = v / (1 + 3.5 * f * dP / (v + 1e-300))
        calmer = spin / (1 + 2.5 / radius**2 * g * dP / (spin + 1e-300))
        P_t, M, reach = P_t + (v - slower) / 3.5, M + (spin - calmer) * radius**2 / 2.5, reach + a * dP
        v, spin = slower, calmer
    return v, spin, P_t, M, reach


# Without spin this is the law routh. Without slip, the spin falls by (15 pi/32) mu times the integral of a dP, divided by R^2.
v, _, P_t, _, _ = bounce(1.0, 0.0, 1.0, 0.1)
point = carom.collide(np.diag([1, 3.5, 3.5]), [-1, 1, 0], "routh", e=1, mu=0.1, restitution="poisson")
assert abs(P_t + point.P[1]) < 1e-3 and abs(v - point.v[1]) < 4e-3
_, spin, _, _, reach = bounce(0.0, 50.0, 1.0, 0.1)
exact = 0.05 * 0.02 * gamma(1.2) * gamma(0.5) / gamma(1.7)  # integral of a dP = a_max v B(6/5, 1/2)
lost = 15 * pi / 32 * 0.1 * exact / 0.02**2
print(f"drilling: the spin falls by {50 - float(spin):.4f} rad/s, in closed form {lost:.4f}")
assert abs(50 - spin - lost) < 2e-3 * lost and abs(reach - exact) < 1e-4 * exact

# Random bounces: none gains energy, and every impulse lies in the extended friction cone.
random = np.random.default_rng(2003)
COUNT = 100_000
v0, s0 = 10 ** random.uniform(-2, 1, COUNT), 10 ** random.uniform(0, 4, COUNT)
speed, mu = 10 ** random.uniform(-1, 1, COUNT), 10 ** random.uniform(-2, 0.5, COUNT)
v, spin, P_t, M, reach = bounce(v0, s0, speed, mu, steps=200)
energy = (v**2 - v0**2) / 7 + 0.2 * 0.02**2 * (spin**2 - s0**2)  # of slip and spin of a solid sphere of 1 kg
assert (energy <= 0).all() and (P_t <= mu * 2 * speed * (1 + 1e-12)).all() and (M <= 3 * pi / 16 * mu * reach * (1 + 1e-9)).all()
print(f"{COUNT} bounces: none gains energy; the largest P_t/(mu P_n) is {(P_t / (2 * mu * speed)).max():.3f}")


def safe(e, e_m, coupling):
    """True if v_n' = -e v_n and spin' = -e_m spin gain no energy in any impact. coupling = W_nm^2/(W_nn W_mm)."""
    d, d_m = (1 - e) / (1 + e), (1 - e_m) / (1 + e_m)
    return 4 * d * d_m >= (d + d_m) ** 2 * coupling


def worst(e, e_m, coupling):
    """The largest energy change over all impulses, relative to P.W P/2 with W = (1, w; w, 1)."""
    w, d, d_m = np.sqrt(coupling), (1 - e) / (1 + e), (1 - e_m) / (1 + e_m)
    angle = np.linspace(0, np.pi, 721)
    n, m = np.cos(angle), np.sin(angle)
    return (-(d * n * n + (d + d_m) * w * n * m + d_m * m * m) / (1 + 2 * w * n * m)).max()


e = np.linspace(0.005, 0.995, 100)
gain = np.array([[worst(x, y, 0.5) for x in e] for y in 2 * e - 1])
theorem = safe(e[None, :], 2 * e[:, None] - 1, 0.5)
assert ((gain <= 1e-12) | ~theorem).all() and (gain[~theorem] > -1e-3).all()  # the bound is sharp up to the step of the search

figure, (left, middle, right) = plt.subplots(1, 3, figsize=(13, 3.9), layout="constrained")
sigma = np.geomspace(0.05, 50, 300)
left.semilogx(sigma, np.interp(sigma / (1 + sigma), TABLE, F), color=carom.plot.INK["blue"], label="force, f")
left.semilogx(sigma, np.interp(sigma / (1 + sigma), TABLE, G), color=carom.plot.INK["vermilion"], label="moment, g")
left.semilogx(sigma[sigma > 2.2], 3 * pi / 8 / sigma[sigma > 2.2], ":", color="black", label="$3\\pi/(8\\sigma)$ and $3\\pi/16$")
left.axhline(3 * pi / 16, color="black", ls=":")
left.set(xlabel="spin over slip, $\\sigma = a\\omega/v$", ylabel="share of $\\mu N$ and of $\\mu N a$", ylim=(0, 1.05))
left.legend(frameon=False, fontsize=8)

spins = np.linspace(0, 6000, 200)
for mu, ink in ((0.05, "blue"), (0.1, "green"), (0.2, "vermilion")):
    after = bounce(np.full(200, 1.0), spins, 1.0, mu)[0]
    middle.plot(spins, after, color=carom.plot.INK[ink], label=f"$\\mu$ = {mu}")
middle.set(xlabel="spin about the normal before (rad/s)", ylabel="slip after (m/s), 1 before", ylim=(0, 1))
middle.legend(frameon=False, fontsize=8)

shown = right.pcolormesh(e, 2 * e - 1, gain, cmap="RdBu_r", vmin=-1, vmax=1, shading="nearest", rasterized=True)
right.contour(e, 2 * e - 1, theorem.astype(float), [0.5], colors="black", linewidths=1.4)
right.set(xlabel="normal restitution e", ylabel="moment restitution $e_m$", title="worst energy change, $W_{nm}^2/(W_{nn} W_{mm})$ = 0.5")
right.title.set_fontsize(9)
figure.colorbar(shown, ax=right, extend="max", label="of $P \\cdot W P/2$")

file = Path(sys.argv[1] if len(sys.argv) > 1 else ".") / "contact_moment.png"
figure.savefig(file, dpi=110)
print("drew", file)
