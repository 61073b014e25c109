"""Problems and scenarios from files: the same files as the command's."""
from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, Mapping, Optional, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from ._collide import Problem, Vibration, collide
from ._errors import InputError
from ._impact import LIMITS, Impact, Method, chosen_for, impact, in_turn_of, methods
from ._laws import Law, Parameter, at_places, find, hear, laws
from ._carom import lib
from ._modules import MODULES, compliant_ffi, scenario, scenario_ffi
from ._names import Status, text
from ._result import OUTCOME, Result, answers_in_full, numbers

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
    way_out = WAYS.get(text(lib.carom_enum_name(lib.CAROM_ENUM_HINT, why.hint)), "")
    error = FileError(f"{name}: {text(why.detail)}" + ("; " + way_out if way_out else ""))
    error.status = Status(why.status)
    error.code, error.line, error.column = error.status.label, int(why.line), int(why.line_column)
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


class Report:
    """A solved file as C keeps it, computed once; None: this result was not solved as the file states."""

    _report: Any = None

    def report(self, form: str = "text") -> str:
        """What `carom solve` prints: as "text", "json", "csv" or "md".

        >>> import carom
        >>> hit = carom.load({"law": "routh", "params": {"e": 0.5, "mu": 0}, "W": [[2, 0], [0, 2]], "v": [-1, 0]}).collide()
        >>> print(hit.report("csv").splitlines()[2])
        impulse P,0.75,0,N s
        """
        names = {"text": "TEXT", "json": "JSON", "csv": "CSV", "md": "MARKDOWN"}
        if form not in names:
            raise InputError(f'a report is one of {", ".join(names)}, not "{form}"', Status.BAD_VALUE)
        if self._report is None:
            raise InputError("there is a report of one impact only, without jac=..., details=... and out=...", Status.NOT_APPLICABLE)
        number = getattr(scenario, f"CAROM_FORMAT_{names[form]}")
        length = scenario.carom_report_write(self._report, number, scenario_ffi.NULL, 0)
        if not length:
            raise MemoryError
        room = scenario_ffi.new("char[]", length + 1)
        scenario.carom_report_write(self._report, number, room, length + 1)
        return bytes(scenario_ffi.buffer(room, length)).decode()

    def to_dict(self) -> Dict[str, Any]:
        """The result as `carom solve --json` prints it: the same keys and the same numbers.

        >>> import carom
        >>> hit = carom.load({"law": "routh", "params": {"e": 0.5, "mu": 0}, "W": [[2, 0], [0, 2]], "v": [-1, 0]}).collide()
        >>> hit.to_dict()["v_after"]
        [0.5, 0]
        """
        made: Dict[str, Any] = json.loads(self.report("json"))
        return made


def _own_report(made: Any) -> Tuple[Any, Any]:
    """A report that is freed with its last user, and its fields."""
    report = scenario_ffi.gc(made[0], scenario.carom_report_free)
    fields = scenario_ffi.new("carom_report_fields *", {"size": scenario_ffi.sizeof("carom_report_fields")})
    scenario.carom_report_get(report, fields)
    return report, fields


class ScenarioResult(Report, Result):
    """What happened, and how the bodies move afterwards: a Result with `bodies`, or `speeds` of a chain or mechanism."""

    scenario: Scenario

    @property
    def bodies(self) -> Tuple[Motion, ...]:
        """The bodies after the impact; empty where there are none."""
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


# What an impulse makes of the bodies and speeds of a file, whichever kind it is; None: before it.
def _impulse(P: Any) -> Any:
    if P is None:
        return scenario_ffi.NULL
    components = [float(x) for x in np.ravel(P)]
    return scenario_ffi.new("double[]", components + [0.0] * (3 - len(components)))  # C reads three in the plane too


def _parsed(source: Source) -> Any:
    """What a file states, as C keeps it."""
    name, written = source_text(source)
    why = scenario_ffi.new("carom_error *")
    handle = scenario.carom_scenario_parse(written, len(written), MODULES, why)
    if not handle:
        raise file_error(name, why)
    return scenario_ffi.gc(handle, scenario.carom_scenario_free)


class _File:
    """What a file states, whatever the number of its contacts."""

    def __init__(self, source: Source, _handle: Any = None) -> None:
        self._handle = handle = _handle if _handle is not None else _parsed(source)
        system, self._params = scenario.carom_scenario_system(handle), scenario.carom_scenario_system_params(handle)
        self.dim, self._contacts = int(system.dim), int(system.nc)
        size = self.dim * self._contacts
        self.W: NDArray[np.float64] = np.array(scenario_ffi.unpack(system.W, size * size)).reshape(size, size)
        self.v: NDArray[np.float64] = np.array(scenario_ffi.unpack(system.v, size))
        named = self._begin(scenario.carom_scenario_law(handle))
        self._given = int(scenario.carom_scenario_given(handle))
        self.params: Dict[str, Any] = {p.name: self._stated(p) for p in at_places(self._given, named)}

    def _begin(self, row: Any) -> Union[Law, Method, None]:
        """Takes the law of the file, or NULL, and returns it."""

    def _stated(self, parameter: Parameter) -> Any:
        """What the file states of a parameter."""

    @property
    def kind(self) -> str:
        """What the file tells."""
        names = ("plane", "space", "chain", "mechanism", "numbers", "bodies")
        kinds = {getattr(scenario, f"CAROM_SCENARIO_{name.upper()}"): name for name in names}
        return kinds[scenario.carom_scenario_kind_of(self._handle)]

    def _motions(self, P: Any) -> Tuple[Motion, ...]:
        impulse, flat, made = _impulse(P), self.dim == 2, []
        for body in range(scenario.carom_scenario_bodies(self._handle)):
            m = scenario_ffi.new("carom_motion *")
            scenario.carom_scenario_motion(self._handle, body, impulse, m)
            velocity, spin = np.array(list(m.velocity)), np.array(list(m.spin))
            made.append(Motion(text(m.name), m.mass, velocity[:2] if flat else velocity, spin[2:] if flat else spin))
        return tuple(made)

    def _speeds(self, P: Any) -> NDArray[np.float64]:
        u = np.empty(scenario.carom_scenario_speeds(self._handle))
        if u.size:
            scenario.carom_scenario_speeds_after(self._handle, _impulse(P), scenario_ffi.from_buffer("double[]", u))
        return u

    @property
    def bodies(self) -> Tuple[Motion, ...]:
        """The bodies before the impact; empty for a chain, a mechanism or numbers."""
        return self._motions(None)

    @property
    def speeds(self) -> NDArray[np.float64]:
        """The generalized speeds before the impact; empty for two bodies and numbers."""
        return self._speeds(None)


class Scenario(_File):
    """An impact as a file tells it.

    W, v     the contact: inverse local mass matrix and relative velocity, normal first
    law      the law the file names, or None
    params   the parameters it states, by name
    kind     "plane" and "space" (two bodies), "chain", "mechanism", "bodies" (free, with several contacts), or "numbers"
    bodies   the bodies before the impact; speeds: the generalized speeds of a chain, a mechanism or free bodies

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

    def _begin(self, row: Any) -> Union[Law, Method, None]:
        self.law: Optional[Law] = laws[text(row.name)] if row else None
        return self.law

    def _stated(self, parameter: Parameter) -> Any:
        return self._value(self._params.contacts, parameter)

    def _value(self, stated: Any, parameter: Parameter) -> Any:
        if parameter.kind == "vibrations":
            listed = compliant_ffi.cast("const carom_vibration *", stated.list)
            modes = [listed[i] for i in range(stated.list_count)]
            return [Vibration(m.omega, m.zeta, list(m.phi)[: self.dim], m.z0, m.zdot0) for m in modes]
        room = scenario_ffi.new("double[3]")
        count = lib.carom_params_get(stated, parameter.row, room)
        if parameter.kind == "choice":
            return next(name for name, number in parameter.choices.items() if number == int(room[0]))
        values = list(room)[: self.dim if parameter.kind == "vector" else count]
        return values[0] if len(values) == 1 else values

    def _for(self, law: Law) -> Dict[str, Any]:
        """What the file says, in the names of this law's parameters."""
        if law is self.law:
            return dict(self.params)
        return {name: self._stated(p) for name, p in law.parameters.items() if self._given >> p.index & 1}

    def _changes(self, P: Any) -> Tuple[Tuple[Change, ...], float]:
        if self.kind not in ("plane", "space"):
            return (), float("nan")
        change, lost = scenario_ffi.new("carom_change *"), scenario_ffi.new("double *")
        impulse, made = _impulse(P), []
        for body, motion in enumerate(self.bodies):
            scenario.carom_scenario_change(self._handle, body, impulse, change, lost)
            c = change[0]
            speeds = (c.speed_before, c.speed_after, c.heading_before, c.heading_after)
            made.append(Change(motion.name, *speeds, c.delta_v, c.direction, c.pdof))
        return tuple(made), float(lost[0])

    def _scene(self, P: Any) -> Scene:
        made = scenario_ffi.new("carom_scene *")
        impulse = _impulse(P)
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

    @property
    def looks_reversed(self) -> bool:
        """Two bodies whose normal looks reversed: from B to A it should point, but A's centre lies behind B's."""
        return bool(scenario.carom_scenario_looks_reversed(self._handle))

    def collide(self, law: Union[str, Law, None] = None, **more: Any) -> ScenarioResult:
        """The same as solve."""
        return self.solve(law, **more)

    def solve(self, law: Union[str, Law, None] = None, **more: Any) -> ScenarioResult:
        """The impact by the file's law, or another; keywords win over the file's parameters.

        To another law the file's parameters go by their meaning: what is called e here is e_n or r_n there; what that
        law has no name for is left aside.
        """
        asked = find(law) if law is not None else self.law
        if asked is None:
            raise InputError('the file names no law; say which, such as law="routh"', Status.UNKNOWN_LAW)
        given = {**self._for(asked), **more}
        made = self._solve(asked, given) if not {"jac", "details", "out", "threads"} & set(more) else None
        if made is None:
            result = collide(self.W, self.v, asked, **given)
            made = ScenarioResult(
                result.law, result.parameters, result.dim, result.shape, result._answers, result._inputs
            )
        made.scenario, made._reversed = self, self.looks_reversed
        return made

    def _solve(self, law: Law, given: Dict[str, Any]) -> Optional[ScenarioResult]:
        """One impact, solved with its report; None for many, and for one that is refused."""
        problem = Problem(law, self.W, self.v, given, given.pop("allow", ()))
        if problem.shape:
            return None
        _, params = problem.item(0)
        options = {"size": scenario_ffi.sizeof("carom_solve_options"), "params": params}
        made = scenario_ffi.new("carom_report **")
        scenario.carom_scenario_solve(
            self._handle, law.pointer, scenario_ffi.new("carom_solve_options *", options), made, scenario_ffi.NULL
        )
        hear()
        if not made[0]:
            return None
        report, fields = _own_report(made)
        outcome = np.frombuffer(bytes(scenario_ffi.buffer(fields.contact, OUTCOME.itemsize)), dtype=OUTCOME)
        result = ScenarioResult(law, problem.given, self.dim, (), answers_in_full(outcome, self.dim), problem.inputs())
        result._report = report
        return result

    def __repr__(self) -> str:
        law = self.law.name if self.law else "no law"
        return f"<scenario, {self.kind}, {law}: v = {numbers(self.v)}>"


class Several(_File):
    """A scenario with several contacts.

    W, v      Delassus matrix and relative velocities, contact by contact, normal first; dim 2 or 3
    method    the method the file names, or None
    params    the parameters it states, by name: one number for all contacts, or one for each
    striking  the contact that strikes, for the methods that let one strike
    bodies    free bodies before the impact; speeds: generalized speeds; empty where there are none

    >>> import carom
    >>> ball = {"mass": 1, "shape": {"sphere": 1}}
    >>> row = carom.load({"method": "sequence", "params": {"e": 1, "single": "frictionless"},
    ...                   "bodies": [{**ball, "centre": [2 * i, 0], "velocity": [1 - min(i, 1), 0]} for i in range(3)],
    ...                   "contacts": [{"between": [i + 1, i], "point": [2 * i + 1, 0], "normal": [1, 0]} for i in range(2)]})
    >>> row.impact().bodies[2].velocity
    array([1., 0.])
    """

    def _begin(self, row: Any) -> Union[Law, Method, None]:
        self.method: Optional[Method] = methods[text(row.name)] if row else None
        self.striking = int(self._params.striking)
        return self.method

    def _stated(self, parameter: Parameter) -> Any:
        """What the contacts have of a parameter: one value if it is the same for all."""
        room, each = scenario_ffi.new("double[3]"), []
        for i in range(self._contacts):
            lib.carom_params_get(scenario_ffi.addressof(self._params.contacts[i]), parameter.row, room)
            names = {number: name for name, number in parameter.choices.items()} if parameter.kind == "choice" else {}
            each.append(names.get(int(room[0]), room[0]) if names else room[0])
        return each[0] if all(value == each[0] for value in each) else each

    def _for(self, reader: Any) -> Dict[str, Any]:
        """What the file says, in the names of this method's parameters, or of the law of each single impact."""
        return {name: self._stated(p) for name, p in reader.parameters.items() if self._given >> p.index & 1}

    def impact(self, method: Union[str, Method, None] = None, **more: Any) -> SeveralImpact:
        """The same as solve."""
        return self.solve(method, **more)

    def solve(self, method: Union[str, Method, None] = None, **more: Any) -> SeveralImpact:
        """The impact by the file's method, or another; keywords, as of carom.impact, win over what the file says."""
        asked = methods[method] if isinstance(method, str) else method if method is not None else self.method
        solved = self._solve(asked) if asked is not None and not more else None
        if solved is not None:
            return solved
        if asked is None:
            raise InputError('the file names no method; say which, such as method="glocker"', Status.UNKNOWN_LAW)
        in_turn = bool(asked.pointer.system.needs & lib.CAROM_NEEDS_SINGLE)
        single = more.pop("single", laws[text(self._params.single.name)])
        stated = self._for(find(single) if in_turn else asked)
        if in_turn and self._params.gap:
            stated["gap"] = scenario_ffi.unpack(self._params.gap, self._contacts)
        limits = {name: getattr(self._params, name) for name in LIMITS}
        given = {"striking": self.striking, "single": single, "limits": limits, **stated, **more}
        hit = impact(self.W, self.v, asked, dim=self.dim, **given)
        hit.__class__ = SeveralImpact
        made: SeveralImpact = hit  # type: ignore[assignment]
        made.several = self
        return made

    def _solve(self, method: Method) -> Optional[SeveralImpact]:
        """As the file states, with a report; None if that is refused."""
        chosen = chosen_for(method, self.dim)
        made = scenario_ffi.new("carom_report **")
        with in_turn_of(chosen):
            scenario.carom_scenario_solve(self._handle, chosen.pointer, scenario_ffi.NULL, made, scenario_ffi.NULL)
        hear()
        if not made[0]:
            return None
        report, fields = _own_report(made)
        result = SeveralImpact(chosen, fields.system, fields.result)
        result._report, result.several = report, self
        return result

    def __repr__(self) -> str:
        method = self.method.name if self.method else "no method"
        return f"<several contacts, {self._contacts}, {method}: v = {numbers(self.v)}>"


class SeveralImpact(Report, Impact):
    """What happened at all contacts, and how the bodies move afterwards: an Impact with `bodies` and `speeds`."""

    several: Several

    @property
    def bodies(self) -> Tuple[Motion, ...]:
        """Free bodies after the impact; empty where there are none."""
        return self.several._motions(self.P)

    @property
    def speeds(self) -> NDArray[np.float64]:
        """The generalized speeds after the impact; empty for W and v."""
        return self.several._speeds(self.P)


def load(source: Source) -> Any:
    """Reads a problem or scenario: the name of a file, or a dict of the same form (docs/scenario.md).

    One that names a method or a law for systems, or has a system, has several contacts: a carom.Several
    (docs/several-contacts.md).

    >>> import carom
    >>> carom.load({"law": "routh", "params": {"e": 0.5, "mu": 0}, "W": [[2, 0], [0, 2]], "v": [-1, 0]}).collide().v
    array([0.5, 0. ])
    >>> carom.load({"bodies": ["fixed", "fixed"], "contcat": 1})
    Traceback (most recent call last):
    carom.FileError: the dict: line 1, column 32, contcat: there is no key "contcat" here; did you mean "contact"?
    """
    handle = _parsed(source)
    return (Scenario if scenario.carom_scenario_contact(handle) else Several)(source, handle)
