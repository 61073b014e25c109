#!/usr/bin/env python3
"""Draws the motion and the energy that an adapter's example prints, without and with carom.

Usage: adapters/picture.py EXAMPLE TITLE > picture.svg
"""
import math
import subprocess
import sys

EXAMPLE, TITLE = sys.argv[1:3]
BEFORE, AFTER, INK = '#b5552b', '#1f5fa8', '#333'


def rows(law):
    text = subprocess.run([EXAMPLE, law], capture_output=True, text=True, check=True).stdout
    return [[float(x) for x in line.split(',')] for line in text.splitlines() if line[:1].isdigit()]


def rod(row, x0, floor, scale):
    _, x, y, angle, _ = row
    dx, dy = 0.5 * math.cos(angle), 0.5 * math.sin(angle)
    return (f'M{x0 + scale * (x - dx):.1f} {floor - scale * (y - dy):.1f}'
            f'L{x0 + scale * (x + dx):.1f} {floor - scale * (y + dy):.1f}')


def main():
    off, on = rows('none'), rows('routh')
    x0, floor, scale, left, top, width, height = 70, 190, 80, 50, 250, 660, 150
    most = 1.05 * max(r[4] for r in off + on)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="740" height="440" viewBox="0 0 740 440" '
           'font-family="DejaVu Sans, sans-serif" font-size="13">',
           '<rect width="740" height="440" fill="white"/>',
           f'<text x="20" y="24" font-size="15" fill="{INK}">{TITLE}: a rod thrown at the floor, e = 0.9, mu = 0.5</text>',
           f'<path d="M20 {floor}H720" stroke="{INK}"/>']
    for data, colour, x in ((off, BEFORE, x0), (on, AFTER, x0 + 350)):
        out.append(f'<path d="{"".join(rod(r, x, floor, scale) for r in data[0:72:2])}" stroke="{colour}" stroke-width="2" '
                   'stroke-linecap="round" opacity="0.6" fill="none"/>')
    out.append(f'<text x="{left}" y="{top - 16}" fill="{INK}">energy, J, over 6 s</text>')
    for level in range(0, int(most) + 1, 5):
        y = top + height * (1 - level / most)
        out.append(f'<path d="M{left} {y:.1f}h{width}" stroke="#ddd"/><text x="{left - 8}" y="{y + 4:.1f}" '
                   f'text-anchor="end" fill="{INK}">{level}</text>')
    for second in range(7):
        out.append(f'<text x="{left + width * second / 6:.0f}" y="{top + height + 18}" text-anchor="middle" fill="{INK}">'
                   f'{second}</text>')
    for data, colour, word, x in ((off, BEFORE, 'without carom', 420), (on, AFTER, 'with carom: routh', 560)):
        points = ' '.join(f'{left + width * r[0] / 6:.1f},{top + height * (1 - r[4] / most):.1f}' for r in data)
        out.append(f'<polyline points="{points}" stroke="{colour}" stroke-width="2" fill="none"/>')
        out.append(f'<text x="{x}" y="{top - 16}" fill="{colour}">{word}</text>')
    print('\n'.join(out + ['</svg>']))


main()
