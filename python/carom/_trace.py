"""Computes the path of an impact in impulse space, event by event."""
from __future__ import annotations

from typing import Any, Iterable, Optional, Union, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import Touching, asked_of
from ._carom import ffi, lib
from ._collide import Problem
from ._errors import describe, error_of
from ._laws import Law, find
from ._names import CLASS_OF_STATUS, Event, NameArray
from ._result import AXES, OUTCOME, Result, answers_in_full
from ._units import in_units


class Path:
    """The path of one impact: arrays with one row per point.

    event        Event at this point, can be compared with names (``path.event == "compression-ends"``)
    P            impulse so far, N s
    v            relative velocity, m/s
    dE           change of kinetic energy so far, J
    work_normal  its normal part, J
    result       the final result, as returned by carom.collide (it may differ from a closed form in the last bits)
    """

    def __init__(self, points: Any, count: int, result: Result) -> None:
        rows = [points[i] for i in range(count)]
        shape = (count, 3)
        self.event: Any = NameArray(np.array([row.event for row in rows], dtype=np.uint8), Event)
        self.P: NDArray[np.float64] = np.array([list(row.P) for row in rows]).reshape(shape)[:, : result.dim]
        self.v: NDArray[np.float64] = np.array([list(row.v) for row in rows]).reshape(shape)[:, : result.dim]
        self.dE: NDArray[np.float64] = np.array([row.dE for row in rows], dtype=float)
        self.work_normal: NDArray[np.float64] = np.array([row.work_normal for row in rows], dtype=float)
        self.result = result

    def __len__(self) -> int:
        return len(self.dE)

    def __repr__(self) -> str:
        events = ", ".join(label for label in self.event.label if label != "passes")
        return f"<path of {self.result.law.name}: {len(self)} points; {events}>"

    def to_frame(self, units: Optional[str] = None) -> Any:
        """Returns a pandas DataFrame with one row per point; `units` as in Result.to_frame.

        >>> import carom
        >>> carom.trace([[2.5, -1.5], [-1.5, 2.5]], [-1, 0.6], e=0.5, mu=0.7).to_frame()[["event", "P_n"]]
                      event       P_n
        0             start  0.000000
        1       slip-sticks  0.184615
        2  compression-ends  0.400000
        3               end  0.600000
        """
        import pandas  # type: ignore[import]

        columns = {"event": self.event.label}
        for name, rows in (("P", self.P), ("v", self.v)):
            columns.update({f"{name}_{axis}": rows[:, k] for k, axis in enumerate(AXES[self.result.dim])})
        return in_units(pandas.DataFrame({**columns, "dE": self.dE, "work_normal": self.work_normal}), units)


@overload
def trace(
    W: Touching,
    v: Union[str, Law, None] = None,
    *,
    law: Union[str, Law] = "routh",
    allow: Union[str, Iterable[str]] = (),
    **parameters: Any,
) -> Path: ...


@overload
def trace(
    W: ArrayLike,
    v: ArrayLike,
    law: Union[str, Law] = "routh",
    *,
    allow: Union[str, Iterable[str]] = (),
    **parameters: Any,
) -> Path: ...


def trace(
    W: Any,
    v: Any = None,
    law: Union[str, Law] = "routh",
    *,
    allow: Union[str, Iterable[str]] = (),
    **parameters: Any,
) -> Path:
    """Computes one impact with its path in impulse space, for a law that has one.

    >>> import carom
    >>> path = carom.trace([[2.5, -1.5], [-1.5, 2.5]], [-1, 0.6], e=0.5, mu=0.7)
    >>> path
    <path of routh: 4 points; start, slip-sticks, compression-ends, end>
    >>> path.P[-1], path.result.mode
    (array([0.6 , 0.12]), <Mode.C_STICKING: 4>)
    """
    v, law = asked_of(W, v, law, "routh")
    problem = Problem(find(law), W, v, parameters, allow)
    contact, params = problem.one("trace")
    outcomes = np.empty(1, dtype=OUTCOME)
    outcome = ffi.from_buffer("carom_result[]", outcomes)
    path = ffi.new("carom_path *", {"points": ffi.NULL, "capacity": 0})
    status = lib.carom_trace(problem.law.pointer, contact, params, path, outcome)
    points = ffi.new("carom_path_point[]", max(1, path.count))
    if status == lib.CAROM_PATH_FULL:  # the number of points is now known
        path.points, path.capacity = points, path.count
        status = lib.carom_trace(problem.law.pointer, contact, params, path, outcome)
    if CLASS_OF_STATUS[status] != lib.CAROM_CLASS_OK:
        raise error_of(status, describe(status, problem.law.pointer, contact, params, outcome))
    answers = answers_in_full(outcomes, problem.dim)
    return Path(points, path.count, Result(problem.law, problem.given, problem.dim, (), answers))
