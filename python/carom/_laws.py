"""Provides the registry of laws as a mapping: every law with its coefficients, guarantees, citation, signature and docstring."""
from __future__ import annotations

import difflib
import inspect
import math
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Collection, Dict, Iterable, Iterator, List, Optional, Tuple, Union

from ._carom import ffi, lib
from ._modules import MODULES
from ._errors import ParameterError, UnknownLawError, keyword, shown
from ._names import Status, text

_KINDS = {
    lib.CAROM_REAL: "real",
    lib.CAROM_CHOICE: "choice",
    lib.CAROM_VECTOR: "vector",
    lib.CAROM_TANGENT: "tangent",
    lib.CAROM_EACH: "each",
    lib.CAROM_LIST: "vibrations",
    lib.CAROM_PAIR: "pair",
}


@dataclass(frozen=True)
class Coefficient:
    """Describes one coefficient of a law. carom.define_law takes it for a coefficient that only your law has.

    name      keyword of carom.collide, and of the function of your law
    default   its value if omitted, or the name of a choice. None: it has none (`required`), or the library
              chooses it, such as mu_static = mu
    lowest, highest  values outside are rejected, unless allow= names it
    kind      "real"; "choice", one of `choices`; "tangent" and "each": one number, or one for each tangent or direction;
              "vector", "pair", "vibrations"
    choices   the names of a choice
    unit      "1" for a ratio; for a law with a coefficient that has a unit, contacts are not scaled
    family    the name that laws share for it: e for e_n and r_n; its own name if it has no other
    meaning   one sentence; `relation`: how it differs from other laws' coefficients
    ratio     the two quantities whose ratio it is
    required  it has no default and must be given
    example   a typical value; carom.compare uses it if none is given

    >>> import carom
    >>> mu = carom.laws["routh"].coefficients["mu"]
    >>> mu.symbol, mu.required, mu.lowest, mu.highest
    ('μ', True, 0.0, inf)
    """

    name: str
    default: Union[float, str, None] = 0.0
    lowest: float = 0.0
    highest: float = 1.0
    kind: str = "real"
    choices: Collection[str] = ()
    unit: str = "1"
    symbol: str = ""
    family: str = ""
    meaning: str = ""
    ratio: str = ""
    relation: str = ""
    required: bool = False
    example: Union[float, str, None] = None
    index: int = field(default=-1, repr=False)  # index in the C struct of parameters; -1 if no law has it yet
    row: Any = field(default=None, repr=False, compare=False)  # the row of the library's table

    def _numbers(self) -> Dict[str, int]:
        """Returns the names of a choice with their numbers."""
        return dict(self.choices) if isinstance(self.choices, Mapping) else {name: i for i, name in enumerate(self.choices)}

    @property
    def range(self) -> str:
        """States the accepted values in words."""
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
    """Returns a default or an example, if it is one number or a name."""
    for name, number in choices.items():
        if number == value:
            return name
    number = row.kind in (lib.CAROM_REAL, lib.CAROM_TANGENT, lib.CAROM_EACH, lib.CAROM_PAIR)
    return float(value) if number and row.lowest <= value <= row.highest else None


def _coefficient(row: Any) -> Coefficient:
    choices = _choices(row)
    return Coefficient(
        text(row.name),
        _value(row, row.default_value, choices),
        row.lowest,
        row.highest,
        _KINDS[row.kind],
        choices,
        text(row.unit),
        text(row.symbol),
        text(row.alias) or text(row.name),
        text(row.meaning),
        text(row.ratio),
        text(row.relation),
        math.isnan(row.default_value),
        _value(row, row.example, choices),
        row.number,
        row,
    )


# The coefficients that any law may read, and those of the laws of this installation.
coefficients: Dict[str, Coefficient] = {}


def _listed(row: Any) -> Coefficient:
    """Returns the coefficient of a row. Laws may read one name in different units; the first row of a name is listed."""
    first = coefficients.setdefault(text(row.name), _coefficient(row))
    return first if first.row == row else _coefficient(row)


for _index in range(lib.CAROM_PARAM_OWN):
    if lib.carom_coefficient_at(ffi.NULL, _index):
        _listed(lib.carom_coefficient_at(ffi.NULL, _index))


def read_by(law: Any, ignored: int = 0) -> List[Coefficient]:
    """Lists the coefficients that a law reads, except those of the set `ignored`."""
    rows = [ffi.addressof(law.coefficients, k) for k in range(law.coefficient_count)]
    read = [row for row in rows if not ignored >> row.number & 1]
    if text(law.module) != OWN:
        for row in read:
            _listed(row)
    return [_coefficient(row) for row in read]


# The name of the module of laws defined in Python.
OWN = "own"

# Speed-dependent coefficients, and their families (_speed.py).
FAMILY_OF_FORM = {"e_of": "e", "mu_of": "mu"}


class _Raised(threading.local):
    """Holds the exception that the Python code of a law raised in this thread while the library ran."""

    error: Optional[BaseException] = None


raised = _Raised()


def hear() -> None:
    """Raises the stored exception again. Must be called after every library call that evaluates a law."""
    error, raised.error = raised.error, None
    if error is not None:
        raise error


def guarantee_names(bits: int) -> Tuple[str, ...]:
    return tuple(text(lib.carom_enum_name(lib.CAROM_ENUM_GUARANTEE, 1 << i)) for i in range(bits.bit_length()) if bits >> i & 1)


class Law:
    """One impact law. Call it as a function of (W, v) and its coefficients.

    coefficients  by name: carom.Coefficient
    guarantees    the properties that every result has; `conditions` states the others, and when they hold
    dims          (2,), (3,) or (2, 3)
    closed_form   the dims in which it is a closed form
    for_systems   it solves several contacts at once: one of carom.laws.for_systems()
    summary, citation, module

    >>> import carom
    >>> routh = carom.laws["routh"]
    >>> routh([[2.5, -1.5], [-1.5, 2.5]], [-1, 0.6], e=0.5, mu=0.7).P
    array([0.6 , 0.12])
    >>> routh.guarantees
    ('coulomb', 'nonpenetrating', 'homogeneous', 'unique')
    """

    for_systems = False
    _PROBLEMS = {2: lib.CAROM_2D, 3: lib.CAROM_3D}

    def __init__(self, pointer: Any) -> None:
        self.pointer = pointer
        self.name = text(pointer.name)
        self.module = text(pointer.module)
        self.coefficients = {p.name: p for p in self._read()}
        self.summary = text(pointer.summary)
        self.citation = text(pointer.citation)
        self.dims = tuple(d for d, bit in self._PROBLEMS.items() if pointer.solves & bit)
        self.closed_form = tuple(d for d, bit in self._PROBLEMS.items() if pointer.closed_form & bit)
        self.__name__ = self.name.replace("-", "_")
        self._describe()

    def _read(self) -> List[Coefficient]:
        return read_by(self.pointer)

    def _describe(self) -> None:
        """Sets what help() shows."""
        self.guarantees = guarantee_names(self.pointer.guarantees)
        self.conditions = text(self.pointer.conditions)
        self.__signature__ = self._sign({"allow": (), "details": None, "threads": 1, "out": None})
        places = ["W : array (..., d, d)", "    inverse local mass matrix, 1/kg", "v : array (..., d)"]
        places += ["    relative velocity, normal first, m/s; v[..., 0] < 0 approaches"]
        works = f"Works in: {' and '.join(f'{d}D' for d in self.dims)}"
        self.__doc__ = self._docstring([works], places) + "\n\nOther keywords and the result: see carom.collide."

    def __call__(self, W: Any, v: Any, **keywords: Any) -> Any:
        from ._collide import collide  # imported here, because collide itself imports this module

        return collide(W, v, self, **keywords)

    def __reduce__(self) -> Tuple[Any, ...]:
        return _look_up, (self.name,)

    def _docstring(self, head: List[str], places: List[str]) -> str:
        """Writes the docstring: summary, source, guarantees, and every coefficient with its range."""
        lines = [f"{self.summary[:1].upper()}{self.summary[1:]}.", "", f"Source: {self.citation}", *head]
        lines += [f"Guarantees: {', '.join(self.guarantees) or 'none'}"]
        lines += [f"Conditions: {self.conditions}"] if self.conditions else []
        lines += ["", "Parameters", "----------", *places]
        for p in self.coefficients.values():
            unit = "" if p.unit in ("", "1") else f" {p.unit}"
            default = "required" if p.required else f"default {p.default}"
            lines += [f"{p.name} : {p.range}{unit}, {default}", f"    {p.meaning}"]
            lines += [f"    here: {p.ratio}"] if p.ratio else []
            lines += [f"    {p.relation}"] if p.relation else []
        return "\n".join(lines)

    def _sign(self, options: Dict[str, Any]) -> inspect.Signature:
        """Makes the signature: W, v, its coefficients, and the options of the call."""
        keyword = inspect.Parameter.KEYWORD_ONLY
        places = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in ("W", "v")]
        none = inspect.Parameter.empty
        own = [inspect.Parameter(p.name, keyword, default=none if p.required else p.default) for p in self.coefficients.values()]
        rest = [inspect.Parameter(name, keyword, default=value) for name, value in options.items()]
        return inspect.Signature(places + own + rest)

    def __repr__(self) -> str:
        return f"<law {self.name}: {self.summary}>"

    def coefficient(self, name: str) -> Coefficient:
        """Finds a coefficient of the law by name or alias. Raises ParameterError for any other name."""
        if name in self.coefficients:
            return self.coefficients[name]
        for one in self.coefficients.values():
            if one.family == name:
                return one
        reads = ", ".join(self.coefficients) or "none"
        if name in coefficients:
            family = coefficients[name].family
            kin = [p.name for p in self.coefficients.values() if family and p.family == family]
            called = f" (here it is {kin[0]})" if kin else ""
            raise ParameterError(
                f'law "{self.name}" does not read {name}{called}; it reads {reads}{self._readers(name)}',
                Status.COEFFICIENT_UNUSED,
            )
        near = nearest(name, list(self.coefficients))
        raise ParameterError(
            f'no coefficient is called "{shown(name)}"{near}; law "{self.name}" reads {reads}', Status.COEFFICIENT_UNKNOWN
        )

    def named(self, given: Mapping[str, Any]) -> Dict[str, Any]:
        """Returns the given coefficients under this row's own names."""
        called: Dict[str, str] = {}
        for name in given:
            own = self.coefficient(name).name
            if own in called:
                message = f"{called[own]} and {name} are names of the same coefficient; give one of them"
                raise ParameterError(message, Status.BAD_VALUE)
            called[own] = name
        return {own: given[name] for own, name in called.items()}

    def _readers(self, name: str) -> str:
        return f" ({name} is read by {', '.join(law.name for law in laws.values() if name in law.coefficients)})"


def at_places(places: int, law: Optional[Law] = None) -> List[Coefficient]:
    """Lists the coefficients of a set of indices, in the form of this law if it reads them."""
    found: Dict[int, Coefficient] = {}
    for p in [*(law.coefficients if law else {}).values(), *coefficients.values()]:
        if places >> p.index & 1:
            found.setdefault(p.index, p)
    return list(found.values())


def lacking(who: str, missing: Iterable[Coefficient]) -> ParameterError:
    """Returns the error for missing coefficients, with simple values for them."""
    said = [keyword(p.name, p.family) for p in missing]
    return ParameterError(f'{who} needs {" and ".join(said)}', Status.COEFFICIENT_MISSING)


def nearest(name: str, names: List[str]) -> str:
    near = difflib.get_close_matches(name, names, 1)
    return f' (did you mean "{near[0]}"?)' if near else ""


class Laws(Mapping[str, Law]):
    """Every law of this build by name; ``carom.laws.routh`` is ``carom.laws["routh"]``.

    A dash in a name is an underscore in an attribute. carom.laws has the laws for one contact, carom.laws.for_systems()
    those for several contacts at once.

    >>> import carom
    >>> "routh" in carom.laws
    True
    >>> carom.laws["ruth"]
    Traceback (most recent call last):
    carom.UnknownLawError: no law is called "ruth" (did you mean "routh"?); see list(carom.laws)
    """

    def __init__(self, rows: List[Law]) -> None:
        self._rows = {row.name: row for row in rows}

    def for_systems(self) -> Laws:
        """Returns the laws for several contacts at once, which carom.solve_system takes.

        >>> import carom
        >>> list(carom.laws.for_systems())[:3]
        ['pfeiffer-glocker', 'glocker', 'hm-differential']
        """
        from ._system import system_laws  # imported here, because it imports this module

        return system_laws

    def __getitem__(self, name: str) -> Law:
        if name not in self._rows:
            raise self._unknown(str(name))
        return self._rows[name]

    def _unknown(self, name: str) -> UnknownLawError:
        known, index = lib.carom_known_law(0), 0
        while known and text(known.name) != name:
            known, index = lib.carom_known_law(index + 1), index + 1
        if known:  # the module of this law is not installed
            message = f'law "{name}" is in the module "{text(known.module)}", which this installation does not have'
            return UnknownLawError(message, Status.MODULE_MISSING)
        near = nearest(name, list(self._rows))
        if name in self.for_systems():
            return UnknownLawError(f'law "{name}" solves systems; pass it to carom.solve_system', Status.UNKNOWN_LAW)
        return UnknownLawError(f'no law is called "{shown(name)}"{near}; see list(carom.laws)', Status.UNKNOWN_LAW)

    def __getattr__(self, name: str) -> Law:
        if name.startswith("_"):  # Python looks up such attributes on any object, even before its rows exist
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

    def __reduce__(self) -> Any:
        return "laws"  # the instance that this module creates

    def _repr_html_(self) -> str:
        """Makes a table for notebooks."""
        from ._result import html_table

        return html_table(["law", ""], [(row.name, row.summary) for row in self._rows.values()])

    def __repr__(self) -> str:
        width = max(map(len, self._rows))
        return "\n".join(f"{row.name:{width}s}  {row.summary}" for row in self._rows.values())


def _rows() -> List[Any]:
    """Returns the core's laws, and those of the modules that this installation can load."""
    rows: List[Any] = []
    while row := lib.carom_law_at(MODULES, len(rows), lib.CAROM_ONE_CONTACT):
        rows.append(row)
    return rows


laws = Laws([Law(row) for row in _rows()])


def _look_up(name: str) -> Law:
    return laws[name]


def find(law: Union[str, Law]) -> Law:
    """Returns the law for one contact of this name, or the law itself."""
    if isinstance(law, Law):
        return laws[law.name] if law.for_systems else law
    if isinstance(law, str):
        return laws[law]
    raise UnknownLawError(f"a law is a name or one of carom.laws, not {law!r}", Status.UNKNOWN_LAW)
