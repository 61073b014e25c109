"""Tests that scenario and sweep files give the same results as in the command."""
from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any, Dict

import numpy as np
import pytest
from conftest import ROOT, refused, same_bits

import carom

EXAMPLES = sorted((ROOT / "examples").glob("*.json"))
STUDY: Dict[str, Any] = {
    "scenario": {"W": [[2.5, -1.5], [-1.5, 2.5]], "v": [-1.0, 0.6], "params": {"e": 0.5, "mu": 0.3}},
    "laws": ["routh", {"law": "brach", "name": "b", "params": {"mu": 0.1}}],
    "inputs": {"params.e": {"uniform": [0, 1]}, "v[1]": {"normal": [0.6, 0.2]}},
    "samples": 5000,
    "columns": True,
    "outputs": ["dE", "P_n"],
    "histograms": {"P_n": [0, 2]},
    "worst": {"of": "P_n", "keep": 3},
}


def here(module: str) -> bool:
    try:
        __import__(f"carom._{module}")
    except ImportError:
        return False
    return True


needs_files = pytest.mark.skipif(not here("scenario"), reason="this build has no scenario module")
needs_sweeps = pytest.mark.skipif(not here("sweep"), reason="this build has no sweep module")


@needs_files
@pytest.mark.parametrize("path", [p for p in EXAMPLES if p.stem in ("two_cars", "double_pendulum")], ids=lambda p: p.stem)
def test_a_scenario_can_be_pickled(path: Path) -> None:
    made = carom.load(path)
    again = pickle.loads(pickle.dumps(made))
    assert again.params == made.params
    assert same_bits(again.W, made.W) and same_bits(again.solve().P, made.solve().P)
    hit = made.solve(mu=0.2)
    copied = pickle.loads(pickle.dumps(hit))
    assert same_bits(copied.P, hit.P) and same_bits(copied.speeds, hit.speeds) and len(copied.bodies) == len(hit.bodies)


@needs_files
def test_another_law_takes_the_parameters_by_their_meaning() -> None:
    told = carom.load({"law": "routh", "params": {"restitution": "poisson", "e": 0.5, "mu": 0.3},
                       "W": [[2.5, -1.5], [-1.5, 2.5]], "v": [-1, 0.6]})
    assert told.params == {"restitution": "poisson", "e": 0.5, "mu": 0.3}
    same = carom.collide(told.W, told.v, "brach", e=0.5, mu=0.3)
    assert same_bits(told.solve("brach").P, same.P)
    assert same_bits(told.solve(mu=0.7).P, carom.collide(told.W, told.v, e=0.5, mu=0.7, restitution="poisson").P)


@needs_files
def test_refusals_have_a_place(tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text('{\n  "law": "routh",\n  "bodies": [{"mass": -1}, "fixed"],\n  "contact": {}\n}\n')
    with refused(carom.FileError, "bad-value", "bodies[0].mass") as caught:
        carom.load(bad)
    assert (caught.value.code, caught.value.line, caught.value.column) == ("bad-value", 3, 15)
    with refused(carom.FileError, "bad-file") as caught:
        bad.write_text("{")
        carom.load(bad)
    assert caught.value.code == "bad-file"
    for text, line, column in (('{"W": [[2]],\n "v": [-1], "law": 3}', 2, 13), ('{"W": [2],\n "v": [-1]}', 1, 2),
                               ('{"params": {\n  "e": 1,\n  "mü": 2}, "W": [[1]], "v": [-1]}', 3, 3),
                               ('\n {"mu": 3, "W": [[1]], "v": [-1]}', 2, 3)):
        bad.write_text(text)
        with pytest.raises(carom.FileError) as caught:
            carom.load(bad)
        assert (caught.value.line, caught.value.column) == (line, column), text
    with pytest.raises(FileNotFoundError):
        carom.load(tmp_path / "none.json")
    with refused(carom.FileError, "unknown-law", "ruoth", "routh"):
        carom.load({"law": "ruoth", "W": [[1]], "v": [-1]})


@needs_sweeps
def test_a_sweep_from_a_dict(tmp_path: Path) -> None:
    told = []
    found = carom.sweep(STUDY, tmp_path / "s.h5", progress=lambda done, samples, rate: told.append((done, samples)))
    assert (found.samples, found.done, found.laws, found.inputs) == (5000, 5000, ["routh", "b"], ["params.e", "v[1]"])
    assert told[-1] == (5000, 5000)
    e, v_t = found.columns["params.e"], found.columns["v[1]"]
    for name, law, mu in (("routh", "routh", 0.3), ("b", "brach", 0.1)):
        v = np.stack([np.full_like(v_t, -1.0), v_t], axis=-1)
        again = carom.collide(STUDY["scenario"]["W"], v, law, e=e, mu=mu)
        columns, law_found = found[name].columns, found[name]
        assert same_bits(columns["P_n"], again.P[:, 0]) and same_bits(columns["dE"], again.dE)
        assert law_found.answers == 5000 and sum(law_found.modes.values()) == 5000
        # The library's sums are exact and its quotients are rounded once; NumPy's pairwise sums differ by at most 1e-13.
        assert law_found.mean[-1] == pytest.approx(again.P[:, 0].mean(), rel=1e-12)
        assert law_found.maximum[-1] == again.P[:, 0].max()
        counts, edges = law_found.histogram("P_n")
        assert (counts == np.histogram(again.P[:, 0], edges)[0]).all()
        worst = law_found.worst
        assert [case.value for case in worst] == sorted(again.P[:, 0])[:-4:-1]
        assert law_found.replay(worst[0]).solve().P[0] == worst[0].value
        assert law_found.quantile("P_n", 0.5) == pytest.approx(np.median(again.P[:, 0]), rel=1 / 32)
    with refused(FileExistsError, None, "resume"):
        carom.sweep(STUDY, tmp_path / "s.h5")
    assert carom.sweep(STUDY, tmp_path / "s.h5", resume=True).done == 5000
    assert carom.open_sweep(tmp_path / "s.h5").done == 5000


@needs_sweeps
def test_an_interrupt_stops_resumably(tmp_path: Path) -> None:
    def interrupt(done: int, samples: int, rate: float) -> None:
        raise KeyboardInterrupt

    study = {**STUDY, "samples": 20_000_000, "columns": False}
    with pytest.raises(KeyboardInterrupt):
        carom.sweep(study, tmp_path / "s.h5", progress=interrupt)
    half = carom.open_sweep(tmp_path / "s.h5")
    assert 0 < half.done < half.samples
    # Resume the same study, which continues where it stopped, and interrupt it again.
    with pytest.raises(KeyboardInterrupt):
        carom.sweep(study, tmp_path / "s.h5", resume=True, progress=interrupt)
    assert carom.open_sweep(tmp_path / "s.h5").done > half.done


@needs_sweeps
def test_refused_studies(tmp_path: Path) -> None:
    with refused(carom.FileError, "unknown-key", "sampels", "samples"):
        carom.sweep({**STUDY, "sampels": 1}, tmp_path / "s.h5")
    with refused(carom.FileError, "bad-file"):
        (tmp_path / "no.h5").write_text("no")
        carom.open_sweep(tmp_path / "no.h5")
    with pytest.raises(OSError):
        carom.sweep(STUDY, tmp_path / "none" / "s.h5")


CARS = ROOT / "examples" / "two_cars.json"


def test_changes_are_what_the_velocities_say() -> None:
    """Tests that delta-v, headings and PDOF agree, up to rounding, with the velocities of the same result."""
    hit = carom.load(CARS).solve()
    before, after = carom.load(CARS).bodies, hit.bodies
    for body in range(2):
        change = hit.bodies[body]
        dv = after[body].velocity - before[body].velocity
        assert change.name == before[body].name
        assert change.delta_v == pytest.approx(np.hypot(*dv), rel=1e-14)
        assert change.direction == pytest.approx(np.degrees(np.arctan2(dv[1], dv[0])), rel=1e-13)
        front = (0.0, 90.0)[body]
        assert change.pdof == pytest.approx((front - change.direction) % 360 - 180, abs=1e-12)
    assert hit.energy_lost_fraction == pytest.approx(-hit.dE / 208350.0, rel=1e-14)


def test_scene_draws_what_the_file_tells() -> None:
    pytest.importorskip("matplotlib")
    hit = carom.load(CARS).solve()
    assert [b.outline for b in hit.scene.bodies] == ["rectangle", "rectangle"]
    ax = carom.plot.scene(hit)
    assert ax.get_title(loc="left") == "whittaker, e = 0.0, mu = 0.6"
    labels = [words.get_text() for words in ax.get_legend().get_texts()]
    assert labels == ["velocity before", "velocity after", "change $Δv$", "impulse on eastbound, 9.54e+03 N s"]
    ball = carom.load(CARS.parent / "billiard_cushion.json").solve()
    assert len(np.ravel(carom.plot.scene(ball))) == 3
    with refused(carom.InputError, "not-applicable"):
        carom.load({"law": "routh", "W": [[1, 0], [0, 1]], "v": [-1, 0]}).solve(e=0.5, mu=0.3).scene


def test_looks_are_the_library_s() -> None:
    """Tests that every law has its own colour and marker. A law that is not in the table also gets a fixed colour and
    marker."""
    pytest.importorskip("matplotlib")
    looks = {name: carom.plot.law_style(name) for name in carom.laws}
    hollow = {"stronge", "spring-dashpot", "nonlinear-dashpot", "bilinear-spring", "split-mass", "eigen-spring"}
    assert len({(look, name in hollow) for name, look in looks.items()}) == len(looks)
    assert carom.plot.law_style("routh (newton)")[0] == looks["routh"][0]
    assert carom.plot.law_style("mine") == carom.plot.law_style("mine")
    assert len({carom.plot.mode_colour(mode) for mode in carom.Mode}) == len(carom.Mode)
