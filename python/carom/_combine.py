"""Combines the coefficients of two bodies."""
from __future__ import annotations

from functools import partial
from itertools import count, takewhile
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import doubles, shape_of
from ._carom import ffi, lib
from ._errors import InputError, error_of, shown
from ._names import Status, text

_RULE = partial(lib.carom_enum_name, lib.CAROM_ENUM_COMBINE_RULE)
RULES = {text(_RULE(i)): i for i in takewhile(_RULE, count())}


def combine(rule: str, a: ArrayLike, b: ArrayLike) -> Any:
    """Combines the coefficients of two bodies, such as friction, by a named rule. No such rule follows from physics.

    >>> import carom
    >>> carom.combine("mean", 0.25, 0.75)
    0.5
    >>> carom.combine("max", [0.2, 0.5], 0.3)
    array([0.3, 0.5])
    """
    if rule not in RULES:
        raise InputError(f'rule is one of {" | ".join(RULES)}, not "{shown(rule)}"', Status.BAD_VALUE)
    first, second = doubles(a, "a"), doubles(b, "b")
    shape = shape_of({"a": first.shape, "b": second.shape})
    first, second = np.broadcast_to(first, shape), np.broadcast_to(second, shape)
    made, one = np.empty(shape), ffi.new("double *")
    for index in np.ndindex(*shape):
        status = lib.carom_combine(RULES[rule], first[index], second[index], one)
        if status != lib.CAROM_OK:
            said = f"{first[index]:g} and {second[index]:g} have no {rule}; coefficients are numbers, not negative"
            raise error_of(status, said, index)
        made[index] = one[0]
    return made if shape else float(made)
