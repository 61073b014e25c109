"""Defines a convex body and fixed planes, for carom.drop."""
from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Dict, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import doubles
from ._errors import InputError
from ._names import Status

Doubles = NDArray[np.float64]


def _positive(name: str, *numbers: Any) -> Tuple[float, ...]:
    given = tuple(float(doubles(x, name)) for x in numbers)
    for x in given:
        if not (x > 0.0 and math.isfinite(x)):
            raise InputError(f"{name} must be positive and finite, not {x:g}", Status.BAD_SHAPE)
    return given


def _vector(name: str, values: Any, dim: int) -> Doubles:
    made = doubles(values, name)
    if made.shape != (dim,):
        raise InputError(f"{name} must have {dim} components; its shape is {made.shape}", Status.BAD_VALUE)
    return made


def _hull(points: Doubles) -> Doubles:
    """Returns the corners of the convex hull of 2D points, counterclockwise."""
    rows = sorted(map(tuple, points.tolist()))

    def chain(given: Sequence[Any]) -> Any:
        made: Any = []
        for p in given:
            while len(made) > 1:
                (ax, ay), (bx, by) = made[-2:]
                if (bx - ax) * (p[1] - ay) > (by - ay) * (p[0] - ax):
                    break
                made.pop()
            made.append(p)
        return made[:-1]

    return np.array(chain(rows) + chain(rows[::-1]))


def _area(corners: Doubles) -> Tuple[float, Doubles, float]:
    """Returns area, centroid and second moment of area about the centroid of a convex polygon."""
    hull = _hull(corners)
    if len(hull) < 3:
        raise InputError("a polygon needs three corners that are not in line; use Solid.rod", Status.BAD_SHAPE)
    a = hull - hull[0]  # relative to a corner, which avoids cancellation far from the origin
    b = np.roll(a, -1, axis=0)
    cross = a[:, 0] * b[:, 1] - b[:, 0] * a[:, 1]
    area = float(cross.sum()) / 2
    centroid = ((a + b) * cross[:, None]).sum(axis=0) / (6 * area)
    polar = float((cross * (a * a + a * b + b * b).sum(axis=1)).sum()) / 12
    return area, hull[0] + centroid, polar - area * float(centroid @ centroid)


@dataclass(frozen=True)
class Solid:
    """A convex rigid body for carom.drop. Its class methods make the common shapes of uniform density.

    mass       kg
    inertia    2D: the moment of inertia about the centre of mass; 3D: the three principal moments, along the body's axes, kg m^2
    corners    (n, 2) or (n, 3), from the centre of mass, in body axes, m. The body is their convex hull
    radius     of the balls around the corners: 0 is sharp. One corner with a radius is a disc or a ball
    semi_axes  instead of corners: an ellipse or ellipsoid, along the body's axes, m
    middle     of the ellipse or ellipsoid, from the centre of mass

    The class methods accept `inertia`. They also accept `offset`, from the centre of mass to the middle of the shape, which
    needs `inertia`.

    >>> import carom
    >>> carom.Solid.rod(1.0, mass=1.2).inertia
    array([0.1])
    >>> carom.Solid.polygon([(0, 0), (0.4, 0), (0.4, 0.1), (0, 0.1)], mass=1.0).corners[0]
    array([-0.2 , -0.05])
    """

    mass: float
    inertia: Any
    corners: Any = None
    radius: float = 0.0
    semi_axes: Any = None
    middle: Any = None

    def __post_init__(self) -> None:
        given = [name for name in ("corners", "semi_axes") if getattr(self, name) is not None]
        if len(given) != 1:
            raise InputError("a Solid needs either corners or semi_axes", Status.BAD_SHAPE)
        points = doubles(getattr(self, given[0]), given[0])
        if points.ndim != (2 if given == ["corners"] else 1) or points.shape[-1] not in (2, 3):
            wanted = "(n, 2) or (n, 3)" if given == ["corners"] else "(2,) or (3,)"
            raise InputError(f"{given[0]} must have shape {wanted}; it is {points.shape}", Status.BAD_SHAPE)
        dim = points.shape[-1]
        inertia = np.atleast_1d(doubles(self.inertia, "inertia"))
        if inertia.shape != ({2: 1, 3: 3}[dim],):
            wanted = "one number" if dim == 2 else "three principal moments"
            raise InputError(f"inertia must be {wanted} for a {dim}D body; its shape is {inertia.shape}", Status.BAD_MASS)
        middle = None if given == ["corners"] else _vector("middle", np.zeros(dim) if self.middle is None else self.middle, dim)
        made: Dict[str, Any] = {given[0]: points.copy(), "inertia": inertia.copy(), "middle": middle, "mass": float(doubles(self.mass, "mass"))}
        for name, value in {**made, "radius": float(doubles(self.radius, "radius"))}.items():
            object.__setattr__(self, name, value)
        for name, numbers in {"mass": [self.mass], "inertia": self.inertia}.items():
            bad = [x for x in numbers if not (x > 0.0 and math.isfinite(x))]
            if bad:
                raise InputError(f"{name} must be positive and finite, not {bad[0]:g}", Status.BAD_MASS)

    @property
    def dim(self) -> int:
        """2 or 3."""
        return int((self.semi_axes if self.corners is None else self.corners).shape[-1])

    @property
    def size(self) -> float:
        """The largest distance of a point of the body from its centre of mass, m; a bound for an ellipse."""
        if self.corners is not None:
            return float(np.hypot.reduce(self.corners, axis=1).max()) + self.radius
        return float(np.hypot.reduce(self.middle)) + float(self.semi_axes.max())

    @staticmethod
    def _with_corners(
        corners: Any, mass: float, uniform: Any, inertia: Any, offset: Any, radius: float = 0.0
    ) -> Solid:
        """Returns a shape around its middle, moved by the offset."""
        points = np.asarray(corners, dtype=float)
        if offset is not None:
            points = points + _vector("offset", offset, points.shape[1])
        return Solid(mass, _own_inertia(inertia, uniform, offset), corners=points, radius=radius)

    @staticmethod
    def disc(radius: float, mass: float, *, inertia: Any = None, offset: Any = None) -> Solid:
        """A disc (2D)."""
        (r,) = _positive("radius", radius)
        return Solid._with_corners([[0.0, 0.0]], mass, mass * r * r / 2, inertia, offset, r)

    @staticmethod
    def rod(length: float, mass: float, *, radius: float = 0.0, inertia: Any = None, offset: Any = None) -> Solid:
        """A thin rod along the body's first axis, or a rod with round ends if a radius is given (2D)."""
        (a,), r = _positive("length", length), float(radius)
        straight, round_ = (2 * r * a, math.pi * r * r) if r > 0 else (1.0, 0.0)
        ends = r * r / 2 + a * a / 4 + a * 4 * r / (3 * math.pi)
        uniform = mass * (straight * (a * a + 4 * r * r) / 12 + round_ * ends) / (straight + round_)
        return Solid._with_corners([[-a / 2, 0.0], [a / 2, 0.0]], mass, uniform, inertia, offset, r)

    @staticmethod
    def rectangle(width: float, height: float, mass: float, *, inertia: Any = None, offset: Any = None) -> Solid:
        """A rectangle (2D)."""
        (a,), (b,) = _positive("width", width), _positive("height", height)
        corners = [[-a / 2, -b / 2], [a / 2, -b / 2], [a / 2, b / 2], [-a / 2, b / 2]]
        return Solid._with_corners(corners, mass, mass * (a * a + b * b) / 12, inertia, offset)

    @staticmethod
    def polygon(corners: ArrayLike, mass: float, *, radius: float = 0.0, inertia: Any = None) -> Solid:
        """The convex hull of corners given in any axes (2D). They are shifted so that the centroid is the centre of mass. With
        `inertia`, they are relative to the centre of mass and are not shifted. A radius rounds them; `inertia` does not include it."""
        points = doubles(corners, "corners")
        if points.ndim != 2 or points.shape[1] != 2:
            raise InputError(f"corners must have shape (n, 2); it is {points.shape}", Status.BAD_SHAPE)
        if inertia is not None:
            return Solid(mass, inertia, corners=points, radius=radius)
        area, centroid, polar = _area(points)
        return Solid(mass, mass * polar / area, corners=points - centroid, radius=radius)

    @staticmethod
    def ellipse(a: float, b: float, mass: float, *, inertia: Any = None, offset: Any = None) -> Solid:
        """An ellipse with these semi-axes (2D)."""
        return Solid._ellipsoid((a, b), mass, lambda x: mass * (x @ x) / 4, inertia, offset)

    @staticmethod
    def _ellipsoid(semi_axes: Any, mass: float, uniform: Any, inertia: Any, offset: Any) -> Solid:
        axes = np.array(_positive("semi_axes", *semi_axes))
        return Solid(mass, _own_inertia(inertia, uniform(axes), offset), semi_axes=axes, middle=offset)

    @staticmethod
    def ball(radius: float, mass: float, *, inertia: Any = None, offset: Any = None) -> Solid:
        """A ball (3D)."""
        (r,) = _positive("radius", radius)
        return Solid._with_corners([[0.0, 0.0, 0.0]], mass, [0.4 * mass * r * r] * 3, inertia, offset, r)

    @staticmethod
    def box(sides: Sequence[float], mass: float, *, inertia: Any = None, offset: Any = None) -> Solid:
        """A box with these three sides (3D)."""
        a = np.array(_positive("sides", *_vector("sides", sides, 3)))
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
        return Solid._with_corners(signs * a / 2, mass, mass * (a @ a - a * a) / 12, inertia, offset)

    @staticmethod
    def capsule(length: float, radius: float, mass: float, *, inertia: Any = None, offset: Any = None) -> Solid:
        """A cylinder of this length along the body's first axis, with half balls at its ends (3D)."""
        (a,), (r,) = _positive("length", length), _positive("radius", radius)
        straight, round_ = a, 4 * r / 3  # volumes in units of pi r^2
        along = straight * r * r / 2 + round_ * 0.4 * r * r
        across = straight * (3 * r * r + a * a) / 12 + round_ * (0.4 * r * r + a * a / 4 + a * 3 * r / 8)
        uniform = mass / (straight + round_) * np.array([along, across, across])
        return Solid._with_corners([[-a / 2, 0.0, 0.0], [a / 2, 0.0, 0.0]], mass, uniform, inertia, offset, r)

    @staticmethod
    def polyhedron(corners: ArrayLike, mass: float, inertia: ArrayLike, *, radius: float = 0.0) -> Solid:
        """The convex hull of corners (3D), measured from the centre of mass along the principal axes, with its principal moments."""
        return Solid(mass, inertia, corners=corners, radius=radius)

    @staticmethod
    def ellipsoid(semi_axes: Sequence[float], mass: float, *, inertia: Any = None, offset: Any = None) -> Solid:
        """An ellipsoid with these three semi-axes (3D)."""
        axes = _vector("semi_axes", semi_axes, 3)
        return Solid._ellipsoid(axes, mass, lambda x: mass * (x @ x - x * x) / 5, inertia, offset)

    def outline(self, view: Doubles, turns: int = 181) -> Doubles:
        """Returns points of the outline around the centre of mass, counterclockwise. `view` has two rows: the directions across and up,
        in body axes."""
        angle = np.linspace(0.0, 2.0 * math.pi, turns)
        outward = np.stack([np.cos(angle), np.sin(angle)], axis=1)
        if self.corners is None:
            shadow = view * self.semi_axes
            spread = outward @ (shadow @ shadow.T)
            made = spread / np.sqrt((spread * outward).sum(axis=1))[:, None] + view @ self.middle
        else:
            seen = self.corners @ view.T
            made = seen[np.argmax(outward @ seen.T, axis=1)] + self.radius * outward
        return np.asarray(made)


def _own_inertia(given: Any, uniform: Any, offset: Any) -> Any:
    if given is None and offset is not None and np.any(np.asarray(offset)):
        raise InputError("a body with an offset is not uniform: pass inertia=, about the centre of mass", Status.BAD_MASS)
    return uniform if given is None else given


@dataclass(frozen=True)
class Plane:
    """A fixed plane for carom.drop: the body stays where normal . x >= offset.

    normal  towards the free side, of any length
    point   any point of the plane; default: the origin
    params  coefficients of the law at this plane, if they differ from those of the drop

    >>> import carom
    >>> carom.Plane((0, 2), point=(0, 0.5)).offset
    0.5
    """

    normal: Any
    point: Any = None
    params: Dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        normal = doubles(self.normal, "normal")
        length = float(np.hypot.reduce(normal)) if normal.ndim == 1 else 0.0
        if normal.shape not in ((2,), (3,)) or not (length > 0.0 and math.isfinite(length)):
            raise InputError(f"normal must be a vector of 2 or 3 numbers that is not zero, not {self.normal!r}", Status.BAD_FRAME)
        point = _vector("point", np.zeros(len(normal)) if self.point is None else self.point, len(normal))
        object.__setattr__(self, "normal", normal / length)
        object.__setattr__(self, "point", point.copy())

    @property
    def offset(self) -> float:
        """Its distance from the origin, along the normal, m."""
        return float(self.normal @ self.point)


Planes = Union[Plane, Sequence[Plane]]


def planes_of(given: Optional[Planes], dim: int) -> Tuple[Plane, ...]:
    """Returns the planes of a drop; a floor by default."""
    if given is None:
        return (Plane([0.0] * (dim - 1) + [1.0]),)
    planes = (given,) if isinstance(given, Plane) else tuple(given)
    for i, plane in enumerate(planes):
        if not isinstance(plane, Plane) or len(plane.normal) != dim:
            raise InputError(f"planes[{i}] must be a carom.Plane with {dim} components, as the body has {dim}", Status.BAD_DIM)
    return planes
