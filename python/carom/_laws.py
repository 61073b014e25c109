"""The registry as a mapping: every law with its parameters, promises, citation, signature and docstring."""
from __future__ import annotations

import difflib
import inspect
import math
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Dict, Iterable, Iterator, List, Optional, Tuple, TypeVar, Union

from ._carom import ffi, lib
from ._modules import MODULES
from ._errors import ParameterError, UnknownLawError, keyword, shown
from ._names import Status, text

_PARAM_KINDS = {
    lib.CAROM_REAL: "real",
    lib.CAROM_CHOICE: "choice",
    lib.CAROM_VECTOR: "vector",
    lib.CAROM_TANGENT: "tangent",
    lib.CAROM_EACH: "each",
    lib.CAROM_LIST: "vibrations",
    lib.CAROM_PAIR: "pair",
}


@dataclass(frozen=True)
class Parameter:
    """One row of the table of parameters.

    >>> import carom
    >>> mu = carom.laws["routh"].parameters["mu"]
    >>> mu.symbol, mu.needed, mu.lowest, mu.highest
    ('μ', True, 0.0, inf)
    """

    name: str
    index: int
    kind: str  # "real", "choice", "vector", "tangent", "each" (one number or one a direction), "pair", "vibrations"
    symbol: str
    unit: str
    default: Union[float, str, None]  # None: none (`needed`), or the library's own choice, such as mu_static = mu
    lowest: float
    highest: float
    choices: Dict[str, int]  # the names of a choice and their numbers
    family: str  # the name that laws share for it: e for e_n and r_n; its own name if it has no other
    meaning: str
    ratio: str = ""  # in one law: what it is the ratio of
    relation: str = ""  # in one law: when it equals, and how it differs from, other laws' coefficients
    needed: bool = False  # it has no default: it must be given
    example: Union[float, str, None] = None  # a typical value; carom.compare takes it for what is not given
    row: Any = field(default=None, repr=False, compare=False)  # the library's own

    @property
    def range(self) -> str:
        """What it may be, in words."""
        if self.kind == "choice":
            return " | ".join(self.choices)
        if self.kind == "vibrations":
            return "list of carom.Vibration"
        if self.lowest == -sys.float_info.max:
            return "(-inf, inf)"
        high = "inf)" if self.highest == sys.float_info.max else f"{self.highest:g}]"  # any finite number
        return f"[{self.lowest:g}, {high}"


def _choices(row: Any) -> Dict[str, int]:
    names: List[str] = []
    while lib.carom_choice_at(row, len(names)):
        names.append(text(lib.carom_choice_at(row, len(names))))
    return {name: number for number, name in enumerate(names) if name}


def _value(row: Any, value: float, choices: Dict[str, int]) -> Union[float, str, None]:
    """A default or an example, if it is one number or a name."""
    for name, number in choices.items():
        if number == value:
            return name
    number = row.kind in (lib.CAROM_REAL, lib.CAROM_TANGENT, lib.CAROM_EACH, lib.CAROM_PAIR)
    return float(value) if number and row.lowest <= value <= row.highest else None


def _parameter(row: Any) -> Parameter:
    choices = _choices(row)
    return Parameter(
        text(row.name),
        row.number,
        _PARAM_KINDS[row.kind],
        text(row.symbol),
        text(row.unit),
        _value(row, row.default_value, choices),
        row.lowest,
        row.highest,
        choices,
        text(row.alias) or text(row.name),
        text(row.meaning),
        text(row.ratio),
        text(row.relation),
        needed=math.isnan(row.default_value),
        example=_value(row, row.example, choices),
        row=row,
    )


# Those that any law may read, and what the laws of this installation call their own.
parameters: Dict[str, Parameter] = {}


def _known(row: Any) -> Parameter:
    """The parameter of a row. Laws may read one name in different units; the first row of a name is listed."""
    known = parameters.setdefault(text(row.name), _parameter(row))
    return known if known.row == row else _parameter(row)


for _index in range(lib.carom_param_count()):
    _known(lib.carom_param_at(_index))


def read_by(law: Any, ignored: int = 0) -> List[Parameter]:
    """The parameters that a law reads, except those of the set `ignored`."""
    rows = [ffi.addressof(law.coefficients, k) for k in range(law.coefficient_count)]
    read = [row for row in rows if not ignored >> row.number & 1]
    if text(law.module) != OWN:
        for row in read:
            _known(row)
    return [_parameter(row) for row in read]


# The module of laws whose code is Python.
OWN = "own"

# What depends on speed, and the family of coefficients it stands for (_speed.py).
FAMILY_OF_FORM = {"e_of": "e", "mu_of": "mu"}


class _Raised(threading.local):
    """What the Python code of a law raised in this thread while the library ran."""

    error: Optional[BaseException] = None


raised = _Raised()


def hear() -> None:
    """Raises it again; to be called after every call of the library that asks a law."""
    error, raised.error = raised.error, None
    if error is not None:
        raise error


def promise_names(bits: int) -> Tuple[str, ...]:
    return tuple(text(lib.carom_enum_name(lib.CAROM_ENUM_GUARANTEE, 1 << i)) for i in range(bits.bit_length()) if bits >> i & 1)


class Row:
    """A row of one of the library's tables: what it reads, promises and comes from."""

    KIND = ""

    def __init__(self, pointer: Any, read: Dict[str, Parameter]) -> None:
        self.pointer = pointer
        self.name = text(pointer.name)
        self.parameters = read
        self.promises = promise_names(pointer.guarantees)
        self.also = text(pointer.conditions)
        self.summary = text(pointer.summary)
        self.citation = text(pointer.citation)
        self.__name__ = self.name.replace("-", "_")

    def explain(self, head: List[str], places: List[str]) -> str:
        """The docstring: summary, source, promises, and every parameter with its range."""
        lines = [f"{self.summary[:1].upper()}{self.summary[1:]}.", "", f"Source: {self.citation}", *head]
        lines += [f"Promises: {', '.join(self.promises) or 'nothing always'}"]
        lines += [f"Also: {self.also}"] if self.also else []
        lines += ["", "Parameters", "----------", *places]
        for p in self.parameters.values():
            unit = "" if p.unit in ("", "1") else f" {p.unit}"
            default = "needed" if p.needed else f"default {p.default}"
            lines += [f"{p.name} : {p.range}{unit}, {default}", f"    {p.meaning}"]
            lines += [f"    here: {p.ratio}"] if p.ratio else []
            lines += [f"    {p.relation}"] if p.relation else []
        return "\n".join(lines)

    def sign(self, options: Dict[str, Any]) -> inspect.Signature:
        """The signature: W, v, its own parameters, and the options of the call."""
        keyword = inspect.Parameter.KEYWORD_ONLY
        places = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in ("W", "v")]
        none = inspect.Parameter.empty
        own = [inspect.Parameter(p.name, keyword, default=none if p.needed else p.default) for p in self.parameters.values()]
        rest = [inspect.Parameter(name, keyword, default=value) for name, value in options.items()]
        return inspect.Signature(places + own + rest)

    def __repr__(self) -> str:
        return f"<{self.KIND} {self.name}: {self.summary}>"

    def parameter(self, name: str) -> Parameter:
        """The row of one of its parameters, by name or alias; raises ParameterError for any other name."""
        if name in self.parameters:
            return self.parameters[name]
        for parameter in self.parameters.values():
            if parameter.family == name:
                return parameter
        reads = ", ".join(self.parameters) or "none"
        if name in parameters:
            family = parameters[name].family
            kin = [p.name for p in self.parameters.values() if family and p.family == family]
            called = f" (here it is {kin[0]})" if kin else ""
            raise ParameterError(
                f'{self.KIND} "{self.name}" does not read {name}{called}; it reads {reads}{self._readers(name)}',
                Status.COEFFICIENT_UNUSED,
            )
        near = _nearest(name, list(self.parameters))
        raise ParameterError(
            f'no parameter is called "{shown(name)}"{near}; {self.KIND} "{self.name}" reads {reads}', Status.COEFFICIENT_UNKNOWN
        )

    def named(self, given: Mapping[str, Any]) -> Dict[str, Any]:
        """What is given, by this row's own names."""
        called: Dict[str, str] = {}
        for name in given:
            own = self.parameter(name).name
            if own in called:
                message = f"{called[own]} and {name} are names of the same coefficient; give one of them"
                raise ParameterError(message, Status.BAD_VALUE)
            called[own] = name
        return {own: given[name] for own, name in called.items()}

    def _readers(self, name: str) -> str:
        return ""


def at_places(places: int, row: Optional[Row] = None) -> List[Parameter]:
    """The parameters of a set of places, by the names of this law or method if it has them."""
    found: Dict[int, Parameter] = {}
    for p in [*(row.parameters if row else {}).values(), *parameters.values()]:
        if places >> p.index & 1:
            found.setdefault(p.index, p)
    return list(found.values())


def lacking(who: str, missing: Iterable[Parameter]) -> ParameterError:
    """The error for parameters that were not given, with their plainest value."""
    said = [keyword(p.name, p.family) for p in missing]
    return ParameterError(f'{who} needs {" and ".join(said)}', Status.COEFFICIENT_MISSING)


class Law(Row):
    """One impact law. Call it as a function of (W, v) and its own parameters.

    >>> import carom
    >>> routh = carom.laws["routh"]
    >>> routh([[2.5, -1.5], [-1.5, 2.5]], [-1, 0.6], e=0.5, mu=0.7).P
    array([0.6 , 0.12])
    >>> routh.promises
    ('coulomb', 'nonpenetrating', 'homogeneous', 'unique')
    """

    KIND = "law"

    def __init__(self, pointer: Any) -> None:
        super().__init__(pointer, {p.name: p for p in read_by(pointer)})
        self.module = text(pointer.module)
        self.dims = tuple(d for d, bit in ((2, lib.CAROM_2D), (3, lib.CAROM_3D)) if pointer.solves & bit)
        self.closed = tuple(d for d, bit in ((2, lib.CAROM_2D), (3, lib.CAROM_3D)) if pointer.closed_form & bit)
        self.__signature__ = self.sign({"allow": (), "details": None, "threads": 1, "out": None})
        places = ["W : array (..., d, d)", "    inverse local mass matrix, 1/kg", "v : array (..., d)"]
        places += ["    relative velocity, normal first, m/s; v[..., 0] < 0 approaches"]
        works = f"Works in: {' and '.join({2: 'the plane', 3: 'space'}[d] for d in self.dims)}"
        self.__doc__ = self.explain([works], places) + "\n\nOther keywords and the result: see carom.collide."

    def __call__(self, W: Any, v: Any, **keywords: Any) -> Any:
        from ._collide import collide  # collide looks laws up, so it comes after this module

        return collide(W, v, self, **keywords)

    def __reduce__(self) -> Tuple[Any, ...]:
        return _look_up, (self.name,)

    def _readers(self, name: str) -> str:
        return f" ({name} is read by {', '.join(law.name for law in laws.values() if name in law.parameters)})"


def _nearest(name: str, names: List[str]) -> str:
    near = difflib.get_close_matches(name, names, 1)
    return f' (did you mean "{near[0]}"?)' if near else ""


Entry = TypeVar("Entry", bound=Row)


class Table(Mapping[str, Entry]):
    """Rows by name; a dash in a name is an underscore in an attribute."""

    KIND = ""
    UNKNOWN = "unknown-law"  # the status of a name that is none

    def __init__(self, rows: List[Entry]) -> None:
        self._rows = {row.name: row for row in rows}

    def __getitem__(self, name: str) -> Entry:
        if name not in self._rows:
            raise self._unknown(str(name))
        return self._rows[name]

    def _unknown(self, name: str) -> UnknownLawError:
        near = _nearest(name, list(self._rows))
        message = f'no {self.KIND} is called "{shown(name)}"{near}; see list(carom.{self.KIND}s)'
        return UnknownLawError(message, Status(self.UNKNOWN))

    def __getattr__(self, name: str) -> Entry:
        if name.startswith("_"):  # what Python asks of any object, also before it has its rows
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        try:
            return self[name.replace("_", "-")]
        except UnknownLawError as error:
            raise AttributeError(str(error)) from None

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *(name.replace("-", "_") for name in self._rows)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __reduce__(self) -> str:
        return f"{self.KIND}s"  # the one of its module

    def _repr_html_(self) -> str:
        """For notebooks: a row each."""
        from ._result import html_table

        return html_table([self.KIND, ""], [(row.name, row.summary) for row in self._rows.values()])

    def __repr__(self) -> str:
        width = max(map(len, self._rows))
        return "\n".join(f"{row.name:{width}s}  {row.summary}" for row in self._rows.values())


class Laws(Table[Law]):
    """Every law of this build by name; ``carom.laws.routh`` is ``carom.laws["routh"]``.

    >>> import carom
    >>> "routh" in carom.laws
    True
    >>> carom.laws["ruth"]
    Traceback (most recent call last):
    carom.UnknownLawError: no law is called "ruth" (did you mean "routh"?); see list(carom.laws)
    """

    KIND = "law"

    def _unknown(self, name: str) -> UnknownLawError:
        known, index = lib.carom_known_law(0), 0
        while known and text(known.name) != name:
            known, index = lib.carom_known_law(index + 1), index + 1
        if known:  # but its module is not here
            message = f'law "{name}" lives in the module "{text(known.module)}", which this installation does not have'
            return UnknownLawError(message, Status.MODULE_MISSING)
        return super()._unknown(name)


def _rows() -> List[Any]:
    """The core's laws, and those of the modules that this installation can load."""
    rows: List[Any] = []
    while row := lib.carom_law_at(MODULES, len(rows), lib.CAROM_ONE_CONTACT):
        rows.append(row)
    return rows


laws = Laws([Law(row) for row in _rows()])


def _look_up(name: str) -> Law:
    return laws[name]


def find(law: Union[str, Law]) -> Law:
    """The law itself, from its name or from itself."""
    if isinstance(law, Law):
        return law
    if isinstance(law, str):
        return laws[law]
    raise UnknownLawError(f"a law is a name or one of carom.laws, not {law!r}", Status.UNKNOWN_LAW)
