"""Solves several simultaneous contacts, such as a robot on two feet, a rocking block, or balls in a line."""
from __future__ import annotations

import html
import math
import threading
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ContextManager, Dict, Iterable, List, Optional, Tuple, Union, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import asked_of, contact_of, doubles
from ._carom import ffi, lib
from ._collide import numbers_of
from ._errors import InputError, NoAnswerError, UnknownLawError, error_info_from, error_of, shown
from ._laws import Coefficient, Law, Laws, find, guarantee_names, hear, nearest, read_by
from ._mechanism import Mechanism
from ._modules import compliant, siconos
from ._names import CLASS_OF_STATUS, Mode, NameArray, Status, Violation, text
from ._result import AXES, html_table
from ._units import in_units

if TYPE_CHECKING:
    from ._system_jacobian import SystemJacobian

Doubles = NDArray[np.float64]


_SOLVERS = [text(lib.carom_enum_name(lib.CAROM_ENUM_SOLVER, i)) for i in range(lib.CAROM_SOLVER_ADMM + 1)]


class SystemLaw(Law):
    """A law for several contacts. Call it as a function of (W, v) and its coefficients.

    >>> import carom
    >>> carom.laws.for_systems()["glocker"].coefficients["mu"].range
    '[0, inf]'
    """

    for_systems = True
    _PROBLEMS = {2: lib.CAROM_SYSTEM_2D, 3: lib.CAROM_SYSTEM_3D}

    def _read(self) -> List[Coefficient]:
        return read_by(self.pointer, self.pointer.system.ignores)

    def _describe(self) -> None:
        system = self.pointer.system
        self.guarantees, self.conditions = guarantee_names(system.always), text(system.conditions)
        self.solvers = tuple(name for bit, name in enumerate(_SOLVERS) if system.solvers >> bit & 1)
        self.needs_single = bool(system.needs & lib.CAROM_NEEDS_SINGLE)  # this law applies a law for one contact
        options = {"dim": 2, "allow": (), "striking": None, "single": None, "solver": "auto", "jac": False}
        self.__signature__ = self._sign(options)
        places = ["W : array (k d, k d)", "    Delassus matrix of all contacts, 1/kg; carom.Mechanism computes it"]
        places += ["v : array (k d,)", "    relative velocities, contact by contact, normal first, m/s"]
        self.__doc__ = self._docstring([], places) + "\n\nOther keywords and the result: see carom.solve_system."

    def __call__(self, W: Any, v: Any, **keywords: Any) -> SystemResult:
        return solve_system(W, v, self, **keywords)

    def __reduce__(self) -> Tuple[Any, ...]:
        return _look_up, (self.name,)

    def _readers(self, name: str) -> str:
        return ""


class SystemLaws(Laws):
    """The laws for several contacts by name."""

    def _unknown(self, name: str) -> UnknownLawError:
        message = f'no law for systems is called "{shown(name)}"{nearest(name, list(self._rows))}'
        return UnknownLawError(f"{message}; see list(carom.laws.for_systems())", Status.UNKNOWN_LAW)

    def __reduce__(self) -> Any:
        return "system_laws"  # the instance that this module creates


_MODULES = [
    *([] if compliant is None else [compliant.carom_module_compliant]),
    *([] if siconos is None else [siconos.carom_module_siconos]),
]


def _rows() -> List[Any]:
    """Returns the core's laws for systems and those of the modules. Laws of missing modules are listed without code."""
    rows: List[Any] = []
    for module in [lib.carom_module_core, *_MODULES]:
        index = 0
        while module.laws[index]:
            rows, index = [*rows, module.laws[index]], index + 1
    index = 0
    while lib.carom_known_system_law(index):
        rows, index = [*rows, lib.carom_known_system_law(index)], index + 1
    return [row for row in rows if row.solves & lib.CAROM_SYSTEMS]


# The laws of each name. If no dimension is given, the first of them is used.
_by_name: Dict[str, SystemLaw] = {}
_in_dim: Dict[Tuple[str, int], List[SystemLaw]] = {}
for _row in map(SystemLaw, _rows()):
    _by_name.setdefault(_row.name, _row)
    for _dim in _row.dims:
        _in_dim.setdefault((_row.name, _dim), []).append(_row)
system_laws = SystemLaws(list(_by_name.values()))


def _look_up(name: str) -> Law:
    return system_laws[name]


def find_system_law(law: Union[str, Law]) -> SystemLaw:
    """Returns the law for systems of this name."""
    if isinstance(law, SystemLaw):
        return law
    if isinstance(law, (str, Law)):
        found = system_laws[law if isinstance(law, str) else law.name]
        assert isinstance(found, SystemLaw)
        return found
    raise UnknownLawError(f"a law is a name or one of carom.laws.for_systems(), not {law!r}", Status.UNKNOWN_LAW)


@dataclass(frozen=True)
class Solution:
    """One of the solutions of a system; P and v have a row for each contact.

    For `sequence` also its probability, if the next contact is drawn at random among those that approach.
    """

    P: Doubles
    v: Doubles
    mode: Any
    dE: float
    probability: float = math.nan
    sequences: float = 0.0  # number of orders that lead to it
    order: Tuple[int, ...] = ()  # the contacts of the first order found
    shortest: int = 0  # number of impacts in the shortest order
    longest: int = 0
    limit: bool = False  # the limit of infinitely many impacts


@dataclass(frozen=True)
class Stage:
    """A stage with constant rates (hm-differential), up to the striking contact's normal impulse eta."""

    phase: str  # "compression" or "restitution"
    eta: float
    mode: Any
    events: Tuple[Tuple[int, str], ...]  # (contact, event) at its end


class SystemResult:
    """The result of a system. P, v and work have a row for each contact.

    P, v      impulse on A and relative velocity after, (contacts, dim)
    work      part of dE done at each contact, J
    mode      of each contact
    dE, violations, status, ok, residual
    parts     True if the bodies separate at every contact, so nothing happens: check the normals
    iterations       of the solver: pivots, mode sets tried, or sweeps
    solution_count   number of results that satisfy the law; 0 if the law does not count them
    solutions        those that were kept; of sequence with their probabilities and orders
    stages, eta_c, eta   of hm-differential
    lowest, highest  of sequence: the bounds of each velocity over all solutions
    jac              with jac=True: the derivatives, a carom.SystemJacobian
    """

    def __init__(self, law: Law, system: Any, out: Any) -> None:
        self.law = law
        self._jac: Optional[SystemJacobian] = None
        self._shape = (system.nc, system.dim)
        self.P, self.v = self._rows(out.P), self._rows(out.v)
        self.work: Doubles = np.array(ffi.unpack(out.work, system.nc))
        self.mode = self._modes(out.mode)
        self.dE, self.residual = float(out.dE), float(out.residual)
        self.status, self.violations = Status(out.status), Violation(out.violations)
        self.parts = all(system.v[system.dim * i] > 0 for i in range(system.nc))  # the bodies separate at every contact
        self.ok = CLASS_OF_STATUS[out.status] == lib.CAROM_CLASS_OK and not out.violations
        self.iterations: int = out.pivots
        self.solution_count: int = out.solution_count
        self.solutions = [self._solution(out.solutions[i]) for i in range(out.kept)]
        self.stages = [self._stage(out.stage[i]) for i in range(out.stages)]
        self.eta_c, self.eta = float(out.eta_c), float(out.eta)
        self.lowest = self._rows(out.lowest) if out.lowest else None
        self.highest = self._rows(out.highest) if out.highest else None

    @property
    def jac(self) -> SystemJacobian:
        """The derivatives of P, if computed with jac=True."""
        if self._jac is None:
            raise AttributeError("this result has no derivatives; pass jac=True to carom.solve_system")
        return self._jac

    def _rows(self, numbers: Any) -> Doubles:
        contacts, dim = self._shape
        return np.array(ffi.unpack(numbers, contacts * dim)).reshape(contacts, dim)

    def _modes(self, modes: Any) -> Any:
        return NameArray(np.array([modes[i] for i in range(self._shape[0])], dtype=np.uint8), Mode)

    def _solution(self, row: Any) -> Solution:
        P, v, modes = self._rows(row.P), self._rows(row.v), self._modes(row.mode)
        order = tuple(row.order[i] for i in range(row.shortest))
        shares = row.probability, row.sequences
        return Solution(P, v, modes, row.dE, *shares, order, row.shortest, row.longest, bool(row.limit))

    def _stage(self, row: Any) -> Stage:
        names = {1 << k: text(lib.carom_enum_name(lib.CAROM_ENUM_STAGE_EVENT, 1 << k)) for k in range(8)}
        each = [(contact, row.events[contact]) for contact in range(self._shape[0])]
        events = tuple((contact, names[bit]) for contact, bits in each for bit in names if bits & bit)
        return Stage("restitution" if row.restitution else "compression", row.eta, self._modes(row.mode), events)

    def __repr__(self) -> str:
        if CLASS_OF_STATUS[self.status] != lib.CAROM_CLASS_OK:
            return f"<{self.law.name}: {self.status}>"
        if self.parts:
            return f"<{self.law.name}, {len(self.P)} contacts: nothing happens: no contact approaches>"
        verdict = f"violates {self.violations.label}" if self.violations else "ok"
        modes = ", ".join(self.mode.label)
        return f"<{self.law.name}, {len(self.P)} contacts: dE = {self.dE:.6g}, {modes}, {verdict}>"

    def _repr_html_(self) -> str:
        """Makes a table for notebooks with one row per contact."""
        axes = AXES[self._shape[1]]
        heads = ["contact", *(f"P_{a}, N s" for a in axes), *(f"v_{a} after, m/s" for a in axes), "mode"]
        rows = [
            [str(i), *(f"{x:.6g}" for x in (*self.P[i], *self.v[i])), str(self.mode.label[i])] for i in range(len(self.P))
        ]
        return f"<p>{html.escape(repr(self))}</p>" + html_table(heads, rows)

    def to_frame(self, units: Optional[str] = None) -> Any:
        """Returns a pandas DataFrame with one row per contact; `units` as in Result.to_frame."""
        import pandas  # type: ignore[import]

        columns = {}
        for name, rows in (("P", self.P), ("v", self.v)):
            columns.update({f"{name}_{axis}": rows[:, k] for k, axis in enumerate(AXES[self._shape[1]])})
        return in_units(pandas.DataFrame({**columns, "work": self.work, "mode": self.mode.label}), units)


# A law with internal state allows one call at a time.
_alone = threading.Lock()


def in_turn_of(law: Law) -> ContextManager[Any]:
    guards: Dict[bool, ContextManager[Any]] = {True: _alone, False: nullcontext()}
    return guards[bool(law.pointer.one_thread)]


_PLANAR_SOLVERS = ("enumerate", "lemke")


def _solvers(law: SystemLaw, dim: int) -> Tuple[str, ...]:
    return tuple(name for name in law.solvers if dim == 2 or name not in _PLANAR_SOLVERS)


def system_params(law: SystemLaw, dim: int, contacts: Any, single: Union[str, Law], striking: int, solver: str) -> Any:
    """Makes the parameters of a call from those of the contacts."""
    if solver not in _solvers(law, dim):
        known = dict.fromkeys(name for row in _in_dim.get((law.name, dim), [law]) for name in _solvers(row, dim))
        raise InputError(f'solver is one of {", ".join(known)}, not "{solver}"', Status.BAD_VALUE)
    params = ffi.new("carom_system_params *", lib.carom_system_params_default(contacts))
    params.single, params.striking, params.solver = find(single).pointer, striking, _SOLVERS.index(solver)
    return params


def _takes(law: SystemLaw, dim: int, solver: str, contacts: int) -> bool:
    return solver in _solvers(law, dim) and not (dim == 3 and law.module == "core" and contacts > lib.CAROM_MAX_CONES)


def chosen_for(law: Union[str, Law], dim: int, solver: str = "auto", contacts: int = 1) -> SystemLaw:
    """Returns the law of this name for this dimension, solver and number of contacts; without one, the first of the name."""
    named = find_system_law(law)
    rows = _in_dim.get((named.name, dim), [])
    taking = [row for row in rows if _takes(row, dim, solver, contacts)]
    chosen = (taking or rows or [named])[0]
    if not chosen.pointer.system.solve:
        missing = f'"{chosen.name}" in {dim}D needs the module "{chosen.module}", which this installation does not have'
        raise NoAnswerError(missing, Status.MODULE_MISSING)
    return chosen


@overload
def solve_system(
    W: Mechanism,
    v: Union[str, Law, None] = None,
    *,
    law: Union[str, Law] = "glocker",
    allow: Union[str, Iterable[str]] = (),
    striking: Optional[int] = None,
    single: Union[str, Law] = "routh",
    solver: str = "auto",
    limits: Optional[Dict[str, Any]] = None,
    jac: bool = False,
    **parameters: Any,
) -> SystemResult: ...


@overload
def solve_system(
    W: ArrayLike,
    v: ArrayLike,
    law: Union[str, Law] = "glocker",
    *,
    dim: int = 2,
    allow: Union[str, Iterable[str]] = (),
    striking: Optional[int] = None,
    single: Union[str, Law] = "routh",
    solver: str = "auto",
    limits: Optional[Dict[str, Any]] = None,
    jac: bool = False,
    **parameters: Any,
) -> SystemResult: ...


def solve_system(
    W: Any,
    v: Any = None,
    law: Union[str, Law] = "glocker",
    *,
    dim: int = 2,
    allow: Union[str, Iterable[str]] = (),
    striking: Optional[int] = None,
    single: Union[str, Law] = "routh",
    solver: str = "auto",
    limits: Optional[Dict[str, Any]] = None,
    jac: bool = False,
    **parameters: Any,
) -> SystemResult:
    """Computes one impact at several simultaneous contacts.

    W : array (k d, k d)
        Delassus matrix of k contacts, d = dim components each, contact by contact, normal first; or a Mechanism alone,
        without v and dim
    v : array (k d,)
        relative velocities before, in the same order
    law : str or Law
        list(carom.laws.for_systems()) lists all; in 3D "glocker", with round friction cones, and "sequence"
    **parameters
        the law's coefficients (for `sequence`: those of `single`), one number for all contacts or one for each
    striking : int
        the contact that strikes, for the laws whose names begin with hm-; default: the only one that approaches
    single : str or Law
        the law for each single impact of `sequence`; gap=, m, one for each contact, fixes their order
    solver : "auto", "enumerate" or "lemke"; in 3D "auto", or "nsgs" or "admm" of Siconos
    limits : dict
        max_solutions, max_stages, max_impacts, max_states, max_outcomes, max_strikes, cut, merge
    jac : bool
        also return the derivatives of P by v, W and every contact's parameters: SystemResult.jac

    Three equal balls in a line, of which the first strikes:

    >>> import carom
    >>> chain = carom.Mechanism(M=[[1, 0, 0], [0, 1, 0], [0, 0, 1]], u=[1, 0, 0],
    ...                         J=[[-1, 1, 0], [0, 0, 0], [0, -1, 1], [0, 0, 0]], normal="first")
    >>> hit = carom.solve_system(chain, "sequence", single="frictionless", e=1)
    >>> chain.apply(hit.P)[0]
    array([0., 0., 1.])
    """
    v, law = asked_of(W, v, law, "glocker")
    dim = W.dim if v is None and isinstance(W, Mechanism) else dim
    W, v = contact_of(W, v, system=True)
    chosen = chosen_for(law, dim, solver, np.size(v) // dim)
    in_turn = chosen.needs_single
    reader: Law = find(single) if in_turn else chosen
    gap = parameters.pop("gap", None) if in_turn else None
    system, kept = system_of(W, v, dim)
    contacts = contacts_of(reader, system.nc, dim, parameters, [allow] if isinstance(allow, str) else list(allow))
    params = system_params(chosen, dim, contacts, single, fastest(kept[1], dim) if striking is None else striking, solver)
    gaps = np.ascontiguousarray(np.broadcast_to(doubles(0.0 if gap is None else gap, "gap"), (system.nc,)))
    params.gap = ffi.NULL if gap is None else ffi.cast("double *", gaps.ctypes.data)
    _set_limits(params, limits or {})
    asked = (chosen.pointer, system, params)
    size = max(lib.carom_system_memory_size(*asked), lib.carom_system_jacobian_memory_size(*asked) if jac else 0)
    memory = ffi.new("double[]", size // 8 + 1)
    out, slopes = ffi.new("carom_system_result *"), ffi.new("carom_system_jacobian *")
    with in_turn_of(chosen):
        if jac:
            status = lib.carom_system_solve_jacobian(*asked, memory, size, out, slopes)
        else:
            status = lib.carom_system_solve(*asked, memory, size, out)
    hear()
    if jac:
        from ._system_jacobian import SystemJacobian, refuse_jac  # imported here, because few programs need it

        refuse_jac(chosen.name, system.nc, status)
    if CLASS_OF_STATUS[status] == lib.CAROM_CLASS_BAD_INPUT:
        raise error_of(status, error_info_from(lib.carom_system_error, status, chosen.pointer, system, params, out))
    made = SystemResult(chosen, system, out)
    if jac and CLASS_OF_STATUS[status] == lib.CAROM_CLASS_OK:
        made._jac = SystemJacobian(reader, system, slopes)
    return made


LIMITS = ("max_solutions", "max_stages", "max_impacts", "max_states", "max_outcomes", "max_strikes", "cut", "merge")


def _set_limits(params: Any, limits: Dict[str, Any]) -> None:
    for name, value in limits.items():
        if name not in LIMITS:
            raise InputError(f'limits are {", ".join(LIMITS)}, not "{name}"', Status.BAD_VALUE)
        setattr(params, name, value)


def system_of(W: ArrayLike, v: ArrayLike, dim: int) -> Tuple[Any, List[Doubles]]:
    matrix, velocity = np.ascontiguousarray(doubles(W, "W")), np.ascontiguousarray(doubles(v, "v"))
    size = velocity.size
    if velocity.ndim != 1 or not size or dim not in (2, 3) or size % dim:
        expected = f"v must have shape ({dim} k,) for k contacts"
        raise InputError(f"{expected}; it is {velocity.shape}", Status.BAD_VALUE)
    if matrix.shape != (size, size):
        raise InputError(f"W must have shape ({size}, {size}), as v has {size}; it is {matrix.shape}", Status.BAD_VALUE)
    system = ffi.new("carom_system *", {"nc": size // dim, "dim": dim})
    system.W, system.v = (ffi.cast("double *", a.ctypes.data) for a in (matrix, velocity))
    return system, [matrix, velocity]


def fastest(velocity: Doubles, dim: int) -> int:
    return int(np.argmin(velocity[::dim]))


def contacts_of(reader: Law, count: int, dim: int, given: Dict[str, Any], allow: List[str]) -> Any:
    """Returns the parameters of each contact."""
    contacts = ffi.new("carom_params[]", [lib.carom_params_default()] * count)
    for name in allow:
        for i in range(count):
            contacts[i].allow |= 1 << reader.coefficient(name).index
    for name, value in reader.named(given).items():
        row = reader.coefficient(name)
        for i, numbers in enumerate(_each(row, value, count, dim)):
            lib.carom_params_set(ffi.addressof(contacts, i), row.row, numbers, len(numbers))
    return contacts


def _each(row: Coefficient, value: Any, count: int, dim: int) -> List[List[float]]:
    array = numbers_of(row, value)
    core = (dim,) if row.kind == "vector" else ()
    try:
        spread = np.broadcast_to(array, (count, *core)).reshape(count, -1)
    except ValueError:
        expected = f"{row.name} is one for all contacts or one for each of {count}"
        raise InputError(f"{expected}; it has shape {array.shape}", Status.BAD_VALUE) from None
    return [[float(x) for x in numbers] for numbers in spread]
