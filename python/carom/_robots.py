"""Converts robots of other libraries: mass matrix and Jacobians with their order of rows, frames and signs."""
from __future__ import annotations

from importlib import import_module
from typing import Any, Dict, List, Optional, Tuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import doubles
from ._errors import InputError, shown
from ._mechanism import Mechanism
from ._names import Status

Doubles = NDArray[np.float64]

# Index of the first of the three rows of the point's velocity in a spatial Jacobian.
_FIRST_LINEAR: Dict[str, int] = {"pinocchio": 0, "drake": 3, "bullet": 0, "mujoco": 0}


def _linear(J: Doubles, library: Optional[str], dim: int) -> Doubles:
    """Returns the rows of the points' velocities, (k, dim, n), from Jacobians with six rows or only these."""
    rows = J[np.newaxis] if J.ndim == 2 else J
    if rows.ndim == 3 and dim == 3 and rows.shape[1] == 6:
        if library is None:
            raise InputError('J has six rows, and the order of linear and angular rows is not known; pass library="pinocchio" or "drake"', Status.BAD_VALUE)
        first = _FIRST_LINEAR[library]
        return rows[:, first : first + 3]
    if rows.ndim != 3 or rows.shape[1] != dim:
        wanted = f"({dim}, n) or (contacts, {dim}, n)" + (", or 6 rows in place of 3" if dim == 3 else "")
        raise InputError(f"J_world must have shape {wanted}; it is {J.shape}", Status.BAD_VALUE)
    return rows


def _whole(M: Doubles) -> Doubles:
    """Completes a mass matrix of which only the upper triangle is filled, as by Pinocchio's crba."""
    upper = M.ndim == 2 and M.shape[0] == M.shape[1] and not np.tril(M, -1).any()
    return np.triu(M) + np.triu(M, 1).T if upper else M


def from_jacobian(
    M: ArrayLike,
    J_world: ArrayLike,
    normal: ArrayLike,
    u: ArrayLike,
    *,
    library: Optional[str] = None,
    rotation: Optional[ArrayLike] = None,
    constraints: Optional[ArrayLike] = None,
) -> Mechanism:
    """Makes the Mechanism of a robot from its library's mass matrix and contact Jacobian.

    M  (n, n)        mass matrix; an upper triangle with zeros below is filled up
    J_world  (r, n)  velocity of the robot's contact point per speed, or (k, r, n) of k points. r = 3: x, y, z; r = 2 in
                     2D; r = 6: with the angular velocity, in the order of the library
    normal  (3,)     at the point, from the other body into the robot; or one for each contact, (k, 3)
    u  (n,)          speeds before, in the order of M and of J's columns
    library          "pinocchio", "drake", "bullet" or "mujoco": the library whose order the six rows have
    rotation  (3, 3)  rotation to the world from the frame of J's rows (Pinocchio's LOCAL)

    If the other body moves too, J is that of the robot's point minus that of the other point. The table of docs/site/guides/roboticists.md has each
    library's frames and signs. The example is a ball of 2 kg with Drake's conventions, which slides over the floor when it lands:

    >>> import carom, numpy as np
    >>> m, r = 2.0, 0.1
    >>> M = np.diag([0.4 * m * r * r] * 3 + [m] * 3)            # Drake: angular speeds first
    >>> arm = np.array([[0, r, 0], [-r, 0, 0], [0, 0, 0]])      # velocity of the lowest point: w x (0, 0, -r)
    >>> J = np.vstack([np.hstack([np.eye(3), np.zeros((3, 3))]), np.hstack([-arm, np.eye(3)])])
    >>> ball = carom.from_jacobian(M, J, (0, 0, 1), [0, 0, 0, 3, 0, -1], library="drake")
    >>> hit = carom.collide(ball, law="routh", e=0.5, mu=0.2)
    >>> after, _ = ball.apply(hit.P)
    >>> bool(np.allclose(after, [0, 7.5, 0, 2.7, 0, 0.5]))      # it slips: vx - mu (1 + e) |vz|
    True
    """
    if library is not None and library not in _FIRST_LINEAR:
        raise InputError(f'library is {", ".join(_FIRST_LINEAR)}, not "{shown(library)}"', Status.BAD_VALUE)
    n = doubles(normal, "normal")
    dim = n.shape[-1] if n.ndim else 0
    rows = _linear(doubles(J_world, "J_world"), library, dim)
    if rotation is not None:
        rows = doubles(rotation, "rotation") @ rows
    return Mechanism(_whole(doubles(M, "M")), u, rows, normal=n, constraints=constraints, dim=dim)


def _contact_rows(mujoco: Any, model: Any, data: Any, contact: Any) -> Doubles:
    """Returns the velocity of geom2's point minus geom1's. MuJoCo's normal points from geom1 to geom2, so geom2 is A."""
    rows = np.zeros((3, model.nv))
    for geom, sign in ((contact.geom2, 1.0), (contact.geom1, -1.0)):
        part = np.zeros((3, model.nv))
        mujoco.mj_jac(model, data, part, None, contact.pos, model.geom_bodyid[geom])
        rows += sign * part
    return rows


def from_mujoco(model: Any, data: Any, *, plane: Optional[ArrayLike] = None, gap: float = 0.0) -> Tuple[Mechanism, Doubles]:
    """Makes the Mechanism of a MuJoCo model at this moment, with its active contacts, and the friction of each.

    model, data  of the package mujoco, after mj_forward or mj_step1; nothing in them is changed
    plane  (3,)  for a robot that moves in 2D, the axis perpendicular to the plane: contacts then have two components, and
                 all methods for several contacts apply
    gap          m: contacts no farther apart than this are active

    Set `data.qvel[:] = robot.apply(hit.P)[0]` afterwards. MuJoCo's own contact is soft, and would brake the same contact
    again if it still approached.


    >>> import carom
    >>> carom.from_mujoco(None, None)                                   # doctest: +SKIP
    (<mechanism: 9 speeds, 2 contacts, 0 constraints>, array([0.7, 0.7]))
    """
    mujoco = import_module("mujoco")
    active = [c for c in (data.contact[i] for i in range(data.ncon)) if c.dist <= gap]
    if not active:
        raise InputError(f"none of the {data.ncon} contacts touches (gap = {gap} m): nothing strikes", Status.BAD_SIZE)
    # Column by column, because mj_fullM's arguments and the name of the packed matrix changed between MuJoCo 2 and 3.
    M = np.zeros((model.nv, model.nv))
    for row, unit in zip(M, np.eye(model.nv)):
        mujoco.mj_mulM(model, data, row, unit)
    rows: List[Doubles] = []
    for contact in active:
        frame = np.asarray(contact.frame, dtype=float).reshape(3, 3)
        if plane is not None:
            frame = np.stack([frame[0], np.cross(doubles(plane, "plane"), frame[0])])
        rows.append(frame @ _contact_rows(mujoco, model, data, contact))
    friction = np.array([contact.friction[0] for contact in active], dtype=float)
    dim = 3 if plane is None else 2
    return Mechanism(M, np.array(data.qvel), np.stack(rows), normal="first", dim=dim), friction
