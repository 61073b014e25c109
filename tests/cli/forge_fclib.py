"""Writes an FCLIB file with one error: forge_fclib.py HOW FROM TO."""
import os
import shutil
import sys

import h5py
import numpy as np

how, source, path = sys.argv[1:]
shutil.copy(source, path)
local = "fclib_local/"


def replace(name, value, **kind):
    with h5py.File(path, "a") as file:
        del file[local + name]
        if value is not None:
            file.create_dataset(local + name, data=value, **kind)


def link():
    shutil.copy(source, path + ".other")
    with h5py.File(path, "a") as file:
        del file[local + "vectors/q"]
        file[local + "vectors/q"] = h5py.ExternalLink(os.path.basename(path) + ".other", local + "vectors/q")


def one(value):
    return np.array([value], "i4")


ways = {
    "long q": lambda: replace("vectors/q", np.ones(100000)),
    "long mu": lambda: replace("vectors/mu", np.ones(100000)),
    "long p": lambda: replace("W/p", np.zeros(100000, "i4")),
    "long m": lambda: replace("W/m", np.full(100000, 4, "i4")),
    "short q": lambda: replace("vectors/q", np.ones(3)),
    "short x": lambda: replace("W/x", np.ones(3)),
    "no q": lambda: replace("vectors/q", None),
    "no mu": lambda: replace("vectors/mu", None),
    "no x": lambda: replace("W/x", None),
    "no W": lambda: replace("W", None),
    "words": lambda: replace("W/x", np.array([b"a"] * 10)),
    "loose words": lambda: replace("W/x", ["a"] * 10, dtype=h5py.string_dtype()),
    "lists": lambda: replace("vectors/q", None) or h5py.File(path, "a").create_dataset(
        local + "vectors/q", (4,), dtype=h5py.vlen_dtype(np.float64)),
    "square q": lambda: replace("vectors/q", np.ones((2, 2))),
    "whole q": lambda: replace("vectors/q", np.ones(4, "i8")),
    "packed": lambda: replace("vectors/q", np.ones(4), compression="gzip"),
    "link": link,
    "no dimension": lambda: replace("spacedim", one(0)),
    "five dimensions": lambda: replace("spacedim", one(5)),
    "negative m": lambda: replace("W/m", one(-4)),
    "large n": lambda: replace("W/n", one(2000000000)) or replace("W/m", one(2000000000)),
    "nz -1000": lambda: replace("W/nz", one(-1000)),
    "large nz": lambda: replace("W/nz", one(2000000000)),
    "large nzmax": lambda: replace("W/nzmax", one(2147483647)),
    "nz past nzmax": lambda: replace("W/nzmax", one(2)),
    "outside": lambda: replace("W/i", np.full(10, 4, "i4")),
    "below": lambda: replace("W/p", np.full(10, -1, "i4")),
    "constrained": lambda: h5py.File(path, "a").create_group(local + "V"),
    "nothing": lambda: h5py.File(path, "w"),
    "cut": lambda: os.truncate(path, os.path.getsize(path) // 2),
}
ways[how]()
