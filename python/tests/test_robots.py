"""Tests small robots in the conventions of Pinocchio, Drake, Bullet and MuJoCo, against results computed by hand."""
from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any, Tuple

import numpy as np
import pytest
from conftest import refused

import carom

MASS, RADIUS = 2.0, 0.1
MOMENT = 0.4 * MASS * RADIUS * RADIUS
BEFORE = np.array([3.0, 0.0, -1.0, 0.0, 0.0, 0.0])  # a ball: velocity, then spin
# The ball slips throughout: P_n = m (1 + e) and P_t = -mu P_n. So vx' = 3 - 0.3, vz' = 0.5 and w' = r mu P_n / I.
E, MU = 0.5, 0.2
AFTER = np.array([2.7, 0.0, 0.5, 0.0, RADIUS * MU * MASS * 1.5 / MOMENT, 0.0])


def cross(r: Any) -> Any:
    x, y, z = r
    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])


LINEAR = np.hstack([np.eye(3), -cross([0, 0, -RADIUS])])  # Jacobian of the lowest point; columns: velocity, spin
ANGULAR = np.hstack([np.zeros((3, 3)), np.eye(3)])
MASSES = np.diag([MASS] * 3 + [MOMENT] * 3)
SPIN_FIRST = [3, 4, 5, 0, 1, 2]


def struck(robot: carom.Mechanism) -> Any:
    hit = carom.collide(robot, law="routh", e=E, mu=MU)
    return robot.apply(hit.P)[0]


def test_pinocchio_world_aligned() -> None:
    """Tests Pinocchio's conventions. With LOCAL_WORLD_ALIGNED the linear rows are first. A free flyer's speeds are in
    its own axes, and crba fills only the upper triangle of the mass matrix."""
    c, s = np.cos(0.7), np.sin(0.7)
    R = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    own = np.kron(np.eye(2), R)  # from the free flyer's axes to the world's
    M = np.triu(own.T @ MASSES @ own)
    J = np.vstack([LINEAR, ANGULAR]) @ own
    robot = carom.from_jacobian(M, J, (0, 0, 1), own.T @ BEFORE, library="pinocchio")
    assert np.allclose(own @ struck(robot), AFTER, atol=1e-14)  # the largest error seen was 4e-16
    # With LOCAL the same rows are given in the axes of the contact frame.
    local = np.kron(np.eye(2), R.T) @ J
    robot = carom.from_jacobian(M, local, (0, 0, 1), own.T @ BEFORE, library="pinocchio", rotation=R)
    assert np.allclose(own @ struck(robot), AFTER, atol=1e-14)


def test_drake() -> None:
    """Tests Drake's conventions: CalcJacobianSpatialVelocity returns the angular rows first, and speeds are also
    angular first."""
    J = np.vstack([ANGULAR, LINEAR])[:, SPIN_FIRST]
    M = MASSES[np.ix_(SPIN_FIRST, SPIN_FIRST)]
    robot = carom.from_jacobian(M, J, (0, 0, 1), BEFORE[SPIN_FIRST], library="drake")
    assert np.allclose(struck(robot), AFTER[SPIN_FIRST], atol=1e-14)
    # If the rows are read as linear first, the result is another valid robot, so no error can be raised.
    wrong = carom.from_jacobian(M, J, (0, 0, 1), BEFORE[SPIN_FIRST], library="pinocchio")
    assert not np.allclose(wrong.v, robot.v)


def test_bullet() -> None:
    """Tests Bullet's conventions: calculateJacobian returns two separate parts, and the columns of a floating base
    start with the spin."""
    M = MASSES[np.ix_(SPIN_FIRST, SPIN_FIRST)]
    robot = carom.from_jacobian(M, LINEAR[:, SPIN_FIRST], (0, 0, 1), BEFORE[SPIN_FIRST], library="bullet")
    assert np.allclose(struck(robot), AFTER[SPIN_FIRST], atol=1e-14)


def test_pendulum_in_the_plane() -> None:
    """Tests a bar on a pivot that strikes the floor with its tip at an inclination of 30 degrees. Without friction its
    speed is multiplied by -e."""
    length, mass, a = 1.2, 3.0, np.pi / 6
    tip = np.array([[length * np.sin(a)], [length * np.cos(a)]])
    robot = carom.from_jacobian([[mass * length**2 / 3]], tip, (0, 1), [-2.0])
    hit = carom.collide(robot, law="frictionless", e=0.4)
    assert robot.apply(hit.P)[0][0] == pytest.approx(0.8, abs=1e-15)
    assert hit.P[0] == pytest.approx(mass * length / 3 * 2.8 / np.cos(a))  # I dw = r P_n


def test_several_contacts_and_refusals() -> None:
    J = np.stack([np.vstack([LINEAR, ANGULAR])] * 2)
    both = carom.from_jacobian(MASSES, J, [(0, 0, 1), (1, 0, 0)], BEFORE, library="pinocchio")
    assert both.contacts == 2 and np.allclose(both.v[[0, 3]], [-1, 3])
    with refused(carom.InputError, "bad-value", "J", "library", "pinocchio", "drake"):
        carom.from_jacobian(MASSES, J, (0, 0, 1), BEFORE)
    with refused(carom.InputError, "bad-value", "rbdl"):
        carom.from_jacobian(MASSES, J, (0, 0, 1), BEFORE, library="rbdl")
    with refused(carom.InputError, "bad-value", "6", "3"):
        carom.from_jacobian(MASSES, LINEAR[:2], (0, 0, 1), BEFORE)


def mujoco_ball(distance: float) -> Tuple[Any, Any, Any]:
    """Returns a replacement of the package mujoco, with its names and conventions, and a model and data: a free ball on
    a plane.

    A free joint's spin is given in the body's axes, which equal the world axes here. The plane is geom 0 of body 0.
    """

    def mj_mulM(model: Any, data: Any, res: Any, vec: Any) -> None:
        res[:] = MASSES @ vec

    def mj_jac(model: Any, data: Any, jacp: Any, jacr: Any, point: Any, body: int) -> None:
        jacp[:] = np.hstack([np.eye(3), -cross(np.asarray(point) - data.xipos)]) if body else 0.0

    frame = np.array([0, 0, 1.0, 0, 1, 0, -1, 0, 0])
    contact = SimpleNamespace(geom1=0, geom2=1, pos=np.array([0, 0, 0.0]), frame=frame, dist=distance, friction=[0.2, 0, 0, 0, 0])
    model = SimpleNamespace(nv=6, geom_bodyid=[0, 1])
    data = SimpleNamespace(qvel=BEFORE.copy(), ncon=1, contact=[contact], xipos=np.array([0, 0, RADIUS]))
    return SimpleNamespace(mj_mulM=mj_mulM, mj_jac=mj_jac), model, data


def test_mujoco_stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    module, model, data = mujoco_ball(-1e-6)
    monkeypatch.setitem(sys.modules, "mujoco", module)
    robot, friction = carom.from_mujoco(model, data)
    assert friction.tolist() == [0.2]
    assert np.allclose(struck(robot), AFTER, atol=1e-14)
    flat, _ = carom.from_mujoco(model, data, plane=(0, 1, 0))
    assert flat.dim == 2 and np.allclose(np.abs(flat.v), [1, 3]) and np.allclose(struck(flat), AFTER, atol=1e-14)
    _, model, data = mujoco_ball(0.01)
    with refused(carom.InputError, "bad-size"):
        carom.from_mujoco(model, data)


def test_mujoco_itself() -> None:
    """Tests a ball with the package mujoco itself, if it is installed."""
    mujoco = pytest.importorskip("mujoco")
    model = mujoco.MjModel.from_xml_string(
        '<mujoco><worldbody><geom type="plane" size="5 5 .1"/><body pos="0 0 .0999"><freejoint/>'
        '<geom type="sphere" size=".1" mass="2"/></body></worldbody></mujoco>'
    )
    data = mujoco.MjData(model)
    data.qvel[:] = BEFORE
    mujoco.mj_forward(model, data)
    robot, _ = carom.from_mujoco(model, data)
    assert np.allclose(struck(robot), AFTER, rtol=2e-3)  # the contact point is in the middle of the overlap
