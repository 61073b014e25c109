"""Defines results: arrays with the shape of the broadcast problem, and their checks."""
from __future__ import annotations

import html

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

from ._arrays import Shape
from ._carom import ffi, lib
from ._names import CLASS_OF_STATUS, Violation, Mode, Status, named
from ._units import in_units

if TYPE_CHECKING:
    from ._jacobian import Jacobian
    from ._laws import Law

AXES = {2: ("n", "t"), 3: ("n", "t1", "t2")}

# Attributes that only results with details have.
DETAILS = ("work_normal", "work_friction", "Pc", "solution_count", "evaluations", "residual")


def struct_dtype(name: str) -> Any:
    """Returns a C struct as a NumPy dtype with the compiler's offsets."""
    numbers = {"double": "f8", "int": "i4", "unsigned int": "u4", "double[3]": "(3,)f8"}
    fields = ffi.typeof(name).fields
    return np.dtype(
        {
            "names": [field for field, _ in fields],
            "formats": [numbers.get(field.type.cname, "i4") for _, field in fields],
            "offsets": [field.offset for _, field in fields],
            "itemsize": ffi.sizeof(name),
        }
    )


OUTCOME = struct_dtype("carom_result")


def empty_answers(count: int, dim: int) -> Dict[str, NDArray[Any]]:
    """Allocates the arrays that every result has."""
    reals = {"P": (count, dim), "v": (count, dim), "dE": (count,)}
    made: Dict[str, NDArray[Any]] = {name: np.empty(shape) for name, shape in reals.items()}
    made.update({name: np.empty(count, dtype=np.uint8) for name in ("mode", "violations", "status")})
    return made


def answers_in_full(outcomes: NDArray[Any], dim: int) -> Dict[str, NDArray[Any]]:
    """Returns all arrays of a result from the structs; values that the law does not provide are NaN."""
    made: Dict[str, NDArray[Any]] = {
        name: outcomes[name][..., :dim] if outcomes[name].ndim > 1 else outcomes[name]
        for name in ("P", "v", "dE", *DETAILS)
    }
    made.update(mode=outcomes["mode"].astype(np.uint8), violations=outcomes["violations"].astype(np.uint8), status=outcomes["status"].astype(np.uint8))
    unknown_work = outcomes["has"] & lib.CAROM_HAS_WORK == 0
    for name in ("work_normal", "work_friction"):
        made[name] = np.where(unknown_work, np.nan, made[name])
    unknown_compression = outcomes["has"] & lib.CAROM_HAS_COMPRESSION == 0
    made["Pc"] = np.where(unknown_compression[..., None], np.nan, made["Pc"])
    return {name: np.ascontiguousarray(array) for name, array in made.items()}


class Result:
    """The result of impacts. Every attribute has the leading shape of the broadcast problem.

    P       impulse on A, N s, normal first; -P acts on B; NaN if there is no result
    v       relative velocity after, m/s
    dE      change of kinetic energy, J; dE > 0 is marked in `violations`
    mode    behaviour of the contact: Mode, can be compared with names (``result.mode == "sliding"``)
    violations  the conditions that the result violates: Violation; 0 is admissible
    status  status returned by the library: Status
    ok      True if there is a result and it violates nothing

    With details (see carom.collide) also work_normal, work_friction, Pc, solution_count, evaluations and residual.

    >>> import carom
    >>> hit = carom.collide([[2.5, -1.5], [-1.5, 2.5]], [-1, 0.6], e=0.5, mu=[0.1, 0.7])
    >>> hit
    <2 impacts by routh: 2 ok; c-sticking 1, c-reversed 1>
    >>> hit[1]
    <routh: P = (0.6, 0.12), v = (0.32, 0), dE = -0.168, c-sticking, ok>
    """

    def __init__(
        self,
        law: Law,
        parameters: Dict[str, Any],
        dim: int,
        shape: Shape,
        answers: Dict[str, NDArray[Any]],
        inputs: Optional[Dict[str, NDArray[Any]]] = None,
    ) -> None:
        self.law = law
        self.coefficients = parameters
        self.dim = dim
        self.shape = shape
        self._answers = answers
        self._inputs: Dict[str, NDArray[Any]] = inputs or {}  # views of leading shape `shape`
        self._reversed: Any = None  # True if the normal seems reversed, if bodies are known
        self._places: Optional[NDArray[Any]] = None  # made by the first indexing
        self._jac: Optional[Jacobian] = None

    def _get(self, name: str) -> NDArray[Any]:
        flat = self._answers[name]
        return flat.reshape(self.shape + flat.shape[1:])

    def _scalar(self, name: str) -> Any:
        array = self._get(name)
        return array if array.ndim else array[()]

    @property
    def P(self) -> NDArray[np.float64]:
        """Impulse on A, N s, normal first."""
        return self._get("P")

    @property
    def v(self) -> NDArray[np.float64]:
        """Relative velocity after, m/s, normal first."""
        return self._get("v")

    @property
    def dE(self) -> Any:
        """Change of kinetic energy, J."""
        return self._scalar("dE")

    @property
    def mode(self) -> Any:
        """The behaviour of the contact."""
        return named(self._get("mode"), Mode)

    @property
    def violations(self) -> Any:
        """The conditions that the result violates."""
        return named(self._get("violations"), Violation)

    @property
    def status(self) -> Any:
        """The status that the library returned."""
        return named(self._get("status"), Status)

    @property
    def ok(self) -> Any:
        """True if there is a result and it violates nothing."""
        fine = (CLASS_OF_STATUS[self._get("status")] == lib.CAROM_CLASS_OK) & (self._get("violations") == 0)
        return fine if self.shape else bool(fine)

    def _detail(self, name: str) -> Any:
        if name not in self._answers:
            raise AttributeError(f"this result has no details; pass details=True to carom.collide for {name}")
        return self._scalar(name)

    @property
    def jac(self) -> Jacobian:
        """The derivatives of P, for a result computed with jac=True."""
        if self._jac is None:
            raise AttributeError("this result has no derivatives; pass jac=True to carom.collide")
        return self._jac

    @property
    def work_normal(self) -> Any:
        """Part of dE by the normal impulse, J; NaN if the law has no path."""
        return self._detail("work_normal")

    @property
    def work_friction(self) -> Any:
        """Part of dE by friction, J; NaN if the law has no path."""
        return self._detail("work_friction")

    @property
    def Pc(self) -> NDArray[np.float64]:
        """Impulse at maximum compression, N s; NaN if the law has none."""
        self._detail("Pc")
        return self._get("Pc")

    @property
    def solution_count(self) -> Any:
        """Number of results that satisfy the law; 0 if the law does not count them."""
        return self._detail("solution_count")

    @property
    def evaluations(self) -> Any:
        """Number of steps of an iterative law; 0 for a closed form."""
        return self._detail("evaluations")

    @property
    def residual(self) -> Any:
        """Relative residual of the law's equations; 0 for a closed form."""
        return self._detail("residual")

    def __dir__(self) -> List[str]:
        absent = {name for name in DETAILS if name not in self._answers}
        return [name for name in super().__dir__() if name not in absent]

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("a single impact has no length")
        return self.shape[0]

    def __getitem__(self, index: Any) -> Result:
        """Returns the impacts at an index of the leading axes."""
        if self._places is None:
            self._places = np.arange(self._answers["dE"].size).reshape(self.shape)
        places = np.asarray(self._places[index])
        picked = {name: array[places.reshape(-1)] for name, array in self._answers.items()}
        at = np.unravel_index(places, self.shape)
        inputs = {name: array[at] for name, array in self._inputs.items()}
        made = Result(self.law, self.coefficients, self.dim, places.shape, picked, inputs)
        made._reversed = None if self._reversed is None else np.broadcast_to(self._reversed, self.shape)[at]
        return made

    def __repr__(self) -> str:
        return f"<{self.law.name}: {in_words(self)}>" if not self.shape else _of_many(self)

    def to_frame(self, units: Optional[str] = None) -> Any:
        """Returns a pandas DataFrame with one row per impact, indexed by the leading axes: inputs, then results.

        Inputs are W_nn, W_nt, ..., the velocity before as v0_n, v0_t, and the parameters; mode, violations and status are
        categorical. Numbers are in SI units. With `units`, such as "km/h, deg" or "US", they are converted, and the name of
        each column includes its unit: "v_n, km/h".

        >>> import carom
        >>> frame = carom.collide([[2.5, -1.5], [-1.5, 2.5]], [-1, 0.6], e=0.5, mu=[0.1, 0.7]).to_frame()
        >>> frame[["P_n", "P_t", "mode", "ok"]]
                P_n       P_t        mode    ok
        0  0.572644 -0.011307  c-reversed  True
        1  0.600000  0.120000  c-sticking  True
        """
        import pandas  # type: ignore[import]

        count = self._answers["dE"].size
        rows = pandas.RangeIndex(count)
        if len(self.shape) > 1:
            rows = pandas.MultiIndex.from_product([range(length) for length in self.shape])
        columns = {**self._input_columns(count), **self.columns()}
        for name in ("mode", "violations", "status"):
            codes, places = np.unique(self._answers[name], return_inverse=True)
            labels = Result(self.law, {}, self.dim, codes.shape, {name: codes})
            columns[name] = pandas.Categorical.from_codes(places.reshape(-1), getattr(labels, name).label)
        return in_units(pandas.DataFrame(columns, index=rows), units)

    def _input_columns(self, count: int) -> Dict[str, Any]:
        axes, columns = AXES[self.dim], {}
        for name, array in self._inputs.items():
            flat = array.reshape((count,) + array.shape[len(self.shape) :])
            if name == "W":
                columns.update({f"W_{a}{b}": flat[:, i, k] for i, a in enumerate(axes) for k, b in enumerate(axes) if k >= i})
            elif flat.ndim == 2:  # one number a direction
                own = axes if flat.shape[1] == self.dim else axes[1:]
                columns.update({f"{'v0' if name == 'v' else name}_{axis}": flat[:, k] for k, axis in enumerate(own)})
            else:
                columns[name] = flat
        return columns

    def _repr_html_(self) -> str:
        """Makes a table for notebooks: of one impact, or of the first of many."""
        if not self.shape:
            return html_table([f"law {self.law.name}", ""], _facts(self))
        return f"<p>{html.escape(_of_many(self))}</p>"

    def columns(self) -> Dict[str, Any]:
        """Returns one flat array for each column of to_frame()."""
        columns: Dict[str, Any] = {}
        flat = Result(self.law, self.coefficients, self.dim, (self._answers["dE"].size,), self._answers)
        for name in ("P", "v", "Pc"):
            if name in self._answers:
                columns.update({f"{name}_{axis}": self._answers[name][:, k] for k, axis in enumerate(AXES[self.dim])})
        columns["dE"] = self._answers["dE"]
        for name in ("mode", "violations", "status"):
            columns[name] = getattr(flat, name).label
        columns["ok"] = flat.ok
        columns.update({name: self._answers[name] for name in DETAILS if name in self._answers and name != "Pc"})
        return columns


def numbers(values: Any) -> str:
    """Formats a vector: (0.6, 0.12). Rounding errors are printed as 0."""
    array = np.asarray(values)
    shown = np.where(np.abs(array) > 1e-14 * np.abs(array).max(), array, 0.0)
    return "(" + ", ".join(f"{x:.6g}" for x in shown) + ")"


def in_words(result: Result) -> str:
    """Describes a single impact in one line."""
    if CLASS_OF_STATUS[result.status] != lib.CAROM_CLASS_OK:
        return str(result.status)
    if result.status == Status.NO_IMPACT:
        return "nothing happens: they already part" + ("; the normal looks reversed" if result._reversed else "")
    verdict = f"violates {result.violations.label}" if result.violations else "ok"
    mode = "" if result.mode.label == "unnamed" else f"{result.mode}, "
    return f"P = {numbers(result.P)}, v = {numbers(result.v)}, dE = {result.dE:.6g}, {mode}{verdict}"


def _facts(result: Result) -> List[Tuple[str, str]]:
    """Returns a single impact, quantity by quantity."""
    if CLASS_OF_STATUS[result.status] != lib.CAROM_CLASS_OK or result.status == Status.NO_IMPACT:
        return [("what happened", in_words(result))]
    verdict = f"violates {result.violations.label}" if result.violations else "nothing"
    facts = [("impulse P, N s", numbers(result.P)), ("velocity after, m/s", numbers(result.v))]
    facts += [("energy change dE, J", f"{result.dE:.6g}"), ("mode", str(result.mode)), ("violates", verdict)]
    return facts


def html_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Makes a table for notebooks."""

    def line(kind: str, cells: Sequence[str]) -> str:
        return "<tr>" + "".join(f"<{kind}>{html.escape(cell)}</{kind}>" for cell in cells) + "</tr>"

    return "<table><thead>" + line("th", heads) + "</thead><tbody>" + "".join(line("td", r) for r in rows) + "</tbody></table>"


def _of_many(result: Result) -> str:
    counts = np.bincount(np.asarray(result.mode).ravel())
    tally = ", ".join(f"{Mode(mode)} {count}" for mode, count in enumerate(counts) if count)
    if np.any((result._get("status") == int(Status.NO_IMPACT)) & np.asarray(bool(np.any(result._reversed)))):
        tally += "; some normals look reversed"
    size = " x ".join(map(str, result.shape))
    return f"<{size} impacts by {result.law.name}: {np.count_nonzero(result.ok)} ok; {tally}>"
