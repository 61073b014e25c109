"""Tests golden cases in Python, with one vectorised call for each law, dimension and set of parameters of a file."""
from __future__ import annotations

from collections import defaultdict
from typing import Any, Dict, List

import numpy as np
import pytest
from conftest import disputed, golden

import carom

FILES = ["wang_mason", "shen_townsend", "random2d", "chatterjee", "payr_glocker", "routh3d"]


def known(case: Dict[str, Any]) -> bool:
    law = carom.laws[case["law"]] if case["law"] in carom.laws else None
    return law is not None and len(case["v"]) in law.dims


def columns(law: carom.Law, cases: List[Dict[str, Any]]) -> Dict[str, Any]:
    """Returns the parameters as arrays with one entry per case; parameters that a case omits have their defaults."""
    given: Dict[str, Any] = {}
    for name, row in law.coefficients.items():
        values = [case["params"].get(name) for case in cases]
        if all(value is None for value in values):
            continue
        default = row.default
        if name == "mu_static":  # if omitted, it equals mu
            values = [case["params"]["mu"] if x is None else x for x, case in zip(values, cases)]
        values = [default if value is None else value for value in values]
        numbers = [float(x) if isinstance(x, str) and row.kind != "choice" else x for x in values]  # "inf"
        given[name] = np.array(numbers)
    return given


def calls(name: str) -> Dict[Any, List[Dict[str, Any]]]:
    groups: Dict[Any, List[Dict[str, Any]]] = defaultdict(list)
    for case in golden(name):
        if known(case):
            groups[case["law"], len(case["v"])].append(case)
    return groups


def wanted_status(expect: Dict[str, Any]) -> str:
    return expect.get("status") or ("no-impact" if expect.get("mode") == "separating" else "ok")


def wrong(case: Dict[str, Any], hit: carom.Result, i: int) -> str:
    """Returns why a result differs from the expected one; "" if it does not."""
    expect = case["expect"]
    if hit.status[i].label != wanted_status(expect):
        return f"status {hit.status[i]}"
    if expect.get("P") is None:
        return "" if np.isnan(hit.P[i]).all() else "an answer where there is none"
    numbers = np.concatenate([expect["P"], expect["v_after"], [expect["dE"]]])
    got = np.concatenate([hit.P[i], hit.v[i], [hit.dE[i]]])
    scale = max(1.0, np.abs(numbers).max())
    if not np.abs(got - numbers).max() <= case["tol"] * scale:
        return f"got {got}, wanted {numbers}"
    if expect.get("mode") and hit.mode[i].label != expect["mode"]:
        return f"mode {hit.mode[i]}, wanted {expect['mode']}"
    # A number that is zero up to rounding may have either sign.
    for name, decides in (("dE>0", expect["dE"]), ("v_n<0", expect["v_after"][0]), ("P_n<0", expect["P"][0])):
        if abs(decides) > 1e-12 * scale and (name in expect.get("broken", [])) != (name in hit.violations[i].label):
            return f"violates {hit.violations[i].label}, wanted {expect.get('broken', [])}"
    return ""


@pytest.mark.parametrize("name", FILES)
def test_golden_file_in_one_call_per_law(name: str) -> None:
    groups = calls(name)
    assert groups
    failed = {}
    for (law, _), cases in groups.items():
        W, v = np.array([case["W"] for case in cases], float), np.array([case["v"] for case in cases], float)
        hit = carom.collide(W, v, law, **columns(carom.laws[law], cases), details=False)
        failed.update({case["id"]: why for i, case in enumerate(cases) if (why := wrong(case, hit, i))})
    unexpected = {id: why for id, why in failed.items() if id not in disputed()}
    assert not unexpected, f"{len(unexpected)} cases, among them {list(unexpected.items())[:3]}"


def test_golden_mechanisms_give_W_and_take_P_back() -> None:
    for case in golden_mechanisms():
        s, expect = case["system"], case["expect"]
        rows = np.stack([s["wN"], s["wT"]], axis=1).reshape(-1, len(s["M"]))
        u = s.get("u", np.zeros(len(s["M"])))
        made = carom.Mechanism(s["M"], u, rows, normal="first", constraints=s.get("J") or None)
        W = expect.get("W", case.get("W"))
        np.testing.assert_allclose(made.W, W, rtol=case["tol"], atol=case["tol"] * np.abs(W).max())
        if "P" in case:
            after, _ = made.apply(case["P"])
            scale = max(1, np.abs(expect["du"]).max())
            np.testing.assert_allclose(after - made.u, expect["du"], rtol=0, atol=case["tol"] * scale)


def golden_mechanisms() -> List[Dict[str, Any]]:
    return [case for case in golden("mechanism") if "system" in case]
