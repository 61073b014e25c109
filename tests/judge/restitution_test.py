"""Checks that the fixes of docs/site/guides/engines.md have the stated effects on the small engine in examples/restitution.

Usage: restitution_test.py CAROM NODE
"""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def judged(families, *options):
    ran = subprocess.run([sys.argv[1], "judge", "--family", families, "--json", "--", sys.argv[2], ROOT / "examples/restitution/engine.mjs", *options],
                         check=True, stdout=subprocess.PIPE)
    return json.loads(ran.stdout)


def within(found):
    best = found["score"]["plane"]["laws"][0]
    return best["law"], best["within"]


def energy(found, name):
    return next(case["highest"] for case in found["cases"] if case["id"] == name)


def main():
    usual, swept = judged("AB"), judged("AB", "--fix", "several")
    assert within(usual) == ("whittaker", 308) and within(swept) == ("whittaker", 345), (within(usual), within(swept))
    assert usual["score"]["still_approaching"]["cases"] == 7 and swept["score"]["still_approaching"]["cases"] == 0
    assert swept["score"]["energy_gained"]["cases"] == 18 and swept["score"]["arriving_rods_gain"]["cases"] == 3

    clamped, routh = judged("AB", "--fix", "several,clamp"), judged("AB", "--fix", "several,two")
    for found in (clamped, routh):
        assert found["score"]["energy_gained"]["cases"] == found["score"]["arriving_rods_gain"]["cases"] == 0
    assert within(routh) == ("routh-poisson", 323), within(routh)
    assert within(judged("B", "--fix", "warm")) == ("whittaker", 310)

    late, bounded = judged("A", "--late", "--fix", "several"), judged("A", "--late", "--fix", "several,bound")
    assert late["score"]["balls_right"]["cases"] == 7 and bounded["score"]["balls_right"]["cases"] == 10

    falls, kept = judged("G"), judged("G", "--fix", "gravity")
    assert energy(falls, "G-ball-e1") > 40 and energy(kept, "G-ball-e1") < 0.03
    print("six fixes have the effects that the page states")


main()
