"""Defines errors with the library's status and a message worded for Python."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Tuple, Type, Union

from ._carom import ffi, lib
from ._names import CLASS_OF_STATUS, Status, text


@dataclass(frozen=True)
class ErrorInfo:
    """Describes as data why the library rejected an input. Fields that do not apply are None.

    reason       the rule that is violated, such as "outside" or "unequal"
    hint         what you can do, such as "allow"; "none": correct the value
    message      the sentence
    coefficient  the coefficient concerned; `other_coefficient`: the one it conflicts with, or the next one that is missing
    contact      which of several contacts
    row, column  the entry of W, v or M; the body (0 is a, 1 is b), link, tangent or constraint
    value        the value that was given; `other`: what it conflicts with
    lowest, highest  the accepted range
    """

    reason: str
    hint: str
    message: str
    coefficient: Optional[str] = None
    other_coefficient: Optional[str] = None
    contact: Optional[int] = None
    row: Optional[int] = None
    column: Optional[int] = None
    value: float = 0.0
    other: float = 0.0
    lowest: float = 0.0
    highest: float = 0.0


class CaromError(Exception):
    """Raised if the library rejected an input or could not compute a result.

    status   the library's status, such as Status.COEFFICIENT_RANGE
    message  the sentence, without the index
    index    index of the item in a broadcast call, or None
    info     the same as data: carom.ErrorInfo; None if Python code found the error before the library was called
    """

    def __init__(
        self,
        message: str,
        status: Status,
        index: Optional[Tuple[int, ...]] = None,
        info: Optional[ErrorInfo] = None,
    ) -> None:
        where = f"at index {index}: " if index else ""
        super().__init__(where + message)
        self.status = status
        self.message = message
        self.index = index
        self.info = info

    __str__ = Exception.__str__  # KeyError's own __str__ would put the sentence in quotes

    # Rebuilds the error from its arguments, so that it can be pickled.
    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self.message, self.status, self.index, self.info), self.__dict__


class InputError(CaromError, ValueError):
    """Raised for invalid input; the message states the expected and the given value."""


class DtypeError(CaromError, TypeError):
    """An array contains values that are not real numbers."""


class ParameterError(CaromError, TypeError):
    """A keyword is not a parameter of this law, or a required coefficient is missing."""


class UnknownLawError(CaromError, KeyError):
    """No law has this name."""


class NoAnswerError(CaromError, ArithmeticError):
    """The input is valid, but there is no result, or the computation failed."""


# Makes tracebacks show carom.InputError instead of its module.
for _kind in (CaromError, InputError, DtypeError, ParameterError, UnknownLawError, NoAnswerError, ErrorInfo):
    _kind.__module__ = "carom"

# Hints for Python; the placeholders are the names of the coefficient and the law.
HINTS = {
    "none": "",
    "allow": 'pass allow="{param}" to use it anyway',
    "make-equal": "leave {param} out to make them equal",
    "use-normal": "leave it out to use the normal",
    "see-law": 'carom.laws["{name}"].dims lists where it applies',
    "see-laws": "carom.laws lists them all",
    "see-params": "help(carom.laws[...]) lists those of a law",
    "other-law": "another law (see carom.compare) or smaller friction may have one",
    "law-with-path": 'trace a law with one, such as "routh"',
    "other-method": 'use "glocker", "pfeiffer-glocker" or "sequence"',
    "rescale": "rescale the units of mass or speed",
    "state-coefficient": "pass {keywords}",
}

# Simple values for coefficients that have no default, used in messages.
_PLAIN = {"e": "0 is plastic, 1 elastic", "mu": "0 is frictionless"}


def keyword(name: str, family: str) -> str:
    """Returns how to give a missing coefficient."""
    return f"{name}=... ({_PLAIN[family]})" if family in _PLAIN else f"{name}=..."


def shown(name: object) -> str:
    """Returns a name for a message, with unprintable characters escaped."""
    said = str(name)
    return said if said.isprintable() else ascii(said)[1:-1]


def _row(error: Any, number: int) -> Any:
    """Returns a parameter in the table of the law that rejected it."""
    return lib.carom_law_coefficient(error.law, number)


def _param(error: Any, number: int) -> Optional[str]:
    row = _row(error, number)
    return text(row.name) if row else None


def _words(error: Any, hint: str) -> str:
    room = ffi.new("char[]", 1024)
    lib.carom_error_format(error, ffi.new("carom_error_style *"), room, 1024)  # the message without a hint
    rows = [row for row in (_row(error, number) for number in (error.coefficient, error.other_coefficient)) if row]
    slots = {"name": text(error.law.name) if error.law else "?", "param": text(rows[0].name) if rows else "?"}
    slots["keywords"] = " and ".join(keyword(text(row.name), text(row.alias) or text(row.name)) for row in rows) or "it"
    way_out = HINTS[hint].format(**slots)
    return text(room) + ("; " + way_out if way_out else "")


def error_info_from(function: Any, *arguments: Any) -> ErrorInfo:
    """Returns the error reported by one of the library's ..._error functions."""
    made = ffi.new("carom_error *")
    function(*(ffi.NULL if argument is None else argument for argument in arguments), made)
    hint = text(lib.carom_enum_name(lib.CAROM_ENUM_HINT, made.hint))
    row = made.row if made.body < 0 else made.body
    contact, row, column = (n if n >= 0 else None for n in (made.contact, row, made.column))
    return ErrorInfo(
        text(lib.carom_enum_name(lib.CAROM_ENUM_REASON, made.reason)),
        hint,
        _words(made, hint),
        _param(made, made.coefficient),
        _param(made, made.other_coefficient),
        contact,
        row,
        column,
        made.value,
        made.other,
        made.lowest,
        made.highest,
    )


def describe(status: int, law: Any, contact: Any = None, params: Any = None, outcome: Any = None) -> ErrorInfo:
    """Returns why one contact was rejected."""
    if outcome is None and law and contact and params:
        outcome, refused = ffi.new("carom_result *"), ffi.new("carom_param *", lib.CAROM_PARAM_NONE)
        lib.carom_params_validate(law, params, contact.dim, refused)
        outcome.coefficient = refused[0]
    return error_info_from(lib.carom_collide_error, status, law, contact, params, outcome)


def error_of(
    status: int, message: Union[str, ErrorInfo, None] = None, index: Optional[Tuple[int, ...]] = None
) -> CaromError:
    """Returns the exception for a status, with the library's message unless another one is given."""
    name = Status(status)
    kind: Type[CaromError] = NoAnswerError
    if CLASS_OF_STATUS[status] == lib.CAROM_CLASS_BAD_INPUT:
        kind = InputError
    if name == Status.COEFFICIENT_MISSING:
        kind = ParameterError
    said = message or describe(status, None)
    if isinstance(said, str):
        return kind(said, name, index)
    return kind(said.message, name, index, said)


def check(status: int, message: str = "") -> None:
    """Raises an error unless the status is fine."""
    if CLASS_OF_STATUS[status] != lib.CAROM_CLASS_OK:
        raise error_of(status, message)
