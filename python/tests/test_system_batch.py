"""Tests batches of systems. Results must be bit-identical to carom.solve_system. Also tests shapes and errors."""
from __future__ import annotations

import numpy as np
import pytest

import carom


def walkers(count: int, seed: int = 3) -> "tuple[np.ndarray, np.ndarray]":
    """Returns W = R M^-1 R^T and v = R u of random bodies on two feet."""
    rng = np.random.default_rng(seed)
    feet = rng.uniform(-1, 1, (count, 2, 2))
    R = np.zeros((count, 4, 3))
    R[:, 0::2, 1], R[:, 1::2, 0] = 1, 1
    R[:, 0::2, 2], R[:, 1::2, 2] = feet[:, :, 0], -feet[:, :, 1]
    inverse = rng.uniform(0.5, 2, (count, 3)) * [1, 1, 4]
    inverse[:, 1] = inverse[:, 0]
    u = rng.uniform(-1, 1, (count, 3)) - [0, 1, 0]
    return np.einsum("nik,nk,njk->nij", R, inverse, R), np.einsum("nik,nk->ni", R, u)


@pytest.mark.parametrize("method", ["glocker", "pfeiffer-glocker", "hm-differential", "sequence"])
def test_the_bits_of_one_by_one(method: str) -> None:
    W, v = walkers(60)
    if method.startswith("hm-"):  # one foot strikes while the other rests on the floor
        v[:, 0], v[:, 2:] = -1.0, 0.0
    mu = np.random.default_rng(1).uniform(0, 1, (60, 1))
    word = "e" if method == "sequence" else "e_n" if "e_n" in carom.laws.for_systems()[method].coefficients else "e"
    kinds = {word: 0.5}
    answered = 0
    many = carom.solve_systems(W, v, method, mu=mu, **kinds)
    assert many.P.shape == (60, 2, 2) and many.mode.shape == (60, 2)
    for threads in (1, 2, 5):
        again = carom.solve_systems(W, v, method, mu=mu, threads=threads, **kinds)
        assert again.P.tobytes() == many.P.tobytes() and again.dE.tobytes() == many.dE.tobytes()
    for i in range(60):
        one = carom.solve_system(W[i], v[i], method, mu=float(mu[i, 0]), **kinds)
        assert one.status == many.status[i]
        assert one.P.tobytes() == many.P[i].tobytes() and one.v.tobytes() == many.v[i].tobytes()
        assert list(one.mode) == list(many.mode[i]) and one.violations == many.violations[i]
        answered += bool(np.isfinite(many.dE[i]))
    assert answered >= (20 if method == "hm-differential" else 50), answered


def test_shapes_broadcast() -> None:
    W, v = walkers(6)
    grid = carom.solve_systems(W[0], v.reshape(2, 3, 4), mu=np.linspace(0, 1, 3)[:, None], e_n=[0.2, 0.4])
    assert grid.dE.shape == (2, 3) and grid.P.shape == (2, 3, 2, 2)
    one = carom.solve_system(W[0], v[4], mu=0.5, e_n=[0.2, 0.4])
    assert grid.v[1, 1].tobytes() == one.v.tobytes()
    single = carom.solve_systems(W[0], v[0], mu=0.5, e_n=0.3)
    assert single.dE.shape == () and single.v.tobytes() == carom.solve_system(W[0], v[0], mu=0.5, e_n=0.3).v.tobytes()
    assert carom.solve_systems(np.empty((0, 4, 4)), np.empty((0, 4)), mu=0.5, e_n=0.3).P.shape == (0, 2, 2)


def test_refusals_name_the_system() -> None:
    W, v = walkers(5)
    with pytest.raises(carom.InputError) as refused:
        carom.solve_systems(W, v, mu=np.array([[0.1], [0.2], [-1], [0.3], [0.4]]), e_n=0.5)
    assert refused.value.index == (2,) and "mu" in str(refused.value)
    for bad in ({"W": W[:, :3, :3]}, {"v": v[:, :3]}, {"mu": np.zeros((4, 1))}, {"threads": 0}, {"solver": "magic"}):
        with pytest.raises(carom.InputError):
            carom.solve_systems(**{"W": W, "v": v, "mu": 0.5, "e_n": 0.3, **bad})
    W[3, 0, 0] = np.nan
    with pytest.raises(carom.InputError) as refused:
        carom.solve_systems(W, v, mu=0.5, e_n=0.5)
    assert refused.value.index == (3,)
