"""Tests several simultaneous contacts: fields of the results, errors, and cones in space."""
from __future__ import annotations

import numpy as np
import pytest
from conftest import refused

import carom


def test_stages_and_their_ends() -> None:
    # Without coupling the striking contact compresses by v_n/W_nn and rebounds by e times as much; the other contact rests.
    hit = carom.solve_system(np.diag([1.0, 3.0, 2.0, 3.0]), [0, 0, -1, 0], "hm-differential", striking=1, e=0.7, mu=0.4)
    assert [stage.phase for stage in hit.stages] == ["compression", "restitution"] and hit.eta == hit.stages[1].eta
    assert np.allclose([hit.eta_c, hit.eta, hit.P[1, 0]], [0.5, 0.85, 0.85]) and hit.P[0].tolist() == [0, 0]
    assert (1, "end-compression") in hit.stages[0].events and (1, "end-restitution") in hit.stages[1].events


def test_every_order_has_its_probability() -> None:
    # A box without friction lands flat on two corners.
    W = np.array([[1.6, -1.2, 0.4, -1.2], [-1.2, 3.4, 1.2, 3.4], [0.4, 1.2, 1.6, 1.2], [-1.2, 3.4, 1.2, 3.4]])
    hit = carom.solve_system(W, [-1, 0, -1, 0], "sequence", single="frictionless", e=1)
    found = {one.order: one for one in hit.solutions}
    assert set(found) == {(0, 1), (1, 0)} and all(one.probability == 0.5 and one.longest == 2 for one in hit.solutions)
    assert np.allclose(found[0, 1].P[:, 0], [1.25, 0.625]) and np.allclose(found[1, 0].v[:, 0], [0.5, 1.25])
    one = carom.solve_system(W, [-1, 0, -1, 0], "sequence", single="frictionless", e=1, limits={"max_impacts": 1})
    assert one.status != "ok"


def test_a_method_explains_itself() -> None:
    for method in carom.laws.for_systems().values():
        assert method.citation in method.__doc__ and all(name in method.__doc__ for name in method.coefficients)
    hit = carom.laws.for_systems().glocker(np.eye(2), [-1.0, 0.3], e_n=0.5, mu=0.2)
    assert np.allclose(hit.P, [[1.5, -0.3]])


@pytest.mark.parametrize(
    "arguments, kind, code",
    [
        (dict(W=np.eye(4), v=[-1, 0, 0]), carom.InputError, ("bad-value", "v", "2", "(3,)")),
        (dict(W=np.eye(4), v=[-1, 0]), carom.InputError, ("bad-value", "W", "(2, 2)", "v", "(4, 4)")),
        (dict(W=np.eye(2), v=[-1, 0], law="gloker"), carom.UnknownLawError, ("unknown-law", "glocker")),
        (dict(W=np.eye(2), v=[-1, 0], nu=1), carom.ParameterError, ("coefficient-unused", "glocker", "nu")),
        (dict(W=np.eye(2), v=[-1, 0], mu=[1, 2]), carom.InputError, ("bad-value", "1", "(2,)")),
        (dict(W=np.eye(2), v=[-1, 0], mu=-1), carom.InputError, ("coefficient-range/outside", "mu", "-1", "0")),
        (dict(W=np.eye(2), v=[-1, 0], solver="newton"), carom.InputError, ("bad-value", "solver", "auto", "enumerate", "lemke")),
        (dict(W=np.eye(2), v=[-1, 0], limits={"time": 1}), carom.InputError, ("bad-value", "limits", "time")),
        (dict(W=-np.eye(2), v=[-1, 0]), carom.InputError, ("not-psd/negative", "W[0][0]", "-1")),
    ],
)
def test_wrong_input_raises(arguments, kind, code) -> None:
    with refused(kind, *code):
        carom.solve_system(**arguments)


def test_cones_in_space_are_glockers_law_in_the_plane() -> None:
    # One contact that slips only along t1 has the result of the 2D problem.
    W, v = np.diag([2.0, 5.0, 5.0]), [-1.0, 0.8, 0.0]
    flat = carom.collide(W[:2, :2], v[:2], "glocker", e_n=0.5, e_t=0.0, mu=0.2)
    hit = carom.solve_system(W, v, dim=3, e_n=0.5, mu=0.2)
    assert np.array_equal(carom.laws.for_systems()["glocker"](W, v, dim=3, e_n=0.5, mu=0.2).P, hit.P)
    assert hit.law.module == "core" and hit.mode.label[0] == "sliding" and hit.iterations > 0
    assert hit.ok and np.allclose(hit.P, [[*flat.P, 0.0]], rtol=0, atol=1e-12) and abs(hit.dE - flat.dE) < 1e-12
    with refused(carom.InputError, "bad-value", "solver", "auto", "nsgs", "admm"):
        carom.solve_system(W, v, dim=3, solver="lemke")


@pytest.mark.skipif(carom._modules.siconos is None, reason="this build has no Siconos")
def test_siconos_solves_cones_where_its_solver_is_named() -> None:
    W, v = np.diag([2.0, 5.0, 5.0]), [-1.0, 0.8, 0.1]
    for solver in ("nsgs", "admm"):
        hit = carom.solve_system(W, v, dim=3, e_n=0.5, mu=0.2, solver=solver)
        # Siconos solves to a tolerance of 1e-10 in its own norm.
        assert hit.law.module == "siconos" and np.allclose(hit.P, carom.solve_system(W, v, dim=3, e_n=0.5, mu=0.2).P, rtol=0, atol=1e-8)


@pytest.mark.skipif(carom._modules.siconos is not None, reason="this build has Siconos")
def test_solvers_of_siconos_without_it_say_so() -> None:
    with refused(carom.NoAnswerError, "module-missing", "siconos"):
        carom.solve_system(np.eye(3), [-1.0, 0.0, 0.0], dim=3, solver="nsgs")
