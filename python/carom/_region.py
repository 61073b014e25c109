"""Computes the geometry of impulse space and of the slip: functions of W, v and mu only, the same for every law."""
from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Tuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import doubles
from ._carom import ffi, lib
from ._collide import Problem
from ._errors import InputError, NoAnswerError, describe, error_of
from ._laws import laws
from ._names import Status, text

Doubles = NDArray[np.float64]


class Boundary(enum.IntFlag):
    """The curves that bound the region."""

    COMPRESSION = lib.CAROM_BOUNDARY_COMPRESSION
    ENERGY = lib.CAROM_BOUNDARY_ENERGY
    FRICTION_UP = lib.CAROM_BOUNDARY_FRICTION_UP
    FRICTION_DOWN = lib.CAROM_BOUNDARY_FRICTION_DOWN


def _number(value: Any, name: str) -> float:
    array = doubles(value, name)
    if array.ndim:
        raise InputError(f"{name} must be one number; it has shape {array.shape}", Status.BAD_VALUE)
    return float(array)


@dataclass(frozen=True)
class Location:
    """The position of an impulse in the region, as coefficients of the law `accessible`."""

    e: float  # v_n'/-v_n; above 1 if tangential energy increases the rebound
    f: float  # fraction of the friction allowed at this v_n': [0, 1] in 3D, [-1, 1] in 2D
    phi: Optional[float]  # 3D: angle of that friction from the direction against the slip, rad; None in 2D
    room: float  # the largest friction allowed, N s
    boundary: Boundary  # the condition that limits it: energy or friction

    @property
    def coefficients(self) -> Dict[str, float]:
        """Returns keywords for carom.collide(W, v, law="accessible", mu=mu, ...)."""
        given = {"e": self.e, "f": self.f}
        return given if self.phi is None else {**given, "phi": self.phi}


class Region:
    """All admissible impulses: inside the friction cone and the energy ellipse, and not before maximum compression.

    energy        the energy lost if the relative motion stops, J
    centre        the impulse that stops the relative motion, v' = 0
    axes          semi-axes of the energy ellipse(-oid) as vectors from the centre, longest first
    frictionless  impulses without friction for e = 0 and e = 1
    sticking      (point, direction) of the line v_t' = 0; None if no impulse stops the slip
    compression   (point, direction) of the line v_n' = 0 in 2D
    corners       (k, 2) in 2D, in order around the region; `meets` lists the curves that meet there
    size          its area, (N s)^2, or in 3D its volume, (N s)^3; inf if it is unbounded
    e_n_most      the largest v_n'/-v_n in it, at the impulse `highest`
    """

    def __init__(self, W: ArrayLike, v: ArrayLike, mu: float) -> None:
        problem = Problem(laws["frictionless"], W, v, {})
        self._contact, _ = problem.one("a region")
        self.dim, self.mu = problem.dim, _number(mu, "mu")
        self.W, self.v = problem.W, problem.v
        made = ffi.new("carom_region *")
        self._check(lib.carom_region_compute(self._contact, self.mu, made))
        self.bounded, self.energy = bool(made.bounded), float(made.energy)
        self.centre = self._vector(made.centre)
        self.axes = np.array([self._vector(made.axes[k]) for k in range(self.dim)])
        self.frictionless = np.array([self._vector(made.frictionless[k]) for k in range(2)])
        self.sticking = self._line(made.sticking) if made.sticks else None
        self.compression = self._line(made.compression)
        extent = ffi.new("carom_extent *")
        self._check(lib.carom_region_extent(self._contact, self.mu, extent))
        self.size, self.e_n_most = float(extent.size), float(extent.e_most)
        self.highest = self._vector(extent.highest)
        self.corners, self.meets = self._corners() if self.dim == 2 else (np.empty((0, 3)), [])

    def _check(self, status: int) -> None:
        if status:
            raise error_of(status, describe(status, ffi.NULL, self._contact))

    def _vector(self, numbers: Any) -> Doubles:
        return np.array([numbers[k] for k in range(self.dim)])

    def _line(self, line: Any) -> Tuple[Doubles, Doubles]:
        return self._vector(line.point), self._vector(line.direction)

    def _corners(self) -> Tuple[Doubles, List[Boundary]]:
        room, count = ffi.new("carom_corner[]", lib.CAROM_MAX_CORNERS), ffi.new("int *")
        self._check(lib.carom_region_corners(self._contact, self.mu, room, count))
        found = [room[k] for k in range(count[0])]
        return np.array([[c.P[0], c.P[1]] for c in found]).reshape(-1, 2), [Boundary(c.meets) for c in found]

    def mesh(self, face: str, around: int = 72, across: int = 12) -> Doubles:
        """Returns a face of the 3D region ("compression", "energy" or "friction"): (around + 1, across + 1, 3) impulses.

        The last columns of the first two faces are the corner curves; the three faces form a closed surface.
        """
        codes = {
            "compression": lib.CAROM_BOUNDARY_COMPRESSION,
            "energy": lib.CAROM_BOUNDARY_ENERGY,
            "friction": lib.CAROM_BOUNDARY_FRICTION,
        }
        if face not in codes:
            raise InputError(f"face must be one of {', '.join(codes)}; it is {face!r}", Status.BAD_VALUE)
        if around < 3 or across < 1:
            raise InputError(f"a mesh has at least 3 x 1 pieces, not {around} x {across}", Status.BAD_VALUE)
        P = np.empty((around + 1, across + 1, 3))
        room = ffi.from_buffer("double[]", P)
        self._check(lib.carom_region_mesh(self._contact, self.mu, codes[face], around, across, room, P.size // 3))
        return P

    def _impulse(self, P: ArrayLike, name: str = "P") -> Any:
        impulse = doubles(P, name)
        if impulse.shape != (self.dim,):
            raise InputError(f"{name} must have shape ({self.dim},); it is {impulse.shape}", Status.BAD_VALUE)
        return ffi.new("double[3]", [float(x) for x in impulse])

    def __contains__(self, P: ArrayLike) -> bool:
        """Returns whether the impulse is in the region."""
        has = ffi.new("_Bool *")
        self._check(lib.carom_region_contains(self._contact, self.mu, self._impulse(P), has))
        return bool(has[0])

    def reach(self, P: ArrayLike, d: ArrayLike) -> Tuple[float, float]:
        """Returns the range (least, most) of s for which P + s d is in the region; least > most if the line misses it."""
        interval = ffi.new("double[2]")
        start, along = self._impulse(P), self._impulse(d, "d")
        self._check(lib.carom_region_interval(self._contact, self.mu, start, along, interval, ffi.NULL))
        return interval[0], interval[1]

    def eta(self, P: ArrayLike) -> float:
        """Returns Ivanov's coefficient of an impulse: 1 conserves energy, 0 loses the most along P.

        Raises NoAnswerError if the impulse gains energy for every length.
        """
        made = ffi.new("carom_location *")
        status = lib.carom_region_locate(self._contact, self.mu, self._impulse(P), made)
        if made.eta != made.eta:
            self._check(status or int(Status.NOT_APPLICABLE))
        return float(made.eta)

    def locate(self, P: ArrayLike) -> Location:
        """Returns the coefficients with which the law `accessible` gives this impulse.

        Raises NoAnswerError for an impulse outside of the region.
        """
        made = ffi.new("carom_location *")
        status = lib.carom_region_locate(self._contact, self.mu, self._impulse(P), made)
        if status == Status.NOT_APPLICABLE:
            raise NoAnswerError("P has no place in the region: it lies outside, or nothing bounds it there", Status(status))
        self._check(status)
        phi = float(made.phi) if self.dim == 3 else None
        return Location(float(made.e), float(made.f), phi, float(made.room), Boundary(made.face))

    def outline(self, points: int = 181) -> Doubles:
        """Returns the boundary in 2D as a closed polygon (points, 2), computed by rays from inside, as the region is convex."""
        if self.dim != 2:
            raise InputError("outline works in 2D only; in 3D use reach", Status.WRONG_DIM)
        if not len(self.corners):
            return np.empty((0, 2))
        inside = (self.corners.mean(axis=0) + self.frictionless.mean(axis=0)) / 2
        turned = np.linspace(0, 2 * np.pi, points)
        corners = self.corners - inside
        angles = np.sort(np.concatenate([turned, np.arctan2(corners[:, 1], corners[:, 0]) % (2 * np.pi)]))
        rays = np.column_stack([np.cos(angles), np.sin(angles)])
        return np.array([inside + max(0.0, self.reach(inside, ray)[1]) * ray for ray in rays])

    def __repr__(self) -> str:
        return f"<region in {self.dim} dimensions, mu = {self.mu:g}: {len(self.corners)} corners>"


def region(W: ArrayLike, v: ArrayLike, mu: float) -> Region:
    """Computes the region of admissible impulses for one contact, which no law may leave.

    >>> import carom
    >>> region = carom.region([[2.5, -1.5], [-1.5, 2.5]], [-1, 0.6], mu=0.7)
    >>> region.centre.round(3), carom.collide(region.W, region.v, e=0.5, mu=0.7).P in region
    (array([0.4, 0. ]), True)
    >>> [1.0, 0.9] in region
    False
    """
    return Region(W, v, mu)


def locate(W: ArrayLike, v: ArrayLike, P: ArrayLike, mu: float) -> Location:
    """Returns the coefficients with which the law `accessible` gives this impulse.

    Every admissible impulse has exactly one set of coefficients, whether it comes from a law or from a measurement.

    >>> import carom
    >>> W, v, mu = [[2.5, -1.5], [-1.5, 2.5]], [-1, 0.6], 0.7
    >>> at = carom.locate(W, v, carom.collide(W, v, e=0.5, mu=mu).P, mu)
    >>> round(at.e, 6), round(at.f, 6), at.boundary.name
    (0.32, 0.25332, 'ENERGY')
    >>> carom.collide(W, v, law="accessible", mu=mu, **at.coefficients).P.round(6)
    array([0.6 , 0.12])
    """
    return Region(W, v, mu).locate(P)


@dataclass(frozen=True)
class Invariant:
    """A direction that the slip keeps: it decays along a convergent direction and grows along a divergent one."""

    e: Tuple[float, float]  # unit vector of the slip, (t1, t2)
    f: float  # change of the slip's speed per normal impulse, 1/kg
    turn: float  # if < 0, nearby directions converge to this one
    D: float  # change of v_n per normal impulse, 1/kg
    kind: str  # "convergent", "divergent" or "neutral"


class Hodograph:
    """Describes how Coulomb friction turns and stops the slip in 3D.

    directions   invariant directions, counterclockwise; everywhere is True if every direction is one
    mu_critical  smallest friction with which a contact sticks after its slip has stopped
    holds        whether the contact sticks after its slip has stopped
    hold         ratio of tangential to normal impulse while it sticks
    escape       direction in which a stopped slip restarts if it does not stick, else None
    """

    def __init__(self, W: ArrayLike, mu: float, mu_static: Optional[float] = None) -> None:
        matrix = doubles(W, "W")
        if matrix.shape != (3, 3):
            expected = "a hodograph is of one contact in space, W (3, 3)"
            raise InputError(f"{expected}; it is {matrix.shape}", Status.BAD_VALUE)
        self.W, self.mu = matrix, _number(mu, "mu")
        self.mu_static = self.mu if mu_static is None else _number(mu_static, "mu_static")
        contact = ffi.new("carom_contact *", {"dim": 3, "W": matrix.tolist()})
        made = ffi.new("carom_hodograph *")
        status = lib.carom_hodograph_compute(contact, self.mu, self.mu_static, made)
        if status:
            raise error_of(status, describe(status, ffi.NULL, contact))
        self.everywhere, self.holds = bool(made.everywhere), bool(made.holds)
        self.mu_critical = float(made.mu_critical)
        self.hold = (made.hold[0], made.hold[1])
        self.escape = (made.escape[0], made.escape[1]) if any(made.escape) else None
        self.directions = [_invariant(made.direction[k]) for k in range(made.count)]

    def __repr__(self) -> str:
        kinds = ", ".join(d.kind for d in self.directions) or "every direction is invariant"
        return f"<hodograph: {kinds}; critical mu {self.mu_critical:g}>"


def _invariant(row: Any) -> Invariant:
    return Invariant((row.e[0], row.e[1]), row.f, row.turn, row.D, text(lib.carom_enum_name(lib.CAROM_ENUM_INVARIANT, row.kind)))


def hodograph(W: ArrayLike, mu: float, mu_static: Optional[float] = None) -> Hodograph:
    """Computes the slip hodograph of a 3D contact: invariant directions, their kinds, critical friction.

    >>> import carom
    >>> carom.hodograph([[1, 0.3, 0.2], [0.3, 2, 0.1], [0.2, 0.1, 3]], mu=0.1)
    <hodograph: divergent, convergent; critical mu 0.159369>
    """
    return Hodograph(W, mu, mu_static)
