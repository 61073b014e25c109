"""Tests the units of DataFrames: converted back, the numbers are the same, and column names contain the unit."""
import re

import numpy as np
import pytest
from conftest import ROD_V, ROD_W

import carom

pytest.importorskip("pandas")

# carom solve --units prints these; NIST SP 811 has the same factors.
BACK = {"km/h": 1000 / 3600, "mph": 0.44704, "deg/s": np.pi / 180, "deg": np.pi / 180, "lb": 0.45359237, "1/lb": 1 / 0.45359237}
BACK.update({"lbf s": 4.4482216152605, "ft lbf": 1.3558179483314004, "ft": 0.3048})
ROD = (ROD_W, ROD_V)


@pytest.mark.parametrize("units", ["SI", "km/h", "mph deg", "lb,ft", "US"])
def test_columns_convert_back(units: str) -> None:
    hits = carom.collide(*ROD, e=[0.5, 0.3], mu=0.7, rest_speed=0.01)
    plain, made = hits.to_frame(), hits.to_frame(units)
    assert len(made.columns) == len(plain.columns)
    for old, new in zip(plain.columns, made.columns):
        name, _, unit = new.partition(", ")
        assert name == old
        if unit:
            np.testing.assert_allclose(made[new] * BACK.get(unit, 1.0), plain[old], rtol=1e-15)
        else:
            assert (made[new] == plain[old]).all()
    used = {new.partition(", ")[2] for new in made.columns}
    assert used >= {"SI": {"m/s", "N s", "J", "1/kg"}, "km/h": {"km/h"}, "mph deg": {"mph"}}.get(units, {"lbf s", "ft lbf", "1/lb"})


def test_every_number_with_a_unit_has_it() -> None:
    pure = {"e", "mu", "mu_static", "ok", "mode", "violations", "status", "event", "solution_count", "evaluations", "residual"}
    for frame in (carom.collide(*ROD, e=0.5, mu=0.7).to_frame("SI"), carom.trace(*ROD, e=0.5, mu=0.7).to_frame("SI")):
        assert not [c for c in frame.columns if ", " not in c and c not in pure]
    assert "v_n, km/h" in carom.compare(*ROD, e=0.5, mu=0.7).to_frame("km/h").columns
    assert "P_n, N s" not in carom.collide(*ROD, e=0.5, mu=0.7).to_frame().columns


def test_the_motion_of_a_body_in_units() -> None:
    rod = carom.Solid.rod(1.0, mass=1.0)
    events = carom.drop(rod, centre=(0, 1.2), angle=0.4, spin=2.0, until=1, e=0.5, mu=0.3).events
    frame = events.to_frame("km/h, deg, ft")
    np.testing.assert_allclose(frame["velocity_y, km/h"], 3.6 * events.velocity[:, 1], rtol=1e-15)
    np.testing.assert_allclose(frame["angle, deg"], np.degrees(events.angle), rtol=1e-15)
    np.testing.assert_allclose(frame["centre_x, ft"] * 0.3048, events.centre[:, 0], rtol=1e-15)
    assert [c for c in frame.columns if re.match("t,", c)] == ["t, s"]


def test_wrong_names_are_rejected() -> None:
    hit = carom.collide(*ROD, e=0.5, mu=0.7)
    with pytest.raises(ValueError, match="furlong"):
        hit.to_frame("furlong")
    with pytest.raises(ValueError, match="contradict"):
        hit.to_frame("mph, km/h")
