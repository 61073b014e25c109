"""What happened: arrays with the shape of the broadcast problem, and the verdict on them."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional

import numpy as np
from numpy.typing import NDArray

from ._arrays import Shape
from ._carom import ffi, lib
from ._names import CLASS_OF_STATUS, Broken, Mode, Status, named

if TYPE_CHECKING:
    from ._laws import Law

AXES = {2: ("n", "t"), 3: ("n", "t1", "t2")}

# What only a result with details has, and what it means.
DETAILS = {
    "work_normal": "part of dE done by the normal impulse, J; NaN where the law has no path",
    "work_friction": "part of dE done by friction, J; NaN where the law has no path",
    "Pc": "impulse at greatest compression, N s; NaN where the law has none",
    "solutions": "how many outcomes satisfy the law; 0 if it does not count them",
    "evaluations": "steps an iterative law took; 0 for a closed form",
    "residual": "what is left of the law's equations, relative; 0 for a closed form",
}


def struct_dtype(name: str) -> Any:
    """A C struct as a NumPy dtype, read from the compiler."""
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


OUTCOME = struct_dtype("carom_outcome")


def empty_answers(count: int, dim: int) -> Dict[str, NDArray[Any]]:
    """Room for what every result has."""
    reals = {"P": (count, dim), "v": (count, dim), "dE": (count,)}
    made: Dict[str, NDArray[Any]] = {name: np.empty(shape) for name, shape in reals.items()}
    made.update({name: np.empty(count, dtype=np.uint8) for name in ("mode", "broken", "status")})
    return made


def answers_in_full(outcomes: NDArray[Any], dim: int) -> Dict[str, NDArray[Any]]:
    """Everything a result can have, from the structs; what the law does not know is NaN."""
    made: Dict[str, NDArray[Any]] = {
        name: outcomes[name][..., :dim] if outcomes[name].ndim > 1 else outcomes[name]
        for name in ("P", "v", "dE", *DETAILS)
    }
    made.update({name: outcomes[name].astype(np.uint8) for name in ("mode", "broken", "status")})
    unknown_work = outcomes["known"] & lib.CAROM_KNOWS_WORK == 0
    for name in ("work_normal", "work_friction"):
        made[name] = np.where(unknown_work, np.nan, made[name])
    unknown_compression = outcomes["known"] & lib.CAROM_KNOWS_COMPRESSION == 0
    made["Pc"] = np.where(unknown_compression[..., None], np.nan, made["Pc"])
    return {name: np.ascontiguousarray(array) for name, array in made.items()}


class Result:
    """What happened. Every attribute has the leading shape of the broadcast problem.

    P       impulse on A, N s, normal first; -P acts on B; NaN where there is no answer
    v       relative velocity after, m/s
    dE      change of kinetic energy, J; dE > 0 is marked in `broken`
    mode    what the contact did: Mode, compared with names (``result.mode == "sliding"``)
    broken  what the outcome breaks: Broken; 0 is admissible
    status  what the library answered: Status
    ok      True where there is an answer and nothing is broken

    With details (see carom.collide) also work_normal, work_friction, Pc, solutions, evaluations and residual.

    >>> import carom
    >>> hit = carom.collide([[2.5, -1.5], [-1.5, 2.5]], [-1, 0.6], e=0.5, mu=[0.1, 0.7])
    >>> hit
    <2 impacts by routh: 2 ok; c-sticking 1, c-reversed 1>
    >>> hit[1]
    <routh: P = (0.6, 0.12), v = (0.32, 0), dE = -0.168, c-sticking, ok>
    """

    def __init__(
        self, law: Law, parameters: Dict[str, Any], dim: int, shape: Shape, answers: Dict[str, NDArray[Any]]
    ) -> None:
        self.law = law
        self.parameters = parameters
        self.dim = dim
        self.shape = shape
        self._answers = answers
        self._places: Optional[NDArray[Any]] = None  # made by the first indexing

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
        """What the contact did."""
        return named(self._get("mode"), Mode)

    @property
    def broken(self) -> Any:
        """What the outcome breaks."""
        return named(self._get("broken"), Broken)

    @property
    def status(self) -> Any:
        """What the library answered."""
        return named(self._get("status"), Status)

    @property
    def ok(self) -> Any:
        """True where there is an answer and nothing is broken."""
        fine = (CLASS_OF_STATUS[self._get("status")] == lib.CAROM_FINE) & (self._get("broken") == 0)
        return fine if self.shape else bool(fine)

    def __getattr__(self, name: str) -> Any:
        if name not in DETAILS:
            raise AttributeError(f"a result has no attribute {name!r}")
        if name not in self._answers:
            raise AttributeError(f"this result has no details; pass details=True to carom.collide for {name}")
        return self._scalar(name)

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *(name for name in DETAILS if name in self._answers)]

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("a single impact has no length")
        return self.shape[0]

    def __getitem__(self, index: Any) -> Result:
        """The impacts at an index of the leading axes."""
        if self._places is None:
            self._places = np.arange(self._answers["dE"].size).reshape(self.shape)
        places = np.asarray(self._places[index])
        picked = {name: array[places.reshape(-1)] for name, array in self._answers.items()}
        return Result(self.law, self.parameters, self.dim, places.shape, picked)

    def __repr__(self) -> str:
        return f"<{self.law.name}: {in_words(self)}>" if not self.shape else _several(self)

    def to_frame(self) -> Any:
        """A pandas DataFrame, one row an impact, indexed by the leading axes.

        >>> import carom
        >>> frame = carom.collide([[2.5, -1.5], [-1.5, 2.5]], [-1, 0.6], e=0.5, mu=[0.1, 0.7]).to_frame()
        >>> frame[["P_n", "P_t", "mode", "ok"]]
                P_n       P_t        mode    ok
        0  0.572644 -0.011307  c-reversed  True
        1  0.600000  0.120000  c-sticking  True
        """
        import pandas  # type: ignore[import]

        rows = pandas.RangeIndex(self._answers["dE"].size)
        if len(self.shape) > 1:
            rows = pandas.MultiIndex.from_product([range(length) for length in self.shape])
        return pandas.DataFrame(self.columns(), index=rows)

    def columns(self) -> Dict[str, Any]:
        """One array for each column of to_frame(), flat."""
        columns: Dict[str, Any] = {}
        flat = Result(self.law, self.parameters, self.dim, (self._answers["dE"].size,), self._answers)
        for name in ("P", "v", "Pc"):
            if name in self._answers:
                columns.update({f"{name}_{axis}": self._answers[name][:, k] for k, axis in enumerate(AXES[self.dim])})
        columns["dE"] = self._answers["dE"]
        for name in ("mode", "broken", "status"):
            columns[name] = getattr(flat, name).label
        columns["ok"] = flat.ok
        columns.update({name: self._answers[name] for name in DETAILS if name in self._answers and name != "Pc"})
        return columns


def numbers(values: Any) -> str:
    """A vector for people: (0.6, 0.12). What is zero but for rounding is printed as 0."""
    array = np.asarray(values)
    shown = np.where(np.abs(array) > 1e-14 * np.abs(array).max(), array, 0.0)
    return "(" + ", ".join(f"{x:.6g}" for x in shown) + ")"


def in_words(result: Result) -> str:
    """A single impact in one line."""
    if CLASS_OF_STATUS[result.status] != lib.CAROM_FINE:
        return str(result.status)
    verdict = f"breaks {result.broken.label}" if result.broken else "ok"
    mode = "" if result.mode.label == "unnamed" else f"{result.mode}, "
    return f"P = {numbers(result.P)}, v = {numbers(result.v)}, dE = {result.dE:.6g}, {mode}{verdict}"


def _several(result: Result) -> str:
    counts = np.bincount(np.asarray(result.mode).ravel())
    tally = ", ".join(f"{Mode(mode)} {count}" for mode, count in enumerate(counts) if count)
    size = " x ".join(map(str, result.shape))
    return f"<{size} impacts by {result.law.name}: {np.count_nonzero(result.ok)} ok; {tally}>"
