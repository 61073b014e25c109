"""Tests traces, comparisons and checks."""
from __future__ import annotations

import numpy as np
from conftest import ROD_V, ROD_W, random_contacts, refused

import carom


def test_a_path_leads_from_start_to_end() -> None:
    path, hit = carom.trace(ROD_W, ROD_V, e=0.6, mu=0.4), carom.collide(ROD_W, ROD_V, e=0.6, mu=0.4)
    assert np.allclose(path.P[-1], hit.P, rtol=0, atol=1e-15) and path.result.mode == hit.mode
    assert path.event[0] == carom.Event.START and path.event[-1] == carom.Event.END
    assert len(path) == len(path.P) == len(path.v)


def test_what_has_no_path() -> None:
    with refused(carom.NoAnswerError, "no-path/plain") as caught:
        carom.trace(ROD_W, ROD_V, "frictionless", e=0.5)
    assert caught.value.status == carom.Status.NO_PATH
    with refused(carom.InputError, "bad-value", "(2,)"):
        carom.trace(ROD_W, ROD_V, mu=[0.1, 0.2])
    assert len(carom.trace(ROD_W, [1.0, 0.0], e=0.5, mu=0.1)) == 0


def test_compare_asks_all_with_their_own_names() -> None:
    found = carom.compare(ROD_W, ROD_V, e=0.9, mu=0.7)
    assert {"frictionless", "routh (newton)", "routh (poisson)", "whittaker"} <= set(found)
    assert found["routh (newton)"].violations == carom.Violation.ENERGY and found["routh (poisson)"].ok
    # e also sets e_n and r_n, so with each law of Newton's restitution the bodies separate at 0.9 of the approach speed.
    assert all(abs(found[name].v[0] - 0.9) < 1e-12 for name in ("frictionless", "glocker", "chatterjee2"))
    assert list(found.to_frame().index) == list(found)
    assert "violates dE>0" in repr(found)
    grid = carom.compare(ROD_W, ROD_V, ["routh"], restitution="poisson", e=1, mu=[0.1, 0.2])
    assert grid["routh"].shape == (2,) and grid.to_frame().shape[0] == 2
    with refused(carom.ParameterError, "coefficient-unknown", "roughness"):
        carom.compare(ROD_W, ROD_V, roughness=0.3)
    assert carom.compare(ROD_W, ROD_V, ["routh"], restitution="newton", e=1.5, mu=0.7, allow="e")["routh"].violations


def test_the_judge_agrees_with_the_outcome() -> None:
    W, v = random_contacts(200, 2, 12)
    hit = carom.collide(W, v, "whittaker", e=0.9, mu=0.8)
    verdict = carom.check(W, v, hit.P, mu=0.8)
    assert np.array_equal(np.asarray(verdict.violations), np.asarray(hit.violations)) and np.array_equal(verdict.dE, hit.dE)
    assert verdict.violations.label[verdict.ok].tolist() == [""] * int(verdict.ok.sum()) and not verdict.ok.all()
    grid = carom.check(ROD_W, ROD_V, np.zeros((3, 1, 2)), mu=[0.1, 0.2])
    assert grid.violations.shape == (3, 2) and (np.asarray(grid.violations) == carom.Violation.PENETRATION).all()
    assert carom.check(ROD_W, ROD_V, [0.6, 0.12]).ok and "ok" in repr(carom.check(ROD_W, ROD_V, [0.6, 0.12]))
    with refused(carom.InputError, "bad-value", "P", "2", "(3,)"):
        carom.check(ROD_W, ROD_V, [0.6, 0.12, 0.0])
    with refused(carom.InputError, "not-finite/v-not-finite", "(1,)", "v[0]"):
        carom.check(ROD_W, [ROD_V, [np.nan, 0]], [0.6, 0.12])
