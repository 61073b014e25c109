#!/usr/bin/env python3
"""Draws lammps.png, LAMMPS's e over the requested e. Usage: picture.py CAROM OUT. Needs lmp and matplotlib."""
import os
import subprocess
import sys

import matplotlib

matplotlib.use('Agg')
import matplotlib.pyplot as plt

CHECK = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'check.py')
asked = [0.2, 0.4, 0.6, 0.8, 0.95]
figure, axis = plt.subplots(figsize=(4.6, 3.4), constrained_layout=True)
axis.plot([0.1, 1], [0.1, 1], color='0.6', lw=1, label='asked for')
for style, more, mark, colour in (('hooke', [], 'o', '#0072b2'), ('hooke/history', ['--limit'], 's', '#d55e00'),
                                  ('hertz/history', ['--kn', '1e7'], '^', '#009e73')):
    got = []
    for e in asked:
        words = [sys.executable, CHECK, '--carom', sys.argv[1], '--style', style, '--e', str(e), *more]
        got.append(float(subprocess.run(words, capture_output=True, text=True).stdout.split('gives ')[1].split(':')[0]))
    axis.plot(asked, got, mark, ms=9, mfc='none', mew=1.6, color=colour, label='gran/' + style + (' limit_damping' if more == ['--limit'] else ''))
axis.set(xlabel='e asked of carom convert', ylabel='e of two spheres in LAMMPS')
axis.legend(frameon=False, fontsize=8)
figure.savefig(sys.argv[2], dpi=110)
