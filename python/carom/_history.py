"""Computes the history of an impact with a contact model: duration, force and overlap."""
from __future__ import annotations

from typing import Any, Dict, Iterable, Union, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import Touching, asked_of
from ._carom import ffi, lib
from ._collide import Problem
from ._errors import InputError, describe, error_of
from ._laws import Law, find
from ._modules import compliant
from ._names import CLASS_OF_STATUS, Status, text
from ._result import AXES, OUTCOME, Result, answers_in_full

Doubles = NDArray[np.float64]

# Numbers of the contact model.
FIGURES = ["duration", "peak_force", "compression", "compression_time", "dent", "margin"]
FIGURES += ["vibration_before", "vibration", "micro_impacts", "switches"]


class History:
    """One impact over time: arrays with one entry, or row, per instant.

    t            since first touch, s
    state        state of the contact point after this instant: "open", "stick", "slip", "free", "dwell"
    overlap      of the bodies' undeformed surfaces, m
    force        on A, N
    stretch      of the tangential spring, m;  slip: of the contact point over the surface, m/s
    P, v         impulse so far and relative velocity
    work_normal  of the normal force so far, J
    figures      duration, peak_force, compression, ... by name; each is also an attribute
    result       the final result, as returned by carom.collide
    ratio_only   the model reads only ratios of stiffness (stronge): times and overlaps are in units of 1/sqrt(kn), forces of
                 sqrt(kn), with the contact's normal stiffness kn in N/m
    """

    def __init__(self, points: Any, count: int, more: Any, result: Result) -> None:
        rows = [points[i] for i in range(count)]
        dim = result.dim
        self.t: Doubles = np.array([row.t for row in rows])
        self.state = np.array([text(lib.carom_enum_name(lib.CAROM_ENUM_CONTACT_STATE, row.state)) for row in rows], dtype=object)
        self.overlap: Doubles = np.array([row.overlap for row in rows])
        self.force, self.P, self.v = (_columns(rows, name, 3)[:, :dim] for name in ("force", "P", "v"))
        self.stretch, self.slip = (_columns(rows, name, 2)[:, : dim - 1] for name in ("stretch", "slip"))
        self.work_normal: Doubles = np.array([row.work_normal for row in rows])
        self.figures: Dict[str, float] = {name: getattr(more, name) for name in FIGURES}
        self.result = result
        self.ratio_only = False
        if compliant is not None:
            stiffness = compliant.carom_compliant_stiffness(result.law.pointer)
            self.ratio_only = bool(stiffness == compliant.CAROM_STIFFNESS_RATIO)

    @property
    def duration(self) -> float:
        """Time from first touch to last release, s."""
        return float(self.figures["duration"])

    @property
    def peak_force(self) -> float:
        """Largest normal force, N."""
        return float(self.figures["peak_force"])

    @property
    def compression(self) -> float:
        """Largest overlap, m."""
        return float(self.figures["compression"])

    @property
    def compression_time(self) -> float:
        """Time at which the overlap first stopped growing, s."""
        return float(self.figures["compression_time"])

    @property
    def dent(self) -> float:
        """Overlap left at the end, m."""
        return float(self.figures["dent"])

    @property
    def vibration_before(self) -> float:
        """Energy in the modes at touch, J."""
        return float(self.figures["vibration_before"])

    @property
    def vibration(self) -> float:
        """Energy left in the modes, J."""
        return float(self.figures["vibration"])

    @property
    def margin(self) -> float:
        """For eigen-spring: the motion at the next instant is unique while this is > 0. NaN for other laws."""
        return float(self.figures["margin"])

    @property
    def micro_impacts(self) -> int:
        """Number of touches of the bodies."""
        return int(self.figures["micro_impacts"])

    @property
    def switches(self) -> int:
        """Number of changes between sticking, slipping, loading and unloading."""
        return int(self.figures["switches"])

    def __len__(self) -> int:
        return len(self.t)

    def __repr__(self) -> str:
        units = ("s/√kn", "N √kn", "m/√kn") if self.ratio_only else ("s", "N", "m")
        figures = (self.duration, self.peak_force, self.compression)
        said = ", ".join(f"{figure:.4g} {unit}" for figure, unit in zip(figures, units))
        return f"<history of {self.result.law.name}: {len(self)} points; {said}>"

    def to_frame(self) -> Any:
        """Returns a pandas DataFrame with one row per instant."""
        import pandas  # type: ignore[import]

        columns: Dict[str, Any] = {"t": self.t, "state": self.state, "overlap": self.overlap}
        for name, rows in (("force", self.force), ("P", self.P), ("v", self.v)):
            columns.update({f"{name}_{axis}": rows[:, k] for k, axis in enumerate(AXES[self.result.dim])})
        return pandas.DataFrame({**columns, "work_normal": self.work_normal})


def _columns(rows: Any, name: str, count: int) -> Doubles:
    return np.array([list(getattr(row, name)) for row in rows], dtype=float).reshape(-1, count)


@overload
def history(
    W: Touching,
    v: Union[str, Law, None] = None,
    *,
    law: Union[str, Law] = "stronge",
    allow: Union[str, Iterable[str]] = (),
    **parameters: Any,
) -> History: ...


@overload
def history(
    W: ArrayLike,
    v: ArrayLike,
    law: Union[str, Law] = "stronge",
    *,
    allow: Union[str, Iterable[str]] = (),
    **parameters: Any,
) -> History: ...


def history(
    W: Any,
    v: Any = None,
    law: Union[str, Law] = "stronge",
    *,
    allow: Union[str, Iterable[str]] = (),
    **parameters: Any,
) -> History:
    """Computes one impact with a contact model, with its history over time. Needs the module "compliant" (SUNDIALS).

    >>> import carom
    >>> ball = carom.history([[2.0, 0.0], [0.0, 7.0]], [-1.0, 0.5], "spring-dashpot", kn=1e6, kt=8e5, mu=0.3)
    >>> round(ball.duration * 1e3, 3)  # pi / sqrt(2e6), in ms
    2.221
    """
    v, law = asked_of(W, v, law, "stronge")
    chosen = find(law)
    if chosen.pointer.contact == ffi.NULL or chosen.pointer.contact.record == ffi.NULL:
        raise InputError(f'law "{chosen.name}" has no history in time; contact models have one', Status.NO_HISTORY)
    problem = Problem(chosen, W, v, parameters, allow)
    contact, params = problem.one("history")
    outcomes = np.empty(1, dtype=OUTCOME)
    outcome = ffi.from_buffer("carom_result[]", outcomes)
    record = ffi.new("carom_history *")
    for _ in range(2):  # the first run determines the number of points
        points = ffi.new("carom_history_point[]", max(1, record.count))
        record.points, record.capacity = points, record.count
        status = lib.carom_record(chosen.pointer, contact, params, record, outcome)
        if CLASS_OF_STATUS[status] != lib.CAROM_CLASS_OK and status != lib.CAROM_PATH_FULL:
            raise error_of(status, describe(status, chosen.pointer, contact, params, outcome))
    answers = answers_in_full(outcomes, problem.dim)
    return History(points, record.count, record.summary, Result(chosen, problem.given, problem.dim, (), answers))
