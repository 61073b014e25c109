"""Computes how certain a crash reconstruction is, from the same files as the command.

Two cars collide at a crossing (examples/two_cars.json). Speeds, masses, friction, restitution and the angle of the crushed
surfaces are uncertain (examples/sweeps/two_cars.json). The sweep draws 20000 samples and evaluates three laws for each. The change
of velocity of a car is a measure of the load on its occupants.
"""
import sys
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt

import carom

HERE = Path(__file__).resolve().parent.parent

# Solve the crash of the file.
cars = carom.load(HERE / "two_cars.json")
hit = cars.solve()
for before, after in zip(cars.bodies, hit.bodies):
    change = sum((after.velocity - before.velocity) ** 2) ** 0.5
    print(f"{before.name}: {change:.2f} m/s, turns at {after.spin[0]:+.2f} rad/s afterwards")

# Vary the uncertain inputs.
with tempfile.TemporaryDirectory() as folder:
    study = carom.sweep(HERE / "sweeps/two_cars.json", Path(folder) / "cars.h5", samples=20000)

figure, ax = plt.subplots(figsize=(6.5, 3.8), layout="constrained")
for name, ink in zip(study.laws, ("blue", "vermilion", "green")):
    found = study[name]
    counts, edges = found.histogram("delta_v_a")
    ax.stairs(counts / counts.sum() / (edges[1] - edges[0]), edges, color=carom.plot.INK[ink], label=name)
    low, high = (found.quantile("delta_v_a", share) for share in (0.05, 0.95))
    print(f"{name}: 90 % between {low:.1f} and {high:.1f} m/s")
    # Solve the worst case again on its own; the result is that of the sweep.
    worst = found.worst[0]
    again = found.replay(worst)
    speeds = [again.bodies[0].velocity, again.solve().bodies[0].velocity]
    assert abs(sum((speeds[1] - speeds[0]) ** 2) ** 0.5 - worst.value) < 1e-9 * worst.value
    assert 0 < low < high and found.answers == 20000
ax.set(xlabel="change of velocity of the eastbound car (m/s)", ylabel="density", xlim=(0, 16))
ax.legend(frameon=False)

file = Path(sys.argv[1] if len(sys.argv) > 1 else ".") / "crash_reconstruction.png"
figure.savefig(file, dpi=110)
print("drew", file)
