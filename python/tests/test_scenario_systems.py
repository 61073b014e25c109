"""Tests files with several contacts."""
from __future__ import annotations

import numpy as np
from conftest import ROOT, refused

import carom

EXAMPLES = ROOT / "examples/impact"


def test_three_spheres_by_every_order_and_at_once() -> None:
    balls = carom.load(EXAMPLES / "three_spheres.json")
    assert balls.kind == "bodies" and len(balls.v) == 4
    assert balls.law is not None and balls.law.name == "sequence"
    assert [body.name for body in balls.bodies] == ["ball", "left", "right"]
    hit = balls.solve()
    assert len(hit.solutions) == 2
    np.testing.assert_allclose(hit.bodies[0].velocity, [-0.125, -np.sqrt(3) / 8], atol=1e-14)
    at_once = balls.solve("glocker", e_n=1, e_t=0, mu=0)
    np.testing.assert_allclose(at_once.bodies[0].velocity, [-0.2, 0.0], atol=1e-14)
    assert at_once.speeds.size == 9


def test_the_file_decides_how_many_contacts_there_are() -> None:
    chain = {"links": [{"length": 1, "mass": 2, "angle": 0.4, "rate": 1}], "contacts": [{"link": 0}, {"link": "base"}]}
    told = {"params": {"e": 0.5, "mu": 0.3}, "chain": {**chain, "base": {"velocity": [0, -1]}}}
    assert carom.load({**told, "law": "sequence"}).v.shape == (4,)
    assert carom.load({**told, "law": "routh", "colliding": 0}).v.shape == (2,)


def test_what_the_file_says_reaches_other_methods_by_its_meaning() -> None:
    ladder = carom.load(EXAMPLES / "ladder.json")
    assert ladder.params == {"e": 0.3, "mu": [0.4, 0.2]}
    hit = ladder.solve("glocker")
    direct = carom.solve_system(ladder.W, ladder.v, "glocker", e_n=0.3, mu=[0.4, 0.2])
    np.testing.assert_array_equal(hit.P, direct.P)


def test_refusals_name_the_file_and_the_place() -> None:
    with refused(carom.FileError, "bad-value", "wall"):
        carom.load({"law": "glocker", "bodies": [{"mass": 1, "inertia": 1, "centre": [0, 0]}],
                    "contacts": [{"between": [0, "wall"], "point": [0, 0], "normal": [0, 1]}]})
    with refused(carom.InputError, "unknown-law"):
        carom.load({"system": {"M": [[1]], "normal": [[1]], "tangent": [[0]], "u": [-1]}}).solve()
