"""Tests fits of measured impacts against the golden files and hand calculations."""
from __future__ import annotations

import json
from typing import Any, Dict, Tuple

import numpy as np
import pytest
from conftest import ROOT, refused

import carom

PUCKS = [(49.1, 0.336), (49.1, 0.336), (49.7, 0.362), (49.6, 0.4), (49.5, 0.402), (49.1, 0.289), (49.2, 0.289),
         (49.2, 0.295), (49.1, 0.308)]


def speeds(px: np.ndarray, per_mm: float, rate: float) -> np.ndarray:
    """Returns u_n, u_t and spin before and after, in mm/s and rad/s, from four flashes of centre and marker."""
    q = px.reshape(4, 4) / per_mm
    angle = np.arctan2(q[:, 3] - q[:, 1], q[:, 2] - q[:, 0])
    made = []
    for k in (0, 2):
        turn = (angle[k + 1] - angle[k] + np.pi) % (2 * np.pi) - np.pi
        made += [(q[k + 1, 1] - q[k, 1]) * rate, (q[k + 1, 0] - q[k, 0]) * rate, turn * rate]
    return np.array(made)


def pucks(name: str) -> Tuple[Dict[str, Any], Dict[str, Any]]:
    """Returns a case of pucks_synthetic as arguments of fit_bodies (in mm), and the fit that papers.json expects."""
    cases = json.loads((ROOT / "tests/fit/golden/pucks_synthetic.json").read_text())["cases"]
    case = next(c for c in cases if c["id"] == name)
    p = case["params"]
    rows: Dict[str, list[Any]] = {"inertia": [], "arm": [], "u": [], "after": [], "S": [], "group": []}
    for item in case["data"]:
        radius, ratio = PUCKS[item["puck"] - 1]
        px = np.array(item["px"], dtype=float)
        f = lambda x: speeds(x, p["pixels_per_mm"], p["strobe_hz"])  # noqa: E731
        J = np.array([(f(px + h) - f(px - h)) / 2e-3 for h in 1e-3 * np.eye(16)]).T
        u = f(px)
        rows["inertia"].append(radius**2 * ratio / (1 - ratio))
        rows["arm"].append((-radius, 0.0))
        rows["u"].append(u[:3])
        rows["after"].append(u[3:])
        rows["S"].append((p["sigma_mm"] * p["pixels_per_mm"]) ** 2 * J @ J.T)
        rows["group"].append(item["puck"])
    papers = json.loads((ROOT / "tests/papers/golden/papers.json").read_text())["cases"]
    return {"mass": 1.0, **rows}, next(c for c in papers if c["id"] == f"fit-{name}")["expect"]


def test_golden_fit() -> None:
    given, expect = pucks("bilinear-noisy")
    study = carom.fit_bodies(**given, laws=["frictionless", "whittaker", "smith", "bilinear", "rising"], threads=2)
    wanted = expect["laws"]["bilinear"]
    got = study["bilinear"]
    assert study.checks.floor and study.checks.body
    assert study.checks.floor[0] == pytest.approx(expect["floor"]["chi2"], rel=1e-5)
    assert study.checks.body.alarms == () and abs(study.checks.body.tangent[0] - 1) < 0.02
    assert [got.params[k] for k in ("e_n", "e_t", "mu")] == pytest.approx(wanted["params"], abs=1e-5)
    assert got.chi2 == pytest.approx(wanted["chi2"], rel=1e-3) and got.p == pytest.approx(wanted["p_F"], abs=1e-3)
    assert got.interval["e_t"] == pytest.approx(wanted["profile95"]["e_t"], abs=1e-4)
    assert study.best == "bilinear" and study.not_rejected == ["bilinear"] == study.as_good
    assert study["smith"].z == pytest.approx(expect["laws"]["z_against_best"]["smith"], rel=1e-3)
    x, y = got.region("e_n", "mu")
    assert x.min() < wanted["profile95"]["e"][0] < wanted["profile95"]["e"][1] < x.max() and np.isfinite(y).all()


def made(law: str = "bilinear", **parameters: float) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
    W = np.diag([1.0, 3.0])
    v = np.column_stack([-np.linspace(1, 2, 40), np.linspace(0, 3, 40)])
    return W, v, np.asarray(carom.collide(W, v, law, **parameters).v)


def test_a_law_without_answers_is_listed() -> None:
    study = carom.fit(*made(e_n=0.9, e_t=0.2, mu=0.13), sigma=1e-3)
    assert "walton" in study.unanswered and "walton" not in study
    assert {"bilinear", "glocker"} <= set(study.not_rejected) and "routh" in study
    assert study["chatterjee"].mark["s1"] == "undetermined"
    assert "bilinear" in repr(study)


def test_variants_of_restitution_where_W_is_coupled() -> None:
    W = np.array([[2.5, -1.5], [-1.5, 2.5]])
    v = np.column_stack([-np.linspace(1, 2, 40), np.linspace(-3, 3, 40)])
    after = carom.collide(W, v, "routh", restitution="poisson", e=0.6, mu=0.4).v
    study = carom.fit(W, v, after, sigma=1e-3, laws=["routh"])
    assert set(study) == {"routh newton", "routh poisson", "routh energetic"} and study.best == "routh poisson"
    assert study["routh poisson"].params == pytest.approx({"e": 0.6, "mu": 0.4}, abs=1e-6)


@pytest.mark.parametrize(
    "change, code",
    [
        ({"sigma": None}, ("bad-value", "sigma", "S")),
        ({"v": [[1.0, 0.0]] * 40}, ("bad-value", "(0,)", "v_n", "1")),
        ({"v": [1.0, 0.0]}, ("bad-value", "v", "(2,)")),
        ({"after": np.zeros((3, 2))}, ("bad-value", "after", "(40, 2)")),
        ({"group": [1, 2]}, ("bad-value", "group", "(40,)", "(2,)")),
        ({"sigma": np.nan}, ("bad-value", "(0,)")),
    ],
)
def test_refusals(change: Dict[str, Any], code: Any) -> None:
    W, v, after = made(e_n=0.9, e_t=0.2, mu=0.13)
    given = {"W": W, "v": v, "after": after, "sigma": 1e-3, **change}
    with refused(carom.InputError, *code):
        carom.fit(**given, laws=["bilinear"])


def test_no_such_law() -> None:
    with refused(carom.UnknownLawError, "unknown-law", "bilinear"):
        carom.fit(*made(e_n=0.9, e_t=0.2, mu=0.13), sigma=1e-3, laws=["bilinaer"])


def test_coefficients_that_depend_on_speed() -> None:
    W, v = np.diag([1.0, 3.0]), np.column_stack([-np.linspace(0.05, 3, 60), np.tile([0.0, 1.0, 3.0], 20)])
    e = 1 - 0.1 * np.abs(v[:, 0]) ** 0.2
    after = np.array([carom.collide(W, v[k], "bilinear", e_n=e[k], e_t=0.2, mu=0.13).v for k in range(60)])
    study = carom.fit(W, v, after, sigma=1e-3, laws=["bilinear", "frictionless"], e_of="fifth", intervals=False)
    assert set(study) == {"bilinear", "bilinear e:fifth", "frictionless", "frictionless e:fifth"}
    assert study["bilinear e:fifth"].params["e_c"] == pytest.approx(0.1, abs=1e-5)
    assert study["bilinear"].rejected and study.best == "bilinear e:fifth"
    for change, names in (({"e_of": "exp"}, ("e", "fifth")), ({"mu_of": "none"}, ("mu", "exp"))):
        with refused(carom.InputError, "bad-value", *names):
            carom.fit(W, v, after, sigma=1e-3, laws="bilinear", **change)
