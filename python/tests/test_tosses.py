"""Tests impacts and the centre of mass from measured trajectories: a synthetic toss, exactly, and the cube tosses."""
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import carom

ROOT = Path(os.environ["CAROM_ROOT"])
sys.path.append(str(ROOT / "examples/cube_tosses"))
import trajectories  # noqa: E402

TOSSES = ROOT / "examples/cube_tosses/tosses.csv.xz"
CORNERS = 0.979 * np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
FREE = (0.9 / (183.3 / 148), 0.45)  # fraction of g dt; rad/s


def turned(w: Any, t: float, q: Any) -> Any:
    """Returns the quaternion q rotated by the spin w for the time t."""
    angle = np.linalg.norm(w) * t
    d = np.concatenate([[np.cos(angle / 2)], np.sin(angle / 2) * w / np.linalg.norm(w)])
    v = d[0] * q[1:] + q[0] * d[1:] + np.cross(d[1:], q[1:])
    return np.concatenate([[d[0] * q[0] - d[1:] @ q[1:]], v])


def rotated(q: Any, x: Any) -> Any:
    t = 2 * np.cross(q[1:], x)
    return x + q[0] * t + np.cross(q[1:], t)


def test_a_synthetic_toss_is_read_back() -> None:
    g, dt, centre = 10.0, 0.01, np.array([0.01, -0.02, 0.03])
    w, after = np.array([3.0, -2.0, 1.0]), np.array([-4.0, 1.0, 2.0])
    v, leaves = np.array([0.5, -0.3, -1.0]), np.array([0.4, -0.1, 1.5])
    at, place = np.array([0.2, 0.8, 0.4, -0.4]), np.array([0.0, 0.1, 0.4])
    at /= np.linalg.norm(at)
    rows = []
    for k in range(-20, 21):
        t = (k + 0.3) * dt
        q = turned(w if t < 0 else after, t, at)
        p = place + (v if t < 0 else leaves) * t - [0, 0, 0.5 * g * t * t]
        rows.append(np.concatenate([p - rotated(q, centre), q]))
    data = np.array(rows)
    toss = trajectories.Toss(7, data[:, :3], data[:, 3:])
    found = trajectories.extract_impacts([toss], CORNERS, rate=100, gravity=g, centre=centre)
    assert len(found) == 1 and found.toss[0] == 7 and found.frame[0] == pytest.approx(19.7, abs=1e-6)
    assert found.u[0] == pytest.approx([*v[[2, 0, 1]], *w[[2, 0, 1]]], abs=1e-6)
    assert found.after[0] == pytest.approx([*leaves[[2, 0, 1]], *after[[2, 0, 1]]], abs=1e-6)
    arms = np.array([rotated(at, corner - centre) for corner in CORNERS])
    assert found.point[0] == arms[:, 2].argmin() and found.mismatch[0] < 1e-6
    assert found.arm[0] == pytest.approx(arms[found.point[0]][[2, 0, 1]], abs=1e-6)
    assert found.axes[0] @ (CORNERS[found.point[0]] - centre) == pytest.approx(found.arm[0])
    flight = trajectories.free_flight([toss], rate=100, gravity=g)
    assert flight.flights == 2 and flight.gravity == pytest.approx(g, abs=1e-6)
    assert flight.centre == pytest.approx(centre, abs=1e-6) and flight.residual < 1e-7


def test_poses_without_a_column_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "poses.csv"
    file.write_text("toss,frame,x,y,z,qw,qx,qy\n0,0,0,0,0,1,0,0\n")
    with pytest.raises(carom.InputError):
        trajectories.load_tosses(file)
    with pytest.raises(carom.InputError):
        trajectories.extract_impacts([], [0.0, 1.0], rate=1, gravity=1)


@pytest.fixture(scope="module")
def tosses() -> Any:
    return trajectories.load_tosses(TOSSES)


def test_the_cube_is_not_centred(tosses: Any) -> None:
    """Tests the centre of mass of the cube, also from the even tosses alone. Another program found the centre (0.002,
    0.006, 0.103) from 590 flights. The even and odd tosses alone give 0.098 and 0.107."""
    assert len(tosses) == 570
    for some in (tosses, tosses[::2], tosses[1::2]):
        flight = trajectories.free_flight(some, rate=148, gravity=183, points=CORNERS)
        assert abs(flight.centre[2] - 0.103) < 0.006 and abs(flight.centre[:2]).max() < 0.01
        assert flight.centre[2] > 20 * flight.centre_error[2] and abs(flight.gravity - 183.3) < 0.3


def corners_of(tosses: Any, centre: Any) -> Any:
    impacts = trajectories.extract_impacts(tosses, CORNERS, rate=148, gravity=183.3, centre=centre, free=FREE)
    low, next_low = impacts.heights[:, 0], impacts.heights[:, 1]
    jump, apart = impacts.after[:, 0] - impacts.u[:, 0], np.degrees(impacts.mismatch)
    return impacts[(next_low > 0.15) & (abs(low + 0.05) < 0.06) & (jump > 3) & (apart < 1.5)]


def test_impacts_of_corners(tosses: Any, tmp_path: Path) -> None:
    """Compares the impacts with those of the shipped file. Their times were found by another method, so speeds agree
    only to 1 %. One of the shipped impacts has a mismatch at the limit."""
    names = "r_n r_t1 r_t2 u_n u_t1 u_t2 w_n w_t1 w_t2 u_n_after u_t1_after u_t2_after w_n_after w_t1_after w_t2_after"
    file = TOSSES.with_name("corner_impacts.csv")
    head = file.read_text().split("\n", 1)[0].split(",")
    rows = np.loadtxt(file, delimiter=",", skiprows=1)
    shipped, columns = rows[:, :2], rows[:, [head.index(name) for name in names.split()]]
    found = corners_of(tosses, (0, 0, 0.104))
    assert abs(len(found) - 482) <= 2
    for k in range(len(found)):
        near = (shipped[:, 0] == found.toss[k]) & (abs(shipped[:, 1] - found.frame[k]) < 0.5)
        assert near.sum() == 1
        assert np.concatenate([found.arm[k], found.u[k], found.after[k]]) == pytest.approx(columns[near][0], abs=0.15)
    checks = found.fit(1, 1.0213, laws="frictionless", intervals=False).checks.body
    assert checks and checks.alarms == () and abs(checks.floor_mean - 0.0137) < 2e-4
    found.save(tmp_path / "corners.csv", 1, 1.0213)
    assert len((tmp_path / "corners.csv").read_text().splitlines()) == len(found) + 1


def test_the_published_body_raises_an_alarm(tosses: Any) -> None:
    """Tests that the published data of the cube raise an alarm. They state a centre of mass in the middle, and an inertia
    of 8.1e-4 kg m^2 for 0.37 kg and 0.0524 m."""
    fits = corners_of(tosses, (0, 0, 0)).fit(1, 0.797, laws="frictionless", intervals=False)
    body = fits.checks.body
    assert body and {"centre", "inertia"} <= set(body.alarms) and body.centre
    assert fits.not_rejected == [] and fits.best is None
    assert 0.09 < body.centre[2][0] < 0.14 and abs(body.inertia[0] * 0.797 - 1.02) < 0.03
