"""Damages a results file as a bad disk, a crash or an attacker could. Usage: forge.py HOW FROM TO"""
import os
import shutil
import struct
import sys

import h5py
import numpy as np

how, source, path = sys.argv[1:]
shutil.copy(source, path)
MASK = (1 << 64) - 1


def checksum(total, data):
    """Returns the checksum that the results file uses."""
    whole = len(data) // 8 * 8
    words = list(struct.unpack("<%dQ" % (whole // 8), data[:whole]))
    rest = data[whole:]
    if rest:
        words.append(int.from_bytes(rest, "little") | (len(rest) << 56))
    for word in words:
        total = (total ^ word) * 0xBF58476D1CE4E5B9 & MASK
        total ^= total >> 29
    return total


def frame_again():
    """Corrects the checksum of the constant parts, as an attacker would. mods/sweep/frame.c defines it."""
    with open(path, "r+b") as file:
        data = file.read()
        name, _, _, count = struct.unpack("<8s3Q", data[:32])
        if name != b"caromfrm":
            return
        file.seek(16)
        file.write(struct.pack("<Q", len(data)))
        data = data[:16] + struct.pack("<Q", len(data)) + data[24:]
        total, at = checksum(0, data[:8]), 16
        for k in range(count):
            start, length = struct.unpack("<2Q", data[32 + 16 * k : 48 + 16 * k])
            total, at = checksum(total, data[at:start]), start + length
        file.seek(8)
        file.write(struct.pack("<Q", checksum(total, data[at:])))


def flip(offset, bit=4):
    with open(path, "r+b") as file:
        file.seek(offset)
        byte = file.read(1)[0]
        file.seek(offset)
        file.write(bytes([byte ^ 1 << bit]))


def address(name):
    with h5py.File(path, "r") as file:
        return file[name].id.get_offset()


def replace(name, **kind):
    with h5py.File(path, "a") as file:
        del file[name]
        file.create_dataset(name, **kind)


def study():
    with h5py.File(path, "r") as file:
        return file["study"][()]


def note(name, value):
    with h5py.File(path, "a") as file:
        del file.attrs[name]
        file.attrs[name] = value


def state(change):
    """Changes both slots and corrects their checksums."""
    key = checksum(0, study().rstrip(b"\0"))
    with h5py.File(path, "a") as file:
        slots = file["state"][:]
        for slot in slots:
            change(slot[2:])
            start = checksum(key ^ 0x9E3779B97F4A7C15, struct.pack("<Q", int(slot[0])))
            slot[1] = checksum(start, slot[2:].tobytes())
        file["state"][:] = slots


def damage_slots(*which):
    width = h5py.File(path, "r")["state"].shape[1] * 8
    start = address("state")
    for slot in which:
        flip(start + slot * width + width // 2)


def put(slots, place, value):
    slots[place] = value


def as_link():
    other = path + ".other"
    shutil.copy(source, other)
    with h5py.File(path, "a") as file:
        del file["study"]
        file["study"] = h5py.ExternalLink(os.path.basename(other), "/study")


def elsewhere():
    """Replaces the study by a dataset whose bytes are in another file."""
    text = study()
    with h5py.File(path, "a") as file:
        del file["study"]
        made = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        made.set_external(b"/etc/passwd", 0, len(text))
        kind = h5py.h5t.C_S1.copy()
        kind.set_size(len(text))
        h5py.h5d.create(file.id, b"study", kind, h5py.h5s.create(h5py.h5s.SCALAR), made)


def packed():
    with h5py.File(path, "a") as file:
        values = file["columns/newton/dE"][:]
        del file["columns/newton/dE"]
        file.create_dataset("columns/newton/dE", data=values, compression="gzip")


ways = {
    "many texts": lambda: replace("study", data=np.array([study()] * 2000)),
    "numbers": lambda: replace("study", data=np.arange(1000.0)),
    "endless": lambda: replace("study", shape=(1 << 40,), dtype="S100", chunks=(1000,)),
    "lists": lambda: replace("study", shape=(9,), dtype=h5py.vlen_dtype(np.float64)),
    "loose text": lambda: replace("study", data=study().decode()),
    "no study": lambda: h5py.File(path, "a").__delitem__("study"),
    "link": as_link,
    "elsewhere": elsewhere,
    "packed": packed,
    "other shape": lambda: replace("state", data=np.zeros((2, 5), "u8")),
    "other type": lambda: replace("columns/newton/dE", data=np.zeros(h5py.File(path, "r")["columns/newton/dE"].shape, "u8")),
    "format": lambda: note("format", np.bytes_("carom sweep 99")),
    "loose format": lambda: note("format", "carom sweep 99"),
    "version": lambda: note("carom_version", np.bytes_("0.0.1")),
    "one slot": lambda: damage_slots(1),
    "both slots": lambda: damage_slots(0, 1),
    "too far": lambda: state(lambda words: put(words, 0, 1 << 40)),
    "too far ahead": lambda: state(lambda words: put(words, slice(1, 1025), MASK)),
    "worst": lambda: state(lambda words: put(words, -1, 1 << 60)),
    "column": lambda: flip(address("columns/initial-slip/P_n") + 8 * 1234 + 3),
    "mode": lambda: flip(address("columns/newton/mode") + 2047),
    "input": lambda: flip(address("columns/inputs/params.mu") + 8 * 3000),
    "text": lambda: flip(address("study") + study().index(b"0.5"), 2),
    "frame": lambda: flip(600),
    "summary": lambda: flip(address("summary/newton/mean") + 3),
    "cut": lambda: os.truncate(path, os.path.getsize(path) // 2),
}
ways[how]()
if how not in ("cut", "frame"):
    frame_again()
