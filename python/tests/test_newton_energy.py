"""Tests the theorem of docs/site/concepts/energy-gain.md: when Newton's restitution with friction cannot gain energy."""
from __future__ import annotations

from typing import Any, Tuple

import numpy as np
import pytest

import carom

COUNT = 100_000


def problems(dim: int) -> Tuple[Any, Any, Any, Any]:
    """Returns random W, v and mu, and the largest e that gains no energy."""
    random = np.random.default_rng(46 + dim)
    roots = random.normal(size=(COUNT, dim, dim + 1))
    W = roots @ roots.transpose(0, 2, 1)
    v = random.normal(size=(COUNT, dim))
    v[:, 0] = -np.abs(v[:, 0])
    share = np.einsum("ni,nij,nj->n", W[:, 0, 1:], np.linalg.inv(W[:, 1:, 1:]), W[:, 1:, 0]) / W[:, 0, 0]
    return W, v, 10 ** random.uniform(-2, 1, COUNT), np.sqrt(1 - share)


def gains(W: Any, v: Any, dE: Any) -> Any:
    return dE / (0.5 * np.einsum("ni,ni->n", v, np.linalg.solve(W, v[..., None])[..., 0]))


@pytest.mark.parametrize(("law", "dim"), [("whittaker", 2), ("whittaker", 3), ("glocker", 2)])
def test_no_energy_is_gained_up_to_the_bound(law: str, dim: int) -> None:
    W, v, mu, most = problems(dim)
    name = "e_n" if law == "glocker" else "e"
    safe = gains(W, v, carom.collide(W, v, law, mu=mu, **{name: most}).dE)
    assert safe.max() < 1e-10  # allows for rounding, because W has condition numbers up to 1e6
    above = gains(W, v, carom.collide(W, v, law, mu=mu, **{name: np.minimum(1.0, 1.05 * most)}).dE)
    assert (above > 1e-6).sum() > COUNT // 200  # the bound is sharp: 5 % above it some impacts gain energy


def test_the_impact_that_the_theorem_names_gains() -> None:
    """Tests the sticking impact with the least P.D W P: just above the bound it gains energy, and below the bound it
    loses energy."""
    W = np.array([[2.5, -1.5], [-1.5, 2.5]])
    for e, sign in ((0.79, -1), (0.81, 1), (1.0, 1)):
        P = np.array([1.0, -W[0, 1] / W[1, 1] / (1 + e)])
        change = W @ P
        v = np.array([-change[0] / (1 + e), -change[1]])
        hit = carom.collide(W, v, "whittaker", e=e, mu=1.001 * abs(P[1]))
        assert np.allclose(hit.P, P) and np.sign(hit.dE) == sign


def test_several_contacts_with_different_coefficients() -> None:
    """Tests that no energy is gained if D W + W D is positive semidefinite.

    The entries of the diagonal matrix D are (1 - e_i)/(1 + e_i) for normal impulses and 1 for friction.
    """
    random = np.random.default_rng(64)
    safe = unsafe = gained = 0
    while safe < 300 or unsafe < 300:
        roots = random.normal(size=(4, 8))
        W, v = roots @ roots.T, random.normal(size=4)
        v[::2] = -np.abs(v[::2])
        e = random.uniform(0, 1, 2)
        D = np.diag([(1 - e[0]) / (1 + e[0]), 1.0, (1 - e[1]) / (1 + e[1]), 1.0])
        theorem = np.linalg.eigvalsh(D @ W + W @ D)[0] >= 0
        if (safe if theorem else unsafe) >= 300:
            continue
        out = carom.solve_system(W, v, "glocker", e_n=e, mu=random.uniform(0, 2, 2))
        gain = out.dE / (0.5 * v @ np.linalg.solve(W, v))
        if theorem:
            safe += 1
            assert gain < 1e-10
        else:
            unsafe += 1
            gained += gain > 1e-6
    assert gained > 0
