"""Tests the cases of Painlevé's paradox with random contacts and with a rod on a stiff spring."""
from __future__ import annotations

import math
from typing import Any, Tuple

import numpy as np
import pytest

import carom

HALF, GRAVITY, MU = 0.5, 9.81, 1.8  # a rod of 1 kg and 1 m


def test_the_case_of_random_contacts() -> None:
    """Tests that the signs of b and p determine the case, in 2D and 3D. In every sliding solution, b + p N = 0."""
    random = np.random.default_rng(1895)
    seen = {name: 0 for name in ("contact", "separation", "inconsistent", "indeterminate")}
    for k in range(3_000):
        dim = 2 + k % 2
        roots = random.normal(size=(dim, dim + 1))
        W, slip, b = roots @ roots.T, random.normal(size=dim - 1), random.normal(size=dim)
        mu = float(10 ** random.uniform(-1, 1))
        along = slip / np.linalg.norm(slip)
        p = W[0, 0] - mu * W[0, 1:] @ along
        found = carom.forces(W, [0.0, *slip], b, mu=mu, e=0.0)
        name = ("contact" if p > 0 else "inconsistent") if b[0] < 0 else ("separation" if p > 0 else "indeterminate")
        assert found.case == name and found.p == pytest.approx(p, rel=1e-9, abs=1e-12)
        seen[name] += 1
        assert (found.impulse[0] > 0) == (p < 0)
        for one in found.solutions:
            assert one.F[0] >= 0 and one.a[0] >= 0 and one.F[0] * one.a[0] == 0
            assert np.allclose(one.a, b + W @ one.F, rtol=1e-9, atol=1e-9 * (1 + abs(one.F[0])) * np.trace(W))
            if one.mode == "slides":
                assert one.F[0] == pytest.approx(-b[0] / p, rel=1e-9)
                assert np.allclose(one.F[1:], -mu * one.F[0] * along)
    assert min(seen.values()) > 100


STEP = 2e-3  # of 1/sqrt(k) in units of 1 kg


def on_a_spring(angle: float, spin: float, k: float, push: float) -> Tuple[str, Any, float]:
    """Simulates a rod that slides on a spring of stiffness k.

    The initial overlap is 1 + push times that of the sliding solution, or 0 if there is no such solution. Returns
    "lift-off" or "jam", the impulse of the contact, and the overlap after 1000 steps relative to that of the sliding
    solution.
    """
    p = 1 + 3 * math.cos(angle) ** 2 - 3 * MU * math.sin(angle) * math.cos(angle)
    b = HALF * spin**2 * math.sin(angle) - GRAVITY
    rest = -b / (p * k) if b / p < 0 else 0.0
    overlap = rest * (1 + push)
    x, y = HALF * math.cos(angle), HALF * math.sin(angle) - overlap
    vx = -5.0 - HALF * spin * math.sin(angle)
    vy, turn = HALF * spin * math.cos(angle), spin
    step, impulse, slipped, later = STEP / math.sqrt(k), np.zeros(2), True, math.nan
    for count in range(400_000):
        c, s = HALF * math.cos(angle), HALF * math.sin(angle)
        gap, slip = y - s, vx + turn * s
        if gap > 0:
            return "lift-off" if slipped else "jam", impulse, later
        N = -k * gap
        if count == 1000 and rest > 0:
            later = -gap / rest
        # The force of sticking follows from slip' = F + turn^2 c + 12 s (s F - c N) = 0.
        F = MU * N if slip < 0 else -MU * N
        held = (12 * s * c * N - turn**2 * c) / (1 + 12 * s * s)
        if not slipped or slip >= 0:
            slipped = False
            F = max(-MU * N, min(MU * N, held - slip / step / (1 + 12 * s * s)))
        impulse += step * np.array([N, F])
        vx, vy, turn = vx + step * F, vy + step * (N - GRAVITY), turn + step * 12 * (s * F - c * N)
        x, y, angle = x + step * vx, y + step * vy, angle + step * turn
    raise AssertionError("the contact lasts too long")


def test_a_stiff_spring_jams_like_an_impact_without_approach() -> None:
    """Tests that the impulse of a lossless spring tends to that of routh with energetic restitution 1 for large k."""
    rod = carom.Rod(angle=math.radians(60), velocity=(-5.0, 0.0))
    rigid = carom.collide(*rod, restitution="energetic", e=1.0, mu=MU).P
    errors = []
    for k in (1e7, 1e9):
        how, impulse, _ = on_a_spring(math.radians(60), 1.0, k, 0.0)
        assert how == "jam"
        errors.append(abs(impulse[0] - rigid[0]) / rigid[0])
    assert errors[1] < errors[0] and errors[1] < 5e-3


def test_the_sliding_solution_of_an_indeterminate_contact_is_unstable() -> None:
    """Tests that with a little less overlap than in the sliding solution the rod lifts off, and with a little more it
    jams.

    The difference of the overlaps grows like cosh(sqrt(-p k) t).
    """
    angle, spin, k = math.radians(60), 6.0, 1e8
    p = 1 + 3 * math.cos(angle) ** 2 - 3 * MU * math.sin(angle) * math.cos(angle)
    rod = carom.Rod(angle=angle, velocity=(-5.0, 0.0))
    b = [HALF * spin**2 * math.sin(angle) - GRAVITY, HALF * spin**2 * math.cos(angle)]
    assert carom.forces(rod.W, [0.0, -5.0], b=b, mu=MU, e=1.0).case == "indeterminate"
    less, more = on_a_spring(angle, spin, k, -0.1), on_a_spring(angle, spin, k, 0.1)
    assert (less[0], more[0]) == ("lift-off", "jam")
    grown = (more[2] - less[2]) / 0.2
    assert grown == pytest.approx(math.cosh(1000 * STEP * math.sqrt(-p)), rel=5e-3)  # the rod turns by 0.07 degrees meanwhile
