"""Tests examples/python/contact_moment.py: its friction against a patch of points, and its bounce against time
stepping."""
from __future__ import annotations

import math
import os
import runpy
import sys
from pathlib import Path
from typing import Any, Dict

import numpy as np
import pytest

EXAMPLE = Path(os.environ.get("CAROM_ROOT", Path(__file__).resolve().parents[2])) / "examples/python/contact_moment.py"
R, PATCH = 0.02, 0.05


@pytest.fixture(scope="module")
def example(tmp_path_factory: Any) -> Dict[str, Any]:
    given = sys.argv
    sys.argv = [str(EXAMPLE), str(tmp_path_factory.mktemp("picture"))]
    try:
        return runpy.run_path(str(EXAMPLE))
    finally:
        sys.argv = given


def points(count: int) -> Any:
    """Returns points of the unit disc on a square grid, each with its share of Hertz's force."""
    x, y = np.meshgrid((np.arange(count) + 0.5) / count * 2 - 1, (np.arange(count) + 0.5) / count * 2 - 1)
    inside = x**2 + y**2 < 1
    share = np.sqrt(1 - x[inside] ** 2 - y[inside] ** 2)
    return x[inside], y[inside], share / share.sum()


def wrench(x: Any, y: Any, share: Any, v: float, turn: float) -> Any:
    """Returns the friction on a patch of radius 1 with the slip v along x and the spin `turn`, divided by mu N.

    These are the force along x, the moment and the force along y.
    """
    slip = np.array([v - turn * y, turn * x])
    slip /= np.hypot(*slip)
    return (share * slip[0]).sum(), (share * (x * slip[1] - y * slip[0])).sum(), (share * slip[1]).sum()


def test_friction_of_a_patch_of_points(example: Dict[str, Any]) -> None:
    x, y, share = points(401)
    for t in (0.1, 0.4, 0.5, 0.6, 0.9):
        force, moment, across = wrench(x, y, share, 1 - t, t)
        assert np.interp(t, example["TABLE"], example["F"]) == pytest.approx(force, abs=3e-3)  # the grid leaves 2e-3 near zero slip
        assert np.interp(t, example["TABLE"], example["G"]) == pytest.approx(moment, abs=3e-3)
        assert abs(across) < 1e-12
    assert example["F"][-2] == pytest.approx(3 * math.pi / 8 / 399 * 0.9975, rel=2e-2)
    assert example["G"][-2] == pytest.approx(3 * math.pi / 16, rel=1e-3)


@pytest.mark.parametrize(("v", "spin"), [(1.0, 300.0), (0.2, 3000.0), (3.0, 30.0)])
def test_a_bounce_against_steps_in_time(example: Dict[str, Any], v: float, spin: float) -> None:
    """Tests a bounce against time stepping of overlap, slip and spin with the patch of points.

    The example uses steps of the normal impulse instead of time.
    """
    mu, speed = 0.1, 2.0
    found = example["bounce"](v, spin, speed, mu)
    x, y, share = points(61)
    deepest = PATCH**2 * R  # a_max^2 = R d_max, and the Hertz spring stores speed^2/2 there
    kn = 1.25 * speed**2 / deepest**2.5
    d, rate, step = 0.0, speed, deepest / speed / 1500
    slip, turn = v, spin
    while True:
        d += step * rate
        if d < 0:
            break
        N, a = kn * d**1.5, math.sqrt(R * d)
        force, moment, _ = wrench(x, y, share, slip, a * turn)
        rate -= step * N
        slip -= step * 3.5 * mu * N * force
        turn -= step * 2.5 / R**2 * mu * N * a * moment
    assert -rate == pytest.approx(speed, rel=2e-3)
    assert found[0] == pytest.approx(slip, abs=5e-3 * v) and spin - found[1] == pytest.approx(spin - turn, rel=2e-2)


def test_the_extended_cone(example: Dict[str, Any]) -> None:
    """Tests that the power F v + M w never exceeds the dissipation of the patch, for any slip v and spin w."""
    t, F, G = example["TABLE"], example["F"], example["G"]
    dissipation = F * (1 - t) + G * t
    for force, moment in zip(F, G):
        assert (force * (1 - t) + moment * t <= dissipation + 2e-4).all()


def test_moment_restitution_gains_only_beyond_the_bound(example: Dict[str, Any]) -> None:
    """Tests 1e5 random impacts with v_n' = -e v_n and spin' = -e_m spin. Only those beyond the bound `safe` can gain
    energy."""
    random = np.random.default_rng(1991)
    count = 100_000
    roots = random.normal(size=(count, 2, 3))
    W = roots @ roots.transpose(0, 2, 1)
    e, e_m = random.uniform(0, 1, count), random.uniform(-0.99, 1, count)
    v = random.normal(size=(count, 2))
    after = -np.stack([e, e_m], axis=1) * v
    P = np.linalg.solve(W, (after - v)[..., None])[..., 0]
    dE = 0.5 * (P * (v + after)).sum(axis=1)
    size = 0.5 * np.einsum("ni,ni->n", v, np.linalg.solve(W, v[..., None])[..., 0])
    safe = example["safe"](e, e_m, W[:, 0, 1] ** 2 / W[:, 0, 0] / W[:, 1, 1])
    assert 20_000 < safe.sum() < 90_000
    assert (dE / size)[safe].max() < 1e-9 and (dE / size)[~safe].max() > 0.1
