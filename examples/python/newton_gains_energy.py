"""Shows why Newton's restitution can gain energy.

Newton's coefficient prescribes the normal velocity after the impact, v_n' = -e v_n, for any friction. If friction reverses the
slip, the impulse that reaches this velocity can be outside the ellipse dE = 0. The impact then gains energy, as in Kane &
Levinson's pendulum. Poisson's coefficient is a ratio of impulses and stays inside.
"""
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import carom

W, v = np.array([[2.5, -1.5], [-1.5, 2.5]]), np.array([-1.0, 0.6])
for restitution in ("newton", "poisson", "energetic"):
    print(f"{restitution:10s}", carom.collide(W, v, restitution=restitution, e=0.9, mu=0.7))

figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4.4), layout="compressed")
carom.plot.impulse_diagram(W, v, ax=left, restitution="newton", e=0.9, mu=0.7)
left.set_title("Newton's result is outside the ellipse", fontsize=9)

# Map rods at all angles and slip speeds. Red means that energy is gained.
angle, ratio = np.radians(np.linspace(1, 89, 400)), np.linspace(-3, 3, 400)
rods = carom.Rod(angle=angle, velocity=np.stack([ratio, -np.ones_like(ratio)], axis=-1)[:, None])
hit = carom.collide(*rods, restitution="newton", e=0.9, mu=0.7)
labels = {"xlabel": "angle of the rod (degrees)", "ylabel": "slip / approach speed"}
carom.plot.regime_map(hit, np.degrees(angle), ratio, show="dE", limit=0.1, ax=right, **labels)
gains = (np.asarray(hit.violations) & carom.Violation.ENERGY) != 0
right.contour(np.degrees(angle), ratio, gains, levels=[0.5], colors="black", linewidths=0.8)
right.set_title("dE in J with Newton's e = 0.9; inside the line energy is gained", fontsize=9)
poisson = carom.collide(*rods, restitution="poisson", e=0.9, mu=0.7)
print(f"newton gains in {gains.mean():.1%} of {hit.dE.size} impacts, poisson in {(poisson.violations != 0).mean():.1%}")
assert gains.any() and poisson.ok.all()

file = Path(sys.argv[1] if len(sys.argv) > 1 else ".")  # a directory, or a file whose suffix states the format
file = file if file.suffix else file / "newton_gains_energy.png"
figure.savefig(file, dpi=110, metadata={"CreationDate": None} if file.suffix == ".pdf" else None)
print("drew", file)
