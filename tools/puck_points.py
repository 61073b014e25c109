#!/usr/bin/env python3
"""Writes papers/puck_points.def: synthetic stroboscopic pictures, which the figures of papers show instead of lost
measurements.

    tools/puck_points.py          from tests/fit/golden/pucks_synthetic.json, the case "empirical-noisy"
"""
import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[1]
CASE = "empirical-noisy"

document = json.loads((ROOT / "tests/fit/golden/pucks_synthetic.json").read_text())
data = next(case["data"] for case in document["cases"] if case["id"] == CASE)
lines = [
    "// Made by tools/puck_points.py from the case \"" + CASE + "\" of tests/fit/golden/pucks_synthetic.json.",
    "// Synthetic strobe pictures after Chatterjee 1997, 11.1.2, whose measurements are lost: e = 0.92, an impulse ratio that",
    "// rises to 0.1 at 0.5 rad and on to 0.16 at pi/2, errors of 0.4 pixels, rounded to whole ones.",
    "//   CAROM_POINTS(puck, x, y, marker x, marker y of four flashes, in pixels, 4.35 a mm)",
]
lines += [f"CAROM_POINTS({row['puck']}, {', '.join(str(int(x)) for x in row['px'])})" for row in data]
(ROOT / "papers/puck_points.def").write_text("\n".join(lines) + "\n")
