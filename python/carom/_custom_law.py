"""Defines laws by Python functions. They are validated, scaled and checked like the library's laws."""
from __future__ import annotations

import inspect
import itertools
import math
import weakref
from typing import Any, Callable, Collection, Dict, Iterable, List, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from ._arrays import doubles
from ._carom import ffi, lib
from ._errors import InputError, NoAnswerError, ParameterError, shown
from ._laws import OWN, Coefficient, Law, coefficients as shared, laws, raised
from ._names import Mode, Status, text

# The arguments of carom.collide and carom.solve_system.
_TAKEN = ("W", "v", "law", "allow", "details", "threads", "out", "method", "dim", "striking", "single", "solver", "limits")
_KINDS = {"real": lib.CAROM_REAL, "choice": lib.CAROM_CHOICE, "vector": lib.CAROM_VECTOR}
_KINDS.update({"tangent": lib.CAROM_TANGENT, "each": lib.CAROM_EACH, "pair": lib.CAROM_PAIR})
_PLACES = {"real": 1, "choice": 1, "tangent": 2, "pair": 2, "vector": 3, "each": 3}
_DIMS = {2: lib.CAROM_2D, 3: lib.CAROM_3D}


def _check_own(law: str, row: Coefficient) -> None:
    said = f'coefficient "{shown(row.name)}" of law "{law}"'
    if not row.name.isidentifier() or row.name in _TAKEN:
        raise InputError(f"{said}: its name must be a Python keyword argument that carom.collide has not", Status.BAD_VALUE)
    library = shared.get(row.name)
    if library and library.index < lib.CAROM_PARAM_OWN and {library.kind, row.kind} != {"real"}:
        raise InputError(f"{said} is one of the library's: name it in reads=", Status.BAD_VALUE)
    if row.choices:
        if row.default not in row.choices:
            raise InputError(f"{said}: its default must be one of {', '.join(row.choices)}", Status.BAD_VALUE)
    elif row.kind not in ("real", "tangent", "each"):
        raise InputError(f'{said}: kind is "real", "tangent" or "each", or choices= are given', Status.BAD_VALUE)
    elif row.default is None or isinstance(row.default, str) or not row.lowest <= row.default <= row.highest:
        range_ = f"[{row.lowest:g}, {row.highest:g}]"
        raise InputError(f"{said}: its default {row.default!r} must lie in {range_}", Status.BAD_VALUE)


class _Memory:
    """Holds the C struct of a law and the data it points to."""

    def __init__(self) -> None:
        self._kept: List[Any] = []

    def keep(self, value: Any) -> Any:
        self._kept.append(value)
        return value

    def string(self, value: str) -> Any:
        return self.keep(ffi.new("char[]", value.encode()))

    def _choices(self, names: Collection[str]) -> Any:
        return self.keep(ffi.new("char *[]", [*map(self.string, names), ffi.NULL])) if names else ffi.NULL

    def rows(self, reads: Sequence[Coefficient], own: Sequence[Coefficient]) -> Any:
        """Returns the coefficients of the law: first those of the library, then those that only this law has."""
        rows = self.keep(ffi.new("carom_coefficient[]", len(reads) + len(own)))
        number = lib.CAROM_PARAM_OWN
        for row, read in zip(rows, reads):
            ffi.memmove(ffi.addressof(row), read.row, ffi.sizeof("carom_coefficient"))
        for row, given in zip(rows[len(reads) : len(rows)], own):
            row.name, row.symbol = self.string(given.name), self.string(given.symbol or given.name)
            row.unit = self.string("" if given.choices else given.unit)
            row.alias = self.string(given.family) if given.family not in ("", given.name) else ffi.NULL
            row.ratio = row.relation = self.string("")
            row.meaning = self.string(given.meaning or f"{given.name} of this law")
            row.kind = _KINDS["choice" if given.choices else given.kind]
            row.choices = self._choices(given.choices)
            row.lowest, row.highest = (0.0, len(given.choices) - 1.0) if given.choices else (given.lowest, given.highest)
            row.default_value = float(list(given.choices).index(str(given.default)) if given.choices else given.default or 0.0)
            row.example = row.default_value
            known = shared.get(given.name)
            if known and known.index < lib.CAROM_PARAM_OWN:  # a coefficient of the library with another description
                row.number = known.index
                continue
            row.number = number
            number += _PLACES["choice" if given.choices else given.kind]
        if number > lib.CAROM_PARAM_END:
            raise InputError("the law's own coefficients take more places than the 32 there are", Status.BAD_VALUE)
        return rows


def _guarantee_bits(law: str, guarantees: Iterable[str]) -> int:
    bits = itertools.takewhile(lambda bit: lib.carom_enum_name(lib.CAROM_ENUM_GUARANTEE, bit) != ffi.NULL, (1 << i for i in itertools.count()))
    names = [text(lib.carom_enum_name(lib.CAROM_ENUM_GUARANTEE, bit)) for bit in bits]
    unknown = [name for name in guarantees if name not in names]
    if unknown:
        message = f'law "{law}" cannot guarantee "{shown(unknown[0])}"; guarantees are {", ".join(names)}'
        raise InputError(message, Status.BAD_VALUE)
    return sum(1 << names.index(name) for name in set(guarantees))


def _dims(law: str, dims: Union[int, Iterable[int]]) -> Tuple[int, ...]:
    chosen = (dims,) if isinstance(dims, int) else tuple(dims)
    if not chosen or any(dim not in _DIMS for dim in chosen):
        raise InputError(f'dims of law "{law}" are 2, 3 or (2, 3), not {dims!r}', Status.BAD_VALUE)
    return chosen


def _shared_rows(law: str, reads: Iterable[str]) -> List[Coefficient]:
    """Returns the library's coefficients with these names, without duplicates."""
    rows: Dict[int, Coefficient] = {}
    for name in reads:
        if name not in shared or shared[name].index >= lib.CAROM_PARAM_OWN:
            names = ", ".join(p.name for p in shared.values() if p.index < lib.CAROM_PARAM_OWN)
            message = f'law "{law}" cannot read "{shown(name)}"; the library has {names}; others belong in coefficients='
            raise ParameterError(message, Status.COEFFICIENT_UNKNOWN)
        rows[shared[name].index] = shared[name]
    return list(rows.values())


def _arrays(contact: Any) -> Tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Returns copies of W and v, which the function may modify."""
    dim = contact.dim
    W, v = np.frombuffer(ffi.buffer(contact.W)).reshape(3, 3), np.frombuffer(ffi.buffer(contact.v))
    return W[:dim, :dim].copy(), v[:dim].copy()


def _vector(numbers: Any) -> str:
    return "(" + ", ".join(f"{x:g}" for x in numbers) + ")"


class CustomLaw(Law):
    """A law whose code is a Python function. carom.define_law creates it."""

    def __init__(self, arguments: Dict[str, Any]) -> None:
        name, own = arguments["name"], tuple(arguments["coefficients"])
        for row in own:
            _check_own(name, row)
        if len({row.name for row in own}) < len(own):
            raise InputError(f'law "{name}" has two coefficients of one name', Status.BAD_VALUE)
        self._arguments, self._function = arguments, arguments["function"]
        self._memory = memory = _Memory()
        code = memory.keep(ffi.new("carom_contact_vtable *"))
        code.solve, code.accuracy = lib.py_own_solve, arguments["accuracy"]
        law = memory.keep(ffi.new("carom_law *"))
        law.user = memory.keep(ffi.new_handle(weakref.ref(self)))
        law.conditions = memory.string(arguments["conditions"])
        for field in ("name", "summary", "citation"):
            setattr(law, field, memory.string(arguments[field]))
        law.module, law.contact = memory.string(OWN), code
        law.solves = sum(_DIMS[dim] for dim in set(_dims(name, arguments["dims"])))
        law.guarantees = _guarantee_bits(name, arguments["guarantees"])
        reads = [p for p in _shared_rows(name, arguments["reads"]) if p.name not in {row.name for row in own}]
        law.coefficients, law.coefficient_count = memory.rows(reads, own), len(reads) + len(own)
        super().__init__(law)
        self._accepts()

    # Checks the parameters of the function when the law is defined, and not only in an impact.
    def _accepts(self) -> None:
        try:
            signature = inspect.signature(self._function)
        except (TypeError, ValueError):  # builtins have no signature
            return
        try:
            signature.bind(None, None, **dict.fromkeys(self.coefficients))
        except TypeError as error:
            call = ", ".join(["W", "v", *(f"{name}=..." for name in self.coefficients)])
            message = f'the function of law "{self.name}" is called as function({call}), which it does not take: {error}'
            raise InputError(message, Status.BAD_VALUE) from None

    def _value(self, coefficient: Coefficient, params: Any, dim: int) -> Any:
        """Returns one coefficient in the form in which the function receives it."""
        numbers = ffi.new("double[3]")
        lib.carom_params_get(params, coefficient.row, numbers)
        if coefficient.kind == "choice":
            return next(name for name, number in coefficient._numbers().items() if number == numbers[0])
        if coefficient.kind in ("vector", "tangent", "each"):
            return np.array([numbers[k] for k in range(dim - 1 if coefficient.kind == "tangent" else dim)])
        if coefficient.name == "mu_static" and numbers[0] < 0.0:  # if omitted, it equals mu
            lib.carom_params_get(params, shared["mu"].row, numbers)
        return float(numbers[0])

    def _impulse(self, answer: Any, contact: Any) -> List[float]:
        P = doubles(answer, f'what law "{self.name}" returned')
        if P.shape != (contact.dim,):
            wanted = f"{contact.dim} numbers, the impulse with its normal component first"
            message = f'law "{self.name}" must return {wanted}, or (P, mode), or None; it returned an array of shape {P.shape}'
            raise InputError(message, Status.BAD_VALUE)
        numbers: List[float] = P.tolist()
        if not all(map(math.isfinite, numbers)):
            W, v = _arrays(contact)
            rows = "; ".join(_vector(row) for row in W)
            message = f'law "{self.name}" returned P = {_vector(P)} for W = {rows} and v = {_vector(v)}'
            raise NoAnswerError(f"{message}: its own code made a number that is not finite", Status.NOT_FINITE)
        return numbers

    def _mode(self, name: Union[str, Mode]) -> int:
        try:
            return int(Mode(name))
        except ValueError:
            message = f'law "{self.name}" returned the mode "{shown(name)}"; list(carom.Mode) has those there are'
            raise InputError(message, Status.BAD_VALUE) from None

    def solve(self, contact: Any, params: Any, outcome: Any) -> int:
        """Calls the function for one impact and stores the impulse; the library computes everything else."""
        dim = contact.dim
        W, v = _arrays(contact)
        values = {name: self._value(p, params, dim) for name, p in self.coefficients.items()}
        answer = self._function(W, v, **values)
        if answer is None:
            return int(lib.CAROM_NOT_APPLICABLE)
        if isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[1], (str, Mode)):
            answer, outcome.mode = answer[0], self._mode(answer[1])
        for i, number in enumerate(self._impulse(answer, contact)):
            outcome.P[i] = number
        return int(lib.CAROM_OK)

    # Rebuilds the law from its arguments, so that it can be pickled if its function can.
    def __reduce__(self) -> Tuple[Any, ...]:
        return CustomLaw, (self._arguments,)


@ffi.def_extern()  # type: ignore[misc]
def py_own_solve(law: Any, contact: Any, params: Any, outcome: Any) -> int:
    if raised.error is None:  # after an exception the remaining impacts are skipped
        try:
            return int(ffi.from_handle(law.user)().solve(contact, params, outcome))
        except BaseException as error:  # raised again where the library was called
            raised.error = error
    return int(lib.CAROM_NOT_APPLICABLE)


def define_law(
    name: str,
    function: Callable[..., Any],
    *,
    reads: Iterable[str] = ("e", "mu"),
    coefficients: Iterable[Coefficient] = (),
    dims: Union[int, Iterable[int]] = 2,
    guarantees: Iterable[str] = (),
    conditions: str = "",
    summary: str = "",
    citation: str = "",
    accuracy: float = 1e-12,
) -> CustomLaw:
    """Makes a law from a function, for carom.collide and every other function that takes a law.

    name : str
        its name in results and errors; no other law may have it
    function : callable
        called as function(W, v, **parameters) for each impact, with W symmetric, W[0, 0] > 0, v[0] <= 0 and the
        parameters in range and defaults filled in; returns the impulse P, or (P, mode) with the name of a carom.Mode, or
        None if the law is not defined. Numbers far from 1 are scaled by powers of two before the call, and P after it.
    reads : parameters of the library that it reads; e and mu must then be given
    coefficients : its own, each a carom.Coefficient; also e or mu with a default, which must then not be in reads=
    dims : 2, 3 or (2, 3)
    guarantees : properties of every result, such as "dissipative"; help(carom.laws["routh"]) lists some
    accuracy : the relative error of P; checks use no more digits than that

    The library computes velocities, energy and checks from P. Exceptions of the function propagate to the caller.

    >>> import carom
    >>> def plastic(W, v, e):
    ...     return -(1 + e) * v[0] / W[0, 0], 0.0
    >>> law = carom.define_law("plastic", plastic, reads=["e"], summary="no friction")
    >>> carom.collide([[2.5, -1.5], [-1.5, 2.5]], [-1, 0.6], law, e=[0, 0.5]).P
    array([[0.4, 0. ],
           [0.6, 0. ]])
    >>> law([[2.5, -1.5], [-1.5, 2.5]], [-1, 0.6], e=2)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    carom.InputError: e = 2 is outside [0, 1] for law "plastic" (...); pass allow="e" to use it anyway
    """
    if not isinstance(name, str) or not name or not name.isprintable():
        raise InputError(f"the name of a law is a printable string, not {name!r}", Status.BAD_VALUE)
    if name in laws:
        raise InputError(f'the library has a law called "{name}"; yours needs another name', Status.BAD_VALUE)
    if not callable(function):
        raise InputError(f'law "{name}" needs a function, not {function!r}', Status.BAD_VALUE)
    given = {"name": name, "function": function, "dims": dims if isinstance(dims, int) else tuple(dims)}
    lists = {"reads": reads, "coefficients": coefficients, "guarantees": guarantees}
    tuples = {key: (value,) if isinstance(value, (str, Coefficient)) else tuple(value) for key, value in lists.items()}
    told = str(inspect.getdoc(function) or getattr(function, "__name__", name))
    said = summary or told.splitlines()[0].rstrip(".")
    words = {"conditions": conditions, "summary": said, "citation": citation or "your own"}
    return CustomLaw({**given, **tuples, **words, "accuracy": float(accuracy)})
