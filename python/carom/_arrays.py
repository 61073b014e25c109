"""Broadcasts inputs without copying: an array of doubles becomes a pointer and a step per item."""
from __future__ import annotations

import math
from typing import Any, Dict, List, Optional, Protocol, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

from ._errors import DtypeError, InputError
from ._names import Status

Shape = Tuple[int, ...]


class Touching(Protocol):
    """An object that has W and v: a Pair, a Rod, a Scenario or a Mechanism."""

    @property
    def W(self) -> NDArray[np.float64]: ...

    @property
    def v(self) -> NDArray[np.float64]: ...


def contact_of(W: Any, v: Any, system: bool = False) -> Tuple[Any, Any]:
    """Returns the given W and v, or those of a given object. Several contacts are accepted only if `system`."""
    has_both = hasattr(W, "W") and hasattr(W, "v")
    if v is not None and has_both:
        raise InputError(f"a {type(W).__name__} has a v of its own: leave v out, or give its W", Status.BAD_VALUE)
    if v is not None:
        return W, v
    if not has_both:
        raise InputError("v is missing: give W and v, or something that has both, such as a Pair", Status.NULL_POINTER)
    contacts = getattr(W, "contacts", 1)
    if contacts != 1 and not system:
        way_out = "carom.solve_system solves them together, and contact(i) is one of them"
        raise InputError(f"this {type(W).__name__} touches at {contacts} contacts: {way_out}", Status.BAD_SIZE)
    return W.W, W.v


def asked_of(W: Any, v: Any, row: Any, default: Any) -> Tuple[Any, Any]:
    """Returns v and the law. If the first argument is an object with W and v, the law may be the second one."""
    named = isinstance(v, str) or hasattr(v, "coefficients")
    return (None, v) if named and row == default else (v, row)


def doubles(values: Any, name: str) -> NDArray[np.float64]:
    """Returns the values as doubles, without a copy if possible. Raises DtypeError if they are not real numbers."""
    unmasked(values, name)
    try:
        array = np.asarray(values)
    except ValueError as error:  # rows of different lengths
        raise InputError(f"{name} is not an array: {error}", Status.BAD_VALUE) from None
    if array.dtype.kind not in "iuf":
        raise DtypeError(f"{name} must be real numbers, but its dtype is {array.dtype}", Status.BAD_VALUE)
    return array.astype(np.float64, copy=False)


def unmasked(values: Any, name: str) -> None:
    """Rejects an array with masked entries, which are not valid numbers."""
    if isinstance(values, np.ma.MaskedArray) and bool(np.any(np.ma.getmaskarray(values))):  # type: ignore[no-untyped-call]
        message = f"{name} has masked entries; pass what is left of it, or {name}.filled(...)"
        raise InputError(message, Status.BAD_VALUE)


def shape_of(parts: Dict[str, Shape]) -> Shape:
    """Returns the common shape of the leading axes."""
    try:
        return np.broadcast_shapes(*parts.values())
    except ValueError:
        given = ", ".join(f"{name} {shape}" for name, shape in parts.items() if shape)
        raise InputError(f"the leading axes do not broadcast together: {given}", Status.BAD_VALUE) from None


def _step(shape: Shape, strides: Sequence[int]) -> Optional[int]:
    """Returns the step in bytes from item to item if it is the same throughout all axes, otherwise None."""
    step, reach = 0, None
    for length, stride in reversed(list(zip(shape, strides))):
        if length == 1:
            continue
        if reach is None:
            step = stride
        elif stride != reach:
            return None
        reach = stride * length
    return step


class Flat:
    """An array broadcast to `shape`, except its last `core` axes: one pointer, a step per item, and steps inside an item.

    The array is copied only if it has no single step from item to item, as in an outer product of two axes. It is also
    copied if it runs backwards or if its numbers are not aligned.
    """

    def __init__(self, array: NDArray[np.float64], shape: Shape, core: int) -> None:
        inner = array.shape[array.ndim - core :]
        spread = np.broadcast_to(array, shape + inner)
        step = _step(shape, spread.strides[: len(shape)])
        whole = all(stride % 8 == 0 for stride in spread.strides) and spread.flags.aligned
        if step is None or step < 0 or not whole:
            spread = np.ascontiguousarray(spread)
            step = 8 * math.prod(inner)
        self.array = spread
        self.step = step // 8
        self.inner: List[int] = [stride // 8 for stride in spread.strides[len(shape) :]]

    @property
    def address(self) -> int:
        """Returns the address of the first number."""
        return int(self.array.__array_interface__["data"][0])
