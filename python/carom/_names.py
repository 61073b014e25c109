"""Defines statuses, modes, events and violations: enums from the library's tables, and arrays of them."""
from __future__ import annotations

import enum
import itertools
import re
from functools import partial
from typing import TYPE_CHECKING, Any, Callable, Optional, Type, TypeVar, Union

import numpy as np
from numpy.typing import NDArray

from ._carom import ffi, lib

Member = TypeVar("Member", bound="Name")


def text(pointer: Any) -> str:
    """Returns a C string as a Python string; "" for NULL."""
    return str(ffi.string(pointer).decode()) if pointer else ""


class _Listed(enum.EnumMeta):
    """Declares members for type checkers; the tables define them at run time."""

    if TYPE_CHECKING:

        def __getattr__(cls: Type[Member], name: str) -> Member:  # type: ignore[misc]
            ...


class Name(enum.IntEnum, metaclass=_Listed):
    """A row of one of the library's tables: ``Mode("c-sticking")`` and ``Mode.C_STICKING`` are the same row."""

    label: str
    meaning: str

    def __new__(cls, value: Any, label: str = "", meaning: str = "") -> Name:
        member = int.__new__(cls, value)
        member._value_ = value
        member.label = label  # as in the library
        member.meaning = meaning  # one line
        return member

    def __str__(self) -> str:
        return self.label

    # A row equals its name in the library and its number; sets and dicts find it by its name.
    def __eq__(self, other: Any) -> Any:
        return self.label == other if isinstance(other, str) else int.__eq__(self, other)

    def __ne__(self, other: Any) -> Any:
        return self.label != other if isinstance(other, str) else int.__ne__(self, other)

    def __hash__(self) -> int:
        return hash(self.label)

    @classmethod
    def _missing_(cls, value: object) -> Optional[Name]:
        return next((member for member in cls if member.label == value), None)


def _identifier(label: str) -> str:
    """Returns a label as a Python identifier: "slip+" is SLIP_PLUS, "sticking/sliding" is STICKING_SLIDING."""
    spelled = re.sub(r"-$", "_minus", label.replace("+", "_plus"))
    return re.sub(r"\W", "_", spelled).upper()


def _rows(name: str, about: str, count: int, label: Callable[[int], Any], meaning: Callable[[int], Any]) -> Any:
    """Returns the enum of the rows of a table, with numbers below count."""
    names = [text(label(i)) or "unnamed" for i in range(count)]
    rows = [(i, label, text(meaning(i))) for i, label in enumerate(names) if label != "unknown-status"]
    members = {_identifier(row[1]): row for row in rows}
    make: Any = Name  # created by a call, which type checkers do not understand
    made = make(name, members, module=__name__)
    made.__doc__ = about + "\n\n" + "\n".join(f"{label:18s} {words}" for _, label, words in rows)
    return made


def _enum(name: str, about: str, which: int) -> Any:
    """Returns the enum of one of the library's enumerations, with consecutive numbers."""
    label, meaning = partial(lib.carom_enum_name, which), partial(lib.carom_enum_meaning, which)
    return _rows(name, about, sum(1 for _ in itertools.takewhile(label, itertools.count())), label, meaning)


if TYPE_CHECKING:

    class Status(Name):
        """The status that the library returned."""

    class Mode(Name):
        """The behaviour of the contact during the impact."""

    class Event(Name):
        """The event at a point of a path."""

else:
    Status = _rows(
        "Status", "What the library answered.", lib.CAROM_STATUS_END, lib.carom_status_name, lib.carom_status_message
    )
    Mode = _enum("Mode", "What the contact did.", lib.CAROM_ENUM_MODE)
    Event = _enum("Event", "What happens at a point of a path.", lib.CAROM_ENUM_EVENT)


class Violation(enum.IntFlag):
    """The conditions that a result violates, checked from (W, v, P, mu) only; 0 is admissible."""

    ENERGY = lib.CAROM_VIOLATION_ENERGY
    CONE = lib.CAROM_VIOLATION_CONE
    PULL = lib.CAROM_VIOLATION_PULL
    PENETRATION = lib.CAROM_VIOLATION_PENETRATION
    NO_SOLUTION = lib.CAROM_VIOLATION_NO_SOLUTION
    NOT_UNIQUE = lib.CAROM_VIOLATION_NOT_UNIQUE
    LOSS = lib.CAROM_VIOLATION_LOSS

    @property
    def label(self) -> str:
        """The violated conditions in the library's notation, such as "dE>0, P_n<0"; "" if none is violated.

        >>> (Violation.ENERGY | Violation.PULL).label
        'dE>0, P_n<0'
        """
        return ", ".join(text(lib.carom_enum_name(lib.CAROM_ENUM_VIOLATION, bit.value)) for bit in Violation if bit & self)


# The class of each status, as an array indexed by status.
CLASS_OF_STATUS = np.array([lib.carom_status_classify(i) for i in range(lib.CAROM_STATUS_END)], dtype=np.uint8)


class NameArray(np.ndarray[Any, Any]):
    """An array of names, stored as integers. It can be compared with names, members or integers.

    >>> import carom
    >>> hit = carom.collide([[2.5, -1.5], [-1.5, 2.5]], [-1, 0.6], e=0.5, mu=[0.1, 0.7, 0.7])
    >>> hit.mode
    NameArray(['c-reversed', 'c-sticking', 'c-sticking'])
    >>> hit.mode == "c-sticking"
    array([False,  True,  True])
    >>> hit.mode[1]
    <Mode.C_STICKING: 4>
    """

    enum: Type[Union[Name, Violation]]

    def __new__(cls, values: NDArray[Any], enum: Type[Union[Name, Violation]]) -> NameArray:
        made = values.view(cls)
        made.enum = enum
        return made

    def __array_finalize__(self, origin: Any) -> None:
        self.enum = getattr(origin, "enum", Mode)

    def __array_wrap__(self, array: NDArray[Any], context: Any = None, return_scalar: bool = False) -> Any:
        return array[()] if array.ndim == 0 else np.asarray(array)

    def __reduce__(self) -> Any:
        return NameArray, (np.asarray(self), self.enum)

    def __getitem__(self, index: Any) -> Any:
        item = super().__getitem__(index)
        return item if isinstance(item, np.ndarray) else self.enum(int(item))

    def __eq__(self, other: Any) -> Any:
        return np.asarray(self) == self._number(other)

    def __ne__(self, other: Any) -> Any:
        return np.asarray(self) != self._number(other)

    __hash__ = None

    def _number(self, other: Any) -> Any:
        enum: Any = self.enum
        return int(enum(other)) if isinstance(other, str) else np.asarray(other)

    @property
    def label(self) -> NDArray[Any]:
        """The names as an array of strings."""
        numbers = np.asarray(self)
        table = np.empty(int(numbers.max(initial=0)) + 1, dtype=object)
        for number in np.unique(numbers):
            table[number] = self.enum(int(number)).label
        labels: NDArray[Any] = table[numbers]
        return labels

    def __repr__(self) -> str:
        body = np.array2string(self.label, separator=", ", prefix="NameArray(", threshold=20)
        return f"NameArray({body})"

    __str__ = __repr__


def named(values: NDArray[Any], enum: Type[Union[Name, Violation]]) -> Any:
    """Returns a NameArray, or the member itself for a single value."""
    return NameArray(values, enum) if values.ndim else enum(int(values))
