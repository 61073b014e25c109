# Tests the pictures of `carom reproduce`. Letters must be at their points, curves inside their frames, and frames must
# have the same height. The data must contain every corner of a curve.
# Usage: pictures_test.py CAROM, or pictures_test.py --folder FOLDER with pictures and data that were made before
import csv
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FIGURES = [("chatterjee", "fig7.7"), ("chatterjee", "fig7.9"), ("chatterjee", "fig8.4"), ("payr-glocker", "fig13"),
           ("hurmuzlu-marghitu", "fig6"), ("hurmuzlu-marghitu", "section5"), ("wang-mason", "fig7"), ("chatterjee", "section5.2.4")]
TEXT = "rgb(10.196078%,10.196078%,10.196078%)"
bad = []


def check(holds, words):
    if not holds:
        bad.append(words)


def paths_of(svg):
    """Yields style, path data and points of every path. A curve counts with its end and control points."""
    for style, d in re.findall(r'<path style="([^"]*)" d="([^"]*)"', svg.split("</defs>")[-1]):
        numbers = [float(n) for n in re.findall(r"-?[0-9.]+", d)]
        yield style, d, list(zip(numbers[::2], numbers[1::2]))


def frames_of(svg):
    """Returns left, top, right and bottom of every panel."""
    found = []
    for style, d, points in paths_of(svg):
        if "stroke-width:0.7" in style and "Z" in d and "C" not in d:
            x, y = [p[0] for p in points], [p[1] for p in points]
            found.append((min(x), min(y), max(x), max(y)))
    return found


def width_of(style):
    return float((re.search(r"stroke-width:([0-9.]+)", style) or [0, 0])[1])


def letters_at_points(svg):
    """Checks that each letter is nearer to its own disc than to any other. Letters and discs are drawn in the same order."""
    discs = [(points[0][0] - 3.04, points[0][1])
             for style, d, points in paths_of(svg) if "C" in d and f"fill:{TEXT};fill-opacity:1" in style]
    letters = re.findall(r'<g style="fill:' + re.escape(TEXT) + r';fill-opacity:1;">\s*<use [^>]*x="([0-9.]+)" y="([0-9.]+)"/>\s*</g>',
                         svg.split("</defs>")[-1])
    # Move by half the size of a capital letter of 8.5 points, to its middle.
    letters = [(float(x) + 3.0, float(y) - 3.0) for x, y in letters]
    (left, top, right, bottom), = frames_of(svg)
    letters = [(x, y) for x, y in letters if left < x < right and top < y < bottom]
    check(len(letters) == len(discs) and len(discs) >= 7, f"fig7.7: {len(letters)} letters of {len(discs)} points")
    for i, at in enumerate(letters[: len(discs)]):
        nearest = min(range(len(discs)), key=lambda k: math.dist(discs[k], at))
        check(nearest == i, f"fig7.7: letter {i} is nearest to point {nearest}")


def curves_inside(svg):
    (left, top, right, bottom), = frames_of(svg)
    for style, d, points in paths_of(svg):
        if "fill:none" in style and width_of(style) >= 1.2 and TEXT not in style:
            outside = [p for p in points if not (left - 1 <= p[0] <= right + 1 and top - 1 <= p[1] <= bottom + 1)]
            check(not outside, f"section5: a curve leaves the frame at {outside[:1]}")


def rows_of(folder, name):
    """Returns the points of each series, in the order in which they are drawn."""
    series = {}
    for row in csv.DictReader(open(folder / f"{name}.csv", encoding="utf-8")):
        if row["panel"] != "0" and row["x"]:
            series.setdefault(row["series"], []).append((float(row["x"]), float(row["y"])))
    return series


def curves_by_formula(folder):
    """Checks the slopes of friction in the order of the panels. Checks equation (8.4) for a spring and dashpot side by side."""
    rows = csv.DictReader(open(folder / "wang-mason-fig7.csv", encoding="utf-8"))
    slopes = [float(row["x"]) for row in rows if row["series"] == "limiting friction" and row["x"] != "0"]
    check(slopes == [0.3, 0.9], f"fig7: friction {slopes}")
    series = rows_of(folder, "chatterjee-section5.2.4")
    beside = next(v for k, v in series.items() if k.startswith("the dashpot beside"))
    for zeta, e in beside:
        if zeta < 0.95:
            wanted = math.exp(-2 * zeta * math.acos(zeta) / math.sqrt(1 - zeta * zeta))
            check(abs(e - wanted) < 1e-12, f"section5.2.4: e = {e} at zeta = {zeta}, not {wanted}")


def look(folder):
    svg = {f"{p}-{i}": (folder / f"{p}-{i}.svg").read_text() for p, i in FIGURES}
    letters_at_points(svg["chatterjee-fig7.7"])
    curves_inside(svg["hurmuzlu-marghitu-section5"])

    frames = frames_of(svg["hurmuzlu-marghitu-fig6"])
    check(len(frames) == 2 and all(abs(frames[0][k] - frames[1][k]) < 0.1 for k in (1, 3)), f"fig6: frames {frames}")

    # Only one area may lie over the accessible region. Several areas would have mixed colours that are not in the legend.
    fills = {(re.search("fill:(rgb[^;]*)", s)[1], re.search("fill-opacity:([0-9.]+)", s)[1])
             for s, _, _ in paths_of(svg["chatterjee-fig7.9"]) if re.search(r"fill-opacity:0\.[0-9]*[1-9]", s)}
    check(len(fills) == 2, f"fig7.9: {len(fills)} colours of areas")

    drop = next(v for k, v in rows_of(folder, "chatterjee-fig8.4").items() if k.startswith("OACO"))
    check(any(a[0] == b[0] and abs(a[1] - b[1] - 0.64) < 1e-6 for a, b in zip(drop, drop[1:])),
          "fig8.4: the force does not drop at one compression")

    walton = {k: v for k, v in rows_of(folder, "payr-glocker-fig13").items() if k.startswith("Walton")}
    check(len(walton) == 3, f"fig13: {len(walton)} curves of Walton's law")
    ends = []
    for name, points in walton.items():
        kink = (1.0 + float(re.search(r"= ([0-9.]+)", name)[1])) * 1.75 / 1.605
        ends.append(kink)
        check(min(math.dist(p, (kink, -0.605 * kink)) for p in points) < 1e-6, f"fig13: {name} has no point at its kink")
    # The curves share a line from the origin to the kink of each, so longer curves must be drawn below shorter ones.
    check(ends == sorted(ends, reverse=True), "fig13: a longer curve covers a shorter one")
    curves_by_formula(folder)


if sys.argv[1] == "--folder":
    look(Path(sys.argv[2]))
else:
    with tempfile.TemporaryDirectory() as name:
        for paper, item in FIGURES:
            subprocess.run([sys.argv[1], "reproduce", paper, item, "-o", name], check=True, stdout=subprocess.DEVNULL)
        if not list(Path(name).glob("*.svg")):
            print("no pictures: this build has no Cairo")
            sys.exit(77)
        look(Path(name))
print("\n".join(bad) or f"{len(FIGURES)} pictures are as they should be")
sys.exit(bool(bad))
