"""Computes derivatives of an impact: the Jacobian of P, products with tangents (JVP) and with cotangents (VJP)."""
from __future__ import annotations

import math
from typing import Any, Dict, Iterable, List, Optional, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import Shape, Touching, asked_of
from ._carom import ffi, lib
from ._collide import Problem
from ._errors import InputError, NoAnswerError
from ._laws import Law, find
from ._names import Status, text
from ._result import OUTCOME, Result, answers_in_full

Doubles = NDArray[np.float64]


def _layout() -> Any:
    """Returns carom_jacobian as a NumPy dtype with the compiler's offsets."""
    formats = {
        "dP_dv": "(3,3)f8", "dP_dW": "(3,6)f8", "dP_dparam": "(3,16)f8", "margin": "f8", "error": "f8", "params": "i4", "smooth": "i4",
        "param": "(16,)i4", "c": "(3,)f8", "n_v": "(3,)f8", "n_W": "(6,)f8", "n_param": "(16,)f8",
    }  # fmt: skip
    fields = dict(ffi.typeof("carom_jacobian").fields)
    offsets = [fields[name].offset for name in formats]
    size = ffi.sizeof("carom_jacobian")
    return np.dtype({"names": list(formats), "formats": list(formats.values()), "offsets": offsets, "itemsize": size})


JAC = _layout()


def full_of(triangle: Doubles, dim: int) -> Doubles:
    """Converts columns of the upper triangle to symmetric matrices; each off-diagonal value is split between both places."""
    made = np.zeros(triangle.shape[:-1] + (dim, dim))
    k = 0
    for i in range(dim):
        for j in range(i, dim):
            share = 1.0 if i == j else 0.5
            made[..., i, j] = made[..., j, i] = share * triangle[..., k]
            k += 1
    return made


class ByCoefficient:
    """Holds columns for the numbers of coefficients: each coefficient is an attribute."""

    _columns: Dict[str, List[int]]

    def _name_columns(self, reader: Law, numbers: Iterable[int]) -> None:
        names = {reader.coefficient(name).index: name for name in reader.coefficients}
        self._columns = {}
        for k, number in enumerate(numbers):
            # The columns after the first also belong to a coefficient with several numbers.
            index = next((number - back for back in range(3) if number - back in names), None)
            if index is not None:
                self._columns.setdefault(names[index], []).append(k)

    def _part(self, columns: Any) -> Doubles:
        """Returns these columns, or a single column without its axis."""
        raise NotImplementedError

    @property
    def coefficients(self) -> Tuple[str, ...]:
        """Names of the coefficients with columns; each is an attribute."""
        return tuple(self._columns)

    def __getattr__(self, name: str) -> Doubles:
        columns: Dict[str, List[int]] = self.__dict__.get("_columns", {})
        if name not in columns:
            raise AttributeError(f"no derivative by {name!r}; there are those by v, W, {', '.join(columns)}")
        return self._part(columns[name][0] if len(columns[name]) == 1 else columns[name])

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *self._columns]


class Jacobian(ByCoefficient):
    """Derivatives of P with respect to all inputs, with the leading axes of the problem.

    v       (..., d, d): dP_i/dv_j
    W       (..., d, d, d): for a symmetric change dW, dP_i = sum of W[i, j, k] dW[j, k]
    e, mu   and every other number the law reads, (..., d): dP_i per change of it
    smooth  "smooth"; "kink": the derivative on the side of the present mode; docs/derivatives.md explains "one-sided",
            "directional", "jump" and "no-derivative"
    margin  relative distance to the nearest switch of modes
    error   estimated error of derivatives that are computed by differences (contact models), relative to P: the
            derivative by each input times the size of this input; 0 if they are exact up to rounding

    >>> import carom
    >>> hit = carom.collide([[1.0, 0.0], [0.0, 3.0]], [-1.0, 2.0], "whittaker", e=0.5, mu=0.2, jac=True)
    >>> hit.jac.v + 0.0
    array([[-1.5,  0. ],
           [ 0.3,  0. ]])
    >>> hit.jac.mu + 0.0, hit.jac.smooth
    (array([ 0. , -1.5]), 'smooth')
    """

    def __init__(self, law: Law, dim: int, shape: Shape, W: Doubles, result: Dict[str, Any], raw: NDArray[Any]) -> None:
        self._law, self._dim, self._shape, self._raw = law, dim, shape, raw.reshape(shape)
        self._contact_W, self._P, self._after = W, result["P"], result["v"]
        first = raw.reshape(-1)[0] if raw.size else np.zeros(1, dtype=JAC)[0]
        self._name_columns(law, [int(number) for number in first["param"][: int(first["params"])]])

    @property
    def v(self) -> Doubles:
        """dP_i/dv_j, kg."""
        return np.asarray(self._raw["dP_dv"][..., : self._dim, : self._dim])

    @property
    def W(self) -> Doubles:
        """dP_i/dW_jk of a full symmetric W."""
        entries = self._dim * (self._dim + 1) // 2
        return full_of(self._raw["dP_dW"][..., : self._dim, :entries], self._dim)

    def _part(self, columns: Any) -> Doubles:
        return np.asarray(self._raw["dP_dparam"][..., : self._dim, columns])

    @property
    def smooth(self) -> Any:
        """The kind of derivative at this point, as named in the library."""
        words = np.vectorize(lambda k: text(lib.carom_enum_name(lib.CAROM_ENUM_SMOOTHNESS, k)), otypes=[object])(self._raw["smooth"])
        return words if self._shape else str(words)

    @property
    def margin(self) -> Any:
        """Distance to the nearest change of mode, relative to the terms of its condition."""
        return self._raw["margin"] if self._shape else float(self._raw["margin"])

    @property
    def error(self) -> Any:
        """Estimated error of derivatives by differences, relative to P; 0 if they are exact up to rounding."""
        return self._raw["error"] if self._shape else float(self._raw["error"])

    def _matrix(self) -> Doubles:
        return np.asarray(np.broadcast_to(self._contact_W, self._shape + (self._dim, self._dim)))

    def jvp(self, W: Any = 0.0, v: Any = 0.0, **parameters: Any) -> Tuple[Doubles, Doubles, Doubles]:
        """Returns (dP, dv', d(dE)) along a change of W, v and parameters; at a kink, on the side of the change."""
        dim = self._dim
        dW, dv = (np.broadcast_to(np.asarray(x, dtype=np.float64), self._shape + tail)
                  for x, tail in ((W, (dim, dim)), (v, (dim,))))  # fmt: skip
        dW = 0.5 * (dW + np.swapaxes(dW, -1, -2))
        upper = np.triu_indices(dim)
        dP = np.einsum("...ij,...j->...i", self.v, dv) + np.einsum("...ijk,...jk->...i", self.W, dW)
        side = np.einsum("...j,...j->...", self._raw["n_v"][..., :dim], dv)
        side = side + np.einsum("...j,...j->...", self._raw["n_W"][..., : len(upper[0])], dW[..., upper[0], upper[1]])
        for name, change in parameters.items():
            if name not in self._columns:
                getattr(self, name)  # raises an error that lists the unknown names
            columns = self._columns[name]
            tail = () if len(columns) == 1 else (len(columns),)
            by = np.broadcast_to(np.asarray(change, dtype=np.float64), self._shape + tail).reshape(self._shape + (-1,))
            dP = dP + np.einsum("...ik,...k->...i", self._raw["dP_dparam"][..., :dim, columns], by)
            side = side + np.einsum("...k,...k->...", self._raw["n_param"][..., columns], by)
        other = (self._raw["smooth"] == lib.CAROM_KINK) & (side < 0.0)
        dP = np.where(other[..., None], dP + self._raw["c"][..., :dim] * side[..., None], dP)
        WP = np.einsum("...ij,...j->...i", dW, self._P)
        after = dv + np.einsum("...ij,...j->...i", self._matrix(), dP) + WP
        energy = np.sum(self._after * dP + self._P * dv + 0.5 * self._P * WP, axis=-1)
        return dP, after, energy

    def vjp(self, P: Any = 0.0, v: Any = 0.0, dE: Any = 0.0) -> Dict[str, Doubles]:
        """Returns the gradient of a scalar with respect to W, v and each parameter, from that with respect to P, v' and dE."""
        dim = self._dim
        bar_P, bar_v = (np.broadcast_to(np.asarray(x, dtype=np.float64), self._shape + (dim,)) for x in (P, v))
        bar_E = np.broadcast_to(np.asarray(dE, dtype=np.float64), self._shape)[..., None]
        pull = bar_P + np.einsum("...ji,...j->...i", self._matrix(), bar_v) + bar_E * self._after
        outer = bar_v[..., :, None] * self._P[..., None, :]
        bar_W = np.einsum("...ijk,...i->...jk", self.W, pull) + 0.5 * (outer + np.swapaxes(outer, -1, -2))
        bar_W = bar_W + 0.5 * bar_E[..., None] * self._P[..., :, None] * self._P[..., None, :]
        made = {"W": bar_W, "v": np.einsum("...ij,...i->...j", self.v, pull) + bar_v + bar_E * self._P}
        for name, columns in self._columns.items():
            bar = np.einsum("...ik,...i->...k", self._raw["dP_dparam"][..., :dim, columns], pull)
            made[name] = bar[..., 0] if len(columns) == 1 else bar
        return made

    def __repr__(self) -> str:
        what = self.smooth if not self._shape else f"{math.prod(self._shape)} impacts"
        return f"<Jacobian of {self._law.name}: by v, W, {', '.join(self._columns)}; {what}>"


def with_jac(problem: Problem) -> Tuple[Dict[str, NDArray[Any]], NDArray[Any]]:
    """Computes every impact with all details and its Jacobian."""
    code = problem.law.pointer.contact
    if code.equations == ffi.NULL or not code.differentiable & (1 if problem.dim == 2 else 2):
        raise NoAnswerError(f'law "{problem.law.name}" has no derivatives in {problem.dim}D', Status.NO_DERIVATIVE)
    outcomes, jacs = np.empty(problem.count, dtype=OUTCOME), np.empty(problem.count, dtype=JAC)
    lib.py_jacs(problem.pointer, 0, problem.count, ffi.from_buffer("carom_result[]", outcomes),
                ffi.from_buffer("carom_jacobian[]", jacs))  # fmt: skip
    return answers_in_full(outcomes, problem.dim), jacs


def jacobian_of(problem: Problem, result: Result, jacs: NDArray[Any]) -> Jacobian:
    """Returns the Jacobian of a result."""
    given = {"P": result.P, "v": result.v}
    return Jacobian(problem.law, problem.dim, problem.shape, problem.W, given, jacs)


def _asked(W: Any, v: Any, law: Any, allow: Any, parameters: Dict[str, Any]) -> Result:
    from ._collide import collide

    v, law = asked_of(W, v, law, "routh")
    return collide(W, v, find(law), allow=allow, jac=True, **parameters)


def jvp(
    W: Union[ArrayLike, Touching],
    v: Any = None,
    law: Union[str, Law] = "routh",
    *,
    tangents: Dict[str, Any],
    allow: Union[str, Iterable[str]] = (),
    **parameters: Any,
) -> Tuple[Result, Tuple[Doubles, Doubles, Doubles]]:
    """Computes the impact, and how P, v' and dE change along `tangents`, a dict of changes of W, v and parameters.

    >>> import carom
    >>> hit, (dP, dv, ddE) = carom.jvp([[2.0, 0.0], [0.0, 1.0]], [-1.0, 0.3], "whittaker", e=1.0, mu=0.0,
    ...                                tangents={"v": [1.0, 0.0]})
    >>> dv  # an elastic wall reverses the normal velocity
    array([-1.,  0.])
    """
    hit = _asked(W, v, law, allow, parameters)
    return hit, hit.jac.jvp(**tangents)


def vjp(
    W: Union[ArrayLike, Touching],
    v: Any = None,
    law: Union[str, Law] = "routh",
    *,
    P: Optional[Any] = None,
    v_after: Optional[Any] = None,
    dE: Optional[Any] = None,
    allow: Union[str, Iterable[str]] = (),
    **parameters: Any,
) -> Tuple[Result, Dict[str, Doubles]]:
    """Computes the impact, and the gradient of a scalar with respect to W, v and each parameter, from that for P, v' and dE.

    >>> import carom
    >>> hit, bar = carom.vjp([[1.0, 0.0], [0.0, 3.0]], [-1.0, 2.0], "whittaker", e=0.5, mu=0.2, v_after=[0.0, 1.0])
    >>> bar["mu"].round(12), bar["v"].round(12)  # of the slip after
    (-4.5, array([0.9, 1. ]))
    """
    if P is None and v_after is None and dE is None:
        raise InputError("give what the scalar changes by: P=..., v_after=... or dE=...", Status.BAD_VALUE)
    hit = _asked(W, v, law, allow, parameters)
    return hit, hit.jac.vjp(*(0.0 if x is None else x for x in (P, v_after, dE)))
