"""Shows Painleve's paradox: a rod that slides on a rough floor has an impact although it does not approach.

While the rod slides, friction presses its end into the floor. If mu > W_nn / |W_nt|, no finite force can prevent penetration. Rigid
bodies resolve this by an impact without approach, v_n = 0, which stops the slip. For a uniform rod mu must exceed 4/3, which is
reached at an angle of atan 2 = 63.43 degrees.
"""
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import carom

angle, mu = np.radians(np.linspace(1, 89, 441)), np.linspace(0, 4, 401)
rods = carom.Rod(angle=angle, velocity=(-1.0, 0.0))  # in contact, sliding, without approach
hit = carom.collide(*rods, restitution="poisson", e=0.0, mu=mu[:, None])
jams = hit.P[..., 0] > 0

critical = rods.W[:, 0, 0] / np.abs(rods.W[:, 0, 1])
least = np.argmin(critical)
print(f"smallest friction that jams: {critical[least]:.4f} at {np.degrees(angle[least]):.2f} degrees (4/3 at 63.43)")
assert np.array_equal(jams, mu[:, None] > critical)  # the law jams exactly if no finite force exists

figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4.4), layout="compressed")
labels = {"xlabel": "angle of the rod (degrees)", "ylabel": "friction $\\mu$"}
carom.plot.regime_map(hit, np.degrees(angle), mu, show="P_n", ax=left, **labels)
left.plot(np.degrees(angle), critical, color="white", lw=1.2, ls="--")
left.plot(np.degrees(angle[least]), critical[least], "o", color="white", ms=5)
left.set(ylim=(0, 4), title="normal impulse of an impact without approach (N s)")
left.title.set_fontsize(9)

jammed = carom.Rod(angle=np.radians(63.43), velocity=(-1.0, -0.02))
carom.plot.impulse_diagram(*jammed, ax=right, e=0.0, mu=1.6)
right.set_title("$\\mu$ = 1.6: the friction line is below $v_n$ = 0", fontsize=9)

file = Path(sys.argv[1] if len(sys.argv) > 1 else ".") / "painleve.png"
figure.savefig(file, dpi=110)
print("drew", file)
