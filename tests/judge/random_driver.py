#!/usr/bin/env python3
"""A driver with random answers, seeded by the id of the case. Velocities have three or six numbers in 2D; in 3D some answers also have
orientations.

The tests call `answer` to compute the expected scores.
"""
import json
import random
import sys


def answer(c):
    rnd = random.Random(c["id"])
    wide = c["dim"] == 3 or rnd.random() < .3
    out = {"id": c["id"], "u": [[rnd.uniform(-5, 5) for _ in range(6 if wide else 3)] for _ in c["bodies"]]}
    if c["dim"] == 3 and rnd.random() < .5:
        out["q"] = [[rnd.gauss(0, 1) for _ in range(4)] for _ in c["bodies"]]
    return out


if __name__ == "__main__":
    for line in sys.stdin:
        case = json.loads(line)
        hello = {"impactbench": 1, "engine": "random", "version": "0", "dims": [2, 3], "settings": {"dt": .01}, "families": "ABCDE"}
        print(json.dumps(hello if "impactbench" in case else answer(case)), flush=True)
