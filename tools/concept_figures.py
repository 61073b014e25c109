#!/usr/bin/env python3
"""Draws the figures of the concept pages (docs/site/concepts) into docs/images/concepts.

Usage: concept_figures.py --carom CAROM [--check]

Impulses, paths and energies come from the command. --check compares the figures with the files and fails if one differs.
"""
import argparse
import json
import math
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "docs", "images", "concepts")

# Colours for light and dark pages; the background is opaque, so that a figure is readable on any page.
LIGHT = {"paper": "#ffffff", "ink": "#1c1c1c", "soft": "#767676", "body": "#dfe6ee", "area": "#d5ecdf", "loss": "#f3f1ea",
         "blue": "#0067a8", "red": "#c24d00", "green": "#00775a"}
DARK = {"paper": "#16181c", "ink": "#ececec", "soft": "#9a9a9a", "body": "#333c47", "area": "#1d4436", "loss": "#24262b",
        "blue": "#6cc0f5", "red": "#ff9a5c", "green": "#4fd6ab"}

# The rod of examples/falling_rod.json: 1 m, 1 kg, at 45 degrees, one end on the floor.
W = ((2.5, -1.5), (-1.5, 2.5))
V = (-1.0, 0.6)
MU = 0.7


class Figure:
    """An SVG file; y points upwards."""

    def __init__(self, width, height, title):
        self.width, self.height, self.title, self.parts = width, height, title, []

    def at(self, x, y):
        return f"{x:.1f},{self.height - y:.1f}"

    def add(self, text):
        self.parts.append(text)

    def line(self, points, colour="ink", width=2.0, dash=None):
        style = f' stroke-dasharray="{dash}"' if dash else ""
        self.add(f'<polyline points="{" ".join(self.at(*p) for p in points)}" class="line {colour}" stroke-width="{width}"{style}/>')

    def shape(self, points, fill, edge=None):
        line = f' class="fill-{fill} line {edge}" stroke-width="1.5"' if edge else f' class="fill-{fill}"'
        self.add(f'<polygon points="{" ".join(self.at(*p) for p in points)}"{line}/>')

    def arrow(self, start, end, colour="ink", width=3.0):
        dx, dy = end[0] - start[0], end[1] - start[1]
        size = math.hypot(dx, dy)
        dx, dy = dx / size, dy / size
        head = 5.0 + 2.2 * width
        base = (end[0] - head * dx, end[1] - head * dy)
        self.line([start, (base[0] + dx, base[1] + dy)], colour, width)
        self.shape([end, (base[0] - 0.42 * head * dy, base[1] + 0.42 * head * dx), (base[0] + 0.42 * head * dy, base[1] - 0.42 * head * dx)],
                   colour)

    def dot(self, x, y, colour="ink", radius=4.5, hollow=False):
        shown = f'class="fill-paper line {colour}" stroke-width="2.5"' if hollow else f'class="fill-{colour}"'
        self.add(f'<circle cx="{x:.1f}" cy="{self.height - y:.1f}" r="{radius}" {shown}/>')

    def text(self, x, y, words, colour="ink", anchor="start", size=17):
        """Writes a text. An underscore begins a subscript of one word; words between asterisks are italic."""
        out = []
        for part, piece in enumerate(words.split("*")):
            style = ' font-style="italic"' if part % 2 else ""
            for number, bit in enumerate(piece.split("_")):
                if number == 0:
                    out.append(f"<tspan{style}>{bit}</tspan>" if bit else "")
                    continue
                sub = bit.split(" ")[0]
                rest = bit[len(sub):]
                out.append(f'<tspan dy="5" font-size="{size - 5}">{sub}</tspan><tspan dy="-5"{style}>{rest or "&#8203;"}</tspan>')
        self.add(f'<text x="{x:.1f}" y="{self.height - y:.1f}" class="fill-{colour}" text-anchor="{anchor}" font-size="{size}">{"".join(out)}</text>')

    def svg(self):
        def rules(colours):
            return "".join(f".{name}{{stroke:{value}}}.fill-{name}{{fill:{value}}}" for name, value in colours.items())
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" viewBox="0 0 {self.width} {self.height}" '
                f'font-family="DejaVu Sans, Arial, sans-serif">\n<title>{self.title}</title>\n<style>.line{{fill:none;stroke-linecap:round;'
                f'stroke-linejoin:round}}{rules(LIGHT)}@media (prefers-color-scheme: dark){{{rules(DARK)}}}</style>\n'
                f'<rect width="{self.width}" height="{self.height}" rx="8" class="fill-paper"/>\n' + "\n".join(self.parts) + "\n</svg>\n")


def rod(figure, x, y, length, angle, half=11):
    """Draws a rod with round ends whose lower end touches the point (x, y) from above. Returns its centre."""
    c, s = math.cos(angle), math.sin(angle)
    start, end = (x, y + half), (x + length * c, y + half + length * s)
    outline = [(start[0] + half * math.cos(angle + math.pi / 2 + math.pi * k / 16), start[1] + half * math.sin(angle + math.pi / 2 + math.pi * k / 16))
               for k in range(17)]
    outline += [(end[0] + half * math.cos(angle - math.pi / 2 + math.pi * k / 16), end[1] + half * math.sin(angle - math.pi / 2 + math.pi * k / 16))
                for k in range(17)]
    figure.shape(outline + outline[:1], "body", "ink")
    return (start[0] + end[0]) / 2, (start[1] + end[1]) / 2


def floor(figure, left, right, y, depth):
    figure.shape([(left, y), (right, y), (right, y - depth), (left, y - depth)], "body")
    figure.line([(left, y), (right, y)], "ink", 2)


def contact_frame(_):
    f = Figure(560, 400, "The contact frame: normal, tangent, velocity and impulse at the contact of two bodies")
    x, y = 220, 130
    floor(f, 30, 530, y, 100)
    centre = rod(f, x, y, 250, math.radians(45))
    f.line([(x, y), centre], "soft", 2, "5 5")
    f.dot(*centre)
    f.text(centre[0] + 18, centre[1] - 10, "centre of A")
    f.text(396, 338, "body A", size=18)
    f.text(396, 52, "body B", size=18)
    f.arrow((x, y), (x, y + 215), "ink", 2.5)
    f.text(x - 12, y + 205, "*n*", anchor="end", size=20)
    f.arrow((x, y), (x + 190, y), "ink", 2.5)
    f.text(x + 196, y + 12, "*t*", size=20)
    f.arrow((x - 0.6 * 125, y + 125), (x - 2.4, y + 4), "red", 4)
    f.text(x - 90, y + 120, "*v*, before", "red", "end")
    P = (0.12 * 190, 0.6 * 190)
    f.arrow((x, y), (x + P[0], y + P[1]), "blue", 4)
    f.arrow((x, y), (x - 0.65 * P[0], y - 0.65 * P[1]), "blue", 4)
    f.text(x - 26, y - 70, "−*P* on B", "blue", "end")
    f.text(x + 14, y + 140, "*P* on A", "blue")
    f.dot(x, y, "ink", 5)
    f.text(x + 14, y - 26, "contact point")
    return f


def matrix(_):
    f = Figure(620, 330, "A unit impulse at a ball and at the end of a rod, and the change of velocity of the contact point")
    y, scale = 122, 40
    for x, kind, impulse, title in ((90, "ball", (1, 0), "a ball"), (282, "rod", (1, 0), "a rod, impulse along n"),
                                    (476, "rod", (0, 1), "a rod, impulse along t")):
        floor(f, x - 80, x + 124, y, 10)
        if kind == "ball":
            points = [(x + 50 * math.cos(k * math.pi / 36), y + 50 + 50 * math.sin(k * math.pi / 36)) for k in range(73)]
            f.shape(points, "body", "ink")
            change = (1.0, 0.0)
        else:
            rod(f, x, y, 128, math.radians(45), 8)
            change = tuple(W[row][0] * impulse[0] + W[row][1] * impulse[1] for row in (0, 1))
        f.arrow((x, y), (x + scale * change[1], y + scale * change[0]), "red", 4)
        if impulse[0]:
            f.arrow((x, y - scale - 14), (x, y - 6), "blue", 4)
        else:
            f.arrow((x - scale - 14, y + 6), (x - 6, y + 6), "blue", 4)
        f.dot(x, y, "ink", 4)
        f.text(x + 22, 300, title, anchor="middle", size=16)
        f.text(x + 22, 276, f"({change[0]:g}, {change[1]:g})".replace("-", "−"), "red", "middle", 16)
    f.text(14, 16, "blue: impulse of 1 N s", "blue", size=16)
    f.text(606, 16, "orange: change of velocity (n, t), m/s", "red", "end", 16)
    return f


class Plane:
    """The impulse plane: P_t to the right, P_n up."""

    def __init__(self, figure, origin, scale):
        self.figure, self.origin, self.scale = figure, origin, scale

    def at(self, P):
        return self.origin[0] + self.scale * P[1], self.origin[1] + self.scale * P[0]

    def line(self, points, *style):
        self.figure.line([self.at(P) for P in points], *style)

    def axes(self, up, left, right):
        f = self.figure
        f.arrow(self.at((-0.06, 0)), self.at((up, 0)), "soft", 1.5)
        f.arrow(self.at((0, left)), self.at((0, right)), "soft", 1.5)
        x, y = self.at((up, 0))
        f.text(x - 10, y - 14, "*P*_n", "soft", "end")
        x, y = self.at((0, right))
        f.text(x - 4, y - 24, "*P*_t", "soft", "end")


def centre():
    """Returns the impulse that stops all motion at the contact: W P = -v."""
    det = W[0][0] * W[1][1] - W[0][1] ** 2
    return (W[1][1] * -V[0] + W[0][1] * V[1]) / det, (W[0][0] * -V[1] + W[0][1] * V[0]) / det


def ellipse(count=144):
    """Returns impulses that leave the energy unchanged: P.v + P.WP/2 = 0."""
    c = centre()
    size = c[0] * (W[0][0] * c[0] + W[0][1] * c[1]) + c[1] * (W[1][0] * c[0] + W[1][1] * c[1])
    l00 = math.sqrt(W[0][0])
    l10 = W[0][1] / l00
    l11 = math.sqrt(W[1][1] - l10 * l10)
    points = []
    for k in range(count + 1):  # W = L L^T, so P = c + sqrt(size) L^-T u for a unit vector u
        u = math.sqrt(size) * math.cos(2 * math.pi * k / count), math.sqrt(size) * math.sin(2 * math.pi * k / count)
        t = u[1] / l11
        points.append((c[0] + (u[0] - l10 * t) / l00, c[1] + t))
    return points


def clipped(points, inside):
    """Returns the part of a convex polygon in which the linear function `inside` is not negative."""
    out = []
    for number, here in enumerate(points):
        before = points[number - 1]
        a, b = inside(before), inside(here)
        if a * b < 0:
            share = a / (a - b)
            out.append(tuple(before[i] + share * (here[i] - before[i]) for i in (0, 1)))
        if b >= 0:
            out.append(here)
    return out


def compression(P_t, v_n=0.0):
    """Returns the P_n at which the normal velocity is v_n."""
    return (v_n - V[0] - W[0][1] * P_t) / W[0][0]


def sticking(P_n):
    """Returns the P_t at which the slip is zero."""
    return (-V[1] - W[1][0] * P_n) / W[1][1]


def solved(carom, *options):
    words = [carom, "solve", "--json", "--W", "2.5 -1.5; -1.5 2.5", "--v", "-1 0.6", "--mu", str(MU), "--law", "routh", *options]
    return json.loads(subprocess.run(words, stdout=subprocess.PIPE, check=True, encoding="utf-8").stdout)


def path(carom, *options):
    words = [carom, "trace", "--csv", "--W", "2.5 -1.5; -1.5 2.5", "--v", "-1 0.6", "--mu", str(MU), "--law", "routh", *options]
    rows = [row.split(",") for row in subprocess.run(words, stdout=subprocess.PIPE, check=True, encoding="utf-8").stdout.strip().split("\n")]
    n, t = rows[0].index("P_n"), rows[0].index("P_t")
    return [(float(row[n]), float(row[t])) for row in rows[1:]]


def impulse_plane(carom):
    f = Figure(620, 520, "The impulse plane of a falling rod: friction cone, energy ellipse, two lines and the path of the impulse")
    plane = Plane(f, (305, 75), 420)
    boundary = ellipse()
    region = clipped(boundary[:-1], lambda P: MU * P[0] - P[1])
    region = clipped(region, lambda P: MU * P[0] + P[1])
    region = clipped(region, lambda P: P[0] - compression(P[1]))
    f.shape([plane.at(P) for P in region], "area")
    plane.axes(1.02, -0.6, 0.68)
    plane.line(boundary, "ink", 2)
    plane.line([(0.94, -0.94 * MU), (0, 0), (0.94, 0.94 * MU)], "soft", 2, "7 5")
    plane.line([(compression(t), t) for t in (-0.62, 0.36)], "green", 2)
    plane.line([(p, sticking(p)) for p in (-0.06, 0.98)], "red", 2)
    route = path(carom, "--e", "0.5")
    plane.line(route, "blue", 5)
    f.dot(*plane.at(route[0]), "blue", 5)
    c = plane.at(centre())
    f.dot(*c, "ink", 4)
    f.dot(*plane.at(route[-1]), "blue", 7)
    x, y = plane.at(route[-1])
    f.text(x + 20, y + 14, "end, *e* = 0.5", "blue")
    x, y = plane.at(route[1])
    f.text(x - 14, y - 12, "path", "blue", "end")
    x, y = plane.at((0, 0))
    f.text(x + 8, y - 22, "start", "blue")
    f.text(8, 46, "maximum", "green")
    f.text(8, 24, "compression", "green")
    x, y = plane.at((0.98, sticking(0.98)))
    f.text(x + 6, y - 4, "sticking", "red")
    x, y = plane.at((0.94, -0.94 * MU))
    f.text(x + 16, y + 2, "friction cone", "soft")
    f.text(585, 158, "energy ellipse", anchor="end")
    f.text(585, 136, "Δ*E* = 0", anchor="end")
    x, y = plane.at((0.585, -0.118))
    f.text(x, y, "accessible", anchor="middle")
    f.text(x, y - 20, "region", anchor="middle")
    return f


def energy_gain(carom):
    f = Figure(600, 540, "Newton's and Poisson's restitution with e = 0.9: Newton's result lies outside the energy ellipse")
    plane = Plane(f, (260, 75), 420)
    boundary = ellipse()
    f.shape([plane.at(P) for P in boundary], "loss")
    plane.axes(1.06, -0.56, 0.72)
    plane.line(boundary, "ink", 2)
    newton = solved(carom, "--restitution", "newton", "--e", "0.9")
    poisson = solved(carom, "--restitution", "poisson", "--e", "0.9")
    v_n = 0.9 * -V[0]
    plane.line([(compression(t, v_n), t) for t in (-0.02, 0.5)], "green", 2)
    route = path(carom, "--restitution", "newton", "--e", "0.9")
    plane.line(route, "blue", 4)
    f.dot(*plane.at(route[0]), "blue", 5)
    f.dot(*plane.at(poisson["P"]), "blue", 7)
    f.dot(*plane.at(newton["P"]), "red", 8)
    x, y = plane.at(poisson["P"])
    f.text(x + 14, y - 2, "Poisson", "blue")
    f.text(x + 14, y - 24, f"{poisson['dE']:+.3f} J".replace("-", "−"), "blue")
    x, y = plane.at(newton["P"])
    f.text(x + 14, y - 7, f"Newton, {newton['dE']:+.3f} J", "red")
    f.text(238, 478, "*v*_n after = 0.9 m/s", "green", "end")
    x, y = plane.at((0.33, -0.27))
    f.text(x, y, "energy is lost", anchor="middle")
    f.text(585, 158, "energy ellipse", anchor="end")
    f.text(585, 136, "Δ*E* = 0", anchor="end")
    f.text(585, 220, "energy is gained", "red", anchor="end")
    x, y = plane.at((0, 0))
    f.text(x + 8, y - 22, "start", "blue")
    return f


FIGURES = {"contact-frame": contact_frame, "w": matrix, "impulse-plane": impulse_plane, "energy-gain": energy_gain}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--carom", required=True)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    os.makedirs(FOLDER, exist_ok=True)
    differ = []
    for name, draw in FIGURES.items():
        file, text = os.path.join(FOLDER, name + ".svg"), draw(options.carom).svg()
        if not options.check:
            with open(file, "w", encoding="utf-8") as out:
                out.write(text)
        elif not os.path.exists(file) or open(file, encoding="utf-8").read() != text:
            differ.append(name)
    if differ:
        sys.exit(f"these figures differ from docs/images/concepts: {', '.join(differ)}; run tools/concept_figures.py")
    print(f"{len(FIGURES)} figures {'agree with the files' if options.check else 'drawn'}")


if __name__ == "__main__":
    main()
