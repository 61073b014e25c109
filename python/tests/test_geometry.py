"""Tests regions, hodographs, and pictures of them."""
from __future__ import annotations

import matplotlib.pyplot as pyplot
import numpy as np
import pytest
from conftest import ROD_V, ROD_W, refused

import carom


def test_region_numbers_by_hand() -> None:
    region = carom.region(np.diag([1.0, 2.0]), [-1.0, 0.0], mu=np.inf)
    # dE = -P_n + P_n^2/2 + P_t^2: centre (1, 0), semi-axes 1 along n and 1/sqrt(2) along t, energy 1/2.
    assert np.allclose(region.centre, [1, 0]) and abs(region.energy - 0.5) < 1e-15
    assert np.allclose(np.linalg.norm(region.axes, axis=1), [1, np.sqrt(0.5)])
    assert np.allclose(region.frictionless, [[1, 0], [2, 0]]) and abs(region.eta([2, 0]) - 1) < 1e-15
    least, most = region.reach([0, 0], [1, 0])
    assert abs(least - 1) < 1e-12 and abs(most - 2) < 1e-12
    assert carom.region(np.eye(3), [-1, 0, 0], mu=0.5).dim == 3


def test_hodograph_by_hand() -> None:
    # B = diag(2, 3), a = (0.3, 0): slip along t1 keeps its direction; friction holds for mu >= |B^-1 a| = 0.15.
    made = carom.hodograph([[1, 0.3, 0], [0.3, 2, 0], [0, 0, 3]], mu=0.2)
    assert abs(made.mu_critical - 0.15) < 1e-15 and made.holds and made.escape is None
    assert any(abs(abs(d.e[0]) - 1) < 1e-12 for d in made.directions)
    loose = carom.hodograph([[1, 0.3, 0], [0.3, 2, 0], [0, 0, 3]], mu=0.1)
    assert not loose.holds and loose.escape is not None and loose.escape[0] > 0.99


def test_an_impulse_in_space_is_located() -> None:
    W, v = [[4, 1, -1], [1, 3, 0.5], [-1, 0.5, 2]], [-1, 2, -1]
    P = carom.collide(W, v, "routh", e=0.5, mu=0.5).P
    at = carom.locate(W, v, P, mu=0.5)
    assert np.allclose(carom.collide(W, v, "accessible", mu=0.5, **at.coefficients).P, P, rtol=0, atol=1e-12)
    with refused(carom.NoAnswerError, "not-applicable", "P"):
        carom.locate(ROD_W, [-1, 0.6], [5.0, 0.0], mu=0.5)


@pytest.mark.parametrize(
    "make, code",
    [
        (lambda: carom.region(ROD_W, ROD_V, mu=[0.1, 0.2]), ("bad-value", "mu", "(2,)")),
        (lambda: carom.region(np.stack([ROD_W] * 2), ROD_V, mu=0.1), ("bad-value", "(2,)")),
        (lambda: carom.region(ROD_W, ROD_V, mu=-1), ("coefficient-range/plain",)),
        (lambda: [1, 2, 3] in carom.region(ROD_W, ROD_V, mu=0.1), ("bad-value", "P", "(2,)")),
        (lambda: carom.region(np.eye(3), [-1, 0, 0], mu=0.1).outline(), ("wrong-dim",)),
        (lambda: carom.hodograph(ROD_W, mu=0.1), ("bad-value", "W", "(3, 3)", "(2, 2)")),
        (lambda: carom.plot.impulse_diagram(np.eye(3), [-1, 0, 0], e=0.5, mu=0.3), ("wrong-dim",)),
        (lambda: carom.plot.regime_map(carom.collide(ROD_W, ROD_V, e=1, mu=0), [1], [1]), ("bad-value", "(1, 1)")),
        (lambda: carom.plot.regime_map(_grid(), [1, 2], [1, 2, 3], show="colour"), ("bad-value", "show", "colour")),
    ],
)
def test_wrong_input_raises(make, code) -> None:
    with refused(carom.InputError, *code):
        make()


def _grid() -> carom.Result:
    return carom.collide(ROD_W, ROD_V, mu=np.array([0.1, 0.7]), e=np.array([0.0, 0.5, 1.0])[:, None])


def test_the_diagram_shows_the_path() -> None:
    ax = carom.plot.impulse_diagram(ROD_W, ROD_V, e=0.5, mu=0.7, laws=["whittaker", "frictionless"])
    path = carom.trace(ROD_W, ROD_V, e=0.5, mu=0.7)
    lines = {line.get_label(): line.get_xydata() for line in ax.get_lines()}
    assert any(np.array_equal(line, path.P[:, ::-1]) for line in lines.values())
    assert np.allclose(lines["whittaker"], [carom.collide(ROD_W, ROD_V, "whittaker", e=0.5, mu=0.7).P[::-1]])
    assert len([text for text in ax.texts if text.get_text()]) >= 3


def test_the_map_shows_the_modes_and_amounts() -> None:
    ax = carom.plot.regime_map(_grid(), [0.1, 0.7], [0.0, 0.5, 1.0])
    assert {text.get_text() for text in ax.get_legend().get_texts()} == set(_grid().mode.label.flat)
    own = pyplot.figure().subplots()
    assert carom.plot.regime_map(_grid(), [0.1, 0.7], [0.0, 0.5, 1.0], show="dE", ax=own) is own
    shown = own.collections[0].get_array().reshape(3, 2)
    assert np.array_equal(np.asarray(shown), _grid().dE)


def test_the_hodograph_shows_every_direction() -> None:
    W = [[1, 0.6, 0.2], [0.6, 1, 0.5], [0.2, 0.5, 2]]
    made = carom.hodograph(W, mu=0.3)
    ax = carom.plot.hodograph(W, mu=0.3, slips=8)
    labels = {line.get_label() for line in ax.get_lines()}
    assert {d.kind for d in made.directions} <= labels
