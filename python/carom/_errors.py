"""Errors that carry the library's status and its sentence."""
from __future__ import annotations

import re
from typing import Any, Optional, Tuple

from ._carom import ffi, lib
from ._names import CLASS_OF_STATUS, Status, text


class CaromError(Exception):
    """Something the library refused or could not do.

    status   the library's status, such as Status.PARAM_RANGE
    message  the sentence, without the place
    index    which item of a broadcast call, or None
    """

    def __init__(self, message: str, status: Status, index: Optional[Tuple[int, ...]] = None) -> None:
        where = f"at index {index}: " if index else ""
        super().__init__(where + message)
        self.status = status
        self.message = message
        self.index = index

    __str__ = Exception.__str__  # KeyError's would put the sentence in quotes

    # Made anew from what it was made of, so that it passes from process to process.
    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self.message, self.status, self.index), self.__dict__


class InputError(CaromError, ValueError):
    """The input is wrong; the message says what was expected and what came."""


class DtypeError(CaromError, TypeError):
    """An array of something that is not real numbers."""


class ParameterError(CaromError, TypeError):
    """A keyword that is no parameter, or not one of this law's."""


class UnknownLawError(CaromError, KeyError):
    """No law has this name."""


class NoAnswerError(CaromError, ArithmeticError):
    """The question was fair, but there is no answer, or the arithmetic failed."""


# Tracebacks say carom.InputError, not the file it stands in.
for _kind in (CaromError, InputError, DtypeError, ParameterError, UnknownLawError, NoAnswerError):
    _kind.__module__ = "carom"

# The library speaks of its command line; here the same ways out have other names.
_SPELLINGS = (
    (r"--allow (\w+)", r'allow="\1"'),
    (r"`carom laws ([\w-]+)`", r'carom.laws["\1"]'),
    (r"`carom laws(?: NAME)?`", "carom.laws"),
    (r"`carom compare`", "carom.compare"),
)


def spelled(sentence: str) -> str:
    """A sentence of the library in Python's words."""
    for pattern, words in _SPELLINGS:
        sentence = re.sub(pattern, words, sentence)
    return sentence


def shown(name: object) -> str:
    """A name as a message may print it: what is no printable character is spelled out."""
    said = str(name)
    return said if said.isprintable() else ascii(said)[1:-1]


def describe(status: int, law: Any, contact: Any = None, params: Any = None, outcome: Any = None) -> str:
    """The library's sentence about a status."""
    null = ffi.NULL
    room = ffi.new("char[]", 1024)
    lib.carom_describe(status, law, contact or null, params or null, outcome or null, room, 1024)
    return spelled(text(room))


def error_of(status: int, message: str = "", index: Optional[Tuple[int, ...]] = None) -> CaromError:
    """The exception for a status, with the library's message unless a better one is given."""
    name = Status(status)
    kind = InputError if CLASS_OF_STATUS[status] == lib.CAROM_BAD_INPUT else NoAnswerError
    return kind(message or spelled(name.meaning), name, index)


def check(status: int, message: str = "") -> None:
    """Raises unless the status is fine."""
    if CLASS_OF_STATUS[status] != lib.CAROM_FINE:
        raise error_of(status, message)
