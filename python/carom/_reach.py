"""Computes the impulses that a law reaches over its own coefficients, with fixed friction."""
from __future__ import annotations

import math
from typing import Any, Dict, List, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._carom import ffi, lib
from ._collide import Problem
from ._errors import describe, error_of
from ._laws import Law, find
from ._names import text
from ._region import Region

Doubles = NDArray[np.float64]


class Reach:
    """The impulses of a law over its coefficients, for one contact.

    coefficients  the varied coefficients: {name: (low, high)}
    area          2D: area that it reaches, (N s)^2; 0 for a curve, nan in 3D
    share         2D: fraction of the accessible region that it reaches
    exact         whether the area is from a formula; otherwise from a raster, with three digits
    outside       2D: area that it reaches outside the region
    e_n           smallest and largest v_n'/-v_n
    dE            largest and smallest energy loss, J; a positive value means a gain of energy
    outline       (k, 2) 2D: the boundary of its area if a formula is known, else empty
    impulses      (n + 1, d) for one coefficient, (n + 1, m + 1, d) for two or more, of which the first two vary
    region        carom.Region: the impulses that all laws together could reach
    """

    def __init__(self, W: ArrayLike, v: ArrayLike, law: Union[str, Law], mu: float, parameters: Dict[str, Any]) -> None:
        self.law = find(law)
        given = {**parameters, "mu": mu} if "mu" in self.law.coefficients else dict(parameters)
        problem = Problem(self.law, W, v, given)
        self._contact, self._params = problem.one("what a law reaches")
        # Set the friction of the region, even if the law does not read it.
        friction = lib.carom_coefficient_find(ffi.NULL, b"mu")
        lib.carom_params_set(self._params, friction, ffi.new("double[]", [float(mu)]), 1)
        self.region = Region(W, v, mu)
        own = self._own(parameters)
        self.coefficients = {text(self._row(number).name): (low, high) for number, low, high in own}
        made = ffi.new("carom_reach *")
        room = ffi.new("carom_reach_range[]", max(1, len(own)))
        for k, (number, low, high) in enumerate(own):
            room[k].param, room[k].low, room[k].high = number, low, high
            row = self._row(number)
            if math.isnan(row.default_value):  # this coefficient varies, so it must not count as missing
                lib.carom_params_set(self._params, row, [row.example], 1)
        cover = ffi.new("carom_cover *")
        pointer = self.law.pointer
        self._check(lib.carom_reach_compute(pointer, self._contact, self._params, room, len(own), cover, made))
        self.area, self.share, self.outside = float(made.area), float(made.share), float(made.outside)
        self.exact = bool(made.exact)
        self.e_n = (float(made.e_n[0]), float(made.e_n[1]))
        self.dE = (float(made.dE[0]), float(made.dE[1]))
        self.asked, self.answered, self.left = int(made.asked), int(made.answered), int(made.left)
        self.outline = self._outline(len(own))
        self.impulses = self._net(room, len(own), problem.dim)

    def _row(self, number: int) -> Any:
        return lib.carom_law_coefficient(self.law.pointer, number)

    def _own(self, held: Dict[str, Any]) -> List[Tuple[int, float, float]]:
        room = ffi.new("carom_reach_range[]", lib.CAROM_MAX_REACH_RANGES)
        count = lib.carom_reach_ranges(self.law.pointer, 0, room)
        found = [(int(room[k].param), float(room[k].low), float(room[k].high)) for k in range(count)]
        return [one for one in found if text(self._row(one[0]).name) not in held]

    def _check(self, status: int) -> None:
        if status:
            raise error_of(status, describe(status, self.law.pointer, self._contact, self._params))

    def _outline(self, count: int) -> Doubles:
        area = ffi.new("carom_reach_area *")
        if count < 2 or not self.exact:
            return np.empty((0, 2))
        if lib.carom_reach_outline(self.law.pointer, self._contact, self._params, area):
            return np.empty((0, 2))
        return np.array([[area.P[k][0], area.P[k][1]] for k in range(area.count)]).reshape(-1, 2)

    def _net(self, own: Any, count: int, dim: int) -> Doubles:
        steps: Tuple[int, ...] = (200,) if count == 1 else (40, 80)
        if not count:
            return np.empty((0, dim))
        P = np.empty((*(n + 1 for n in steps), 3))
        answered = ffi.new("size_t *")
        second = own + 1 if count > 1 else ffi.NULL
        room = ffi.from_buffer("double[]", P)
        last = steps[-1] if count > 1 else 0
        status = lib.carom_reach_net(
            self.law.pointer, self._contact, self._params, own, steps[0], second, last, room, P.size // 3, answered
        )
        self._check(status)
        return P[..., :dim]

    def __repr__(self) -> str:
        over = ", ".join(self.coefficients) or "nothing"
        share = f"{100 * self.share:.1f} % of the region" if self.area > 0 else "no area"
        return f"<reach of {self.law.name} over {over}: {share}>"


def reach(W: ArrayLike, v: ArrayLike, law: Union[str, Law], mu: float, **parameters: Any) -> Reach:
    """Computes the results that a law can reach over its coefficients; those that are given stay fixed.

    >>> import carom
    >>> reach = carom.reach([[1, 0.45], [0.45, 1.1]], [-1, -0.65], "chatterjee1", mu=0.55)
    >>> reach
    <reach of chatterjee1 over r_n, r_t: 49.9 % of the region>
    >>> reach.exact
    True
    """
    return Reach(W, v, law, mu, parameters)
