#!/usr/bin/env python3
"""Draws docs/images/billiards.png: the throw as a function of the cut angle, with its closed form, and rebounds with
side spin.

Usage: picture.py OUT. Needs matplotlib.
"""
import math
import sys

import matplotlib

matplotlib.use('Agg')
import matplotlib.pyplot as plt
import numpy as np
from carom_billiards import ball_ball, cushion, slow_rough

R, M, E = 0.028575, 0.17, 0.95


def throw(angle, speed):
    """Returns the angle between the line of centres and the path of the object ball, degrees."""
    line = np.array([math.cos(angle), math.sin(angle), 0])
    _, two = ball_ball([-2 * R * line, [speed, 0, 0], [0, 0, 0]], np.zeros((3, 3)), R, M, E, slow_rough)
    return math.degrees(-math.atan2(line[0] * two[1][1] - line[1] * two[1][0], two[1] @ line))


def closed(angle, speed):
    normal, slip = speed * math.cos(angle), speed * math.sin(angle)
    return math.degrees(math.atan(min(slow_rough(slip), slip / (3.5 * (1 + E) * normal))))


figure, (left, right) = plt.subplots(1, 2, figsize=(8.4, 3.4), constrained_layout=True)
fine, marks = np.radians(np.linspace(0.1, 80, 200)), np.radians(np.arange(5, 80, 5))
for speed, colour in ((0.5, '#0072b2'), (1.5, '#009e73'), (4.0, '#d55e00')):
    left.plot(np.degrees(fine), [closed(a, speed) for a in fine], color=colour, label=f'{speed} m/s')
    left.plot(np.degrees(marks), [throw(a, speed) for a in marks], 'o', ms=4, color=colour)
left.set_xlabel('cut angle, degrees')
left.set_ylabel('throw, degrees')
left.set_title('ball on ball: carom (dots), closed form', fontsize=10)
left.legend(frameon=False, title='speed', fontsize=9)
for side, colour, where in ((-60, '#0072b2', 'left'), (0, '0.3', 'left'), (60, '#d55e00', 'right')):
    after = cushion([[0, 0, R], [1, -1, 0], [1 / R, 1 / R, side]], [0, 1, 0], R, M, 1.25 * R, 0.85, 0.2)
    v = after[1] / np.linalg.norm(after[1])
    right.annotate('', (0.85 * v[0], 0.85 * v[1]), (0, 0), arrowprops=dict(arrowstyle='->', color=colour, lw=1.8))
    right.text(0.88 * v[0], 0.88 * v[1], f' {side} rad/s ', color=colour, ha=where, fontsize=9)
right.annotate('', (0, 0), (-0.6, 0.6), arrowprops=dict(arrowstyle='->', color='0.6', lw=1.8))
right.axhline(-0.02, color='0.2', lw=5)
right.set(xlim=(-0.8, 1.0), ylim=(-0.08, 1.05), aspect='equal', xticks=[], yticks=[])
right.set_title('off a cushion at 45 degrees with side spin', fontsize=10)
figure.savefig(sys.argv[1], dpi=110)
