"""Tests contact models: they work like other laws, and they also have histories over time."""
from __future__ import annotations

import numpy as np
import pytest
from conftest import refused

import carom

HERE = "stronge" in carom.laws
needs_module = pytest.mark.skipif(not HERE, reason="this build has no compliant module")


@pytest.mark.skipif(HERE, reason="this build has the compliant module")
def test_a_build_without_the_module_says_so() -> None:
    with refused(carom.UnknownLawError, "module-missing", "stronge", "compliant"):
        carom.laws["stronge"]


@needs_module
def test_a_spring_by_hand() -> None:
    # With W_nn = 2 and kn = 1e6 the impact lasts half a period, pi/sqrt(2e6) s. The largest force is |v_n| sqrt(kn/W_nn), and no
    # speed is lost.
    made = carom.history(np.diag([2.0, 7.0]), [-1.0, 0.0], "spring-dashpot", kn=1e6, kt=1e6, mu=0.0)
    assert abs(made.duration - np.pi / np.sqrt(2e6)) < 1e-9 and abs(made.peak_force - np.sqrt(5e5)) < 1e-3
    assert np.allclose(made.result.v, [1, 0], rtol=0, atol=1e-8) and made.t[0] == 0 and len(made) == len(made.force)
    # The impulse is the area under the force; the record is dense enough for 1 %.
    assert abs(np.trapz(made.force[:, 0], made.t) / made.P[-1, 0] - 1) < 0.01
    assert list(made.to_frame().columns)[:3] == ["t", "state", "overlap"]


@needs_module
def test_stiffness_broadcasts_over_leading_axes() -> None:
    W, v, device = np.diag([2.0, 7.0]), [-1.0, 0.5], carom.laws["spring-dashpot"]
    hit = device(W, v, kn=1e6, kt=np.array([[1e5], [1e6]]), mu=0.4)
    each = [device(W, v, kn=1e6, kt=kt, mu=0.4).P for kt in (1e5, 1e6)]
    assert hit.shape == (2,) and np.array_equal(hit.P, each)
    W, v, both = np.diag([2.0, 7.0, 7.0]), [-1.0, 0.5, 0.2], np.array([[1e5, 4e5], [1e6, 8e5]])
    space = device(W, v, kn=1e6, kt=both, mu=0.4, details=False)
    assert np.array_equal(space.P, [device(W, v, kn=1e6, kt=kt, mu=0.4).P for kt in both])
    with refused(carom.InputError, "bad-value", "kt", "1", "v", "2", "(3,)"):
        carom.collide(np.diag([2.0, 7.0]), [-1.0, 0.5], "spring-dashpot", kt=[1, 2, 3])


@needs_module
def test_the_plot_shows_the_history() -> None:
    made = carom.history(np.diag([2.0, 7.0]), [-1.0, 0.5], "spring-dashpot", kn=1e6, kt=8e5, mu=0.3)
    axes = carom.plot.history(made)
    assert np.array_equal(axes[0].get_lines()[0].get_ydata(), made.force[:, 0])


def test_what_has_no_history() -> None:
    with refused(carom.InputError, "no-history", "routh"):
        carom.history(np.eye(2), [-1.0, 0.0], "routh")


def test_modes_that_move_before() -> None:
    mode = carom.Vibration(omega=3.0, zeta=0.0, phi=(0.8, 0.0), zdot0=-0.2)
    run = carom.history([[1, 0], [0, 1]], [-1, 0], "modal", kn=20, pn=1.5, mu=0, modes=[mode])
    assert run.vibration_before == pytest.approx(0.02)
    assert run.result.v[0] == pytest.approx(0.4154823722722034, abs=1e-7)
    assert run.result.dE + run.vibration - run.vibration_before == pytest.approx(0, abs=1e-9)
