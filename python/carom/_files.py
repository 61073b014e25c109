"""Problems and scenarios from files: the same files as the command's."""
from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, Mapping, Optional, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from ._collide import Vibration, collide
from ._errors import InputError
from ._laws import Law, Parameter, find, laws, parameters
from ._carom import lib
from ._modules import MODULES, scenario, scenario_ffi
from ._names import Status, text
from ._result import Result, numbers

Source = Union[str, "os.PathLike[str]", Mapping[str, Any]]


class FileError(InputError):
    """A file that is refused. `code` is for programs; `line` and `column` count from 1, 0 where there is no one place."""

    def __init__(
        self, message: str, status: Status = Status.BAD_VALUE, index: Any = None, refusal: Any = None
    ) -> None:
        super().__init__(message, status, index, refusal)
        self.code, self.line, self.column = "", 0, 0


FileError.__module__ = "carom"


# The ways out of a file that is refused, in Python's words; of another file there is nothing to add.
WAYS = {
    "see-laws": "carom.laws lists them all",
    "see-params": "help(carom.laws[...]) lists those of a law",
    "give-W": 'as in "W": [[2.5, -1.5], [-1.5, 2.5]]',
    "give-v": 'as in "v": [-1, 0.6]',
}


def file_error(name: str, why: Any) -> FileError:
    """The error a module filled, with the file's name in front."""
    way_out = WAYS.get(text(why.remedy), "")
    error = FileError(f"{name}: {text(why.text)}" + ("; " + way_out if way_out else ""))
    error.code, error.line, error.column = text(why.code), int(why.line), int(why.column)
    return error


def source_text(source: Source) -> Tuple[str, bytes]:
    """What to call it, and its text: of a file by its name, or of a dict as JSON."""
    if isinstance(source, Mapping):
        return "the dict", json.dumps(source).encode()
    return os.fspath(source), Path(source).read_bytes()


@dataclass(frozen=True)
class Motion:
    """How a body moves: velocity of its centre, m/s, and spin, rad/s. Two numbers and one in the plane, three in space."""

    name: str
    mass: float
    velocity: NDArray[np.float64]
    spin: NDArray[np.float64]

    def __repr__(self) -> str:
        return f"<{self.name}: velocity {numbers(self.velocity)}, spin {numbers(self.spin)}>"


@dataclass(frozen=True)
class Change:
    """What an impact changes for a body. Directions are degrees counterclockwise from +x, NaN for what has none.

    delta_v     how much the velocity of its centre changes, m/s, and `direction` where to: that of the impulse on it
    pdof        where the impulse comes from, degrees clockwise from its front: 0 head-on, 90 from the right
    """

    name: str
    speed_before: float
    speed_after: float
    heading_before: float
    heading_after: float
    delta_v: float
    direction: float
    pdof: float


@dataclass(frozen=True)
class SceneBody:
    """A body as a picture shows it: an outline ("disc", "rod", "rectangle", ...) with its sizes, place and motion."""

    name: str
    outline: str
    size: NDArray[np.float64]
    centre: NDArray[np.float64]
    axes: NDArray[np.float64]
    velocity: NDArray[np.float64]
    spin: NDArray[np.float64]
    velocity_after: NDArray[np.float64]
    spin_after: NDArray[np.float64]


@dataclass(frozen=True)
class Scene:
    """What hits, in its place: two bodies or the links of a chain, the contact, and the impulse on the struck body."""

    dim: int
    point: NDArray[np.float64]
    normal: NDArray[np.float64]
    impulse: NDArray[np.float64]
    struck: str
    bodies: Tuple[SceneBody, ...]


_OUTLINES = ("none", "gyration", "rod", "disc", "rectangle", "sphere", "box", "ellipsoid", "pin", "ground")


class ScenarioResult(Result):
    """What happened, and how the bodies move afterwards: a Result with `bodies`, or `speeds` of a chain or mechanism."""

    scenario: Scenario

    @property
    def bodies(self) -> Tuple[Motion, ...]:
        """The two bodies after the impact; empty where there are none."""
        return self.scenario._motions(self.P)

    @property
    def changes(self) -> Tuple[Change, ...]:
        """What the impact changes for each of the two bodies; empty where there are none."""
        return self.scenario._changes(self.P)[0]

    @property
    def lost(self) -> float:
        """The share of the two bodies' kinetic energy that is lost; NaN where there are none."""
        return self.scenario._changes(self.P)[1]

    @property
    def scene(self) -> Scene:
        """What hit, as carom.plot.scene draws it."""
        return self.scenario._scene(self.P)

    @property
    def speeds(self) -> NDArray[np.float64]:
        """The generalized speeds after the impact; empty where there are none."""
        return self.scenario._speeds(self.P)


class Scenario:
    """An impact as a file tells it.

    W, v     the contact: inverse local mass matrix and relative velocity, normal first
    law      the law the file names, or None
    params   the parameters it states, by name
    kind     "plane" and "space" (two bodies), "chain", "mechanism", or "numbers" (W and v themselves)
    bodies   the two bodies before the impact; speeds: the generalized speeds of a chain or mechanism

    >>> import carom
    >>> puck = carom.load({"law": "routh", "params": {"e": 0.5, "mu": 0.2},
    ...                    "bodies": [{"name": "puck", "mass": 1, "shape": {"disc": 0.1}, "centre": [0, 0.1],
    ...                                "velocity": [1, -2]}, "fixed"],
    ...                    "contact": {"point": [0, 0], "normal": [0, 1]}})
    >>> puck.v
    array([-2.,  1.])
    >>> puck.collide().bodies[0]
    <puck: velocity (0.666667, 1), spin (-6.66667)>
    """

    def __init__(self, source: Source) -> None:
        name, written = source_text(source)
        why = scenario_ffi.new("carom_scenario_error *")
        handle = scenario.carom_scenario_parse(written, len(written), MODULES, why)
        if not handle:
            raise file_error(name, why)
        self._handle = scenario_ffi.gc(handle, scenario.carom_scenario_free)
        contact = scenario.carom_scenario_contact(handle)
        self.dim = int(contact.dim)
        self.W: NDArray[np.float64] = np.array([[contact.W[i][j] for j in range(self.dim)] for i in range(self.dim)])
        self.v: NDArray[np.float64] = np.array([contact.v[i] for i in range(self.dim)])
        row = scenario.carom_scenario_law(handle)
        self.law: Optional[Law] = laws[text(row.name)] if row else None
        given = scenario.carom_scenario_given(handle)
        stated = scenario.carom_scenario_params(handle)
        self.params: Dict[str, Any] = {
            p.name: self._value(stated, p) for p in parameters.values() if given >> p.index & 1
        }

    @property
    def kind(self) -> str:
        """What the file tells."""
        names = ("plane", "space", "chain", "mechanism", "numbers")
        kinds = {getattr(scenario, f"CAROM_SCENARIO_{name.upper()}"): name for name in names}
        return kinds[scenario.carom_scenario_kind_of(self._handle)]

    def _value(self, stated: Any, parameter: Parameter) -> Any:
        if parameter.kind == "vibrations":
            listed = scenario_ffi.cast("const carom_vibration *", stated.list)
            modes = [listed[i] for i in range(stated.list_count)]
            return [Vibration(m.omega, m.zeta, list(m.phi)[: self.dim], m.z0, m.zdot0) for m in modes]
        room = scenario_ffi.new("double[3]")
        count = lib.carom_param_read(stated, parameter.row, room)
        if parameter.kind == "choice":
            return next(name for name, number in parameter.choices.items() if number == int(room[0]))
        values = list(room)[: self.dim if parameter.kind == "vector" else count]
        return values[0] if len(values) == 1 else values

    def _for(self, law: Law) -> Dict[str, Any]:
        """What the file says, in the names of this law's parameters."""
        if law is self.law:
            return dict(self.params)
        shared = scenario_ffi.new("carom_params *", scenario.carom_scenario_params_for_all(self._handle))
        families = {parameters[name].family for name in self.params} - {""}
        return {
            name: self._value(shared, p)
            for name, p in law.parameters.items()
            if name in self.params or p.family in families
        }

    def _motions(self, P: Any) -> Tuple[Motion, ...]:
        if self.kind not in ("plane", "space"):
            return ()
        plane, made = self.kind == "plane", []
        impulse = scenario_ffi.NULL if P is None else scenario_ffi.new("double[3]", [float(x) for x in P])
        for body in range(2):
            m = scenario_ffi.new("carom_motion *")
            scenario.carom_scenario_motion(self._handle, body, impulse, m)
            velocity, spin = np.array(list(m.velocity)), np.array(list(m.spin))
            made.append(Motion(text(m.name), m.mass, velocity[:2] if plane else velocity, spin[2:] if plane else spin))
        return tuple(made)

    def _changes(self, P: Any) -> Tuple[Tuple[Change, ...], float]:
        if self.kind not in ("plane", "space"):
            return (), float("nan")
        change, lost = scenario_ffi.new("carom_change *"), scenario_ffi.new("double *")
        impulse, made = scenario_ffi.new("double[3]", [float(x) for x in P]), []
        for body, motion in enumerate(self.bodies):
            scenario.carom_scenario_change(self._handle, body, impulse, change, lost)
            c = change[0]
            speeds = (c.speed_before, c.speed_after, c.heading_before, c.heading_after)
            made.append(Change(motion.name, *speeds, c.delta_v, c.direction, c.pdof))
        return tuple(made), float(lost[0])

    def _scene(self, P: Any) -> Scene:
        made = scenario_ffi.new("carom_scene *")
        impulse = scenario_ffi.new("double[3]", [float(x) for x in P])
        if scenario.carom_scenario_scene(self._handle, impulse, made) != Status.OK:
            raise InputError("only bodies or a chain can be drawn: the rest has no places", Status.NOT_APPLICABLE)
        names = {getattr(scenario, f"CAROM_OUTLINE_{name.upper()}"): name for name in _OUTLINES}

        def row(values: Any) -> NDArray[np.float64]:
            return np.array(list(values))

        def body(b: Any) -> SceneBody:
            name, axes = text(b.name) if b.name else "", np.array([list(line) for line in b.axes])
            before, after = (row(b.velocity), row(b.spin)), (row(b.velocity_after), row(b.spin_after))
            return SceneBody(name, names[b.outline], row(b.size), row(b.centre), axes, before[0], before[1], after[0], after[1])

        bodies = tuple(body(made.body[i]) for i in range(made.count))
        struck = bodies[made.struck].name if made.struck >= 0 else ""
        return Scene(made.dim, row(made.point), row(made.normal), row(made.impulse), struck, bodies)

    def _speeds(self, P: Any) -> NDArray[np.float64]:
        u = np.empty(scenario.carom_scenario_speeds(self._handle))
        if u.size:
            impulse = scenario_ffi.NULL if P is None else scenario_ffi.new("double[3]", [float(x) for x in P])
            scenario.carom_scenario_speeds_after(self._handle, impulse, scenario_ffi.from_buffer("double[]", u))
        return u

    @property
    def bodies(self) -> Tuple[Motion, ...]:
        """The two bodies before the impact; empty for a chain, a mechanism or numbers."""
        return self._motions(None)

    @property
    def speeds(self) -> NDArray[np.float64]:
        """The generalized speeds before the impact; empty for two bodies and numbers."""
        return self._speeds(None)

    def collide(self, law: Union[str, Law, None] = None, **more: Any) -> ScenarioResult:
        """The impact by the file's law, or another; keywords win over the file's parameters.

        To another law the file's parameters go by their meaning: what is called e here is e_n or r_n there; what that
        law has no name for is left aside.
        """
        asked = find(law) if law is not None else self.law
        if asked is None:
            raise InputError('the file names no law; say which, such as law="routh"', Status.UNKNOWN_LAW)
        result = collide(self.W, self.v, asked, **{**self._for(asked), **more})
        made = ScenarioResult(result.law, result.parameters, result.dim, result.shape, result._answers)
        made.scenario = self
        return made

    def __repr__(self) -> str:
        law = self.law.name if self.law else "no law"
        return f"<scenario, {self.kind}, {law}: v = {numbers(self.v)}>"


def load(source: Source) -> Scenario:
    """Reads a problem or scenario: the name of a file, or a dict of the same form (docs/scenario.md).

    >>> import carom
    >>> carom.load({"law": "routh", "params": {"e": 0.5}, "W": [[2, 0], [0, 2]], "v": [-1, 0]}).collide().v
    array([0.5, 0. ])
    >>> carom.load({"bodies": ["fixed", "fixed"], "contcat": 1})
    Traceback (most recent call last):
    carom.FileError: the dict: line 1, column 32, contcat: there is no key "contcat" here; did you mean "contact"?
    """
    return Scenario(source)
