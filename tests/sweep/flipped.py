"""Flips one bit of a results file at a time and runs report and --resume on it.

Usage: flipped.py CAROM FILE STUDY WANTED COUNT. WANTED contains the output of report for the valid file.
"""
import subprocess
import sys

import h5py

carom, whole, study, wanted, count = sys.argv[1:]
data, said = open(whole, "rb").read(), open(wanted, "rb").read()
count, refused, other_slot, bad = int(count), 0, 0, []
with h5py.File(whole, "r") as file:
    slots = range(file["state"].id.get_offset(), file["state"].id.get_offset() + file["state"].nbytes)


def ask(*words):
    return subprocess.run([carom, *words], capture_output=True, timeout=60, stdin=subprocess.DEVNULL)


for k in range(count):
    # Half of the bits are in the first 16 kB, where most of HDF5's own structures are. The others are distributed
    # evenly.
    at = (k // 2) * 16384 // ((count + 1) // 2) + k % 7 if k % 2 == 0 else (2 * k + 1) * len(data) // (2 * count)
    changed = bytearray(data)
    changed[at] ^= 1 << k % 8
    with open("f.h5", "wb") as file:
        file.write(changed)
    report = ask("report", "f.h5", "--json")
    now = open("f.h5", "rb").read()
    resume = ask("sweep", study, "-o", "f.h5", "--resume")
    if report.returncode == 5 and resume.returncode == 5 and b"f.h5" in report.stderr and now == changed:
        refused += open("f.h5", "rb").read() == changed
    elif at in slots and report.returncode == 0 and report.stdout.replace(b"f.h5", b"whole.h5") == said and resume.returncode == 0:
        other_slot += 1
    else:
        bad.append(f"bit {k % 8} of byte {at}: report {report.returncode}, resume {resume.returncode}: {report.stderr!r}")
print("\n".join(bad[:10]))
print(f"{count} files with one bit flipped: {refused} refused, {other_slot} answered from the other commit slot, {len(bad)} wrong")
# The two slots are only a part of the file. Changes elsewhere must be rejected, so at least half of all files must be
# rejected.
sys.exit(1 if bad or refused + other_slot != count or refused < count // 2 else 0)
