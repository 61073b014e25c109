"""Tests that coefficients without a default are required: every law and method names each one that is missing."""
from __future__ import annotations

from typing import Any, Callable, Dict, List, Tuple

import numpy as np
import pytest
from conftest import ROD_V, ROD_W, plain, refused

import carom
from carom import _modules

ALL: List[Tuple[str, str]] = [(law.name, p.name) for law in carom.laws.values() for p in law.coefficients.values() if p.required]


def left_out(row: Any, name: str) -> Dict[str, Any]:
    """Returns all required coefficients of a law or method except one."""
    return {key: value for key, value in plain(row, e=0.5, e_n=0.5, r_n=0.5, mu=0.3).items() if key != name}


def names(call: Callable[[], Any], param: str, other: Any = None) -> None:
    with pytest.raises(carom.ParameterError) as caught:
        call()
    error = caught.value
    assert error.status is carom.Status.COEFFICIENT_MISSING and error.index is None
    assert error.info is not None and (error.info.coefficient, error.info.other_coefficient) == (param, other)
    assert error.info.hint == "state-coefficient" and f"{param}=..." in str(error)


def test_only_what_has_no_neutral_default_is_required() -> None:
    core = {name for law, name in ALL if carom.laws[law].module == "core"}
    assert core == {"e", "e_n", "r_n", "mu", "s1", "s2", "eta", "ratio", "f"} and ("impulse-ratio", "mu") not in ALL
    with refused(carom.InputError, "coefficient-range/outside", "mu", "-1"):  # errors in given values come first
        carom.collide(ROD_W, ROD_V, mu=-1)


@pytest.mark.parametrize("law, name", ALL)
def test_a_law_names_what_is_left_out(law: str, name: str) -> None:
    row = carom.laws[law]
    dim = row.dims[0]
    W, v = np.diag([1.0, 3.5, 3.5])[:dim, :dim], np.array([-1.0, 0.3, 0.1])[:dim]
    for details in (True, False):
        names(lambda: row(W, v, details=details, **left_out(row, name)), name)
        names(lambda: row(W, np.stack([v, v]), details=details, **left_out(row, name)), name)


W, V = ROD_W, ROD_V
CALLS: Dict[str, Callable[[], Any]] = {
    "collide": lambda: carom.collide(W, V, e=0.5),
    "jac": lambda: carom.collide(W, V, e=0.5, jac=True),
    "jvp": lambda: carom.jvp(W, V, e=0.5, tangents={"e": 1.0}),
    "trace": lambda: carom.trace(W, V, e=0.5),
    "solutions": lambda: carom.collide_all(W, V, e=0.5),
    "explain": lambda: carom.explain(W, V, e=0.5),
    "sensitivity": lambda: carom.mass_jacobian(W, V, e=0.5),
    "forces": lambda: carom.forces(W, [0, -0.2], [-9.81, 0], e=0.5),
    "before": lambda: carom.collide_inverse(W, [0.5, 0.2], e=0.5),
    "impact": lambda: carom.solve_system(W, V, e_n=0.5),
    "impact jac": lambda: carom.solve_system(W, V, e_n=0.5, jac=True),
    "impacts": lambda: carom.solve_systems(W, V, e_n=0.5),
    "sequence": lambda: carom.solve_system(np.eye(4), [-1, 0, 0, 0], "sequence", single="routh", e=0.5),
    "nan": lambda: carom.collide(W, V, e=0.5, mu=np.nan),
}
if _modules.compliant is not None:
    CALLS["history"] = lambda: carom.history(W, V, "stronge", e=0.5)
    CALLS["translate"] = lambda: carom.convert(W, V, given="stronge", e=0.5)


@pytest.mark.parametrize("what", CALLS)
def test_wherever_a_law_is_asked(what: str) -> None:
    names(CALLS[what], "mu")


def test_a_reach_needs_what_does_not_vary() -> None:
    names(lambda: carom.reach(W, V, "impulse-ratio", mu=0.3), "ratio")
    assert list(carom.reach(W, V, "chatterjee", mu=0.3).coefficients) == ["r_n", "r_t", "s1", "s2"]


def test_two_at_once_and_the_place_of_a_nan() -> None:
    names(lambda: carom.collide(W, V), "e", "mu")
    with pytest.raises(carom.ParameterError) as caught:
        carom.collide(W, V, e=0.5, mu=[0.1, np.nan])
    assert caught.value.index == (1,) and caught.value.status == "coefficient-missing"


def test_a_form_of_the_speed_gives_it_too() -> None:
    assert carom.collide(W, V, e_of={"fifth": 0.2}, mu=0.3).ok
    names(lambda: carom.collide(W, V, e_of={"fifth": 0.2}), "mu")


def test_a_comparison_takes_examples_and_says_so() -> None:
    found = carom.compare(W, V, e=0.5, mu=0.3)
    for name, result in found.items():
        needed = {p.name for p in result.law.coefficients.values() if p.required and p.family not in ("e", "mu")}
        assert set(found.examples.get(name, ())) == needed
    assert found.examples["chatterjee"] == {"s1": 0.0, "s2": 0.0}
    assert "example s1 = 0" in repr(found) and "example s1 = 0" in found._repr_html_()
    told = carom.compare(W, V, ["chatterjee"], e=0.5, mu=0.3, s1=0.2, s2=0.3)
    assert not told.examples and "example" not in repr(told)
