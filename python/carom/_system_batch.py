"""Solves many systems of the same shape, for example for Monte Carlo studies of a robot."""
from __future__ import annotations

from typing import Any, Dict, Iterable, List, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import doubles
from ._carom import ffi, lib
from ._collide import in_threads, numbers_of
from ._errors import InputError, error_of, error_info_from
from ._system import SystemLaw, chosen_for, contacts_of, fastest, in_turn_of, system_params
from ._laws import Law, find, hear
from ._names import CLASS_OF_STATUS, Violation, Mode, NameArray, Status

Doubles = NDArray[np.float64]


class SystemResults:
    """The results of systems of the same shape. P and v have the shape (..., contacts, dim).

    P, v      impulse on A and relative velocity after
    dE        (...), J
    mode      (..., contacts)
    violations, status   (...)
    ok        (...): there is a result, and it violates nothing
    """

    def __init__(self, law: Law, shape: Tuple[int, ...], contacts: int, dim: int, room: Dict[str, Any]) -> None:
        self.law = law
        self.P: Doubles = room["P"].reshape(*shape, contacts, dim)
        self.v: Doubles = room["v"].reshape(*shape, contacts, dim)
        self.dE: Doubles = room["dE"].reshape(shape)
        self.mode = NameArray(room["mode"].reshape(*shape, contacts), Mode)
        self.violations = NameArray(room["violations"].reshape(shape), Violation)
        self.status = NameArray(room["status"].reshape(shape), Status)
        fine = CLASS_OF_STATUS[room["status"]] == lib.CAROM_CLASS_OK
        self.ok: NDArray[np.bool_] = (fine & (room["violations"] == 0)).reshape(shape)

    def __repr__(self) -> str:
        contacts = self.mode.shape[-1]
        return f"<{self.law.name}, {self.dE.size} systems of {contacts} contacts: {int(self.ok.sum())} ok>"


def _address(array: Doubles) -> Any:
    return ffi.cast("double *", array.ctypes.data)


class _Systems:
    """The flattened arrays of all systems, and the inputs of the library for each."""

    def __init__(self, W: ArrayLike, v: ArrayLike, dim: int, reader: Law, given: Dict[str, Any]) -> None:
        matrix, velocity = np.ascontiguousarray(doubles(W, "W")), np.ascontiguousarray(doubles(v, "v"))
        size = velocity.shape[-1] if velocity.ndim else 0
        if not size or dim not in (2, 3) or size % dim:
            expected = f"v must have shape (..., k {dim}), {dim} components for each contact"
            raise InputError(f"{expected}; it is {velocity.shape}", Status.BAD_VALUE)
        if matrix.shape[-2:] != (size, size):
            expected = f"W must have shape (..., {size}, {size}), as v has {size}"
            raise InputError(f"{expected}; it is {matrix.shape}", Status.BAD_VALUE)
        self.dim, self.contacts = dim, size // dim
        self.numbers: List[Tuple[int, Doubles]] = []
        self.shared: Dict[str, Any] = {}
        shapes = [matrix.shape[:-2], velocity.shape[:-1]]
        columns = []
        for name, value in reader.named(given).items():
            row = reader.coefficient(name)
            array = np.asarray(numbers_of(row, value), dtype=float)
            if row.kind == "vector" or array.ndim < 2:  # one for all, or one for each contact
                self.shared[name] = value
                continue
            columns.append((row, array))
            shapes.append(array.shape[:-1])
        try:
            self.shape = np.broadcast_shapes(*shapes)
        except ValueError:
            expected = "W, v and the parameters that vary do not broadcast to one shape of systems"
            raise InputError(f"{expected}: {', '.join(map(str, shapes))}", Status.BAD_VALUE) from None
        self.count = int(np.prod(self.shape, dtype=np.int64))
        self.W = self._flat(matrix, (size, size))
        self.v = self._flat(velocity, (size,))
        for row, array in columns:
            try:
                each = np.broadcast_to(array, (*self.shape, self.contacts))
            except ValueError:
                expected = f"{row.name} has shape (..., 1), one for each system, or (..., {self.contacts})"
                raise InputError(f"{expected}; it is {array.shape}", Status.BAD_VALUE) from None
            self.numbers.append((row.index, np.ascontiguousarray(each).reshape(self.count, self.contacts)))

    def _flat(self, array: Doubles, core: Tuple[int, ...]) -> Doubles:
        """Returns (count, ...), or a single item if all systems share it."""
        if array.ndim == len(core):
            return array[np.newaxis]
        return np.ascontiguousarray(np.broadcast_to(array, (*self.shape, *core))).reshape(self.count, *core)

    def seen_from(self, begin: int, params: Any) -> Any:
        """Returns the arrays that are passed to the library, starting at system `begin`."""
        seen = ffi.new("carom_system_batch_in *", {"params": params[0]})
        seen.system.dim, seen.system.nc = self.dim, self.contacts
        for array, name in ((self.W, "W"), (self.v, "v")):
            varies = len(array) > 1 or self.count == 1
            setattr(seen.system, name, _address(array[begin if varies else 0]))
            setattr(seen, f"{name}_stride", array.strides[0] if varies else 0)
        for index, numbers in self.numbers:
            seen.param[index] = (_address(numbers[begin]), *numbers.strides)
        return seen


def solve_systems(
    W: ArrayLike,
    v: ArrayLike,
    law: Union[str, Law] = "glocker",
    *,
    dim: int = 2,
    allow: Union[str, Iterable[str]] = (),
    striking: int = -1,
    single: Union[str, Law] = "routh",
    solver: str = "auto",
    threads: int = 1,
    **parameters: Any,
) -> SystemResults:
    """Computes the impacts of systems of the same shape. Results are bit-identical to carom.solve_system, but faster.

    W : array (..., k d, k d)
        a matrix for each system, or one for all
    v : array (..., k d)
        relative velocities before, one set for each system, or one for all
    **parameters
        the law's coefficients: one number, one for each contact (k,), (..., 1) for each system, or (..., k) for
        each system and contact
    striking : int
        for the laws whose names begin with hm-; -1: in each system the contact that approaches fastest
    threads : int
        largest number of threads; the results are bit-identical

    For the other keywords see carom.solve_system.

    A rod that lands flat on two feet, with 1000 values of friction:

    >>> import carom, numpy as np
    >>> W = [[4, 0, -2, 0], [0, 1, 0, 1], [-2, 0, 4, 0], [0, 1, 0, 1]]
    >>> many = carom.solve_systems(W, [-1, 2, -1, 2], "glocker", mu=np.linspace(0, 1, 1000)[:, None], e_n=0.5)
    >>> many
    <glocker, 1000 systems of 2 contacts: 1000 ok>
    >>> many.P.shape
    (1000, 2, 2)
    """
    chosen = chosen_for(law, dim, solver, np.shape(v)[-1] // dim)
    reader: Law = find(single) if chosen.needs_single else chosen
    systems = _Systems(W, v, dim, reader, parameters)
    allowed = [allow] if isinstance(allow, str) else list(allow)
    contacts = contacts_of(reader, systems.contacts, dim, systems.shared, allowed)
    params = system_params(chosen, dim, contacts, single, striking, solver)
    k, n = systems.contacts, systems.count
    room = {"P": np.empty((n, k * dim)), "v": np.empty((n, k * dim)), "dE": np.empty(n)}
    room.update(mode=np.empty((n, k), np.uint8), violations=np.empty(n, np.uint8), status=np.empty(n, np.uint8))

    def work(begin: int, end: int) -> None:
        seen = systems.seen_from(begin, params)
        size = lib.carom_system_batch_memory_size(chosen.pointer, seen)
        memory = ffi.new("double[]", size // 8 + 1)
        seen.memory, seen.memory_bytes = memory, size
        out = ffi.new("carom_system_batch_out *")
        for name, array in room.items():
            kind = "uint8_t *" if array.dtype == np.uint8 else "double *"
            setattr(out, name, ffi.cast(kind, array[begin:].ctypes.data))
        with in_turn_of(chosen):
            status = lib.carom_system_solve_batch(chosen.pointer, end - begin, seen, out)
        hear()
        if status != lib.CAROM_OK:
            _refuse(chosen, systems, begin, params, status, reader)

    in_threads(work, n, threads, 1)
    refused = np.flatnonzero(CLASS_OF_STATUS[room["status"]] == lib.CAROM_CLASS_BAD_INPUT)
    if refused.size:
        _refuse(chosen, systems, int(refused[0]), params, int(room["status"][refused[0]]), reader)
    return SystemResults(chosen, systems.shape, k, dim, room)


def _refuse(chosen: SystemLaw, systems: _Systems, at: int, params: Any, status: int, reader: Law) -> None:
    """Raises an error for a system whose input was rejected, with the library's message."""
    seen = systems.seen_from(at, params)
    again, system = ffi.new("carom_system_params *", params[0]), ffi.new("carom_system *", seen.system)
    contacts = ffi.new("carom_params[]", [params.contacts[c] for c in range(systems.contacts)])
    rows = {row.index: row.row for row in reader.coefficients.values()}
    for index, numbers in systems.numbers:
        for c in range(systems.contacts):
            lib.carom_params_set(ffi.addressof(contacts, c), rows[index], [float(numbers[at, c])], 1)
    again.contacts = contacts
    again.striking = params.striking if params.striking >= 0 else fastest(systems.v[at % len(systems.v)], systems.dim)
    size = lib.carom_system_memory_size(chosen.pointer, system, again)
    memory, out = ffi.new("double[]", size // 8 + 1), ffi.new("carom_system_result *")
    told = lib.carom_system_solve(chosen.pointer, system, again, memory, size, out)
    words = error_info_from(lib.carom_system_error, told, chosen.pointer, system, again, out)
    where = tuple(int(i) for i in np.unravel_index(at, systems.shape)) if systems.shape else None
    raise error_of(told if CLASS_OF_STATUS[told] != lib.CAROM_CLASS_OK else status, words, where)
