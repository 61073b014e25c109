"""Estimates friction and restitution from measured bounces, with Jacobians and with differences.

The bounces of a superball are measured with noise. Least squares changes e and mu until the velocities of the law fit. Each step
needs the derivatives of every velocity with respect to e and mu. carom returns them with the result (jac=True). Differences need
two more evaluations of every bounce per coefficient. Both ways give the same estimate. carom.fit uses derivatives in the same way.
"""
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import carom

BOUNCES, NOISE, TRUE = 200, 0.01, np.array([0.62, 0.21])
W = np.diag([1.0, 3.5])  # a homogeneous ball of 1 kg
rng = np.random.default_rng(1)
v = np.column_stack([-rng.uniform(1, 3, BOUNCES), rng.uniform(0, 4, BOUNCES)])
measured = carom.collide(W, v, "whittaker", e=TRUE[0], mu=TRUE[1]).v + rng.normal(0, NOISE, v.shape)

count = 0


def left(x):
    """Returns the residuals and their derivatives with respect to e and mu, from one evaluation of every bounce."""
    global count
    count += BOUNCES
    hit = carom.collide(W, v, "whittaker", e=x[0], mu=x[1], jac=True)
    slopes = np.stack([hit.jac.e @ W, hit.jac.mu @ W], axis=-1)  # dv' = W dP
    return (hit.v - measured).ravel(), slopes.reshape(-1, 2)


def left_by_differences(x, h=1e-6):
    """Returns the same from five evaluations, by differences."""
    global count
    def at(e, mu):
        return (carom.collide(W, v, "whittaker", e=e, mu=mu).v - measured).ravel()
    count += 5 * BOUNCES
    slopes = [(at(*(x + d)) - at(*(x - d))) / (2 * h) for d in h * np.eye(2)]
    return at(*x), np.stack(slopes, axis=-1)


answers, ways = {}, {}
for name, ask in (("Jacobians", left), ("differences", left_by_differences)):
    x, count, steps = np.array([0.9, 0.05]), 0, []
    for _ in range(20):
        r, J = ask(x)
        steps.append((count, np.sqrt(r @ r / len(r))))
        step = np.linalg.lstsq(J, -r, rcond=None)[0]
        x = np.clip(x + step, 0, 1)
        if np.abs(step).max() < 1e-9:
            break
    answers[name], ways[name] = x, np.array(steps)
    print(f"{name:12s} e = {x[0]:.6f}, mu = {x[1]:.6f} after {count} evaluations in {len(steps)} steps")
assert np.allclose(answers["Jacobians"], answers["differences"], atol=1e-8)
assert np.allclose(answers["Jacobians"], TRUE, atol=5 * NOISE / np.sqrt(BOUNCES))
assert 4 * ways["Jacobians"][-1, 0] < ways["differences"][-1, 0]

figure, ax = plt.subplots(figsize=(6.4, 3.8), layout="constrained")
for (name, way), style, colour in zip(ways.items(), ("-o", "--s"), ("vermilion", "blue")):
    ax.semilogy(way[:, 0], way[:, 1], style, color=carom.plot.INK[colour], label=name, ms=4)
ax.axhline(NOISE, color="black", lw=1, ls=":")
ax.set(xlabel="evaluations of the law", ylabel="residual (m/s)")
ax.legend(frameon=False)

file = Path(sys.argv[1] if len(sys.argv) > 1 else ".") / "fit_by_jacobian.png"
figure.savefig(file, dpi=110)
print("drew", file)
