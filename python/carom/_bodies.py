"""Represents two bodies that touch at a point: computes W and v, and their velocities after an impulse.

Any field may be an array.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Generic, Iterator, Optional, Sequence, Tuple, Type, TypeVar, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import Shape, doubles, shape_of
from ._carom import ffi, lib
from ._errors import InputError, error_info_from, error_of
from ._modules import scenario, scenario_ffi
from ._names import Status

if TYPE_CHECKING:
    from ._laws import Law
    from ._result import Result

Fields = Dict[str, Shape]
Doubles = NDArray[np.float64]


def _size(shape: Shape) -> int:
    return int(np.prod(shape, dtype=int))


def _packed(fields: Fields, values: Dict[str, Any], what: str) -> Doubles:
    """Returns the fields in the order of the C struct, broadcast to an array (..., numbers)."""
    arrays = {name: doubles(values[name], f"{what}: {name}") for name in fields}
    for name, core in fields.items():
        if arrays[name].shape[arrays[name].ndim - len(core) :] != core:
            axes = ", ".join(["...", *map(str, core)])
            raise InputError(f"{what}: {name} must have shape ({axes}); it is {arrays[name].shape}", Status.BAD_VALUE)
    leading = {name: a.shape[: a.ndim - len(fields[name])] for name, a in arrays.items()}
    shape = shape_of(leading)
    parts = [np.broadcast_to(a, shape + fields[n]).reshape(shape + (_size(fields[n]),)) for n, a in arrays.items()]
    return np.concatenate(parts, axis=-1)


class _Packed:
    """Holds numbers with names: each field of a struct of doubles is an attribute."""

    FIELDS: Fields = {}

    def __init__(self, numbers: Doubles) -> None:
        self.numbers = numbers

    @property
    def shape(self) -> Shape:
        """The shape of the leading axes; () for a single body or pair."""
        return self.numbers.shape[:-1]

    if not TYPE_CHECKING:  # type checkers see only the fields by name

        def __getattr__(self, name: str) -> Any:
            at = 0
            for field, core in type(self).FIELDS.items():
                if field == name:
                    values = self.numbers[..., at : at + _size(core)].reshape(self.shape + core)
                    return values if values.ndim else float(values)
                at += _size(core)
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def __dir__(self) -> Sequence[str]:
        return [*super().__dir__(), *type(self).FIELDS]

    def __repr__(self) -> str:
        if self.shape:
            return f"<{type(self).__name__} of shape {self.shape}>"
        said = ", ".join(f"{name}={np.asarray(getattr(self, name)).tolist()}" for name in type(self).FIELDS)
        return f"{type(self).__name__}({said})"


class Body2(_Packed):
    """A body in 2D. A body of infinite mass keeps its velocity; one of infinite inertia keeps its spin.

    >>> import carom
    >>> carom.Body2(mass=2.0, inertia=0.1, velocity=(0, -1)).velocity
    array([ 0., -1.])
    """

    FIELDS = {"mass": (), "inertia": (), "centre": (2,), "velocity": (2,), "spin": ()}
    if TYPE_CHECKING:
        mass: Any  # a float for one body, an array for many; so are inertia and spin
        inertia: Any
        centre: Doubles
        velocity: Doubles
        spin: Any

    def __init__(
        self,
        mass: ArrayLike,
        inertia: ArrayLike,
        centre: ArrayLike = (0.0, 0.0),
        velocity: ArrayLike = (0.0, 0.0),
        spin: ArrayLike = 0.0,
    ) -> None:
        """mass in kg; inertia about the centre, kg m^2; centre in m; velocity in m/s; spin counterclockwise, rad/s."""
        given = {"mass": mass, "inertia": inertia, "centre": centre, "velocity": velocity, "spin": spin}
        super().__init__(_packed(self.FIELDS, given, "Body2"))

    @classmethod
    def fixed(cls, velocity: ArrayLike = (0.0, 0.0)) -> Body2:
        """Returns a fixed body such as a wall or a floor. It keeps its velocity, so a wall may move."""
        return cls(np.inf, np.inf, velocity=velocity)


class Body3(_Packed):
    """A body in 3D. Inertia is a matrix in the body's axes, or its three principal moments.

    >>> import carom, numpy as np
    >>> ball = carom.Body3(mass=1.0, inertia=0.4 * np.ones(3), velocity=(0, 0, -1), spin=(0, 10, 0))
    >>> ball.inertia[1]
    array([0. , 0.4, 0. ])
    """

    FIELDS = {"mass": (), "inertia": (3, 3), "axes": (3, 3), "centre": (3,), "velocity": (3,), "spin": (3,)}
    if TYPE_CHECKING:
        mass: Any  # a float for one body, an array for many
        inertia: Doubles
        axes: Doubles
        centre: Doubles
        velocity: Doubles
        spin: Doubles

    def __init__(
        self,
        mass: ArrayLike,
        inertia: ArrayLike,
        centre: ArrayLike = (0.0, 0.0, 0.0),
        velocity: ArrayLike = (0.0, 0.0, 0.0),
        spin: ArrayLike = (0.0, 0.0, 0.0),
        axes: Optional[ArrayLike] = None,
    ) -> None:
        """mass in kg; inertia about the centre, kg m^2; axes: the rotation from the body's axes to the world's."""
        moments = doubles(inertia, "Body3: inertia")
        if moments.ndim and moments.shape[-1] == 3 and moments.shape[-2:] != (3, 3):
            moments = np.where(np.eye(3, dtype=bool), moments[..., None, :], 0.0)
        given = {"mass": mass, "inertia": moments, "centre": centre, "velocity": velocity, "spin": spin}
        given["axes"] = np.eye(3) if axes is None else axes
        super().__init__(_packed(self.FIELDS, given, "Body3"))

    @classmethod
    def ellipsoid(
        cls,
        mass: float,
        semi_axes: Sequence[float],
        centre: ArrayLike = (0.0, 0.0, 0.0),
        velocity: ArrayLike = (0.0, 0.0, 0.0),
        spin: ArrayLike = (0.0, 0.0, 0.0),
        axes: Optional[ArrayLike] = None,
    ) -> Body3:
        """Returns a uniform ellipsoid. `ellipsoid_arm` computes the point where a wall touches it."""
        moments = ffi.new("double[3]")
        status = lib.carom_ellipsoid_inertia(mass, [float(x) for x in semi_axes], moments)
        if status:
            raise error_of(status)
        return cls(mass, list(moments), centre, velocity, spin, axes)

    @classmethod
    def fixed(cls, velocity: ArrayLike = (0.0, 0.0, 0.0)) -> Body3:
        """Returns a fixed body such as a wall or a floor. It keeps its velocity, so a wall may move."""
        return cls(np.inf, np.full(3, np.inf), velocity=velocity)


def ellipsoid_arm(semi_axes: Sequence[float], outward: Sequence[float]) -> Doubles:
    """Computes the vector from an ellipsoid's centre to the point of its surface with this outward normal, in its own axes.

    >>> import carom
    >>> carom.ellipsoid_arm((2, 1, 0.5), (0, 0, -1))
    array([ 0. ,  0. , -0.5])
    """
    arm = ffi.new("double[3]")
    status = lib.carom_ellipsoid_arm([float(x) for x in semi_axes], [float(x) for x in outward], arm)
    if status:
        raise error_of(status)
    return np.array(list(arm)) + 0.0


def rotation_from_quaternion(quaternion: ArrayLike) -> Doubles:
    """Computes the rotation matrix of a quaternion (w, x, y, z) of any length except zero, for the axes of a Body3.

    >>> import carom
    >>> carom.rotation_from_quaternion((1, 0, 0, 1)).round(12) @ (1, 0, 0)
    array([0., 1., 0.])
    """
    q = doubles(quaternion, "quaternion")
    if q.shape != (4,):
        raise InputError(f"a quaternion has shape (4,); this one has {q.shape}", Status.BAD_VALUE)
    axes = ffi.new("double[3][3]")
    status = lib.carom_rotation_from_quaternion([float(x) for x in q], axes)
    if status:
        raise error_of(status)
    return np.array([list(row) for row in axes])


Body = TypeVar("Body", Body2, Body3)


class Pair(Generic[Body]):
    """Two bodies that touch at a point: their W and v, and their motion after an impulse.

    a, b     the bodies; b is fixed by default
    point    the contact point, m
    normal   from B to A, any length except zero
    tangent  perpendicular to the normal; by default +x for an upward normal

    Every number may be an array; they broadcast, and W and v have their leading axes.

    >>> import carom
    >>> ball = carom.Body2(mass=1.0, inertia=0.4, centre=(0, 1), velocity=(2, -3), spin=0)
    >>> pair = carom.Pair(ball, point=(0, 0), normal=(0, 1))
    >>> pair.W, pair.v
    (array([[1. , 0. ],
           [0. , 3.5]]), array([-3.,  2.]))
    >>> pair.apply(pair.collide(e=0.8, mu=0.2).P).a.spin
    -1.4285714285714286
    """

    dim: int

    def __init__(
        self,
        a: Body,
        b: Optional[Body] = None,
        *,
        point: ArrayLike,
        normal: ArrayLike,
        tangent: Optional[ArrayLike] = None,
    ) -> None:
        kind: Any = type(a)
        if kind not in _KINDS or type(b) not in (kind, type(None)):
            raise InputError("a pair is two Body2 or two Body3", Status.BAD_VALUE)
        self.dim, self._functions = _KINDS[kind]
        other: Any = kind.fixed() if b is None else b
        frame = _frame_fields(self.dim)
        blank = np.zeros(frame["tangent"])
        given = {"point": point, "normal": normal, "tangent": blank if tangent is None else tangent}
        rest = _packed(frame, given, "Pair")
        shape = shape_of({"a": a.shape, "b": other.shape, "point, normal, tangent": rest.shape[:-1]})
        parts = [np.broadcast_to(x, shape + x.shape[-1:]) for x in (a.numbers, other.numbers, rest)]
        self._set(np.ascontiguousarray(np.concatenate(parts, axis=-1)), kind)

    def _set(self, numbers: Doubles, kind: Type[Body]) -> None:
        self._numbers = numbers
        self._kind: Type[Body] = kind
        self.shape = numbers.shape[:-1]
        self.W: Doubles = np.empty(self.shape + (self.dim, self.dim))
        self.v: Doubles = np.empty(self.shape + (self.dim,))
        self._call(f"py_{self._functions}_contacts", _pointer(numbers), self.v.size // self.dim, self.W, self.v)

    def _call(self, function: str, *arguments: Any) -> None:
        status = ffi.new("carom_status *")
        passed = [_pointer(x) if isinstance(x, np.ndarray) else x for x in arguments]
        at = getattr(lib, function)(*passed, status)
        if at >= 0:
            index = tuple(int(i) for i in np.unravel_index(at, self.shape)) if self.shape else None
            pair = _pointer(self._numbers.reshape(-1, self._numbers.shape[-1])[at])
            why = error_info_from(_ERRORS[self._functions], status[0], pair)
            raise error_of(status[0], why, index)

    @classmethod
    def from_contact(
        cls, W: ArrayLike, v: Optional[ArrayLike] = None, *, arm: float = 1.0, bodies: str = "fewest"
    ) -> Pair[Any]:
        """Computes bodies with this W: a pair whose .W and .v are W and v.

        v       velocity of A; by default 1 m/s towards B
        arm     distance from a centre to the contact, m; any length is possible
        bodies  "fewest": one against a wall, or two if the smallest eigenvalue of W is double; "two": two of finite mass
                (3D)

        >>> import carom
        >>> pair = carom.Pair.from_contact([[2.5, -1.5], [-1.5, 2.5]])
        >>> pair.W.round(12)
        array([[ 2.5, -1.5],
               [-1.5,  2.5]])
        >>> round(pair.a.mass, 12), round(pair.a.inertia, 12)
        (1.0, 0.333333333333)
        """
        matrix = doubles(W, "W")
        size: int = matrix.shape[-1] if matrix.shape in ((2, 2), (3, 3)) else 0
        if not size or bodies not in ("fewest", "two") or (size == 2 and bodies == "two"):
            raise InputError('W is 2 x 2 or 3 x 3; bodies are "fewest", or in 3D "two"', Status.BAD_VALUE)
        speed = np.array([-1.0, 0.0, 0.0][:size]) if v is None else doubles(v, "v")
        if speed.shape != (size,):
            raise InputError(f"v must have shape ({size},), as W has {size} rows; it is {speed.shape}", Status.BAD_VALUE)
        kind: Any = Body2 if size == 2 else Body3
        made: Pair[Any] = Pair.__new__(Pair)
        made.dim = size
        made._functions = _KINDS[kind][1]
        fields = [*kind.FIELDS.values()] * 2 + [*_frame_fields(size).values()]
        numbers = np.zeros(sum(map(_size, fields)))
        given = [_pointer(np.ascontiguousarray(x)) for x in (matrix, speed)]
        status = lib.py_realise(int(bodies == "two"), size, *given, arm, _pointer(numbers))
        if status:
            raise error_of(status)
        made._set(numbers, kind)
        return made

    def collide(self, law: Union[str, Law] = "routh", **keywords: Any) -> Result:
        """Computes the impact of the pair by one law; the keywords are those of carom.collide.

        >>> import carom
        >>> carom.Rod(velocity=(0.6, -1)).collide("routh", e=0.5, mu=0.7)
        <routh: P = (0.6, 0.12), v = (0.32, 0), dE = -0.168, c-sticking, ok>
        """
        from ._collide import collide

        made = collide(self.W, self.v, law, **keywords)
        made._reversed = self.looks_reversed
        return made

    def __iter__(self) -> Iterator[Doubles]:
        """Yields W and v, so that ``carom.collide(*pair, mu=0.3)`` works."""
        return iter((self.W, self.v))

    @property
    def looks_reversed(self) -> Any:
        """True if the normal seems reversed: it should point from B to A, but A's centre is behind B's.

        This is only a guess, since interlocking bodies may look the same. It is reported only if the bodies separate.
        """
        flags = np.empty(self.shape, dtype=np.uint8)
        numbers = np.ascontiguousarray(self._numbers)
        getattr(lib, f"py_{self._functions}_reversed")(_pointer(numbers), flags.size, ffi.from_buffer("unsigned char[]", flags))
        return flags.astype(bool) if self.shape else bool(flags)

    def _body(self, first: int) -> Body:
        size = sum(map(_size, self._kind.FIELDS.values()))
        body: Any = self._kind.__new__(self._kind)
        body.numbers = self._numbers[..., first * size : (first + 1) * size]
        made: Body = body
        return made

    @property
    def a(self) -> Body:
        """Body A."""
        return self._body(0)

    @property
    def b(self) -> Body:
        """Body B."""
        return self._body(1)

    def apply(self, P: ArrayLike) -> Pair[Body]:
        """Returns the pair after the impulse P on A and -P on B. P may add leading axes."""
        impulse = doubles(P, "P")
        if impulse.shape[-1:] != (self.dim,):
            raise InputError(f"P must have shape (..., {self.dim}); it is {impulse.shape}", Status.BAD_VALUE)
        shape = shape_of({"the pair": self.shape, "P": impulse.shape[:-1]})
        before = np.ascontiguousarray(np.broadcast_to(self._numbers, shape + self._numbers.shape[-1:]))
        each = np.ascontiguousarray(np.broadcast_to(impulse, shape + (self.dim,)))
        after = np.empty_like(before)
        made: Pair[Body] = Pair.__new__(Pair)
        made.dim, made._functions, made.shape = self.dim, self._functions, shape
        made._call(f"py_{self._functions}_apply", before, each, each.size // self.dim, after)
        made._set(after, self._kind)
        return made

    def scenario(self, about: str = "two bodies") -> str:
        """Returns the pair as the text of a scenario file. Reading the file gives exactly the same numbers."""
        if self.shape:
            raise InputError(f"a file tells one pair; this is {self.shape} of them", Status.BAD_VALUE)
        name = "write_planar_pair" if self.dim == 2 else "write_pair"
        room = scenario_ffi.new("char[]", 8192)
        write = getattr(scenario, f"carom_scenario_{name}")
        if not write(scenario_ffi.cast("void *", self._numbers.ctypes.data), about.encode(), room, 8192):
            raise InputError("the note must have no quotes", Status.BAD_VALUE)
        said: str = scenario_ffi.string(room).decode()
        return said

    def __repr__(self) -> str:
        if self.shape:
            return f"<pair of {self._kind.__name__} of shape {self.shape}>"
        return f"<pair of {self._kind.__name__}: A {_moves(self.a)}; B {_moves(self.b)}>"


def _moves(body: Any) -> str:
    """Describes the motion of a body."""

    def say(values: Any) -> str:
        numbers = np.atleast_1d(values)
        said = ", ".join(f"{x:.6g}" for x in numbers)
        return said if len(numbers) == 1 else f"({said})"

    if not np.any(body.velocity) and not np.any(body.spin):
        return "fixed" if np.isinf(body.mass) else "at rest"
    return f"velocity {say(body.velocity)}, spin {say(body.spin)}"


_ERRORS = {
    "planar": lambda status, pair, error: lib.carom_planar_pair_error(status, ffi.cast("carom_planar_pair *", pair), error),
    "pair": lambda status, pair, error: lib.carom_pair_error(status, ffi.cast("carom_pair *", pair), error),
}
_KINDS: Dict[type, Tuple[int, str]] = {Body2: (2, "planar"), Body3: (3, "pair")}


def _frame_fields(dim: int) -> Fields:
    return {"point": (dim,), "normal": (dim,), "tangent": (2,) if dim == 2 else (2, 3)}


def frame_of(normal: Doubles) -> Doubles:
    """Returns the rows n, t (t1, t2) of the contact frame for this normal, as for a Pair."""
    dim = len(normal)
    functions = "planar" if dim == 2 else "pair"
    still = Body2.fixed().numbers if dim == 2 else Body3.fixed().numbers
    rest = [np.zeros(dim), normal, np.zeros(2 if dim == 2 else 6)]
    numbers, frame = np.concatenate([still, still, *rest]), np.empty((dim, dim))
    status = (
        lib.carom_planar_pair_frame(ffi.cast("carom_planar_pair *", _pointer(numbers)), ffi.cast("double(*)[2]", _pointer(frame)))
        if dim == 2
        else lib.carom_pair_frame(ffi.cast("carom_pair *", _pointer(numbers)), ffi.cast("double(*)[3]", _pointer(frame)))
    )
    if status:
        raise error_of(status, error_info_from(_ERRORS[functions], status, _pointer(numbers)))
    return frame


def _pointer(array: Doubles) -> Any:
    return ffi.cast("double *", array.ctypes.data)


class Rod(Pair[Body2]):
    """A uniform rod whose lower end strikes a floor, a common example in the literature.

               /  length, mass
              /
             /  ) angle from the floor
        ____/_______

    angle in rad, velocity of the centre (x, y) in m/s, spin in rad/s. Every number may be an array.

    >>> import carom, numpy as np
    >>> rod = carom.Rod(length=1, mass=1, angle=np.radians(45), velocity=(0.6, -1))
    >>> rod.W.round(12), rod.v
    (array([[ 2.5, -1.5],
           [-1.5,  2.5]]), array([-1. ,  0.6]))
    """

    def __init__(
        self,
        length: ArrayLike = 1.0,
        mass: ArrayLike = 1.0,
        angle: ArrayLike = np.pi / 4,
        velocity: ArrayLike = (0.0, -1.0),
        spin: ArrayLike = 0.0,
    ) -> None:
        half, turned = doubles(length, "Rod: length") / 2, doubles(angle, "Rod: angle")
        if not np.all(half > 0):
            raise InputError(f"Rod: length must be positive; it is {2 * np.min(half):g}", Status.BAD_VALUE)
        if not np.all(np.isfinite(turned)):
            raise InputError(f"Rod: angle must be finite; it is {np.sum(turned):g}", Status.NOT_FINITE)
        centre = np.stack(np.broadcast_arrays(half * np.cos(turned), half * np.sin(turned)), axis=-1)
        inertia = doubles(mass, "Rod: mass") * half**2 / 3
        super().__init__(Body2(mass, inertia, centre, velocity, spin), point=(0.0, 0.0), normal=(0.0, 1.0))
