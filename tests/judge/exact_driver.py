#!/usr/bin/env python3
"""A driver that answers by closed forms. It solves normal impacts of spheres, with Hertz's duration and force, and a ball that bounces
without loss.

Usage: exact_driver.py FACTOR [FORM]. FACTOR multiplies durations, forces and heights; FORM selects an invalid form of the answer.
"""
import json
import math
import sys

factor, form = float(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else ""


def elastic(c):
    if c["mu"]:
        return {"cannot": "friction"}
    m, b = c["material"], c["bodies"][0]
    two = m["floor"] == "none"
    v, e, radius = -b["velocity"][1], c["e"], b["colliders"][0]["ball"]
    u = [[0, s * e * v, 0, 0, 0, 0] for s in (1, -1)[:len(c["bodies"])]]
    mass, R, closing = (b["mass"] / 2, radius / 2, 2 * v) if two else (b["mass"], radius, v)
    E = m["young"] / (1 - m["poisson"] ** 2) / (2 if two else 1)
    k = 4 / 3 * E * math.sqrt(R)
    deep = (5 * mass * closing ** 2 / (4 * k)) ** .4
    # The duration is 2 I deep / closing, where I is the integral of 1 / sqrt(1 - x^(5/2)) from 0 to 1. With the beta
    # function B, it is I = (2/5) B(2/5, 1/2).
    lasts = .8 * math.gamma(.4) * math.gamma(.5) / math.gamma(.9) * deep / closing
    return {"u": u, "duration": factor * lasts, "force": factor * k * deep ** 1.5}


def bounce(c):
    """Returns the states of the bouncing ball, which is at its highest point at every whole second."""
    if c["id"] != "G-ball-e1":
        return {"cannot": "only the ball that bounces for ever"}
    y = 1.75 * factor
    state = [0, y, 0, 1, 0, 0, 0] + [0] * 6 if form == "space" else [0, y, 0, 0, 0, 0]
    if form == "narrow":
        state = state[:5]
    if form == "none":
        state[1] = None
    count = round(c["run"]["time"] / c["run"]["every"])
    return {"u": [[0, 0, 0]]} if form == "u" else {"trail": [[state]] * (count - (form == "short"))}


for line in sys.stdin:
    case = json.loads(line)
    if "impactbench" in case:
        out = {"impactbench": 1, "engine": "exact", "version": "1", "dims": [2, 3], "families": "EG", "settings": {}}
    else:
        out = {"id": case["id"], **(elastic(case) if case["family"] == "E" else bounce(case))}
    print(json.dumps(out), flush=True)
