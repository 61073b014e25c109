#!/usr/bin/env python3
"""Reduces the size of an SVG file of Cairo to about a fifth: squeeze_svg.py IN OUT.

Coordinates are rounded to 0.1 points, and paths become relative. Points within 0.05 points of a straight line are
removed. Glyphs get short names, and glyphs drawn at one size are used for all sizes of the same outline.
"""
import re
import sys

GRID = 10  # units per point


def points_of(path):
    """Returns the commands of an absolute path of M, L, C, H, V and Z as [(command, [(x, y), ...])]."""
    made, at = [], (0.0, 0.0)
    for command, body in re.findall(r"([MLCHVZ])([^MLCHVZ]*)", path):
        numbers = [float(n) for n in re.findall(r"-?[0-9.]+(?:e-?\d+)?", body)]
        if command == "H":
            command, numbers = "L", [numbers[0], at[1]]
        elif command == "V":
            command, numbers = "L", [at[0], numbers[0]]
        pairs = list(zip(numbers[::2], numbers[1::2]))
        # A curve that bends by less than about 0.1 points is replaced by a line.
        if command == "C" and max(away(p, at, pairs[2]) for p in pairs[:2]) < 0.13:
            command, pairs = "L", pairs[2:]
        if pairs:
            at = pairs[-1]
        made.append((command, pairs))
    return made


def away(p, a, b):
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = (dx * dx + dy * dy) ** 0.5
    if length == 0.0:
        return ((p[0] - a[0]) ** 2 + (p[1] - a[1]) ** 2) ** 0.5
    return abs(dx * (p[1] - a[1]) - dy * (p[0] - a[0])) / length


def thinned(line, slack):
    """Removes points near straight lines, by Douglas & Peucker's method."""
    if len(line) < 3:
        return line
    far, worst = max(((i, away(line[i], line[0], line[-1])) for i in range(1, len(line) - 1)), key=lambda x: x[1])
    if worst <= slack:
        return [line[0], line[-1]]
    return thinned(line[: far + 1], slack)[:-1] + thinned(line[far:], slack)


def runs_of(path, slack):
    """Returns the same path with points removed from its straight runs."""
    made, run = [], []
    for command, pairs in points_of(path) + [("", [])]:
        if command == "L":
            run.append(pairs[0])
            continue
        if run:
            start = next(p[-1] for c, p in reversed(made) if p)
            made += [("L", [p]) for p in thinned([start] + run, slack)[1:]]
            run = []
        if command:
            made.append((command, pairs))
    return made


def written(path, slack, grid):
    """Writes the path in relative coordinates, in whole units of the grid."""
    text, x, y, start, last = "", 0, 0, (0, 0), ""
    for command, pairs in runs_of(path, slack):
        if command == "Z":
            text, (x, y), last = text + "z", start, "z"
            continue
        ends = [(round(px * grid), round(py * grid)) for px, py in pairs]
        if command == "L" and ends[0] == (x, y):
            continue
        moves = [number for ex, ey in ends for number in (ex - x, ey - y)]
        word = {"M": "m", "L": "l", "C": "c"}[command]
        if command == "L" and moves[0] == 0:
            word, moves = "v", moves[1:]
        elif command == "L" and moves[1] == 0:
            word, moves = "h", moves[:1]
        joined = " ".join(str(m) for m in moves).replace(" -", "-")
        text += (joined if word == last and joined[0] == "-" else " " + joined) if word == last else word + joined
        last = "l" if word == "m" else word
        x, y = ends[-1]
        if command == "M":
            start = (x, y)
    return text


def tenths(number):
    return round(float(number) * GRID)


def with_classes(svg):
    """Defines a style once, with a name, if it is used more than twice."""
    said = re.findall(r'style="([^"]*)"', svg)
    common = [style for style in dict.fromkeys(said) if said.count(style) > 2]
    for number, style in enumerate(common):
        svg = svg.replace(f'style="{style}"', f'class="s{number}"')
    rules = "".join(f".s{number}{{{style.strip()}}}" for number, style in enumerate(common))
    return svg.replace("<defs>", f"<style>{rules}</style><defs>", 1)


def squeeze(svg):
    names, outlines = {}, {}

    def symbol(match):
        outline = written(match.group(2), 0.02, GRID) if match.group(2) else ""
        names[match.group(1)] = outlines.setdefault(outline, f"g{len(outlines)}")
        return ""

    svg = re.sub(r'<symbol[^>]*id="([^"]*)">\s*(?:<path[^>]*? d="([^"]*)"[^>]*/>\s*)?</symbol>\s*', symbol, svg)
    glyphs = "".join(f'<path id="{name}" d="{d}"/>' for d, name in outlines.items() if d)
    svg = re.sub(r"<defs>\s*<g>", "<defs><g>" + glyphs.replace("\\", "\\\\"), svg, count=1)
    svg = re.sub(r'<use xlink:href="#([^"]*)" x="([^"]*)" y="([^"]*)"/>',
                 lambda m: f'<use href="#{names[m.group(1)]}" x="{tenths(m.group(2))}" y="{tenths(m.group(3))}"/>'
                 if m.group(1) in names else m.group(0), svg)
    svg = re.sub(r'<g (style="[^"]*")>(?=\s*<use)', r'<g \1 transform="scale(.1)">', svg)
    svg = re.sub(r'(<path (?!id)[^>]*?) d="([^"]*)"([^>]*?)(/?)>', path_tag, svg)
    svg = svg.replace("fill-opacity:1;", "").replace("stroke-opacity:1;", "").replace("stroke-miterlimit:10;", "")
    svg = re.sub(r"rgb\(([0-9.]+)%,([0-9.]+)%,([0-9.]+)%\)",
                 lambda m: "#" + "".join(f"{round(float(c) * 2.55):02x}" for c in m.groups()), svg)
    # Neighbours of the same colour share a group.
    svg = re.sub(r">\s+<", "><", svg)
    previous = None
    while previous != svg:
        previous = svg
        svg = re.sub(r'(<g style="[^"]*" transform="scale\(.1\)">)((?:<use [^>]*/>)+)</g>\1', r"\1\2", svg)
    return with_classes(svg)


def path_tag(match):
    tag, d, rest, close = match.groups()
    # The light outline around words is wide, so straight pieces suffice.
    if "stroke-opacity:0.85" in tag + rest:
        d = re.sub(r"C [-0-9.e]+ [-0-9.e]+ [-0-9.e]+ [-0-9.e]+ ", "L ", d)
        fine = written(d, 0.5, GRID)
    else:
        fine = written(d, 0.05, GRID)
    own = re.search(r' transform="matrix\(([^)]*)\)"', tag + rest)
    turn = [float(n) for n in own.group(1).split(",")] if own else [1, 0, 0, 1, 0, 0]
    turn = ",".join(f"{n:.5g}" for n in [n / GRID for n in turn[:4]] + turn[4:])
    if own:
        tag, rest = tag.replace(own.group(0), ""), rest.replace(own.group(0), "")
    body = re.sub(r"stroke-width:([0-9.]+)", lambda m: f"stroke-width:{float(m.group(1)) * GRID:g}", tag + rest)
    body = re.sub(r"stroke-dasharray:([0-9., ]+)",
                  lambda m: "stroke-dasharray:" + ",".join(f"{float(n) * GRID:g}" for n in m.group(1).split(",")), body)
    move = f"matrix({turn})" if own else "scale(.1)"
    return f'{body} transform="{move}" d="{fine}"{close}>'


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        made = squeeze(file.read())
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(made + "\n")
