"""Evaluates measured trajectories of a free body: its centre of mass from free flights, and its impacts with the floor z = 0."""
from __future__ import annotations

import csv
import lzma
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

import carom

Doubles = NDArray[np.float64]
UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True)
class Toss:
    """One measured motion at equal steps of time.

    number       of the toss
    position     (n, 3): the tracked point, z up
    orientation  (n, 4): unit quaternions w x y z, body to world
    """

    number: int
    position: Doubles
    orientation: Doubles


@dataclass(frozen=True)
class FreeFlight:
    """The centre of mass and gravity for which free flights are parabolas: the tracked point plus R c falls freely.

    centre, centre_error    from the tracked point, in the body's axes, with standard errors; NaN along an axis if the
                            body rotated only about it
    gravity, gravity_error  in position units per second squared
    residual                root mean square of the distances from the parabolas
    flights, frames         number of flights and frames used
    """

    centre: Doubles
    centre_error: Doubles
    gravity: float
    gravity_error: float
    residual: float
    flights: int
    frames: int


@dataclass(frozen=True)
class TossImpacts:
    """Impacts of single points, one row each, as `carom.fit_bodies` reads them. Components go n = z, t1 = x, t2 = y.

    toss, frame  number of the toss, and time in frames
    point        index of the point that hit
    arm          (n, 3) from the centre of mass to the point
    u, after     (n, 6) velocity of the centre of mass and spin, before and after
    axes         (n, 3, 3) the body's axes as columns
    heights      (n, points) of all points above the floor, lowest first
    mismatch     angle between the orientations at the end of one flight and the beginning of the next, rad
    """

    toss: NDArray[np.int64]
    frame: Doubles
    point: NDArray[np.int64]
    arm: Doubles
    u: Doubles
    after: Doubles
    axes: Doubles
    heights: Doubles
    mismatch: Doubles

    def __len__(self) -> int:
        return len(self.toss)

    def __getitem__(self, rows: Any) -> "TossImpacts":
        return TossImpacts(*(getattr(self, name)[rows] for name in self.__dataclass_fields__))

    def fit(self, mass: float, inertia: ArrayLike, folds: int = 10, **options: Any) -> carom.Fits:
        """Applies `carom.fit_bodies` to these impacts. Impacts of one toss are held out together; `folds` is the number of folds."""
        ranks = np.unique(self.toss, return_inverse=True)[1]
        options.setdefault("group", ranks % folds)
        return carom.fit_bodies(mass, inertia, self.arm, self.u, self.after, axes=self.axes, **options)

    def save(self, file: Union[str, Path], mass: float, inertia: float) -> None:
        """Writes a CSV file for `carom fit`, with the toss as the group and orientations as quaternions."""
        names = "group frame mass inertia r_n r_t1 r_t2 qw qx qy qz u_n u_t1 u_t2 w_n w_t1 w_t2".split()
        names += [f"{name}_after" for name in names[11:]]
        turn = _quaternion(self.axes[:, [1, 2, 0]])
        body = np.broadcast_to([mass, inertia], (len(self), 2))
        rows = np.column_stack([self.frame, body, self.arm, turn, self.u, self.after])
        with open(file, "w", newline="", encoding="utf-8") as to:
            to.write(",".join(names) + "\n")
            for toss, row in zip(self.toss, rows):
                to.write(f"{toss}," + ",".join(f"{x:.6g}" for x in row) + "\n")


def load_tosses(file: Union[str, Path]) -> List[Toss]:
    """Reads poses from a CSV file, which may be compressed by xz: columns toss, frame, x, y, z, qw, qx, qy, qz.
    """
    opened = lzma.open(file, "rt", encoding="utf-8") if str(file).endswith(".xz") else open(file, encoding="utf-8")
    wanted = ["toss", "frame", "x", "y", "z", "qw", "qx", "qy", "qz"]
    with opened as text:
        head: List[str] = next(csv.reader(text), [])
        missing = [name for name in wanted if name not in head]
        if missing:
            raise carom.InputError(f"{file} has no column {', '.join(missing)}; it has {', '.join(head)}", carom.Status.BAD_VALUE)
        rows = np.loadtxt(text, delimiter=",", usecols=[head.index(name) for name in wanted], ndmin=2)
    numbers = rows[:, 0].astype(int)
    return [Toss(int(k), rows[numbers == k, 2:5], rows[numbers == k, 5:9]) for k in np.unique(numbers)]


# Functions of quaternions. Their components w, x, y, z are along the last axis.


def _product(a: Doubles, b: Doubles) -> Doubles:
    aw, bw, av, bv = a[..., :1], b[..., :1], a[..., 1:], b[..., 1:]
    return np.concatenate([aw * bw - (av * bv).sum(-1, keepdims=True), aw * bv + bw * av + np.cross(av, bv)], axis=-1)


def _back(q: Doubles) -> Doubles:
    return np.asarray(q * np.array([1.0, -1.0, -1.0, -1.0]))


def _vector(q: Doubles) -> Doubles:
    """Returns the rotation as a vector, at most a half turn."""
    q = np.where(q[..., :1] < 0, -q, q)
    size = np.linalg.norm(q[..., 1:], axis=-1, keepdims=True)
    angle = 2.0 * np.arctan2(size, q[..., :1])
    return np.asarray(q[..., 1:] * np.where(size > 0, angle / np.where(size > 0, size, 1.0), 2.0))


def _turn(vector: Doubles) -> Doubles:
    angle = np.linalg.norm(vector, axis=-1, keepdims=True)
    return np.concatenate([np.cos(angle / 2), vector * 0.5 * np.sinc(angle / (2 * np.pi))], axis=-1)


def _matrix(q: Doubles) -> Doubles:
    w, x, y, z = np.moveaxis(q, -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def _quaternion(R: Doubles) -> Doubles:
    """Computes quaternions from rotation matrices: the largest eigenvector of Bar-Itzhack's matrix."""
    K = np.empty((len(R), 4, 4))
    K[:, 0, 0] = np.trace(R, axis1=1, axis2=2)
    K[:, 0, 1:] = K[:, 1:, 0] = np.stack([R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]], -1)
    K[:, 1:, 1:] = R + R.transpose(0, 2, 1) - np.trace(R, axis1=1, axis2=2)[:, None, None] * np.eye(3)
    return np.asarray(np.linalg.eigh(K)[1][:, :, -1])


def _mean(q: Doubles) -> Doubles:
    """Returns the mean of several rotations."""
    return np.asarray(np.linalg.eigh(np.einsum("ni,nj->ij", q, q))[1][:, -1])


def _flights(toss: Toss, centre: Doubles, dt: float, gravity: float, free: Tuple[float, float]) -> List[Tuple[int, int]]:
    """Returns the first and last frames of free flights of at least four frames, in which velocity minus g t, and spin, hardly
    change."""
    p = toss.position + np.einsum("nij,j->ni", _matrix(toss.orientation), centre)
    w = _spins(toss, dt)
    falls = np.diff(p, n=2, axis=0) / dt + gravity * dt * UP
    flies = np.linalg.norm(falls, axis=1) < free[0] * gravity * dt
    flies &= np.linalg.norm(np.diff(w, axis=0), axis=1) < free[1]
    edges = np.flatnonzero(np.diff(np.concatenate([[0], flies.astype(int), [0]])))
    return [(int(a), int(b) + 1) for a, b in zip(edges[::2], edges[1::2]) if b - a >= 2]


def _spins(toss: Toss, dt: float) -> Doubles:
    return _vector(_product(toss.orientation[1:], _back(toss.orientation[:-1]))) / dt


@dataclass(frozen=True)
class _End:
    """The state of a flight at the frame nearest to an impact."""

    frame: int
    position: Doubles
    velocity: Doubles
    spin: Doubles
    orientation: Doubles


def _end(toss: Toss, centre: Doubles, dt: float, gravity: float, first: int, last: int, before: bool, most: int) -> _End:
    first, last = (max(first, last - most + 1), last) if before else (first, min(last, first + most - 1))
    frame = last if before else first
    k = np.arange(first, last + 1)
    t = (k - frame) * dt
    p = toss.position[k] + np.einsum("nij,j->ni", _matrix(toss.orientation[k]), centre)
    line = np.linalg.lstsq(np.column_stack([np.ones_like(t), t]), p + 0.5 * gravity * t[:, None] ** 2 * UP, rcond=None)[0]
    spin = _spins(toss, dt)[first:last].mean(axis=0)
    turned = _product(_turn(-t[:, None] * spin), toss.orientation[k])
    return _End(frame, line[0], line[1], spin, _mean(turned))


def _meet(a: _End, b: _End, dt: float, gravity: float) -> float:
    """Returns the time at which the two parabolas are nearest, counted from the frame of a. Their difference is linear in
    time."""
    T = (b.frame - a.frame) * dt
    apart = a.position - b.position + b.velocity * T + 0.5 * gravity * T * T * UP
    rate = a.velocity - b.velocity - gravity * T * UP
    s = -float(apart @ rate) / float(rate @ rate)
    return min(max(s, -0.5 * dt), T + 0.5 * dt)


def extract_impacts(
    tosses: Sequence[Toss],
    points: ArrayLike,
    *,
    rate: float,
    gravity: float,
    centre: ArrayLike = (0.0, 0.0, 0.0),
    gap: int = 2,
    free: Tuple[float, float] = (0.72, 0.45),
    frames: int = 9,
) -> TossImpacts:
    """Extracts the impacts between free flights that are at most `gap` frames apart. Filter them by `heights` and `mismatch`.

    points   (k, 3): the points of the body that may touch the floor, from the tracked point, in the body's axes
    rate     frames per second;  gravity  in position units per second squared, as measured by `free_flight`
    centre   of mass, from the tracked point
    free     a frame belongs to a flight if the velocity changes by less than this fraction of g dt, apart from gravity, and the
             spin by less than this many rad/s
    frames   largest number of frames of each flight to fit: a parabola for the centre of mass, a constant spin

    A bounce of a body without spin, recorded at 100 frames per second:
    """
    corners, mass = np.asarray(points, dtype=float), np.asarray(centre, dtype=float)
    if corners.ndim != 2 or corners.shape[1] != 3 or mass.shape != (3,):
        raise carom.InputError("points must have the shape (k, 3) and centre (3,)", carom.Status.BAD_VALUE)
    rows: Dict[str, List[Any]] = {name: [] for name in TossImpacts.__dataclass_fields__}
    dt = 1.0 / rate
    for toss in tosses:
        flights = _flights(toss, mass, dt, gravity, free)
        for (a0, a1), (b0, b1) in zip(flights, flights[1:]):
            if not 0 <= b0 - a1 <= gap:
                continue
            a = _end(toss, mass, dt, gravity, a0, a1, True, frames)
            b = _end(toss, mass, dt, gravity, b0, b1, False, frames)
            s = _meet(a, b, dt, gravity)
            later = s - (b.frame - a.frame) * dt
            ends, begins = _product(_turn(a.spin * s), a.orientation), _product(_turn(b.spin * later), b.orientation)
            between = _vector(_product(begins, _back(ends)))
            R = _matrix(_product(_turn(between / 2), ends))
            arms = (corners - mass) @ R.T
            heights = a.position[2] + a.velocity[2] * s - 0.5 * gravity * s * s + arms[:, 2]
            lowest = int(heights.argmin())
            u = np.concatenate([a.velocity - gravity * s * UP, a.spin])
            after = np.concatenate([b.velocity - gravity * later * UP, b.spin])
            normal_first = [2, 0, 1]
            rows["toss"].append(toss.number)
            rows["frame"].append(a.frame + s / dt)
            rows["point"].append(lowest)
            rows["arm"].append(arms[lowest][normal_first])
            rows["u"].append(u[[2, 0, 1, 5, 3, 4]])
            rows["after"].append(after[[2, 0, 1, 5, 3, 4]])
            rows["axes"].append(R[normal_first])
            rows["heights"].append(np.sort(heights))
            rows["mismatch"].append(float(np.linalg.norm(between)))
    return TossImpacts(**{name: np.array(values) for name, values in rows.items()})


def free_flight(
    tosses: Sequence[Toss],
    *,
    rate: float,
    gravity: float,
    points: Optional[ArrayLike] = None,
    free: Tuple[float, float] = (0.72, 0.45),
    frames: int = 8,
) -> FreeFlight:
    """Estimates the centre of mass and gravity from all free flights of at least `frames` frames, by linear least squares.

    A point c of the body falls freely if p + R c is a parabola. Standard errors are those of a bootstrap over tosses, by its
    linear approximation. `gravity` is a first guess, to find the flights. With `points`, flights are excluded in which one
    of them comes below the floor beyond the first and last two frames.

    A body that rotates about x, with its centre of mass at 0.02 from the tracked point along its y axis:
    """
    dt, flights, used = 1.0 / rate, 0, 0
    normal: List[Doubles] = []
    right: List[Doubles] = []
    square = 0.0
    for toss in tosses:
        N, y = np.zeros((4, 4)), np.zeros(4)
        for k in _long_flights(toss, dt, gravity, free, frames, points):
            t = (k - k.mean()) * dt
            Q = np.linalg.qr(np.column_stack([np.ones_like(t), t]))[0]
            R = _matrix(toss.orientation[k])
            for axis in range(3):
                A = np.column_stack([-0.5 * t * t * UP[axis], -R[:, axis]])
                z = toss.position[k, axis]
                A, z = A - Q @ (Q.T @ A), z - Q @ (Q.T @ z)
                N, y, square = N + A.T @ A, y + A.T @ z, square + float(z @ z)
            flights, used = flights + 1, used + len(k)
        normal.append(N)
        right.append(y)
    if flights < 2:
        raise carom.InputError("there are fewer than two free flights", carom.Status.TOO_FEW_DATA)
    whole = np.sum(normal, axis=0)
    inverse = np.linalg.pinv(whole, rcond=1e-10, hermitian=True)
    x = inverse @ np.sum(right, axis=0)
    # Each toss changes the estimate by whole^-1 (y - N x). The sum of the squares of these changes is the variance.
    pulls = inverse @ (np.array(right) - np.array(normal) @ x).T
    error = np.sqrt((pulls**2).sum(axis=1))
    residual = np.sqrt(max(square - x @ np.sum(right, axis=0), 0.0) / (3 * used))
    # The component along an axis is unknown if the body rotated only about that axis.
    open_ends = np.diag(inverse @ whole) < 0.999
    x, error = np.where(open_ends, np.nan, x), np.where(open_ends, np.nan, error)
    return FreeFlight(x[1:], error[1:], float(x[0]), float(error[0]), float(residual), flights, used)


def _long_flights(
    toss: Toss, dt: float, gravity: float, free: Tuple[float, float], frames: int, points: Optional[ArrayLike]
) -> Iterator[NDArray[np.int64]]:
    for first, last in _flights(toss, np.zeros(3), dt, gravity, free):
        k = np.arange(first, last + 1)
        if len(k) < frames:
            continue
        if points is not None:
            heights = toss.position[k, 2][:, None] + _matrix(toss.orientation[k])[:, 2] @ np.asarray(points, dtype=float).T
            if heights[2:-2].min() < 0.0:
                continue
        yield k
