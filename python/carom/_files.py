"""Reads problem files, in the same format as the command."""
from __future__ import annotations

import json
import math
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from ._collide import Problem, Vibration, collide
from ._errors import InputError
from ._system import LIMITS, SystemLaw, SystemResult, chosen_for, find_system_law, in_turn_of, solve_system
from ._laws import Coefficient, Law, at_places, find, hear, laws
from ._carom import lib
from ._modules import MODULES, compliant_ffi, scenario, scenario_ffi
from ._names import Status, text
from ._result import OUTCOME, Result, answers_in_full, numbers

Source = Union[str, "os.PathLike[str]", Mapping[str, Any]]


class FileError(InputError):
    """A file was rejected. `code` is for programs; `line` and `column` start at 1 and are 0 if there is no single place."""

    def __init__(
        self, message: str, status: Status = Status.BAD_VALUE, index: Any = None, info: Any = None
    ) -> None:
        super().__init__(message, status, index, info)
        self.code, self.line, self.column = "", 0, 0


FileError.__module__ = "carom"


# Hints for rejected files, in Python's terms.
WAYS = {
    "see-laws": "carom.laws lists them all",
    "see-params": "help(carom.laws[...]) lists those of a law",
    "state-W": 'as in "W": [[2.5, -1.5], [-1.5, 2.5]]',
    "state-v": 'as in "v": [-1, 0.6]',
}


def file_error(name: str, why: Any) -> FileError:
    """Returns the error of a module, with the file's name in front."""
    way_out = WAYS.get(text(lib.carom_enum_name(lib.CAROM_ENUM_HINT, why.hint)), "")
    error = FileError(f"{name}: {text(why.detail)}" + ("; " + way_out if way_out else ""))
    error.status = Status(why.status)
    error.code, error.line, error.column = error.status.label, int(why.line), int(why.line_column)
    return error


def source_text(source: Source) -> Tuple[str, bytes]:
    """Returns the name for messages and the text: of a file by its name, or of a dict as JSON."""
    if isinstance(source, Mapping):
        return "the dict", json.dumps(source).encode()
    return os.fspath(source), Path(source).read_bytes()


@dataclass(frozen=True)
class Motion:
    """The motion of a body. Directions are degrees counterclockwise from +x, NaN without a direction.

    velocity   of its centre, m/s, 2 components in 2D, 3 in 3D; spin: rad/s, 1 or 3 components
    speed      |velocity|, and `heading` its direction in 2D

    For two bodies after the impact also:

    delta_v    how much the impact changes the velocity, m/s, and `direction` of this change: that of the impulse on it
    pdof       principal direction of force, degrees clockwise from its front: 0 head-on, 90 from the right
    """

    name: str
    mass: float
    velocity: NDArray[np.float64]
    spin: NDArray[np.float64]
    speed: float = math.nan
    heading: float = math.nan
    delta_v: float = math.nan
    direction: float = math.nan
    pdof: float = math.nan

    def __repr__(self) -> str:
        return f"<{self.name}: velocity {numbers(self.velocity)}, spin {numbers(self.spin)}>"


@dataclass(frozen=True)
class SceneBody:
    """A body for pictures: an outline ("disc", "rod", "rectangle", ...) with its sizes, place and motion."""

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
    """The colliding bodies (two bodies or the links of a chain) at their positions, the contact, and the impulse on
    `struck`."""

    dim: int
    point: NDArray[np.float64]
    normal: NDArray[np.float64]
    impulse: NDArray[np.float64]
    struck: str
    bodies: Tuple[SceneBody, ...]


_OUTLINES = ("none", "gyration", "rod", "disc", "rectangle", "sphere", "box", "ellipsoid", "pin", "ground")


class Report:
    """Holds the report of the library. It is None if the problem was not solved as the file states."""

    _report: Any = None

    def report(self, form: str = "text") -> str:
        """Returns the output of `carom solve` as "text", "json", "csv" or "md".

        >>> import carom
        >>> hit = carom.load({"law": "routh", "params": {"e": 0.5, "mu": 0}, "W": [[2, 0], [0, 2]], "v": [-1, 0]}).solve()
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
        """Returns the result with the same keys and numbers as `carom solve --json`.

        >>> import carom
        >>> hit = carom.load({"law": "routh", "params": {"e": 0.5, "mu": 0}, "W": [[2, 0], [0, 2]], "v": [-1, 0]}).solve()
        >>> hit.to_dict()["v_after"]
        [0.5, 0]
        """
        made: Dict[str, Any] = json.loads(self.report("json"))
        return made


def _own_report(made: Any) -> Tuple[Any, Any]:
    """Returns the report and its fields. The report is freed when no object refers to it any more."""
    report = scenario_ffi.gc(made[0], scenario.carom_report_free)
    fields = scenario_ffi.new("carom_report_fields *", {"size": scenario_ffi.sizeof("carom_report_fields")})
    scenario.carom_report_get(report, fields)
    return report, fields


class ScenarioResult(Report):
    """The result of a scenario: a Result, or a SystemResult of several contacts, with the motion of the bodies."""

    scenario: Scenario
    P: Any
    _asked: Tuple[Scenario, Any, Dict[str, Any]]  # the call of Scenario.solve

    # Solves the scenario again, because a report cannot be pickled.
    def __reduce__(self) -> Tuple[Any, ...]:
        return _solve_again, self._asked

    if TYPE_CHECKING:  # Result and SystemResult have more attributes

        def __getattr__(self, name: str) -> Any: ...

    @property
    def bodies(self) -> Tuple[Motion, ...]:
        """The bodies after the impact; empty if there are none."""
        return self.scenario._motions(self.P)

    @property
    def energy_lost_fraction(self) -> float:
        """The part of the kinetic energy of two bodies that is lost; NaN for other problems."""
        return self.scenario._changes(self.P)[1]

    @property
    def scene(self) -> Scene:
        """The bodies and the contact, as carom.plot.scene draws them."""
        return self.scenario._scene(self.P)

    @property
    def speeds(self) -> NDArray[np.float64]:
        """The generalized speeds after the impact; empty if there are none."""
        return self.scenario._speeds(self.P)


class _ContactResult(ScenarioResult, Result):
    """The result of one contact."""


class _SystemResult(ScenarioResult, SystemResult):
    """The result of several contacts."""


def _solve_again(scenario: Scenario, law: Any, more: Dict[str, Any]) -> ScenarioResult:
    return scenario.solve(law, **more)


_ContactResult.__name__ = _SystemResult.__name__ = "ScenarioResult"


# Converts an impulse for the functions that compute motions and speeds; None means the state before the impact.
def _impulse(P: Any) -> Any:
    if P is None:
        return scenario_ffi.NULL
    components = [float(x) for x in np.ravel(P)]
    return scenario_ffi.new("double[]", components + [0.0] * (3 - len(components)))  # C reads three components also in 2D


def _parsed(source: Source) -> Tuple[Any, bytes]:
    """Returns the parsed file as C data, and its text."""
    name, written = source_text(source)
    why = scenario_ffi.new("carom_error *")
    handle = scenario.carom_scenario_parse(written, len(written), MODULES, why)
    if not handle:
        raise file_error(name, why)
    return scenario_ffi.gc(handle, scenario.carom_scenario_free), written


class Scenario:
    """An impact described by a file.

    W, v      inverse mass matrix of the contact and relative velocity, normal first; of several contacts the Delassus
              matrix and the velocities contact by contact
    dim       2 or 3; `contacts`: their number
    is_system  whether it is solved by a law for systems
    law       the law that the file names, or None
    params    the coefficients that it states, by name; of several contacts one number for all, or one for each
    striking  the striking contact, for laws with one striking contact
    kind      "plane" and "space" (two bodies), "chain", "mechanism", "bodies" (free, with several contacts), or "numbers"
    bodies    the bodies before the impact; speeds: the generalized speeds of a chain, a mechanism or free bodies

    >>> import carom
    >>> puck = carom.load({"law": "routh", "params": {"e": 0.5, "mu": 0.2},
    ...                    "bodies": [{"name": "puck", "mass": 1, "shape": {"disc": 0.1}, "centre": [0, 0.1],
    ...                                "velocity": [1, -2]}, "fixed"],
    ...                    "contact": {"point": [0, 0], "normal": [0, 1]}})
    >>> puck.v
    array([-2.,  1.])
    >>> puck.solve().bodies[0]
    <puck: velocity (0.666667, 1), spin (-6.66667)>
    >>> ball = {"mass": 1, "shape": {"sphere": 1}}
    >>> row = carom.load({"law": "sequence", "params": {"e": 1, "single": "frictionless"},
    ...                   "bodies": [{**ball, "centre": [2 * i, 0], "velocity": [1 - min(i, 1), 0]} for i in range(3)],
    ...                   "contacts": [{"between": [i + 1, i], "point": [2 * i + 1, 0], "normal": [1, 0]} for i in range(2)]})
    >>> row.solve().bodies[2].velocity
    array([1., 0.])
    """

    def __init__(self, source: Source) -> None:
        handle, self._written = _parsed(source)
        self._handle = handle
        system, self._params = scenario.carom_scenario_system(handle), scenario.carom_scenario_system_params(handle)
        self.dim, self.contacts = int(system.dim), int(system.nc)
        self.is_system = not scenario.carom_scenario_contact(handle)
        self.striking = int(self._params.striking)
        size = self.dim * self.contacts
        self.W: NDArray[np.float64] = np.array(scenario_ffi.unpack(system.W, size * size)).reshape(size, size)
        self.v: NDArray[np.float64] = np.array(scenario_ffi.unpack(system.v, size))
        row = scenario.carom_scenario_describe(handle).law
        self.law: Optional[Law] = self._find(text(row.name)) if row else None
        self._given = int(scenario.carom_scenario_given(handle))
        self.params: Dict[str, Any] = {p.name: self._stated(p) for p in at_places(self._given, self.law)}

    def __reduce__(self) -> Tuple[Any, ...]:
        return Scenario, (json.loads(self._written),)

    def _find(self, law: Union[str, Law]) -> Law:
        return find_system_law(law) if self.is_system else find(law)

    def _stated(self, coefficient: Coefficient) -> Any:
        """Returns a coefficient as stated in the file: one value if it is the same for all contacts."""
        contacts = [scenario_ffi.addressof(self._params.contacts[i]) for i in range(self.contacts)]
        each = [self._value(stated, coefficient) for stated in contacts]
        return each[0] if all(value == each[0] for value in each) else each

    def _value(self, stated: Any, coefficient: Coefficient) -> Any:
        if coefficient.kind == "vibrations":
            listed = compliant_ffi.cast("const carom_vibration *", stated.list)
            modes = [listed[i] for i in range(stated.list_count)]
            return [Vibration(m.omega, m.zeta, list(m.phi)[: self.dim], m.z0, m.zdot0) for m in modes]
        room = scenario_ffi.new("double[3]")
        count = lib.carom_params_get(stated, coefficient.row, room)
        if coefficient.kind == "choice":
            return next(name for name, number in coefficient._numbers().items() if number == int(room[0]))
        count = self.dim if coefficient.kind == "vector" else 1 if self.is_system else count
        values = list(room)[:count]
        return values[0] if len(values) == 1 else values

    def _for(self, law: Law) -> Dict[str, Any]:
        """Returns the coefficients of the file under the names of this law."""
        if law is self.law:
            return dict(self.params)
        return {name: self._stated(p) for name, p in law.coefficients.items() if self._given >> p.index & 1}

    @property
    def kind(self) -> str:
        """The kind of problem that the file describes."""
        names = ("plane", "space", "chain", "mechanism", "numbers", "bodies")
        kinds = {getattr(scenario, f"CAROM_SCENARIO_{name.upper()}"): name for name in names}
        return kinds[scenario.carom_scenario_describe(self._handle).kind]

    def _motions(self, P: Any) -> Tuple[Motion, ...]:
        impulse, flat, made = _impulse(P), self.dim == 2, []
        changes = self._changes(P)[0] if P is not None else ()
        for body in range(scenario.carom_scenario_describe(self._handle).bodies):
            m = scenario_ffi.new("carom_motion *")
            scenario.carom_scenario_motion(self._handle, body, impulse, m)
            velocity, spin = np.array(list(m.velocity)), np.array(list(m.spin))
            speed = float(np.linalg.norm(velocity))
            heading = math.degrees(math.atan2(velocity[1], velocity[0])) if flat and speed > 0 else math.nan
            turn = changes[body] if changes else (speed, heading)
            made.append(Motion(text(m.name), m.mass, velocity[:2] if flat else velocity, spin[2:] if flat else spin, *turn))
        return tuple(made)

    def _changes(self, P: Any) -> Tuple[List[Tuple[float, ...]], float]:
        """Returns speed, heading, delta_v, direction and pdof of two bodies, and the fraction of their energy that is lost."""
        if self.is_system or self.kind not in ("plane", "space"):
            return [], math.nan
        change, lost = scenario_ffi.new("carom_change *"), scenario_ffi.new("double *")
        impulse = _impulse(P)
        made: List[Tuple[float, ...]] = []
        for body in range(scenario.carom_scenario_describe(self._handle).bodies):
            scenario.carom_scenario_change(self._handle, body, impulse, change, lost)
            c = change[0]
            made.append((c.speed_after, c.heading_after, c.delta_v, c.direction, c.pdof))
        return made, float(lost[0])

    def _speeds(self, P: Any) -> NDArray[np.float64]:
        u = np.empty(scenario.carom_scenario_describe(self._handle).speeds)
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
        """Returns true if the normal of two bodies seems reversed: it should point from B to A, but A's centre is behind B's."""
        return bool(scenario.carom_scenario_looks_reversed(self._handle))

    def solve(self, law: Union[str, Law, None] = None, **more: Any) -> ScenarioResult:
        """Computes the impact by the file's law, or another; keywords override the file's coefficients.

        Another law gets the coefficients under its own names, such as e_n or r_n for e. Coefficients that it does not read are
        left out. The keywords are those of carom.collide, or for several contacts those of carom.solve_system.
        """
        made = self._solve_system(law, dict(more)) if self.is_system else self._solve_one(law, more)
        made._asked = self, law, more
        return made

    def _solve_one(self, law: Union[str, Law, None], more: Dict[str, Any]) -> ScenarioResult:
        asked = find(law) if law is not None else self.law
        if asked is None:
            raise InputError('the file names no law; pass one, such as law="routh"', Status.UNKNOWN_LAW)
        given = {**self._for(asked), **more}
        made = self._solve_contact(asked, given) if not {"jac", "details", "out", "threads"} & set(more) else None
        if made is None:
            result = collide(self.W, self.v, asked, **given)
            made = _ContactResult(
                result.law, result.coefficients, result.dim, result.shape, result._answers, result._inputs
            )
        made.scenario, made._reversed = self, self.looks_reversed
        return made

    def _solve_contact(self, law: Law, given: Dict[str, Any]) -> Optional[_ContactResult]:
        """Solves one impact and keeps its report. Returns None for several impacts, and if the input is rejected."""
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
        result = _ContactResult(law, problem.given, self.dim, (), answers_in_full(outcome, self.dim), problem.inputs())
        result._report = report
        return result

    def _solve_system(self, law: Union[str, Law, None], more: Dict[str, Any]) -> ScenarioResult:
        if law is None and self.law is None:
            raise InputError('the file names no law; pass one, such as law="glocker"', Status.UNKNOWN_LAW)
        asked = find_system_law(law if law is not None else self.law)  # type: ignore[arg-type]
        solved = self._as_stated(asked) if not more else None
        if solved is not None:
            return solved
        single = more.pop("single", laws[text(self._params.single.name)])
        stated = self._for(find(single) if asked.needs_single else asked)
        if asked.needs_single and self._params.gap:
            stated["gap"] = scenario_ffi.unpack(self._params.gap, self.contacts)
        limits = {name: getattr(self._params, name) for name in LIMITS}
        given = {"striking": self.striking, "single": single, "limits": limits, **stated, **more}
        hit = solve_system(self.W, self.v, asked, dim=self.dim, **given)
        hit.__class__ = _SystemResult
        made: _SystemResult = hit  # type: ignore[assignment]
        made.scenario = self
        return made

    def _as_stated(self, law: SystemLaw) -> Optional[_SystemResult]:
        """Solves the system with the coefficients of the file and keeps its report. Returns None if the input is rejected."""
        chosen = chosen_for(law, self.dim)
        made = scenario_ffi.new("carom_report **")
        with in_turn_of(chosen):
            scenario.carom_scenario_solve(self._handle, chosen.pointer, scenario_ffi.NULL, made, scenario_ffi.NULL)
        hear()
        if not made[0]:
            return None
        report, fields = _own_report(made)
        result = _SystemResult(chosen, fields.system, fields.result)
        result._report, result.scenario = report, self
        return result

    def __repr__(self) -> str:
        law = self.law.name if self.law else "no law"
        kind = f"{self.contacts} contacts" if self.is_system else self.kind
        return f"<scenario, {kind}, {law}: v = {numbers(self.v)}>"


def load(source: Source) -> Scenario:
    """Reads a problem: the name of a file, or a dict of the same form (docs/scenario.md, docs/several-contacts.md).

    >>> import carom
    >>> carom.load({"law": "routh", "params": {"e": 0.5, "mu": 0}, "W": [[2, 0], [0, 2]], "v": [-1, 0]}).solve().v
    array([0.5, 0. ])
    >>> carom.load({"bodies": ["fixed", "fixed"], "contcat": 1})
    Traceback (most recent call last):
    carom.FileError: the dict: line 1, column 32, contcat: there is no key "contcat" here; did you mean "contact"?
    """
    return Scenario(source)
