#!/usr/bin/env python3
"""Draws the picture of an adapter's page: ImpactBench's impacts in 2D without and with the adapter.

  carom judge --json --family B -- node planck.mjs >before.json
  carom judge --json --family B -- node planck.mjs --adapter ./bench.mjs >after.json
  tools/adapter_picture.py planck before.json after.json adapters/planck/planck.png

Each dot is an impact. The axes are the distance of the engine's result from Routh's, and the energy gain. Needs
Matplotlib.
"""
import json
import sys

import matplotlib

matplotlib.use('Agg')
import matplotlib.pyplot as plt

name, before, after, out = sys.argv[1:]
figure, axes = plt.subplots(1, 2, figsize=(8, 3.2), sharex=True, sharey=True, constrained_layout=True)
for axis, path, title in zip(axes, (before, after), (f'{name} alone', f'{name} with carom, law routh')):
    with open(path) as f:
        cases = [c for c in json.load(f)['cases'] if c['id'].startswith('B-') and 'distance' in c]
    x = [max(c['distance']['routh-poisson'], 1e-9) for c in cases]
    y = [c['gain'] for c in cases]
    colours = ['#d55e00' if g > 1e-4 else '#0072b2' for g in y]
    axis.axhline(0, color='0.6', lw=0.8)
    axis.scatter(x, y, s=9, c=colours, alpha=0.7, lw=0)
    axis.set_xscale('log')
    gains = sum(g > 1e-4 for g in y)
    axis.set_title(f'{title}\n{gains} of {len(y)} impacts gain energy', fontsize=10)
    axis.set_xlabel("distance to Routh's answer, of the speed (left: 1e-9 or less)", fontsize=9)
axes[0].set_ylabel('energy gained, of what there was')
figure.savefig(out, dpi=110)
