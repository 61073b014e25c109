#!/usr/bin/env python3
"""Check the speed of `carom fit` on 1718 impacts, with every 2D law, its intervals and its held-out scores.

The limit is 12 s of processor time, or 6 s on each of two cores. The longest time measured was 4.5 s, under tenfold
load.

Usage: speed.py CAROM SYNTHETIC"""
import os
import resource
import subprocess
import sys
import tempfile
import time

with tempfile.TemporaryDirectory() as folder:
    name = os.path.join(folder, "impacts.csv")
    with open(name, "w") as file:
        subprocess.run([sys.argv[2], "1718"], stdout=file, check=True)
    start = time.monotonic()
    answer = subprocess.run([sys.argv[1], "fit", name, "--threads", "2"], capture_output=True, text=True, check=True)
    wall = time.monotonic() - start
used = resource.getrusage(resource.RUSAGE_CHILDREN)
spent = used.ru_utime + used.ru_stime
print(f"1718 impacts: {spent:.1f} s of processor time, {wall:.1f} s on the clock, load {os.getloadavg()[0]:.1f}")
sys.exit(spent > 12.0 or "1718 impacts in 9 groups" not in answer.stdout)
