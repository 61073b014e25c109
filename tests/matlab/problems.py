"""Solves random impacts by every law of the core in Python and writes problems and results for compare.m.

Usage: problems.py OUT [PROBLEMS]

A line contains the law, the dimension, the number of coefficients, and the coefficients as name=numbers or name=choice. The numbers of
W, v, P, v' and dE follow, and then the status. Each number is written as 16 hexadecimal digits, so that no bit is lost.
"""
import struct
import sys

import carom
import numpy as np


def word(x):
    return struct.pack(">d", float(x)).hex()


def written(value):
    return value if isinstance(value, str) else ",".join(map(word, np.atleast_1d(value)))


def contact(random, dim, plain):
    A = random.normal(size=(dim, dim))
    W = A @ A.T + 0.1 * np.eye(dim)
    if plain:  # W of a homogeneous sphere, for laws that require no coupling
        W = np.diag([1.0] + [3.5] * (dim - 1)) * (1.0 + random.random())
    v = random.normal(size=dim)
    v[0] = -abs(v[0]) - 0.01
    return W, v


def coefficients(random, law, dim):
    given, s = {}, random.random() / 2
    for name, row in law.coefficients.items():
        if row.kind == "choice":
            given[name] = list(row.choices)[random.integers(len(row.choices))] if row.choices else None
        elif row.kind == "pair" and row.required:
            given[name] = 0.3 * random.random() if dim == 2 else list(0.3 * random.random(2))
        elif row.kind == "real" and row.required:
            given[name] = s if name in ("s1", "s2") else max(row.lowest, 0.0) + random.random() * (min(row.highest, 1.0) - max(row.lowest, 0.0))
        elif row.kind == "real" and name in ("e_t", "r_t", "nu", "f"):
            given[name] = random.random() * 0.9
    return {name: value for name, value in given.items() if value is not None}


def main():
    problems = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    random = np.random.default_rng(7)
    with open(sys.argv[1], "w") as out:
        for law in (law for law in carom.laws.values() if law.module == "core"):
            for dim in law.dims:
                for i in range(problems):
                    given = coefficients(random, law, dim)
                    for plain in (False, True):
                        W, v = contact(random, dim, plain)
                        hit = carom.collide(W, v, law.name, **given)
                        if hit.status != "not-applicable":
                            break
                    words = [f"{name}={written(value)}" for name, value in given.items()]
                    numbers = [*W.T.ravel(), *v, *hit.P, *hit.v, hit.dE]
                    print(law.name, dim, len(words), *words, *map(word, numbers), hit.status, file=out)


main()
