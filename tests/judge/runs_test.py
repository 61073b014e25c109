#!/usr/bin/env python3
"""Tests the scores of elastic spheres and long runs with a driver that answers by closed forms. Usage: runs_test.py CAROM"""
import json
import pathlib
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent


def judge(*words):
    command = [sys.argv[1], "judge", "--json", "--", sys.executable, here / "exact_driver.py", *words]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def share(report, key):
    return report["score"][key]["cases"], report["score"][key]["of"]


# Nine normal impacts: two spheres, spheres on a rigid floor, and spheres with a given restitution. Only the families
# that the driver names are tested.
fine = judge("1")
assert fine["asked"] == fine["questions"] == 28 and share(fine, "elastic_right") == (9, 9), fine["score"]
assert fine["score"]["elastic_right"]["worst"] < 1e-6, fine["score"]["elastic_right"]  # the references were computed by carom's hertz with a tolerance of 1e-10
assert share(fine, "runs_right") == (1, 1) and fine["score"]["runs_right"]["worst"] < 1e-12
# Durations and forces that are wrong by 5 %: the four cases with a known duration fail. The others compare only
# velocities and pass.
assert share(judge("1.05"), "elastic_right") == (5, 9)
with tempfile.TemporaryDirectory() as folder:
    page = pathlib.Path(folder, "page.html")
    subprocess.run([sys.argv[1], "judge", "-o", page, "--", sys.executable, here / "exact_driver.py", "1.05"], capture_output=True, check=True)
    assert page.read_text(encoding="utf-8").count(": 5 %, e = 1, mu = 0</li>") == 4
# A ball whose height grows or falls by 2 %, although its energy must be constant.
up, down = judge("1.02"), judge(".98")
assert share(up, "runs_right") == share(down, "runs_right") == (0, 1)
assert abs(up["score"]["runs_right"]["worst"] - .02) < 1e-12 and abs(down["score"]["runs_right"]["worst"] - .02) < 1e-12
# States in 3D give the same score.
assert share(judge("1", "space"), "runs_right") == (1, 1)
for form, words in {"short": "199 states, wanted 200", "narrow": "5 numbers", "none": "not a finite number", "u": "instead of"}.items():
    report = judge("1", form)
    ball = [c for c in report["cases"] if c["id"] == "G-ball-e1"][0]
    assert ball["status"] == "nonsense" and words in ball["message"] and report["score"]["errors"] == 1, (form, ball)
print("9 elastic impacts and one endless bounce, right and spoilt")
