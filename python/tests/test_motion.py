"""Tests one free body among planes: closed forms, arrays, custom laws, errors and pictures."""
from __future__ import annotations

import json
import pickle
import math
from typing import Any

import numpy as np
import pytest
from conftest import ROOT, refused

import carom
from carom import Plane, Solid, drop


ROD = Solid.rod(1.0, mass=1.0)
START = {"centre": (0.0, 1.2), "angle": 0.4, "spin": 2.0}
COIN = Solid.disc(0.1, mass=2.0)


def test_states_have_the_shape_of_the_times() -> None:
    made = drop(ROD, **START, until=1, e=0.5, mu=0.3)
    t = np.linspace(0, 1, 12).reshape(3, 4)
    many = made.at(t)
    assert many.centre.shape == (3, 4, 2) and many.angle.shape == many.spin.shape == many.energy.shape == (3, 4)
    assert many.orientation is None and many.exact.all()
    one = made.at(t[1, 2])
    assert one.centre.shape == (2,) and np.array_equal(one.centre, many.centre[1, 2]) and one.angle == many.angle[1, 2]
    assert made.at([]).centre.shape == (0, 2)
    after = made.at(made.events.t[0])
    assert np.array_equal(after.velocity, made.events.velocity[0])
    assert np.array_equal(made.end.centre, made.at(1.0).centre)


@pytest.mark.parametrize("body", [ROD, ROOT / "examples/motion/coin.json"], ids=["solid", "file"])
def test_a_motion_can_be_pickled(body: Any) -> None:
    made = drop(ROD, "smith", **START, until=1, e=0.5, mu=0.3) if body is ROD else drop(body, max_events=4)
    again = pickle.loads(pickle.dumps(made))
    times = np.linspace(*made.times, 5)
    assert again.law is made.law and again.stop == made.stop
    assert np.array_equal(again.at(times).centre, made.at(times).centre)
    assert np.array_equal(again.events.impulse, made.events.impulse)


def test_a_plane_has_its_own_coefficients() -> None:
    floor, wall = Plane((0, 1)), Plane((-1, 0), point=(1, 0), params={"e": 1.0})
    made = drop(COIN, "frictionless", centre=(0, 1.0), velocity=(3, 0), planes=[floor, wall], until=1, e=0.5)
    both = {int(made.events.plane[i]): made.events.velocity[i] for i in range(2)}
    assert math.isclose(both[1][0], -3.0) and math.isclose(both[0][1], 0.5 * math.sqrt(2 * 9.81 * 0.9))


def test_several_contacts() -> None:
    box = Solid.rectangle(0.4, 0.1, mass=1.0)
    flat = {"centre": (0, 1), "e": 0.5, "mu": 0.3}
    ends = {rule: drop(box, max_events=1, several=rule, **flat) for rule in ("glocker", "fastest", "mean", "stop")}
    assert ends["stop"].stop == "multiple-contacts"
    assert ends["fastest"].events.tie[0] and not ends["glocker"].events.tie[0]
    assert ends["glocker"].events.spin[0] == 0 and ends["glocker"].events.hits[0] == 2
    ratio = -ends["glocker"].events.velocity[0, 1] / ends["glocker"].events.velocity_before[0, 1]
    assert math.isclose(ratio, 0.5)
    assert np.array_equal(drop(box, max_events=1, **flat).events.velocity, ends["glocker"].events.velocity)
    assert np.array_equal(drop(box, max_events=1, several=carom.laws.for_systems()["glocker"], **flat).events.t, ends["stop"].end.t[None])


def test_a_body_in_space() -> None:
    die = Solid.box((0.02, 0.02, 0.02), mass=0.005)
    made = drop(die, centre=(0, 0, 0.3), orientation=(1, 0.3, 0.2, 0.1), spin=(10, 20, 5), until=0.5, e=0.4, mu=0.3)
    states = made.at(np.linspace(*made.times, 50))
    assert states.orientation.shape == (50, 4) and states.angle is None and states.spin.shape == (50, 3)
    np.testing.assert_allclose(np.hypot.reduce(states.orientation, axis=1), 1.0, rtol=1e-14)
    events = made.events
    assert events.P.shape == (len(events), 3) and (events.plane == 0).all() and (events.hits == 1).all()
    np.testing.assert_allclose(events.impulse, 0.005 * (events.velocity - events.velocity_before), atol=1e-15)
    np.testing.assert_allclose(events.dE, np.diff(made.energy), atol=1e-12)  # energy is constant in flight, up to rounding


def test_a_body_that_leaves_can_be_followed() -> None:
    made = drop(COIN, "frictionless", centre=(0, 1), velocity=(1, 1), gravity=(0, 0), e=1)
    assert made.stop == "leaves" and np.allclose(made.at(10.0).centre, (10, 11))


def test_a_law_of_ones_own() -> None:
    def plain(W, v, e):
        return -(1 + e) * v[0] / W[0, 0], 0.0

    law = carom.define_law("plain", plain, reads=["e"])
    mine, theirs = (drop(ROD, one, **START, until=1, e=0.5) for one in (law, "frictionless"))
    np.testing.assert_allclose(mine.events.t, theirs.events.t, rtol=1e-12)

    def fails(W, v, e):
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError):
        drop(ROD, carom.define_law("fails", fails, reads=["e"]), **START, e=0.5)
    unknown = drop(ROD, carom.define_law("unknown", lambda W, v, e: None, reads=["e"]), **START, e=0.5)
    assert unknown.stop == "no-answer" and not unknown.ok and unknown.status == "not-applicable" and len(unknown.events) == 0


def test_uniform_bodies() -> None:
    def inside(solid: Solid, points: np.ndarray) -> np.ndarray:
        """Tests with the support function: a point is inside if it does not exceed this function in any direction."""
        random = np.random.default_rng(2)
        outward = np.concatenate([random.normal(size=(800, solid.dim)), np.eye(solid.dim), -np.eye(solid.dim)])
        outward /= np.linalg.norm(outward, axis=1)[:, None]
        if solid.corners is None:
            support = np.linalg.norm(outward * solid.semi_axes, axis=1) + outward @ solid.middle
        else:
            support = (outward @ solid.corners.T).max(axis=1) + solid.radius
        return (points @ outward.T <= support).all(axis=1)

    random = np.random.default_rng(1)
    solids = [
        Solid.disc(0.3, 2), Solid.rod(0.4, 2, radius=0.1), Solid.rectangle(0.4, 0.2, 2), Solid.ellipse(0.3, 0.2, 2),
        Solid.polygon([(1, 1), (1.5, 1.1), (1.2, 1.6), (0.9, 1.5)], 2), Solid.ball(0.3, 2), Solid.box((0.2, 0.3, 0.4), 2),
        Solid.capsule(0.4, 0.1, 2), Solid.ellipsoid((0.3, 0.2, 0.4), 2),
    ]  # fmt: skip
    for solid in solids:
        points = random.uniform(-solid.size, solid.size, (40_000, solid.dim))
        points = points[inside(solid, points)]
        assert np.abs(points.mean(axis=0)).max() < 0.02 * solid.size
        square = (points**2).mean(axis=0)
        moments = 2 * (square.sum() - (square if solid.dim == 3 else 0 * square[:1]))
        np.testing.assert_allclose(moments, solid.inertia, rtol=0.03)
    assert math.isclose(Solid.rod(2.0, 3.0).inertia[0], 1.0)


REFUSED = {
    "no mu": (lambda: drop(ROD, **START, e=0.5), carom.ParameterError, "coefficient-missing/missing", "mu"),
    "other coefficient": (lambda: drop(ROD, "frictionless", **START, e=0.5, mu=1), carom.ParameterError, "coefficient-unused", "mu"),
    "range": (lambda: drop(ROD, **START, e=2, mu=0.3), carom.InputError, "coefficient-range/outside", "e"),
    "plane's range": (
        lambda: drop(ROD, **START, planes=Plane((0, 1), params={"e": 3}), e=1, mu=0.3), carom.InputError,
        "coefficient-range/outside", "3"),
    "law": (lambda: drop(ROD, "ruth", **START), carom.UnknownLawError, "unknown-law", "ruth"),
    "plane law in space": (
        lambda: drop(Solid.ball(1, 1), "brach", centre=(0, 0, 2), e=1, mu=0), carom.InputError, "wrong-dim/elsewhere", "brach"),
    "arrays": (lambda: drop(ROD, **START, e=[0.1, 0.2], mu=0.3), carom.InputError, "bad-value", "(2,)"),
    "inside": (lambda: drop(ROD, centre=(0, -0.003), e=1, mu=0), carom.InputError, "starts-inside", "0.003", "0"),
    "centre": (lambda: drop(ROD, centre=(0, 1, 2), e=1, mu=0), carom.InputError, "bad-value", "centre", "2"),
    "spin": (lambda: drop(ROD, centre=(0, 1), spin=(0, 0, 1), e=1, mu=0), carom.InputError, "bad-value", "spin"),
    "angle": (lambda: drop(Solid.ball(1, 1), centre=(0, 0, 2), angle=1, e=1, mu=0), carom.InputError, "bad-value", "angle"),
    "orientation": (lambda: drop(ROD, centre=(0, 1), orientation=(1, 0, 0, 0), e=1, mu=0), carom.InputError, "bad-value", "angle"),
    "body": (lambda: drop(1.5, centre=(0, 1)), carom.InputError, "bad-value", "Solid"),
    "no centre": (lambda: drop(ROD, e=1, mu=0), carom.InputError, "bad-value", "centre"),
    "no laws": (lambda: carom.compare_drops(ROD, **START, e=1, mu=0), carom.InputError, "bad-value", "laws"),
    "persist": (lambda: drop(ROD, **START, persist="slide", e=1, mu=0), carom.InputError, "bad-value", "slide"),
    "several": (lambda: drop(ROD, **START, several="all", e=1, mu=0), carom.UnknownLawError, "unknown-law", "all"),
    "until": (lambda: drop(ROD, **START, until=math.nan, e=1, mu=0), carom.InputError, "bad-value"),
    "planes": (lambda: drop(ROD, **START, planes=Plane((0, 0, 1)), e=1, mu=0), carom.InputError, "bad-dim", "0"),
    "moments": (lambda: drop(Solid.box((1, 1, 1), 1, inertia=(1, 1, 3)), centre=(0, 0, 3), e=1, mu=0), carom.InputError, "bad-mass", "3"),
    "mass": (lambda: Solid.rod(1, mass=-1), carom.InputError, "bad-mass", "mass"),
    "radius": (lambda: Solid.disc(0, mass=1), carom.InputError, "bad-shape", "radius"),
    "offset": (lambda: Solid.rod(1, mass=1, offset=(0.1, 0)), carom.InputError, "bad-mass", "inertia"),
    "line": (lambda: Solid.polygon([(0, 0), (1, 1), (2, 2)], 1), carom.InputError, "bad-shape", "rod"),
    "two shapes": (lambda: Solid(1, 1, corners=[[0, 0]], semi_axes=[1, 1]), carom.InputError, "bad-shape"),
    "moments of 2D": (lambda: Solid(1, (1, 1, 1), corners=[[0, 0]], radius=1), carom.InputError, "bad-mass", "inertia"),
    "normal": (lambda: Plane((0, 0)), carom.InputError, "bad-frame", "normal"),
    "later": (lambda: drop(ROD, **START, until=1, e=1, mu=0).at([0, 2]), carom.InputError, "bad-value", "2"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_refusals(name: str) -> None:
    call, kind, code, *words = REFUSED[name]
    with refused(kind, code, *words):
        call()


def test_several_laws() -> None:
    made = carom.compare_drops(ROD, ["routh", "chatterjee2", "frictionless"], **START, until=1, e=0.5, mu=0.3)
    assert list(made) == ["routh", "chatterjee2", "frictionless"] and made["chatterjee2"].coefficients["r_n"] == 0.5
    assert "mu" not in made["frictionless"].coefficients
    with refused(carom.ParameterError, "coefficient-unknown", "emu"):
        carom.compare_drops(ROD, ["routh"], **START, emu=1)
    with refused(carom.ParameterError, "coefficient-missing", "mu"):
        carom.compare_drops(ROD, ["routh"], **START, e=1)


def test_a_file() -> None:
    pytest.importorskip("carom._scenario")
    file = ROOT / "examples/motion/rod.json"
    whole = carom.compare_drops(file, until=1.0)
    written = json.loads(file.read_text())
    assert [*whole] == [law if isinstance(law, str) else law["name"] for law in written["laws"]]
    one, body = whole["newton"], written["bodies"][0]
    start = {name: body[name] for name in ("centre", "angle", "velocity", "spin")}
    given = {"until": 1.0, "persist": "step", "e": 0.5, "mu": 0.3, "restitution": "newton"}
    same = drop(Solid.rod(body["shape"]["rod"], mass=body["mass"]), **start, **given)
    assert np.array_equal(one.events.t, same.events.t) and np.array_equal(one.at(0.7).centre, same.at(0.7).centre)
    assert one.coefficients == {"e": 0.5, "mu": 0.3} and np.array_equal(one.body.corners, same.body.corners)
    assert drop(file, "newton", until=1.0, mu=0.1).events.velocity[0, 0] != one.events.velocity[0, 0]
    assert drop(file, max_events=1).stop == "events"
    with refused(carom.UnknownLawError, "unknown-law", "smith", "x"):
        drop(file, "x")
    with refused(carom.InputError, "bad-value", "centre"):
        drop(file, centre=(0, 1))
    with refused(carom.InputError, "coefficient-range/outside", "3"):
        drop(file, e=3)
    with refused(carom.FileError, "missing-key", "bodies"):
        drop({"law": "routh"})


def test_pictures(tmp_path) -> None:
    made = drop(ROD, **START, until=1, e=0.5, mu=0.3)
    ax = made.plot(flashes=10)
    segments = ax.collections[0].get_segments()
    middles = np.array([[s[:, 0].min() + s[:, 0].max(), s[:, 1].min() + s[:, 1].max()] for s in segments]) / 2
    np.testing.assert_allclose(middles, made.at(np.linspace(0, 1, 10)).centre, atol=1e-12)
    lengths = [np.hypot(*(s.max(axis=0) - s.min(axis=0))) for s in segments]
    np.testing.assert_allclose(lengths, 1.0, rtol=1e-12)
    low, high = ax.get_ylim()
    assert low < 0 < high < 2
    both = carom.compare_drops(ROD, ["routh", "smith"], **START, until=1, e=0.5, mu=0.3)
    assert len(both.plot().get_legend().get_texts()) == 2
    both.animate(tmp_path / "both.html", fps=5)
    made.animate(tmp_path / "rod.gif", fps=5)
    page = (tmp_path / "both.html").read_text()
    assert page.count("data:image/png;base64") == 6 and (tmp_path / "rod.gif").read_bytes()[:3] == b"GIF"
    with refused(carom.InputError, "bad-value", "view"):
        made.plot(view="xz")


def test_outlines_are_to_scale() -> None:
    box = Solid.box((0.2, 0.4, 0.6), 1).outline(np.eye(3)[[0, 2]])
    assert np.allclose(np.ptp(box, axis=0), (0.2, 0.6))
    ellipse = Solid.ellipse(0.3, 0.1, 1).outline(np.eye(2))
    assert np.allclose((ellipse / (0.3, 0.1)) ** 2 @ [1, 1], 1)
    assert np.allclose(np.hypot(*Solid.disc(0.2, 1).outline(np.eye(2)).T), 0.2)
