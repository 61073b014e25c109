"""Computes one impact or many, with one law."""
from __future__ import annotations

import math
import os
import threading
import time
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple, Union, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import Flat, Shape, Touching, asked_of, contact_of, doubles, shape_of, unmasked
from ._carom import ffi, lib
from ._modules import compliant_ffi
from ._errors import InputError, describe, error_of, shown
from ._laws import Coefficient, Law, find, hear
from ._names import CLASS_OF_STATUS, Status
from ._result import OUTCOME, Result, answers_in_full, empty_answers
from ._speed import set_forms


# The approximate duration of a call of the library, s. Python handles interrupts only between two calls.
LOOK = 0.1


def in_pieces(work: Callable[[int, int], Any], begin: int, end: int, first: int, stop: threading.Event) -> None:
    """Processes the items begin .. end - 1 in calls of about LOOK seconds. The first call takes `first` items."""
    size = first
    while begin < end and not stop.is_set():
        until, before = min(begin + size, end), time.perf_counter()
        work(begin, until)
        begin, took = until, time.perf_counter() - before
        if took < LOOK / 4:
            size *= 2
        elif took > LOOK:
            size = max(1, size // 2)


def in_threads(work: Callable[[int, int], Any], count: int, threads: int, first: int) -> None:
    """Splits 0 .. count - 1 among threads. Items are independent, so the result does not depend on the threads.

    The number of threads is at most the number of blocks of work. A block is 64 fast items, or a single item that takes
    long. Starting a thread takes as long as a few hundred fast items. The number of threads is also at most 64, or the
    number of processors if that is larger."""
    if threads < 1:
        raise InputError(f"threads must be at least 1, not {threads}", Status.BAD_VALUE)
    blocks = -(-count // min(first, 64))
    threads = max(1, min(threads, blocks, max(64, os.cpu_count() or 1)))
    bounds = [count * i // threads for i in range(threads + 1)]
    stop = threading.Event()
    if threads == 1:
        in_pieces(work, 0, count, first, stop)
        return
    from concurrent.futures import ThreadPoolExecutor  # imported here, because it would add 5 ms to `import carom`

    with ThreadPoolExecutor(threads) as pool:
        shares = [pool.submit(in_pieces, work, *share, first, stop) for share in zip(bounds[:-1], bounds[1:])]
        try:
            for share in shares:
                share.result()
        except BaseException:
            stop.set()
            raise


def numbers_of(coefficient: Coefficient, value: Any) -> NDArray[np.float64]:
    """Returns the values of a coefficient as doubles. For a choice, names are replaced by their numbers."""
    name = coefficient.name
    if coefficient.kind != "choice":
        return doubles(value, name)
    unmasked(value, name)
    names, numbers = np.asarray(value).astype(str), coefficient._numbers()
    unknown = [one for one in names.flat if one not in numbers]
    if unknown:
        raise InputError(f'{name} is one of {coefficient.range}, not "{shown(unknown[0])}"', Status.BAD_VALUE)
    return np.array([numbers[one] for one in names.flat], dtype=np.float64).reshape(names.shape)


def _core_axes(row: Coefficient, value: NDArray[np.float64], dim: int) -> int:
    """Returns how many trailing axes hold the components of one coefficient, 0 or 1; the other axes broadcast."""
    lengths = {"vector": (dim,), "tangent": (1, dim - 1), "each": (1, dim), "pair": (1, 2)}.get(row.kind, ())
    if row.kind == "pair" and dim == 2:
        return 0  # it has no second number
    if not lengths or (row.kind != "vector" and not value.ndim):
        return 0
    if value.shape[-1:] not in [(length,) for length in lengths]:
        shapes = " or ".join(f"(..., {length})" for length in sorted(set(lengths)))
        expected = f"{row.name} must have shape {shapes}, as v has {dim} components"
        raise InputError(f"{expected}; it is {value.shape}", Status.BAD_VALUE)
    return 1


@dataclass(frozen=True)
class Vibration:
    """A vibration mode of a body, seen at the contact; phi is normalised by mass."""

    omega: float  # angular frequency, rad/s
    zeta: float  # fraction of critical damping
    phi: Sequence[float]  # mode shape at the contact, 1/sqrt(kg), normal first
    z0: float = 0.0  # displacement when the bodies touch, m sqrt(kg)
    zdot0: float = 0.0  # velocity when the bodies touch, m sqrt(kg)/s

    def numbers(self, dim: int) -> Dict[str, Any]:
        """Returns the members of the C struct."""
        if len(self.phi) != dim:
            raise InputError(f"phi must have {dim} components, as v has; it has {len(self.phi)}", Status.BAD_VALUE)
        phi = [float(x) for x in self.phi]
        return {"omega": self.omega, "zeta": self.zeta, "phi": phi, "z0": self.z0, "zdot0": self.zdot0}


class Problem:
    """Holds the arguments of a call, checked, broadcast and laid out for C."""

    def __init__(
        self,
        law: Law,
        W: Any,
        v: Any,
        given: Dict[str, Any],
        allow: Union[str, Iterable[str]] = (),
        leading: Optional[Dict[str, Shape]] = None,
    ) -> None:
        self.law = law
        self.W, self.v, self.dim = _contact(*contact_of(W, v))
        self._params = ffi.new("carom_params *", lib.carom_params_default())
        self.given = {name: value for name, value in given.items() if value is not None}
        numbers = set_forms(law, self._params, self.given) if "e_of" in given or "mu_of" in given else self.given
        numbers = law.named(numbers)
        self.given = {**{name: value for name, value in self.given.items() if name in ("e_of", "mu_of")}, **numbers}
        rows = [row for row in map(law.coefficient, numbers) if row.kind != "vibrations"]
        values = [numbers_of(row, self.given[row.name]) for row in rows]
        core = [_core_axes(row, value, self.dim) for row, value in zip(rows, values)]
        shapes = {row.name: a.shape[: a.ndim - c] for row, a, c in zip(rows, values, core)}
        self.shape: Shape = shape_of({"W": self.W.shape[:-2], "v": self.v.shape[:-1], **shapes, **(leading or {})})
        self.count = math.prod(self.shape)
        self._allow([allow] if isinstance(allow, str) else list(allow))
        if "modes" in self.given:
            self._vibrate(self.given["modes"])
        self._lay_out(rows, values, core)
        self._numbers = [
            (row.name, np.asarray(self.given[row.name]) if row.kind == "choice" else value, c)
            for row, value, c in zip(rows, values, core)
        ]

    def _allow(self, names: List[str]) -> None:
        for name in names:
            self._params.allow |= 1 << self.law.coefficient(name).index

    def _vibrate(self, modes: Iterable[Vibration]) -> None:
        self._modes = compliant_ffi.new("carom_vibration[]", [mode.numbers(self.dim) for mode in modes])
        self._params.list, self._params.list_count = self._modes, len(self._modes)

    # Parameters that are the same for every item go into one struct; the others become columns.
    def _lay_out(self, rows: List[Coefficient], values: List[NDArray[np.float64]], core: List[int]) -> None:
        columns = []
        self._kept = [Flat(self.W, self.shape, 2), Flat(self.v, self.shape, 1)]
        for row, value, c in zip(rows, values, core):
            if value.ndim == c:
                numbers = [float(x) for x in value.ravel()]
                lib.carom_params_set(self._params, row.row, numbers, len(numbers))
                continue
            flat = Flat(value, self.shape, c)
            self._kept.append(flat)
            columns.append((row.index, array_of(flat), value.shape[-1] if c else 1))
        self._columns = ffi.new("py_column[]", columns)
        self.pointer = ffi.new("py_problem *")
        self.pointer.law = self.law.pointer
        self.pointer.dim = self.dim
        self.pointer.W, self.pointer.v = array_of(self._kept[0]), array_of(self._kept[1])
        self.pointer.shared = self._params
        self.pointer.columns, self.pointer.column_count = self._columns, len(columns)

    def inputs(self) -> Dict[str, NDArray[Any]]:
        """Returns the inputs as views with the shape of the results: W, v, and every numeric parameter."""
        given = {"W": (self.W, 2), "v": (self.v, 1)}
        for name, value, c in self._numbers:
            given[name] = (value, c)
        return {name: np.broadcast_to(a, self.shape + a.shape[a.ndim - c :]) for name, (a, c) in given.items()}

    @property
    def first(self) -> int:
        """Returns how many items the first call takes, so that its duration is negligible; a closed form takes microseconds."""
        return 4096 if self.dim in self.law.closed_form else 1

    def one(self, what: str) -> Tuple[Any, Any]:
        """Returns contact and parameters of a problem with one item."""
        if self.shape:
            raise InputError(f"{what} takes one contact, not an array of shape {self.shape}", Status.BAD_VALUE)
        return self.item(0)

    def item(self, index: int) -> Tuple[Any, Any]:
        """Returns contact and parameters of one item, as C structs."""
        contact, params = ffi.new("carom_contact *"), ffi.new("carom_params *", self._params[0])
        lib.py_item(self.pointer, index, contact, params)
        return contact, params

    def _in_threads(self, ask: Callable[[int, int], Any], threads: int) -> None:
        def work(begin: int, end: int) -> None:
            ask(begin, end)
            hear()

        in_threads(work, self.count, threads, self.first)

    def in_full(self, threads: int) -> Dict[str, NDArray[Any]]:
        """Computes every item with all details."""
        outcomes = np.empty(self.count, dtype=OUTCOME)
        room = ffi.from_buffer("carom_result[]", outcomes)
        self._in_threads(lambda begin, end: lib.py_outcomes(self.pointer, begin, end, room), threads)
        return answers_in_full(outcomes, self.dim)

    def in_short(self, threads: int, answers: Dict[str, NDArray[Any]]) -> Dict[str, NDArray[Any]]:
        """Computes every item as fast as possible."""
        room = pointers(answers)
        self._in_threads(lambda begin, end: lib.py_collide(self.pointer, begin, end, room), threads)
        return answers

    def raise_first(self, status: NDArray[Any]) -> None:
        """Raises an error for the first item whose input was rejected, with the library's message."""
        flat = status.reshape(-1)
        if not flat.size or flat.max() <= lib.CAROM_NO_IMPACT:
            return
        refused = np.flatnonzero(CLASS_OF_STATUS[flat] == lib.CAROM_CLASS_BAD_INPUT)
        if not refused.size:
            return
        given = refused[flat[refused] != Status.COEFFICIENT_MISSING]  # report errors of given values before missing ones
        first = int(given[0] if given.size else refused[0])
        contact, params = self.item(first)
        outcome = ffi.new("carom_result *")
        code = lib.carom_collide(self.law.pointer, contact, params, outcome)
        why = describe(code, self.law.pointer, contact, params, outcome)
        everywhere = why.reason == "missing" and why.coefficient not in self.given
        index = tuple(int(i) for i in np.unravel_index(first, self.shape)) if self.shape and not everywhere else None
        raise error_of(code, why, index)


def pointers(answers: Dict[str, NDArray[Any]]) -> Any:
    """Returns pointers to the arrays of results."""
    room = ffi.new("py_answers *")
    for name, array in answers.items():
        setattr(room, name, ffi.cast("void *", array.ctypes.data))
    return room


def array_of(flat: Flat) -> Dict[str, Any]:
    row, column = ([0, 0] + flat.inner)[-2:]
    return {"at": ffi.cast("double *", flat.address), "step": flat.step, "row": row, "column": column}


def _contact(W: ArrayLike, v: ArrayLike) -> Tuple[NDArray[np.float64], NDArray[np.float64], int]:
    matrix, velocity = doubles(W, "W"), doubles(v, "v")
    if matrix.ndim < 2 or matrix.shape[-1] != matrix.shape[-2] or matrix.shape[-1] not in (2, 3):
        raise InputError(f"W must have shape (..., 2, 2) or (..., 3, 3); it is {matrix.shape}", Status.BAD_VALUE)
    dim = matrix.shape[-1]
    if velocity.ndim < 1 or velocity.shape[-1] != dim:
        expected = f"v must have shape (..., {dim}), as W is {dim}x{dim}"
        raise InputError(f"{expected}; it is {velocity.shape}", Status.BAD_VALUE)
    return matrix, velocity, dim


# Up to this many impacts, details are computed by default; the call then takes at most 2 ms.
FEW = 10_000


@overload
def collide(
    W: Touching,
    v: Union[str, Law, None] = None,
    *,
    law: Union[str, Law] = "routh",
    allow: Union[str, Iterable[str]] = (),
    details: Optional[bool] = None,
    threads: int = 1,
    out: Optional[Result] = None,
    jac: bool = False,
    **parameters: Any,
) -> Result: ...


@overload
def collide(
    W: ArrayLike,
    v: ArrayLike,
    law: Union[str, Law] = "routh",
    *,
    allow: Union[str, Iterable[str]] = (),
    details: Optional[bool] = None,
    threads: int = 1,
    out: Optional[Result] = None,
    jac: bool = False,
    **parameters: Any,
) -> Result: ...


def collide(
    W: Any,
    v: Any = None,
    law: Union[str, Law] = "routh",
    *,
    allow: Union[str, Iterable[str]] = (),
    details: Optional[bool] = None,
    threads: int = 1,
    out: Optional[Result] = None,
    jac: bool = False,
    **parameters: Any,
) -> Result:
    """Computes impacts at one contact by one law.

              A        n
               \\       ^          v = velocity of A relative to B at the contact, (n, t) or (n, t1, t2)
                \\      |          P = impulse on A
        _________\\_____|__> t     v' = v + W P
            B

    Parameters
    ----------
    W : array (..., d, d)
        inverse local mass matrix at the contact, 1/kg, d = 2 or 3 dimensions; symmetric positive
        semi-definite. carom.Rod, carom.Pair and carom.Mechanism compute it: use their W and v, or Pair.collide
    v : array (..., d)
        relative velocity before, normal first, m/s; v[..., 0] < 0 approaches
    law : str or Law
        the law; list(carom.laws) has all names
    **parameters
        the law's coefficients, such as e=0.5 and mu=0.3; see help(carom.laws["routh"]). Normal restitution, friction and
        stiffness are required; the others have defaults.
    e_of, mu_of : dict or str
        e as a function of |v_n|, mu as a function of |v_t|, given by a form and its numbers: e_of={"fifth": 0.2}, mu_of="exp"
        (docs/convert.md)
    allow : str or list of str
        parameters that may be outside their range
    details : bool, optional
        also return the work of normal and friction, the impulse at maximum compression and solver statistics. Default: yes
        for up to 10000 impacts.
    threads : int
        largest number of threads; the results are bit-identical
    out : Result, optional
        an earlier result of the same shape without details, to be overwritten and returned
    jac : bool
        also return the derivatives of P with respect to v, W and every parameter: Result.jac

    W, v and every parameter broadcast over their leading axes; contiguous arrays of float64 are read in place.

    Returns a Result. Invalid input raises an error. If the law has no result, no error is raised: see Result.status and
    Result.ok.

    One impact, four frictions, and a grid:

    >>> import carom, numpy as np
    >>> W, v = [[2.5, -1.5], [-1.5, 2.5]], [-1.0, 0.6]
    >>> carom.collide(W, v, "routh", e=0.5, mu=0.7)
    <routh: P = (0.6, 0.12), v = (0.32, 0), dE = -0.168, c-sticking, ok>
    >>> carom.collide(W, v, e=0.5, mu=[0.1, 0.3, 0.6, 0.9]).mode
    NameArray(['c-reversed', 'c-reversed', 'c-sticking', 'c-sticking'])
    >>> carom.collide(W, v, e=np.linspace(0, 1, 11)[:, None], mu=np.linspace(0, 1, 21)).dE.shape
    (11, 21)
    >>> carom.collide(W, v, e=0.5, mu=[0.1, -0.2])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    carom.InputError: at index (1,): mu = -0.2 is outside [0, inf] for law "routh" (...)...
    >>> carom.collide(W, v)
    Traceback (most recent call last):
    carom.ParameterError: law "routh" needs e and mu (missing or NaN); pass e=... (0 is plastic, 1 elastic) and mu=... (0 is frictionless)
    """
    v, law = asked_of(W, v, law, "routh")
    problem = Problem(find(law), W, v, parameters, allow)
    if details is None:
        details = out is None and problem.count <= FEW
    jacs = None
    if jac:
        from ._jacobian import jacobian_of, with_jac  # imported here, because few programs need it

        if out is not None:
            raise InputError("jac=True makes a new result; leave out=... out", Status.BAD_VALUE)
        answers, jacs = with_jac(problem)
    elif details:
        answers = problem.in_full(threads)
    else:
        answers = problem.in_short(threads, _room(problem, out))
    problem.raise_first(answers["status"])
    made = Result(problem.law, problem.given, problem.dim, problem.shape, answers, problem.inputs())
    made._reversed = None if v is not None else getattr(W, "looks_reversed", None)
    if jacs is not None:
        made._jac = jacobian_of(problem, made, jacs)
    return made


def _room(problem: Problem, out: Optional[Result]) -> Dict[str, NDArray[Any]]:
    if out is None:
        return empty_answers(problem.count, problem.dim)
    if not isinstance(out, Result):
        kind = type(out).__name__
        raise InputError(f"out must be the Result of an earlier call, not of type {kind}", Status.BAD_VALUE)
    if (out.shape, out.dim) != (problem.shape, problem.dim) or "Pc" in out._answers:
        expected = f"shape {problem.shape} and {problem.dim} components, without details"
        raise InputError(f"out must be a result of {expected}; it has shape {out.shape}", Status.BAD_VALUE)
    if not all(array.flags.writeable for array in out._answers.values()):
        raise InputError("out is read-only; pass a result that may be overwritten", Status.BAD_VALUE)
    if any(np.may_share_memory(given.array, array) for given in problem._kept for array in out._answers.values()):
        raise InputError("out would overwrite an input while it is read; pass a copy of that input", Status.BAD_VALUE)
    return out._answers
