"""Shows how a rod slides towards Painlevé's singular point: it lifts off before, or its contact force becomes infinite.

While the lower end slides, the normal force is N = -b/p. Here b is the normal acceleration without contact forces. The number
p = W_nn - mu |W_nt| is the normal acceleration per unit of N with friction. The signs of b and p are the cases of `carom.forces`.
The point b = p = 0 is a node of the motion. If mu < 8/(3 sqrt 3) = 1.5396, the rod lifts off before it gets there. If mu is larger, it can
reach the point, and N grows without limit.
"""
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import carom

HALF, GRAVITY, CRITICAL = 0.5, 9.81, 8 / (3 * np.sqrt(3))


def p_of(angle, mu):
    """p for a rod of 1 kg whose end slides to the side where friction presses it into the floor."""
    return 1 + 3 * np.cos(angle) ** 2 - 3 * mu * np.sin(angle) * np.cos(angle)


def b_of(angle, spin):
    """b: gravity, and the curved path of the end about the centre."""
    return HALF * spin**2 * np.sin(angle) - GRAVITY


def rates(state, mu):
    """Rates of angle and spin by a time that runs slower near p = 0: dt = p ds."""
    angle, spin = state
    push = mu * np.sin(angle) - np.cos(angle)
    return np.array([spin * p_of(angle, mu), -3 * push * b_of(angle, spin) / HALF])


def slide(angle, spin, mu):
    """The path of angle and spin until the rod lifts off, p falls to 1e-8, or it turns away."""
    path, step = [np.array([angle, spin])], 1e-3
    while len(path) < 20_000 and p_of(path[-1][0], mu) > 1e-8 and b_of(*path[-1]) < 0 and 0.05 < path[-1][0] < 1.5:
        x = path[-1]
        k1 = rates(x, mu)
        k2 = rates(x + step / 2 * k1, mu)
        k3 = rates(x + step / 2 * k2, mu)
        path.append(x + step / 6 * (k1 + 2 * k2 + 2 * k3 + rates(x + step * k3, mu)))
    return np.array(path)


def singular(mu):
    """The first angle with p = 0, and the spin with b = 0 there."""
    t = (3 * mu - np.sqrt(9 * mu**2 - 16)) / 2  # t = tan of the angle: 4 - 3 mu t + t^2 = 0
    return np.arctan(t), np.sqrt(GRAVITY / (HALF * np.sin(np.arctan(t))))


def case(angle, spin, mu):
    """The case that carom names."""
    rod = carom.Rod(angle=angle, velocity=(-5.0, 0.0))
    b = [b_of(angle, spin), HALF * spin**2 * np.cos(angle)]
    forces = carom.forces(rod.W, [0.0, -5.0], b=b, mu=mu, e=0.0)
    assert np.isclose(rod.W[0, 0] - mu * abs(rod.W[0, 1]), p_of(angle, mu))
    return forces.case


figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4.6), layout="constrained")
for mu, ink in ((1.4, "blue"), (1.5, "sky"), (1.8, "orange"), (2.2, "vermilion")):
    angle, spin = singular(mu)
    # Linearised about the point, the angle and b decay with two rates. N = -b/p grows if that of b is the smaller one.
    slope = -6 * np.cos(angle) * np.sin(angle) - 3 * mu * np.cos(2 * angle)
    power = -2 * np.tan(angle) / slope - 1
    assert (power < 0) == (mu > CRITICAL)
    path = slide(angle - 0.05, 0.9 * spin, mu)
    p, b = p_of(path[:, 0], mu), b_of(*path.T)
    lifts = b[-1] >= 0
    assert lifts == (mu < CRITICAL)
    right.loglog(p[b < 0], (-b / p)[b < 0], color=carom.plot.INK[ink], lw=1.6, label=f"$\\mu$ = {mu}")
    if lifts:
        print(f"mu = {mu}: lifts off at p = {p[-1]:.1e} 1/kg")
        continue
    tail = (p < 1e-6) & (p > 2e-8)
    fitted = np.polyfit(np.log(p[tail]), np.log(-b[tail] / p[tail]), 1)[0]
    print(f"mu = {mu}: N = {-b[-1] / p[-1]:.0f} N at p = {p[-1]:.0e} 1/kg, N ~ p^{fitted:.3f}; linearised {power:.3f}")
    assert abs(fitted - power) < 0.03
right.invert_xaxis()
right.set(xlabel="p (1/kg), falls towards the singular point", ylabel="normal force N (N)", ylim=(1e-1, None))
right.legend(frameon=False, fontsize=9)

mu = 1.8
NAMES = {(False, True): "contact", (True, True): "separation", (False, False): "inconsistent", (True, False): "indeterminate"}
for angle in np.radians(np.linspace(5, 85, 33)):
    for spin in np.linspace(0, 8, 23):
        assert case(angle, spin, mu) == NAMES[b_of(angle, spin) > 0, p_of(angle, mu) > 0]  # the four cases meet at b = p = 0
angles, spins = np.meshgrid(np.radians(np.linspace(5, 85, 400)), np.linspace(0, 8, 400))
kinds = 2 * (p_of(angles, mu) < 0) + (b_of(angles, spins) > 0)
colours = ["#f6f6f6", "#e9e0f2", "#dce9f5", "#f7dcd0"]
left.contourf(np.degrees(angles), spins, kinds, levels=[-0.5, 0.5, 1.5, 2.5, 3.5], colors=colours)
for x, y, name in ((10, 4.2, "contact"), (31, 7.3, "separation"), (60, 2.3, "inconsistent"), (60, 6.5, "indeterminate")):
    left.text(x, y, name, ha="center", fontsize=8)
ends = []
for start in np.radians([15, 22, 29]):
    for spin in (0.5, 2.0, 3.5, 5.0):
        if b_of(start, spin) < 0 < p_of(start, mu):
            path = slide(start, spin, mu)
            left.plot(np.degrees(path[:, 0]), path[:, 1], color=carom.plot.INK["blue"], lw=0.9)
            ends.append("singular" if p_of(path[-1][0], mu) < 1e-3 else "lift-off" if b_of(*path[-1]) >= 0 else "other")
left.plot(np.degrees(singular(mu)[0]), singular(mu)[1], "o", color="black", ms=5)
left.set(xlabel="angle of the rod (degrees)", ylabel="spin (rad/s)", xlim=(5, 85), ylim=(0, 8), title="$\\mu$ = 1.8")
print("ends of the paths:", {name: ends.count(name) for name in sorted(set(ends))})

file = Path(sys.argv[1] if len(sys.argv) > 1 else ".") / "painleve_slide.png"
figure.savefig(file, dpi=110)
print("drew", file)
