"""Computes the foot strike of a walking robot, with two contacts at once.

A compass robot (two legs, a heavy hip) puts its leading foot down while the trailing foot is on the ground. The result depends on
the trailing foot: if it lifts, the robot goes on, and if it sticks, the robot stops. The differential method of
Hurmuzlu & Marghitu follows the impulse and computes which case occurs. Classical models assume one of them.
"""
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import carom

LEG, LEG_MASS, HIP = 1.0, 5.0, 20.0


def walker(step):
    """Returns the robot at foot strike. Its legs are at `step` from the vertical, and it rotates about the trailing foot."""
    legs = [carom.Link(LEG, LEG_MASS, angle=step, rate=1.0), carom.Link(LEG, LEG_MASS, angle=np.pi - step, rate=1.0)]
    feet = [carom.ContactPoint(carom.BASE, 0.0), carom.ContactPoint(1, LEG)]
    return carom.Chain(legs, feet, masses=[carom.PointMass(0, LEG, HIP)]).mechanism()


steps = np.radians(np.linspace(2, 40, 77))
figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.2), layout="constrained")
inks = carom.plot.INK
for mu, ink, style in ((0.3, "vermilion", "--"), (0.6, "green", "-."), (1.5, "blue", "-")):
    lost, lifts = [], []
    for step in steps:
        robot = walker(step)
        hit = carom.solve_system(*robot, "hm-differential", restitution="poisson", e=0.0, mu=mu, striking=1)
        lost.append(-hit.dE / robot.energy())
        lifts.append(hit.v[0, 0])
    left.plot(np.degrees(steps), lost, style, color=inks[ink], label=f"$\\mu$ = {mu}")
    right.plot(np.degrees(steps), lifts, style, color=inks[ink], label=f"$\\mu$ = {mu}")
    print(f"mu = {mu}: at 20 degrees {np.interp(np.radians(20), steps, lost):.1%} of the energy is lost")

# Reference: a hip on massless legs that stick loses the speed along the new leg and keeps cos(2 step) of the rest.
left.plot(np.degrees(steps), 1 - np.cos(2 * steps) ** 2, ":", color=inks["soft"], label="point mass, sticking")
left.set(xlabel="half step angle (degrees)", ylabel="share of the energy lost", title="Energy lost in a step")
right.set(xlabel="half step angle (degrees)", ylabel="trailing foot lifts at (m/s)", title="Speed of the trailing foot")
for ax in (left, right):
    ax.title.set_fontsize(9)
    ax.legend(frameon=False, fontsize=8)

robot = walker(np.radians(20))
print(carom.solve_system(*robot, "hm-differential", restitution="poisson", e=0.0, mu=0.6, striking=1).to_frame())
file = Path(sys.argv[1] if len(sys.argv) > 1 else ".") / "foot_strike.png"
figure.savefig(file, dpi=110)
print("drew", file)
