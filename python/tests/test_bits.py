"""Tests that results are bit-identical to those of a C program that solves one impact at a time. For routh in 3D they
agree to a relative 1e-12."""
from __future__ import annotations

import os
import subprocess

import numpy as np
import pytest
from conftest import applicable, plain, random_contacts, same_bits

import carom

PROGRAM = os.environ.get("CAROM_BITS", "")
CASES = [
    (name, dim, choice)
    for name, law in carom.laws.items()
    if law.module == "core"
    for dim in law.dims
    for choice in (law.coefficients["restitution"].choices if "restitution" in law.coefficients else ("",))
]


@pytest.mark.skipif(not PROGRAM, reason="CAROM_BITS does not name the C program")
@pytest.mark.parametrize("name, dim, restitution", CASES)
def test_bits_are_the_librarys(name: str, dim: int, restitution: str) -> None:
    count = 10_000 if dim in carom.laws[name].closed_form else 300
    W, v = random_contacts(count, dim, 9)
    W = applicable(name, W)
    given = plain(carom.laws[name], e=0.7, mu=0.6, e_n=0.7, r_n=0.7)
    if restitution:
        given["restitution"] = restitution
    words = [f"{key}={value}" for key, value in given.items()]
    rows = np.concatenate([W.reshape(count, -1), v], axis=1)
    asked = subprocess.run([PROGRAM, name, str(dim), *words], input=rows.tobytes(), capture_output=True, check=True)
    answers = np.frombuffer(asked.stdout).reshape(count, 2 * dim + 1)
    hit = carom.collide(W, v, name, details=False, **given)
    assert np.isfinite(hit.dE).mean() > 0.5
    found = np.column_stack([hit.P, hit.v, hit.dE])
    if (name, dim) == ("routh", 3):
        # This law has no closed form. Batches follow the path with another method, so results agree to 1e-12 of |P|.
        size = np.linalg.norm(answers[:, :3], axis=1)
        assert (np.linalg.norm(found[:, :3] - answers[:, :3], axis=1) <= 1e-12 * size).all()
        # v' and dE are computed from P, so they agree equally well relative to the size of their terms.
        terms = size * np.abs(W).sum(axis=(1, 2)) + np.linalg.norm(v, axis=1)
        assert (np.linalg.norm(found[:, 3:6] - answers[:, 3:6], axis=1) <= 1e-12 * terms).all()
        assert (np.abs(found[:, 6] - answers[:, 6]) <= 1e-12 * size * terms).all()
    else:
        assert same_bits(found, answers)
