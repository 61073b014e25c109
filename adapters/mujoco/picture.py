#!/usr/bin/env python3
"""Draws walker.png from the files SOFT and RIGID that `walker walker.xml SOFT RIGID` writes.

Usage: picture.py SOFT RIGID OUT. Needs matplotlib.
"""
import sys

import matplotlib

matplotlib.use('Agg')
import matplotlib.pyplot as plt
import numpy as np

soft, rigid = (np.loadtxt(path) for path in sys.argv[1:3])
figure, (height, energy) = plt.subplots(1, 2, figsize=(8, 3), constrained_layout=True)
for run, colour, name in ((soft, '#d55e00', "MuJoCo's springs"), (rigid, '#0072b2', 'with carom')):
    now = (run[:, 0] > 0.17) & (run[:, 0] < 0.26)
    height.plot(1e3 * run[now, 0], run[now, 2], color=colour, label=name)
    energy.plot(1e3 * run[now, 0], run[now, 3], color=colour)
height.set_ylabel('trunk, vertical speed, m/s')
energy.set_ylabel('kinetic energy, J')
for axis in (height, energy):
    axis.set_xlabel('time, ms')
height.legend(frameon=False)
figure.savefig(sys.argv[3], dpi=110)
