#!/usr/bin/env python3
"""Counts how many objects of a Ninja build are compiled again when a line is added to a registry.

Usage: recompiles.py NINJA BUILD

Reads the dependencies that Ninja recorded, so it counts only targets that were built. Fails if more than MOST objects depend on a
registry. Exit code 77 (skipped): BUILD was not made by Ninja, or Ninja has recorded no dependencies.
"""
import os
import subprocess
import sys

MOST = 40
REGISTRIES = ("src/tables/laws.def", "src/tables/compliant_laws.def",
              "src/tables/engines.def", "cli/verbs.def", "src/batch/laws_lanes.def")


def objects(lines):
    """Returns for each registry the objects that depend on it, from the output of `ninja -t deps`. Outdated entries do not count."""
    found, name = {registry: set() for registry in REGISTRIES}, None
    for line in lines:
        if line and not line[0].isspace():
            name = line.split(": #deps")[0] if line.rstrip().endswith("(VALID)") else None
        elif name:
            for registry in REGISTRIES:
                if line.strip().endswith("/" + registry):
                    found[registry].add(name)
    return found


def main():
    ninja, build = sys.argv[1:]
    if not os.path.exists(os.path.join(build, ".ninja_deps")):
        print("recompiles: not a Ninja build")
        return 77
    found = objects(subprocess.run([ninja, "-C", build, "-t", "deps"], capture_output=True, text=True, check=True).stdout.splitlines())
    if not found["src/tables/laws.def"]:
        print("recompiles: no dependencies are recorded")
        return 77
    for registry, names in found.items():
        print(f"recompiles: {registry}: {len(names)} objects")
    bad = [registry for registry, names in found.items() if len(names) > MOST]
    for registry in bad:
        print(f"recompiles: more than {MOST} objects depend on {registry}:", *sorted(found[registry]), sep="\n  ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
