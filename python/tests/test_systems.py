"""Tests several simultaneous contacts against the golden files and hand calculations."""
from __future__ import annotations

from typing import Any, Dict

import numpy as np
import pytest
from conftest import disputed, golden, plain, refused

import carom


def asked(case: Dict[str, Any]) -> carom.SystemResult:
    given = dict(case["params"])
    striking = given.pop("c", None)
    given = {name: float(x) if x == "inf" else x for name, x in given.items()}
    needed = plain(carom.laws.for_systems()[case["law"]])
    return carom.solve_system(case["W"], case["v"], case["law"], striking=striking, **{**needed, **given})


def near(got: Any, wanted: Any, tol: float) -> bool:
    scale = max(1.0, np.abs(wanted).max())
    return bool(np.abs(np.ravel(got) - np.ravel(wanted)).max() <= tol * scale)


@pytest.mark.parametrize("name", ["multi_lcp", "multi_hm", "multi_poisson"])
def test_golden_systems(name: str) -> None:
    answered = failed = 0
    contended = disputed()
    for case in golden(name):
        expect = case["expect"]
        hit = asked(case)
        if case["id"] in contended:
            continue
        if expect["status"] == "ok":
            answered += 1
            right = near(hit.v, expect["v_after"], case["tol"]) and near(hit.dE, expect["dE"], case["tol"])
            if expect.get("P_unique", True):
                right = right and near(hit.P, expect["P"], case["tol"])
            if "stages" in expect:
                right = right and len(hit.stages) == len(expect["stages"]) and near(hit.eta, expect["eta"], case["tol"])
            failed += not right
        elif expect["status"] == "none":
            failed += hit.status.label != "no-solution"
        elif expect["status"] == "several":
            failed += not (hit.solution_count > 1 or hit.status.label != "ok" or hit.violations & carom.Violation.NOT_UNIQUE)
    assert answered > 50 and failed == 0, f"{failed} of {answered}"


def test_golden_sequences() -> None:
    done = 0
    for case in golden("sequences"):
        given, expect = case["params"], case["expect"]
        if given.get("sustained") or expect.get("truncated"):
            continue
        limits = {name: given[name] for name in ("cut", "merge", "max_impacts") if name in given}
        reads = carom.laws[given["single"]].coefficients
        each = plain(carom.laws[given["single"]])
        each.update({name: value for name, value in given["per_contact"].items() if name in reads})
        hit = carom.solve_system(case["W"], case["v"], "sequence", single=given["single"], limits=limits, **each)
        assert len(hit.solutions) == expect["n_outcomes"], case["id"]
        found = sorted(one.probability for one in hit.solutions)
        assert np.allclose(found, sorted(o["prob"] for o in expect["outcomes"]), rtol=1e-9, atol=0), case["id"]
        assert abs(sum(found) - 1) < 1e-12
        done += 1
    assert done > 10


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
