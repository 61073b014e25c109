"""Computes the motion of one free body under gravity among fixed planes: flights, impacts and rest."""
from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Optional, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import doubles
from ._carom import ffi, lib
from ._collide import Problem, numbers_of
from ._compare import _examples, _known, _own
from ._errors import InputError, UnknownLawError, describe, error_of
from ._system import chosen_for
from ._laws import Law, find, hear, laws
from ._names import CLASS_OF_STATUS, Mode, Name, NameArray, Status, Violation, _enum, text
from ._solid import Plane, Planes, Solid, _vector, planes_of
from ._units import in_units

Doubles = NDArray[np.float64]

if TYPE_CHECKING:
    from ._files import Source

    class MotionKind(Name):
        """The kind of an event of a motion."""

    class MotionStop(Name):
        """The reason why a motion ended."""

else:
    MotionKind = _enum("MotionKind", "What an event of a motion is.", lib.CAROM_ENUM_MOTION_KIND)
    MotionStop = _enum("MotionStop", "Why a motion ended.", lib.CAROM_ENUM_MOTION_STOP)

_FORMATS = {"double": "f8", "int": "i4", "unsigned int": "u4", "_Bool": "?", "bool": "?"}
_RULES = {"fastest": lib.CAROM_MOTION_RULE_FASTEST, "mean": lib.CAROM_MOTION_RULE_MEAN, "stop": lib.CAROM_MOTION_RULE_STOP}
_PERSIST = {"stop": lib.CAROM_MOTION_PERSIST_STOP, "step": lib.CAROM_MOTION_PERSIST_STEP}
_EVENTS_A_CALL = 1000


def _dtype(ctype: Any) -> Any:
    """Returns a C type as a NumPy dtype with the compiler's offsets: nested structs, arrays, and pointers as numbers."""
    if ctype.kind == "array":
        return np.dtype((_dtype(ctype.item), (ctype.length,)))
    if ctype.kind == "struct":
        fields = ctype.fields
        formats, offsets = [_dtype(row.type) for _, row in fields], [row.offset for _, row in fields]
        made: Any = {"names": [name for name, _ in fields], "formats": formats, "offsets": offsets}
        made["itemsize"] = ffi.sizeof(ctype)
        return np.dtype(made)
    return np.dtype("u8" if ctype.kind == "pointer" else _FORMATS.get(ctype.cname, "i4"))


_STATE, _EVENT, _HIT = (_dtype(ffi.typeof(f"carom_motion_{name}")) for name in ("state", "event", "hit"))


def _rows(pointer: Any, count: int, dtype: Any) -> NDArray[Any]:
    """Returns copies of structs of the library."""
    if not count:
        return np.empty(0, dtype=dtype)
    return np.frombuffer(ffi.buffer(pointer, count * dtype.itemsize), dtype=dtype).copy()


@dataclass(frozen=True)
class DropStates:
    """The body at one time or at many; every attribute has the shape of the times.

    t, centre, velocity   s; of the centre of mass, m and m/s
    angle                 2D: counterclockwise, rad, not reduced to one turn; None in 3D
    orientation           3D: quaternion (w, x, y, z) from body to world axes; None in 2D
    spin                  rad/s; in 3D a vector in world axes
    energy                kinetic and potential, J; the potential energy is 0 at the origin
    exact                 False after time stepping, see `persist`
    """

    t: Any
    centre: Any
    angle: Any
    orientation: Any
    velocity: Any
    spin: Any
    energy: Any
    exact: Any


def _states(rows: NDArray[Any], energy: Any, dim: int) -> DropStates:
    flat = dim == 2
    return DropStates(
        rows["t"][()],
        rows["centre"][..., :dim],
        rows["angle"][()] if flat else None,
        None if flat else rows["orientation"],
        rows["velocity"][..., :dim],
        rows["spin"][..., 2][()] if flat else rows["spin"],
        energy,
        rows["exact"][()],
    )


@dataclass(frozen=True)
class DropHits:
    """Every single impact of a motion, one row each. An event at several contacts has several impacts.

    event           index of its event
    plane, feature  indices of the plane and of the corner that hit it; the feature of a disc, ball, ellipse or ellipsoid is 0
    point           m, world
    v_before, P, v  relative velocity before, impulse and velocity after, normal first
    impulse         P in world axes, N s
    dE, mode, violations  as in a carom.Result
    """

    event: NDArray[Any]
    plane: NDArray[Any]
    feature: NDArray[Any]
    point: Doubles
    v_before: Doubles
    P: Doubles
    v: Doubles
    impulse: Doubles
    dE: Doubles
    mode: NameArray
    violations: NameArray

    def __len__(self) -> int:
        return len(self.event)


def _hits(rows: NDArray[Any], event: NDArray[Any], dim: int) -> DropHits:
    out, before = rows["outcome"], rows["contact"]["v"]
    return DropHits(
        event,
        rows["plane"],
        rows["feature"],
        rows["point"][:, :dim],
        before[:, :dim],
        out["P"][:, :dim],
        out["v"][:, :dim],
        rows["impulse"][:, :dim],
        out["dE"],
        NameArray(out["mode"].astype(np.uint8), Mode),
        NameArray(out["violations"].astype(np.uint8), Violation),
    )


@dataclass(frozen=True)
class DropEvents:
    """The events of a motion, one row each: impacts, grazes, and the beginning, end or rest of a lasting contact.

    t, kind, centre, angle, orientation  time, kind and place, as in DropStates
    velocity_before, spin_before, velocity, spin  before and after
    impulse         in world axes, the sum over its hits, N s
    plane, feature, P, mode  of its first hit, see DropHits; -1, NaN and "unnamed" without one
    dE, energy      change by the impact, and energy after it, J
    hits, touching  number of single impacts, and of contacts that touched
    tie             two contacts approached equally fast, and `several` is "fastest"
    left_out        estimated duration of the bounces that `rest_speed` suppresses, s
    exact           False after time stepping
    """

    t: Doubles
    kind: NameArray
    centre: Doubles
    angle: Any
    orientation: Any
    velocity_before: Doubles
    spin_before: Doubles
    velocity: Doubles
    spin: Doubles
    impulse: Doubles
    plane: NDArray[Any]
    feature: NDArray[Any]
    P: Doubles
    mode: NameArray
    dE: Doubles
    energy: Doubles
    hits: NDArray[Any]
    touching: NDArray[Any]
    tie: NDArray[Any]
    left_out: Doubles
    exact: NDArray[Any]

    def __len__(self) -> int:
        return len(self.t)

    def to_frame(self, units: Optional[str] = None) -> Any:
        """Returns a pandas DataFrame with one row per event; `units` as in Result.to_frame."""
        import pandas  # type: ignore[import]

        columns: Dict[str, Any] = {}
        for name in self.__dataclass_fields__:
            values = getattr(self, name)
            if isinstance(values, NameArray):
                columns[name] = values.label
            elif values is not None and values.ndim == 2:
                letters = {"P": ["n", "t1", "t2"] if values.shape[1] == 3 else ["n", "t"], "orientation": "wxyz"}.get(name, "xyz")
                columns.update({f"{name}_{letters[k]}": values[:, k] for k in range(values.shape[1])})
            elif values is not None:
                columns[name] = values
        return in_units(pandas.DataFrame(columns), units)


def _events(rows: NDArray[Any], hits: DropHits, dim: int) -> DropEvents:
    has = rows["hits"] > 0
    first = rows["first_hit"][has]
    plane, feature = (np.full(len(rows), -1, dtype=np.int32) for _ in range(2))
    plane[has], feature[has] = hits.plane[first], hits.feature[first]
    P, mode = np.full((len(rows), dim), np.nan), np.zeros(len(rows), dtype=np.uint8)
    P[has], mode[has] = hits.P[first], np.asarray(hits.mode)[first]
    impulse = np.zeros((len(rows), dim))
    np.add.at(impulse, hits.event, hits.impulse)
    before, after = (_states(rows[name], None, dim) for name in ("before", "after"))
    return DropEvents(
        after.t,
        NameArray(rows["kind"].astype(np.uint8), MotionKind),
        after.centre,
        after.angle,
        after.orientation,
        before.velocity,
        before.spin,
        after.velocity,
        after.spin,
        impulse,
        plane,
        feature,
        P,
        NameArray(mode, Mode),
        rows["energy_after"] - rows["energy_before"],
        rows["energy_after"],
        rows["hits"],
        rows["touching"],
        rows["tie"],
        rows["left_out"],
        after.exact,
    )


class Drop:
    """A motion that carom.drop computed.

    body, law, planes, gravity, coefficients   the inputs
    stop         why it ended, a MotionStop: "time", "rest", "contact-persists", "chatter", "leaves", "events", ...
    status, ok   the library's status; ok is False if the law had no result
    start, end   DropStates at the first and the last known time
    times        of start and end, s
    events       a row for each event, DropEvents
    hits         a row for each single impact, DropHits
    energy       at the start and after each event, J
    accumulation_time
                 if `stop` is "chatter": estimated time at which the bounces accumulate, s; else NaN
    energy_error largest change of energy in flight, J, from rounding
    rest_law     the law of stepped phases, or None
    """

    body: Solid
    law: Law
    planes: Tuple[Plane, ...]
    gravity: Doubles
    stop: MotionStop
    status: Status
    start: DropStates
    end: DropStates
    events: DropEvents
    hits: DropHits
    times: Tuple[float, float]
    _asked: Tuple[Any, Any, Dict[str, Any]]  # the call of carom.drop

    def __init__(self, body: Solid, law: Law, scene: _Scene, result: Any) -> None:
        self.body, self.law, self.planes, self.gravity = body, law, scene.planes, scene.gravity
        self.coefficients: Dict[str, Any] = scene.coefficients
        self._scene, self._result, self._dim = scene, result, body.dim
        self.stop, self.status = MotionStop(result.stop), Status(result.status)
        self.ok = bool(CLASS_OF_STATUS[result.status] == lib.CAROM_CLASS_OK)
        rows = _rows(result.event, result.events, _EVENT)
        self.hits = _hits(_rows(result.hit, result.hits, _HIT), np.repeat(np.arange(len(rows)), rows["hits"]), body.dim)
        self.events = _events(rows, self.hits, body.dim)
        self.start, self.end = (self._state(name) for name in ("start", "end"))
        self.times = float(result.start.t), float(result.end.t)
        self.energy: Doubles = np.concatenate([[self.start.energy], self.events.energy])
        self.accumulation_time, self.energy_error = float(result.accumulation_time), float(result.energy_error)
        self.rest_law = text(result.rest_law.name) if result.rest_law else None

    # Computes the motion again, because the memory of the library cannot be pickled.
    def __reduce__(self) -> Tuple[Any, ...]:
        return _drop_again, self._asked

    def _state(self, name: str) -> DropStates:
        state = ffi.addressof(self._result[0], name)
        return _states(_rows(state, 1, _STATE).reshape(()), self._scene.energy(state), self._dim)

    def at(self, t: ArrayLike) -> DropStates:
        """Returns the states at these times, between start and end; times after the end are allowed only if the body leaves
        (`stop`). At the time of an event, returns the state after it.

        >>> import carom
        >>> ball = carom.drop(carom.Solid.disc(0.1, mass=1), "frictionless", centre=(0, 1), velocity=(1, 0), until=2, e=0.8)
        >>> ball.at([0.0, 0.1, 0.2]).centre
        array([[0.     , 1.     ],
               [0.1    , 0.95095],
               [0.2    , 0.8038 ]])
        """
        times = np.asarray(doubles(t, "t"), order="C")
        first, last = self.times[0], math.inf if self.stop == "leaves" else self.times[1]
        outside = times[~((times >= first) & (times <= last))] if times.size else times
        if outside.size:
            said = f"t = {outside.flat[0]:g} s is outside the motion, which lasts from {first:g} to {last:g} s ({self.stop})"
            raise InputError(said, Status.BAD_VALUE)
        rows, energy = np.empty(times.size, dtype=_STATE), np.empty(times.size)
        where = [ffi.cast(kind, a.ctypes.data) for kind, a in (("double *", times), ("carom_motion_state *", rows), ("double *", energy))]
        status = lib.py_motion_states(self._scene.pointer, self._result, where[0], times.size, *where[1:])
        if status != Status.OK:
            raise error_of(status)
        return _states(rows.reshape(times.shape), energy.reshape(times.shape)[()], self._dim)

    def plot(self, **options: Any) -> Any:
        """Draws a stroboscopic picture; see carom.plot.strobe."""
        from .plot import strobe

        return strobe(self, **options)

    def animate(self, file: Union[str, FilePath, None] = None, **options: Any) -> Any:
        """Makes an animation; see carom.plot.animate."""
        from .plot import animate

        return animate(self, file, **options)

    def __repr__(self) -> str:
        count = len(self.events)
        return f"<{self.law.name}: {count} event{'s' * (count != 1)}, {self.stop} at {self.times[1]:.6g} s>"


class _Scene:
    """Holds the C struct of a scene and the data it points to."""

    law: Law
    planes: Tuple[Plane, ...]
    gravity: Doubles
    coefficients: Dict[str, Any]
    pointer: Any
    _params: List[Tuple[Any, Any]]  # contact and parameters of each plane, then of the scene

    def __init__(self, body: Solid, law: Law, planes: Tuple[Plane, ...], gravity: Any, allow: Any, given: Dict[str, Any]) -> None:
        dim = body.dim
        self.planes, self.law, self.coefficients = planes, law, given
        self.memory: Any = None  # memory of the result
        self.start: Any = None  # start given by a file
        self.pointer = scene = ffi.new("carom_motion_scene *")
        lib.carom_motion_scene_init(scene, ffi.sizeof("carom_motion_scene"), dim)
        scene.mass = body.mass
        scene.inertia = [0.0, 0.0, *body.inertia] if dim == 2 else list(body.inertia)
        self._put_shape(body)
        if gravity is not None:
            scene.gravity = _three(_vector("gravity", gravity, dim))
        self.gravity = np.array([scene.gravity[i] for i in range(dim)])
        self._problems = [self._problem(dim, allow, {**given, **plane.params}) for plane in planes]
        self._problems.append(self._problem(dim, allow, given))
        self._params = [problem.item(0) for problem in self._problems]
        scene.law, scene.params = law.pointer, self._params[-1][1]
        rows = [(_three(p.normal), p.offset, params if p.params else ffi.NULL) for p, (_, params) in zip(planes, self._params)]
        self._planes = ffi.new("carom_motion_plane[]", rows)
        scene.planes, scene.plane = len(rows), self._planes

    def _problem(self, dim: int, allow: Any, given: Dict[str, Any]) -> Problem:
        made = Problem(self.law, np.eye(dim), [-1.0] + [0.0] * (dim - 1), given, allow)
        if made.shape:
            raise InputError(f"a drop takes one value of each coefficient, not arrays of shape {made.shape}", Status.BAD_VALUE)
        return made

    def _put_shape(self, body: Solid) -> None:
        shape = self.pointer.shape
        if body.corners is None:
            shape.semi_axes, shape.middle = _three(body.semi_axes), _three(body.middle)
            return
        self._corners = ffi.new("double[]", [x for corner in body.corners for x in _three(corner)])
        lib.py_motion_corners(self.pointer, len(body.corners), self._corners)
        shape.radius = body.radius

    def energy(self, state: Any) -> float:
        return float(lib.carom_motion_energy(self.pointer, state))

    def refuse(self, status: int, error: Any) -> None:
        """Raises the error for rejected input."""
        part, index = text(lib.carom_enum_name(lib.CAROM_ENUM_MOTION_PART, error.part)), error.index
        if part == "law":
            contact, params = self._params[index]
            raise error_of(status, describe(status, self.law.pointer, contact, params))
        name = Status(status)
        said = {
            "mass": f"inertia[{index}] = {error.value:g} is above the sum of the other moments, which no body of masses has",
            "shape": "the shape is not one: it needs corners that are finite, at most 256, and a radius if they are one point",
            "plane": f"planes[{index}]: {name.meaning}" if index >= 0 else "there can be at most 64 planes",
            "start": f"the start: {name.meaning}",
            "option": f"an option of the drop is out of range ({error.value:g}): {name.meaning}",
        }.get(part, name.meaning)
        if name == Status.STARTS_INSIDE:
            said = f"the body starts inside plane {index}, by {error.value:g} m; move its centre by as much along the normal"
        raise error_of(status, said)


class _FileScene(_Scene):
    """The scene of a motion file with one of its laws."""

    def __init__(self, handle: Any, written: bytes, index: int, allow: Any, given: Dict[str, Any]) -> None:
        from ._modules import scenario

        self._handle, self.written = handle, written
        self.memory = None
        found = scenario.carom_drop_scene(handle, index)
        self.pointer = scene = ffi.new("carom_motion_scene *", found[0])
        self.start = scenario.carom_drop_start(handle)
        self.law, dim = laws[text(found.law.name)], found.dim
        self.gravity = np.array([found.gravity[i] for i in range(dim)])
        params = ffi.new("carom_params *", found.params[0])
        self._override(params, allow, given)
        contact = ffi.new("carom_contact *", {"dim": dim})
        rows = [found.plane[i] for i in range(found.planes)]
        self._params = [(contact, row.params if row.params else params) for row in rows] + [(contact, params)]
        normals = [np.array([row.normal[k] for k in range(dim)]) for row in rows]
        self.planes = tuple(Plane(normal, normal * row.offset) for normal, row in zip(normals, rows))
        scene.params = params

    def _override(self, params: Any, allow: Any, given: Dict[str, Any]) -> None:
        for name in [allow] if isinstance(allow, str) else allow:
            params.allow |= 1 << self.law.coefficient(name).index
        for name, value in given.items():
            row = self.law.coefficient(name)
            numbers = [float(x) for x in np.ravel(numbers_of(row, value))]
            if lib.carom_params_set(params, row.row, numbers, len(numbers)) != Status.OK:
                raise InputError(f"{name} cannot be {value!r}", Status.BAD_VALUE)
        self.coefficients = {}
        for p in self.law.coefficients.values():
            read = ffi.new("double[3]")
            if p.required and lib.carom_params_get(params, p.row, read) and not math.isnan(read[0]):
                self.coefficients[p.name] = float(read[0])

    def body(self) -> Solid:
        scene, dim = self.pointer, self.pointer.dim
        inertia = [scene.inertia[2]] if dim == 2 else [scene.inertia[i] for i in range(3)]
        shape = scene.shape
        if not shape.corners:
            axes, middle = ([row[i] for i in range(dim)] for row in (shape.semi_axes, shape.middle))
            return Solid(scene.mass, inertia, semi_axes=axes, middle=middle)
        corners = np.empty((shape.corners, 3))
        lib.py_motion_read_corners(scene, ffi.cast("double *", corners.ctypes.data))
        return Solid(scene.mass, inertia, corners=corners[:, :dim], radius=shape.radius)


def _file_scenes(source: Source, allow: Any, given: Any) -> Dict[str, Any]:
    """Returns the scenes of a motion file, by the names of their laws."""
    from ._files import file_error, source_text
    from ._modules import MODULES, scenario, scenario_ffi

    name, written = source_text(source)
    why = scenario_ffi.new("carom_error *")
    handle = scenario.carom_drop_parse(written, len(written), MODULES, why)
    if not handle:
        raise file_error(name, why)
    kept = scenario_ffi.gc(handle, scenario.carom_drop_free)
    names = [text(scenario.carom_drop_law_name(handle, i)) for i in range(scenario.carom_drop_laws(handle))]
    return {name: (lambda i=i: _FileScene(kept, written, i, allow, given)) for i, name in enumerate(names)}


def _three(vector: Any) -> List[float]:
    return [float(x) for x in vector] + [0.0] * (3 - len(vector))


def _set_start(body: Solid, centre: Any, angle: float, orientation: Any, velocity: Any, spin: Any) -> Any:
    dim, start = body.dim, ffi.new("carom_motion_state *")
    flat = dim == 2
    given = {"orientation": orientation is not None, "angle": angle != 0.0}
    wrong = "orientation" if flat else "angle"
    if given[wrong]:
        raise InputError(f"a {dim}D body has no {wrong}; pass {'angle' if flat else 'orientation'}", Status.BAD_VALUE)
    start.centre = _three(_vector("centre", centre, dim))
    start.velocity = _three(_vector("velocity", np.zeros(dim) if velocity is None else velocity, dim))
    start.angle = float(doubles(angle, "angle"))
    start.orientation = [float(x) for x in _vector("orientation", [1.0, 0.0, 0.0, 0.0] if orientation is None else orientation, 4)]
    turning = np.zeros(3) if spin is None else doubles(spin, "spin")
    if spin is not None and turning.shape != (() if flat else (3,)):
        wanted = "one number" if flat else "3 components"
        raise InputError(f"spin must be {wanted} for a {dim}D body; its shape is {turning.shape}", Status.BAD_VALUE)
    start.spin = [0.0, 0.0, float(turning)] if flat and spin is not None else _three(turning)
    return start


def _set_options(scene: Any, dim: int, several: Union[str, Law, None], persist: Optional[str], numbers: Dict[str, Any]) -> None:
    if isinstance(several, Law) or (several is not None and several not in _RULES):
        scene.several, scene.method = lib.CAROM_MOTION_RULE_METHOD, chosen_for(several, dim).pointer
    elif several is not None:
        scene.several = _RULES[several]
    if persist is not None and persist not in _PERSIST:
        raise InputError(f'persist is "stop" or "step", not {persist!r}', Status.BAD_VALUE)
    scene.persist = _PERSIST[persist] if persist is not None else scene.persist
    for name, value in numbers.items():
        if value is not None:
            setattr(scene, name, int(value) if name.startswith("max_") else float(doubles(value, name)))


def drop(
    body: Union[Solid, Source],
    law: Union[str, Law, None] = None,
    *,
    centre: Optional[ArrayLike] = None,
    angle: float = 0.0,
    orientation: Optional[ArrayLike] = None,
    velocity: Optional[ArrayLike] = None,
    spin: Optional[ArrayLike] = None,
    planes: Optional[Planes] = None,
    gravity: Optional[ArrayLike] = None,
    until: Optional[float] = None,
    several: Union[str, Law, None] = None,
    persist: Optional[str] = None,
    rest_speed: Optional[float] = None,
    step: Optional[float] = None,
    touch: Optional[float] = None,
    max_events: Optional[int] = None,
    allow: Union[str, Iterable[str]] = (),
    **coefficients: Any,
) -> Drop:
    """Computes the motion of one free body under gravity: exact flights, contacts that are never missed, impacts by a law.

    body : Solid, or a motion file
        such as carom.Solid.rod(1.0, mass=1.0). A file (its name, or a dict with its keys) describes the body, the start and the
        planes; the options below and coefficients override it
    law : str or Law
        any law for one contact, also your own; default "routh". Its coefficients follow as keywords. For a file with several
        laws: the name of one; default the first
    centre, angle, orientation, velocity, spin
        of the body at the start: see DropStates. An orientation is a quaternion (w, x, y, z)
    planes : Plane or list of Plane
        fixed planes; default: a floor through the origin
    gravity : vector
        m/s^2; default: 9.81 downwards, along the last axis
    until : float
        time limit, s; default: none
    several : str
        how to resolve simultaneous contacts: "fastest", "mean", "stop" or a law of carom.laws.for_systems(). Default: "glocker" in 2D,
        "mean" in 3D
    persist : "stop" or "step"
        what to do when a contact lasts, as in sliding, rolling and rest: stop the motion (default), or continue it by time
        stepping, with errors of first order in `step`
    rest_speed : float
        slower approaches have no restitution, m/s; 0 follows every bounce. Default: 0.01 sqrt(g size)
    step, touch : float
        the time step, s; the gap up to which contacts belong together, m
    max_events : int
        largest number of events, default 100; `stop` is then "events"

    The page docs/motion.md explains what is exact and how far results can be trusted: a bouncing body with corners is
    chaotic.

    >>> import carom, numpy as np
    >>> rod = carom.Solid.rod(1.0, mass=1.0)
    >>> fall = carom.drop(rod, "routh", centre=(0, 1.2), angle=0.4, spin=2, until=1, e=0.5, mu=0.3)
    >>> fall
    <routh: 4 events, time at 1 s>
    >>> fall.events.t.round(4), fall.events.feature, fall.events.mode[0].label
    (array([0.388 , 0.8508, 0.8764, 0.9031]), array([0, 1, 0, 1], dtype=int32), 'c-sticking')
    >>> fall.at(np.linspace(0, 1, 500)).centre.shape
    (500, 2)
    >>> carom.drop(rod, centre=(0, 1.2), e=0.5)
    Traceback (most recent call last):
    carom.ParameterError: law "routh" needs mu (missing or NaN); pass mu=... (0 is frictionless)
    >>> carom.drop(rod, centre=(0, -0.003), e=0.5, mu=0.3)
    Traceback (most recent call last):
    carom.InputError: the body starts inside plane 0, by 0.003 m; move its centre by as much along the normal
    """
    numbers = {"until": until, "rest_speed": rest_speed, "step": step, "touch": touch, "max_events": max_events}
    stated: Dict[str, Any] = {"centre": centre, "angle": angle or None, "orientation": orientation, "velocity": velocity, "spin": spin}
    stated.update({"planes": planes, "gravity": gravity})
    if not isinstance(body, (Solid, str, PathLike, Mapping)):
        raise InputError(f"body must be a carom.Solid or a file, not of type {type(body).__name__}", Status.BAD_VALUE)
    scene: Any
    if isinstance(body, Solid):
        if centre is None:
            raise InputError("a drop needs centre=, where the body starts", Status.BAD_VALUE)
        scene = _Scene(body, find("routh" if law is None else law), planes_of(planes, body.dim), gravity, allow, coefficients)
        scene.start = _set_start(body, centre, angle, orientation, velocity, spin)
    else:
        for name, value in stated.items():
            if value is not None:
                raise InputError(f"the file states {name}: change it there, or pass a carom.Solid", Status.BAD_VALUE)
        scene = _of_file(body, law, allow, coefficients)
    _set_options(scene.pointer, scene.pointer.dim, several, persist, numbers)
    made = _run(body if isinstance(body, Solid) else scene.body(), scene)
    options = {**stated, **numbers, "angle": angle, "several": several, "persist": persist, "allow": allow, **coefficients}
    made._asked = body if isinstance(body, Solid) else json.loads(scene.written), law, options
    return made


def _drop_again(body: Any, law: Any, options: Dict[str, Any]) -> Drop:
    return drop(body, law, **options)


def _of_file(source: Source, law: Any, allow: Any, coefficients: Dict[str, Any]) -> Any:
    scenes = _file_scenes(source, allow, coefficients)
    chosen = next(iter(scenes)) if law is None else law
    if chosen not in scenes:
        raise UnknownLawError(f"the file has no law {chosen!r}; it has {', '.join(scenes)}", Status.UNKNOWN_LAW)
    return scenes[chosen]()


def _run(body: Solid, scene: Any) -> Drop:
    error = ffi.new("carom_motion_error *")
    status = lib.carom_motion_validate(scene.pointer, scene.start, error)
    if status != Status.OK:
        scene.refuse(status, error)
    size = lib.carom_motion_memory_size(scene.pointer)
    scene.memory = ffi.new("double[]", size // 8 + 1)
    result = ffi.new("carom_motion_result *")
    status = lib.carom_motion_begin(scene.pointer, scene.start, scene.memory, size, result)
    if status != Status.OK:
        raise error_of(status)
    while result.stop == lib.CAROM_MOTION_STOP_NONE:
        lib.py_motion_steps(scene.pointer, result, _EVENTS_A_CALL)
        hear()
    if CLASS_OF_STATUS[result.status] == lib.CAROM_CLASS_BAD_INPUT:
        raise error_of(result.status)
    return Drop(body, scene.law, scene, result)


class Drops(Mapping[str, Drop]):
    """The motions of one body with several laws, by name. carom.compare_drops returns it.

    examples   by law: the coefficients that were not given, and the examples used for them
    """

    def __init__(self, drops: Dict[str, Drop], examples: Dict[str, Dict[str, Any]]) -> None:
        self._drops, self.examples = drops, examples

    def __getitem__(self, name: str) -> Drop:
        return self._drops[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._drops)

    def __len__(self) -> int:
        return len(self._drops)

    def __repr__(self) -> str:
        return "\n".join(map(repr, self.values()))

    def plot(self, *, ax: Any = None, **options: Any) -> Any:
        """Draws the paths of the centre with all laws; see carom.plot.paths."""
        from .plot import paths

        return paths(self, ax=ax, **options)

    def animate(self, file: Union[str, FilePath, None] = None, **options: Any) -> Any:
        """Animates all laws side by side; see carom.plot.animate."""
        from .plot import animate

        return animate(self, file, **options)


def compare_drops(body: Union[Solid, Source], laws: Optional[Iterable[Union[str, Law]]] = None, **arguments: Any) -> Drops:
    """Computes the same drop with several laws; the arguments are those of carom.drop. For a motion file, uses all laws that it
    names, or those in `laws`.

    Coefficients are passed on as in carom.compare: e also sets e_n and r_n, a law gets only the coefficients that it reads,
    and the law's example is used for other required coefficients that are not given, except restitution and friction.

    >>> import carom
    >>> rod = carom.Solid.rod(1.0, mass=1.0)
    >>> carom.compare_drops(rod, ["routh", "whittaker"], centre=(0, 1.2), angle=0.4, until=1, e=0.5, mu=0.3)
    <routh: 7 events, time at 1 s>
    <whittaker: 7 events, time at 1 s>
    """
    if not isinstance(body, Solid):
        names = _file_scenes(body, (), {}) if laws is None else laws
        return Drops({str(name): drop(body, name, **arguments) for name in names}, {})
    if laws is None:
        raise InputError("compare_drops needs laws=, such as ['routh', 'smith']", Status.BAD_VALUE)
    asked = [find(law) for law in laws]
    options = {name: arguments.pop(name) for name in [*arguments] if name in drop.__kwdefaults__}
    known = _known(asked, arguments)
    drops, examples = {}, {}
    for law in asked:
        own = _own(law, arguments, known)
        taken = _examples(law, own)
        drops[law.name] = drop(body, law, **options, **own, **taken)
        examples.update({law.name: taken} if taken else {})
    return Drops(drops, examples)
