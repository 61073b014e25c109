#!/usr/bin/env python3
"""Checks that every test has the label of a module, and that every module has a quick test. Usage: labels.py CTEST BUILD"""
import json
import subprocess
import sys

MODULES = ("core bodies systems motion batch derivative geometry compliant scenario draw fit sweep cli papers python npm docs "
           "engines").split()


def labels_of(test):
    return next((p["value"] for p in test["properties"] if p["name"] == "LABELS"), [])


ctest, build = sys.argv[1:]
listed = json.loads(subprocess.check_output([ctest, "--test-dir", build, "--show-only=json-v1"]))["tests"]
wrong = [f"{test['name']}: no module among its labels {labels_of(test)}" for test in listed
         if not set(labels_of(test)) & set(MODULES)]
for module in MODULES:
    of_module = [test for test in listed if module in labels_of(test)]
    quick = [test for test in of_module if "quick" in labels_of(test)]
    print(f"{module:11} {len(of_module):4} tests, {len(quick):3} quick")
    if of_module and not quick:
        wrong.append(f"{module}: none of its tests is quick")
print("\n".join(wrong))
sys.exit(bool(wrong) or len(listed) < 100)
