"""Tests bodies, mechanisms and chains: their W and v, and the motion after an impulse."""
from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from conftest import ROD_V, ROD_W, refused

import carom


def test_rods_broadcast() -> None:
    angles = np.radians([30, 45, 60])
    rods = carom.Rod(length=1, mass=1, angle=angles, velocity=(0.6, -1))
    assert rods.W.shape == (3, 2, 2) and rods.v.shape == (3, 2)
    # The tolerances allow a few rounding errors of numbers near 1.
    assert np.allclose(rods.W[1], ROD_W, rtol=0, atol=1e-14) and np.allclose(rods.v[1], ROD_V, rtol=0, atol=1e-15)


def test_a_ball_in_space_is_the_ball_in_the_plane() -> None:
    flat = carom.Pair(carom.Body2(1.0, 0.4, (0, 1), (2, -3)), point=(0, 0), normal=(0, 1))
    ball = carom.Body3(1.0, (0.4, 0.4, 0.4), centre=(0, 0, 1), velocity=(2, 0, -3))
    solid = carom.Pair(ball, point=(0, 0, 0), normal=(0, 0, 1), tangent=((1, 0, 0), (0, 1, 0)))
    assert np.allclose(solid.W, np.diag([1, 3.5, 3.5]), rtol=0, atol=1e-15)
    assert np.allclose(solid.v, [-3, 2, 0]) and np.allclose(solid.v[:2], flat.v)
    turned = carom.Body3(1.0, np.diag([1, 2, 3]), axes=carom.rotation_from_quaternion((1, 1, 0, 0)), centre=(0, 0.3, 1))
    assert carom.Pair(turned, point=(0, 0, 0), normal=(0, 0, 1)).W.shape == (3, 3)


def test_a_grid_of_pairs_and_impulses() -> None:
    rods = carom.Rod(angle=np.linspace(0.1, 1.5, 7), velocity=(0.3, -1))
    hit = carom.collide(*rods, e=0.5, mu=np.linspace(0, 1, 5)[:, None])
    after = rods.apply(hit.P)
    assert after.shape == (5, 7) and np.allclose(after.v, hit.v, rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    "make, code",
    [
        (lambda: carom.Body2(mass=1, inertia=1, centre=(1, 2, 3)), ("bad-value", "centre", "2", "(3,)")),
        (lambda: carom.Rod(mass=-1), ("bad-mass/mass", "-1")),
        (lambda: carom.Rod(length=[1, -2]), ("bad-value", "length")),
        (lambda: carom.Rod(length=0), ("bad-value", "length")),
        (lambda: carom.Rod(angle=[0.5, np.nan]), ("not-finite", "angle")),
        (lambda: carom.Rod(mass=[1, -1]), ("bad-mass/mass", "(1,)")),
        (lambda: carom.Pair(carom.Body2(1, 1), point=(0, 0), normal=(0, 0)), ("bad-frame/normal", "normal")),
        (lambda: carom.Pair(carom.Body2(1, 1), carom.Body3.fixed(), point=(0, 0), normal=(0, 1)), ("bad-value", "Body2")),
        (lambda: carom.Rod().apply([1, 2, 3]), ("bad-value", "P", "2", "(3,)")),
        (lambda: carom.rotation_from_quaternion((1, 2)), ("bad-value", "(4,)", "(2,)")),
        (lambda: carom.Mechanism([[1, 2]], [0], [[1]]), ("bad-value", "M")),
        (lambda: carom.Mechanism(np.eye(2), [0, 0, 0], np.eye(2)), ("bad-value", "u", "(2,)", "(3,)")),
        (lambda: carom.Mechanism(np.eye(2), [0, 0], np.ones((2, 3)), normal="first"), ("bad-value", "(any, 2)", "(2, 3)")),
        (lambda: carom.Mechanism(np.eye(2), [0, 0], np.ones((3, 2))), ("bad-size", "J", "3", "2")),
        (lambda: carom.Mechanism(-np.eye(2), [0, 0], np.eye(2), normal="first"), ("bad-mass-matrix/M-singular", "M", "0")),
        (lambda: carom.Mechanism(np.eye(2), [1, 0], np.eye(2), normal="first", constraints=[[1, 0]]), ("constraint-violated/constraint", "0", "J", "u", "1")),
        (lambda: carom.Chain([carom.Link(-1, 1)], [carom.ContactPoint(0, 1)]).mechanism(), ("bad-chain/link", "0")),
    ],
)
def test_what_makes_no_body_is_refused(make, code) -> None:
    with refused(carom.InputError, *code):
        make()


def test_a_chain_is_its_rod() -> None:
    link = carom.Link(1.0, 1.0, angle=np.radians(45), rate=0.2)
    chain = carom.Chain([link], [carom.ContactPoint(carom.BASE, 0)], base_velocity=(0.3, -1))
    rod = carom.Rod(velocity=(0.3 + 0.1 * np.cos(np.radians(45)), -1 - 0.1 * np.sin(np.radians(45))), spin=-0.2)
    made = chain.mechanism()
    assert np.allclose(made.W, rod.W, rtol=0, atol=1e-13) and np.allclose(made.v, rod.v, rtol=0, atol=1e-14)
    hit = carom.collide(*made.contact(0), e=0.5, mu=0.4)
    after, _ = made.apply(hit.P)
    assert np.allclose(chain.velocity(after, carom.BASE)[::-1], hit.v, rtol=0, atol=1e-12)


def test_a_probe_that_raises() -> None:
    def broken(_forces):
        raise RuntimeError("no dynamics today")

    with pytest.raises(RuntimeError, match="no dynamics today"):
        carom.force_probe(broken, size=2)


def test_bodies_for_a_wanted_W() -> None:
    rng = np.random.default_rng(1)
    for _ in range(50):
        A = rng.normal(size=(3, 3))
        W, v = A @ A.T, rng.normal(size=3)
        for bodies in ("fewest", "two"):
            pair = carom.Pair.from_contact(W, v, arm=0.3, bodies=bodies)
            assert np.allclose(pair.W, W, rtol=0, atol=1e-12 * np.abs(W).max())
            assert np.allclose(pair.v, v)
        assert np.isinf(carom.Pair.from_contact(W).b.mass)
    assert np.isfinite(carom.Pair.from_contact(np.diag([1.0, 1.0, 3.0])).b.mass)
    with pytest.raises(carom.InputError):
        carom.Pair.from_contact(np.diag([1.0, 2.0]), bodies="two")


def test_a_pair_as_a_file(tmp_path: Path) -> None:
    pair = carom.Pair.from_contact([[4, 2, 0], [2, 6, -2], [0, -2, 4]], [-2, -1, 0.4])
    file = tmp_path / "pair.json"
    file.write_text(pair.scenario("a note"))
    read = carom.load(str(file))
    assert (read.W == pair.W).all() and (read.v == pair.v).all()


def test_ellipsoids() -> None:
    body = carom.Body3.ellipsoid(1.0, (2, 1, 0.5))
    assert np.allclose(np.diag(body.inertia), [0.25, 0.85, 1.0])
    arm = carom.ellipsoid_arm((2, 1, 0.5), (0.6, -1.6, 1.0))
    assert np.allclose(arm, [1.1641710001743981, -0.7761140001162656, 0.12126781251816647])
