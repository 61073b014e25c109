"""Damages a results file in many ways and runs report and --resume on it.

Usage: damage.py CAROM FILE STUDY COUNT. Either both reject the file and do not change it, or report prints what it
prints for the valid file. COUNT files have one changed bit, the others are changed as a whole.
"""
import os
import subprocess
import sys

import h5py
import numpy as np

carom, whole, study, count = sys.argv[1:]
data, count = open(whole, "rb").read(), int(count)


def ask(*words):
    return subprocess.run([carom, *words], capture_output=True, timeout=60, stdin=subprocess.DEVNULL)


def outputs(name):
    """Returns what report prints, nothing if it rejects the file."""
    runs = [ask("report", name, option) for option in ("--json", "--samples")]
    return [b"" if run.returncode == 5 else run.stdout for run in runs]


said = outputs(whole)
assert all(said), "the valid file is rejected"
rejected, bad = 0, []


def check(what, must_reject):
    """Checks the file f.h5. The samples may be rejected alone, because the summary does not need them."""
    global rejected
    now = open("f.h5", "rb").read()
    report = ask("report", "f.h5", "--json")
    resume = ask("sweep", study, "-o", "f.h5", "--resume")
    if b"HDF5-DIAG" in report.stderr + resume.stderr or open("f.h5", "rb").read() != now:
        bad.append(f"{what}: HDF5 prints, or the file is changed")
    elif report.returncode == 5 and b"f.h5" in report.stderr and not report.stdout:
        rejected += 1
        if resume.returncode != 5:
            bad.append(f"{what}: --resume ends with {resume.returncode}")
    elif must_reject or report.returncode or any(new not in (b"", old) for new, old in zip(outputs("f.h5"), said)):
        bad.append(f"{what}: report {report.returncode}, resume {resume.returncode}: {report.stderr!r}")
    elif not outputs("f.h5")[1]:
        rejected += 1


for k in range(count):
    # Half of the bits are in the first 16 kB, where most of HDF5's own structures are. The others are distributed evenly.
    at = (k // 2) * 16384 // ((count + 1) // 2) + k % 7 if k % 2 == 0 else (2 * k + 1) * len(data) // (2 * count)
    changed = bytearray(data)
    changed[at] ^= 1 << k % 8
    open("f.h5", "wb").write(changed)
    check(f"bit {k % 8} of byte {at}", False)
# Bytes between the parts of the file are not used, and many of the first 16 kB are such.
if rejected < 0.5 * count:
    bad.append(f"only {rejected} of {count} changed bits are noticed")


def replace(file, name, **kind):
    del file[name]
    file.create_dataset(name, **kind)


def put(file, name, place, value):
    file[name][place] = value


ways = {
    "numbers as study": lambda f: replace(f, "study", data=np.arange(1000.0)),
    "endless study": lambda f: replace(f, "study", shape=(1 << 40,), dtype="S100", chunks=(1000,)),
    "text of any length": lambda f: replace(f, "study", data="{}"),
    "no study": lambda f: f.__delitem__("study"),
    "link to another file": lambda f: (f.__delitem__("study"), f.__setitem__("study", h5py.ExternalLink(whole, "/study"))),
    "compressed numbers": lambda f: replace(f, "summary/newton/mean", data=f["summary/newton/mean"][:]) or
    replace(f, "summary/newton/sums", data=f["summary/newton/sums"][:], compression="gzip"),
    "no checksum": lambda f: replace(f, "summary/newton/sums", data=f["summary/newton/sums"][:]),
    "another shape": lambda f: replace(f, "summary/newton/sums", data=np.zeros((2, 5), "u8"), fletcher32=True),
    "another type": lambda f: replace(f, "summary/newton/count", data=np.zeros(1), fletcher32=True),
    "another format": lambda f: f.attrs.__setitem__("format", np.bytes_("carom sweep 99")),
    "another version": lambda f: f.attrs.__setitem__("carom_version", np.bytes_("0.0.1")),
    "blocks past the end": lambda f: put(f, "done", (0, 1), 1 << 40),
    "blocks twice": lambda f: replace(f, "done", data=np.array([[0, 2], [1, 2]], "u8"), fletcher32=True, chunks=(2, 2)),
    "a worst case past the end": lambda f: put(f, "summary/newton/worst_sample", 0, 1 << 60),
}
for name, change in ways.items():
    open("f.h5", "wb").write(data)
    with h5py.File("f.h5", "a") as file:
        change(file)
    check(name, True)
for length in (0, 8, 100, len(data) // 2, len(data) - 1):
    open("f.h5", "wb").write(data[:length])
    check(f"{length} bytes", True)
open("f.h5", "w").write("{}")
check("a text", True)
os.remove("f.h5")
print("\n".join(bad[:10]))
print(f"{count} changed bits and {len(ways) + 6} changed files: {rejected} rejected, {len(bad)} wrong")
sys.exit(1 if bad else 0)
