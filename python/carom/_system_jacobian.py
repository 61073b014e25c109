"""Differentiates impacts at several contacts, through a mechanism, and along a trajectory."""
from __future__ import annotations

from typing import Any, Optional, Tuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import doubles
from ._carom import ffi, lib
from ._errors import InputError, NoAnswerError, error_of
from ._jacobian import ByCoefficient, full_of
from ._laws import Law
from ._names import Status, text

Doubles = NDArray[np.float64]


class SystemJacobian(ByCoefficient):
    """Derivatives of P with respect to all inputs, for several contacts. P is one row, contact by contact, n = k d components.

    v         (n, n): dP_i/dv_j
    W         (n, n, n): for a symmetric change dW, dP_i = sum of W[i, j, k] dW[j, k]
    e, mu     and every other number the law reads, (n, k): dP_i per change of contact j's
    smooth    "smooth"; "kink": the derivative on the side of the present modes; "jump", "no-derivative": NaN
    margin    relative distance to the nearest change of modes
    undefined  number of NaN columns, such as the normal velocity of a closed contact, exactly 0, while another strikes

    >>> import carom
    >>> import numpy as np
    >>> hit = carom.solve_system(np.diag([1.0, 3.0, 2.0, 3.0]), [-1, 2, -1, 2], "glocker", e_n=0.5, mu=0.2, jac=True)
    >>> hit.jac.mu + 0.0  # friction impulse of each contact, by each mu
    array([[ 0.  ,  0.  ],
           [-1.5 ,  0.  ],
           [ 0.  ,  0.  ],
           [ 0.  , -0.75]])
    """

    def __init__(self, reader: Law, system: Any, jac: Any) -> None:
        n, contacts, params = jac.n, system.nc, jac.params
        self.v = _copied(jac.dP_dv, (n, n))
        self.W = full_of(_copied(jac.dP_dW, (n, jac.entries)), n)
        self.smooth: str = text(lib.carom_enum_name(lib.CAROM_ENUM_SMOOTHNESS, jac.smooth))
        self.margin: float = jac.margin
        self.undefined: int = jac.undefined
        self._by = _copied(jac.dP_dparam, (n, params, contacts))
        self._name_columns(reader, [jac.param[k] for k in range(params)])

    def _part(self, columns: Any) -> Doubles:
        return np.asarray(self._by[:, columns])

    def __repr__(self) -> str:
        return f"<Jacobian of {len(self.v)} impulses: by v, W, {', '.join(self._columns)}; {self.smooth}>"


def _copied(numbers: Any, shape: Tuple[int, ...]) -> Doubles:
    return np.array(ffi.unpack(numbers, int(np.prod(shape)))).reshape(shape)


def refuse_jac(law: str, contacts: int, status: int) -> None:
    """Raises an error that explains why there are no derivatives."""
    if contacts > lib.CAROM_MAX_JACOBIAN_CONTACTS:
        most = f"derivatives take at most {lib.CAROM_MAX_JACOBIAN_CONTACTS} contacts"
        raise InputError(f"{most}; there are {contacts}", Status.BAD_COUNT)
    if status == Status.NO_DERIVATIVE:
        raise NoAnswerError(f'law "{law}" has no derivatives for systems', Status.NO_DERIVATIVE)


def _upper(full: Doubles) -> Doubles:
    """Returns columns of the upper triangle, with W_ij and W_ji changing together, from those of a full symmetric W."""
    i, j = np.triu_indices(full.shape[-1])
    return np.ascontiguousarray(full[..., i, j] + np.where(i == j, 0.0, full[..., j, i]))


def _given(values: Optional[ArrayLike], name: str, shape: Tuple[int, ...]) -> Optional[Doubles]:
    if values is None:
        return None
    array = np.ascontiguousarray(doubles(values, name))
    if array.shape != shape:
        raise InputError(f"{name} must have shape {shape}; it is {array.shape}", Status.BAD_VALUE)
    return array


def _needed(values: ArrayLike, name: str, shape: Tuple[int, ...]) -> Doubles:
    array = _given(values, name, shape)
    assert array is not None
    return array


def _pointer(array: Optional[Doubles]) -> Any:
    return ffi.NULL if array is None else ffi.cast("double *", array.ctypes.data)


def mechanism_jac(
    mechanism: Any, hit: Any, dM: Optional[ArrayLike], dJ: Optional[ArrayLike], dconstraints: Optional[ArrayLike]
) -> Tuple[Doubles, Doubles]:
    """Returns the result of Mechanism.jac."""
    speeds, size, jac = len(mechanism.u), len(mechanism.v), hit.jac
    counts = {len(doubles(x, "slopes")) for x in (dM, dJ, dconstraints) if x is not None}
    if len(counts) > 1:
        raise InputError(f"dM, dJ and dconstraints speak of different numbers of coordinates: {sorted(counts)}", Status.BAD_SIZE)
    coordinates = counts.pop() if counts else 0
    held = 0 if mechanism.constraints is None else len(mechanism.constraints)
    M = _given(dM, "dM", (coordinates, speeds, speeds))
    J = _given(dJ, "dJ", (coordinates, size, speeds))
    C = _given(dconstraints, "dconstraints", (coordinates, held, speeds))
    if J is not None and mechanism.frames is not None:
        rows = J.reshape(coordinates, mechanism.contacts, mechanism.dim, speeds)
        J = np.ascontiguousarray((mechanism.frames @ rows).reshape(J.shape))
    P = _needed(np.reshape(hit.P, -1), "P", (size,))
    by_v, by_W = _needed(jac.v, "dP/dv", (size, size)), _upper(_needed(jac.W, "dP/dW", (size, size, size)))
    slopes = ffi.new("carom_mechanism_slopes *", {"coordinates": coordinates})
    slopes.dM, slopes.dR, slopes.dJ = _pointer(M), _pointer(J), _pointer(C)
    impulse = ffi.new("carom_impulse_slopes *", {"P": _pointer(P), "dP_dv": _pointer(by_v), "dP_dW": _pointer(by_W)})
    by_u, by_q, scratch = np.empty((speeds, speeds)), np.empty((speeds, coordinates)), np.empty(speeds + 2 * held)
    status = lib.carom_delassus_jacobian(mechanism._c, mechanism._delassus, slopes, impulse, _pointer(scratch), _pointer(by_q),
                                    _pointer(by_u))  # fmt: skip
    if status == Status.NOT_FINITE:
        raise NoAnswerError(f"the impulses have no derivative here ({jac.smooth}), or a slope is not finite", Status.NOT_FINITE)
    if status:
        raise error_of(status)
    return by_u, by_q


def saltation(
    u: ArrayLike,
    u_after: ArrayLike,
    normal: ArrayLike,
    du_du: ArrayLike,
    du_dq: Optional[ArrayLike] = None,
    *,
    a: Optional[ArrayLike] = None,
    a_after: Optional[ArrayLike] = None,
    gap_rate: float = 0.0,
    du_dt: Optional[ArrayLike] = None,
) -> Doubles:
    """Computes the saltation matrix (2n, 2n), which maps small changes of (q, u) just before an impact to those just after it.

    An impact changes no coordinate, but a change of the state shifts its time. With the state x = (q, u) and the
    derivatives F of the motions before and after the impact, d x(T)/d x(0) = F_after @ Xi @ F_before.

    u, u_after    (n,) speeds before and after, the rates of the coordinates
    normal        (n,) dg/dq of the gap: the normal row of J
    du_du, du_dq  (n, n) derivatives of u_after, as returned by Mechanism.jac; du_dq defaults to 0
    a, a_after    (n,) accelerations just before and just after, such as gravity; default 0
    gap_rate, du_dt  for a moving surface: dg/dt at fixed q, and du_after/dt at fixed q and u

    A ball falls from a height h and bounces with e; its next apex is e^2 h:

    >>> import carom
    >>> e, g, v = 0.7, 9.81, 4.0
    >>> Xi = carom.saltation([-v], [e * v], [1.0], [[-e]], a=[-g], a_after=[-g])
    >>> float(round(Xi[0, 0] + e * v / g * Xi[1, 0], 12))  # derivative of the apex, e v/g later, by the height
    0.49
    """
    before = np.ascontiguousarray(doubles(u, "u"))
    if before.ndim != 1:
        raise InputError(f"u must have shape (n,); it is {before.shape}", Status.BAD_VALUE)
    n = len(before)
    after, row = _needed(u_after, "u_after", (n,)), _needed(normal, "normal", (n,))
    by_u, by_q = _needed(du_du, "du_du", (n, n)), _needed(np.zeros((n, n)) if du_dq is None else du_dq, "du_dq", (n, n))
    early, late, by_t = _given(a, "a", (n,)), _given(a_after, "a_after", (n,)), _given(du_dt, "du_dt", (n,))
    through = ffi.new("carom_flight *", {"speeds": n, "gap_rate": gap_rate})
    through.u, through.u_after, through.normal = _pointer(before), _pointer(after), _pointer(row)
    through.a, through.a_after, through.du_dt = _pointer(early), _pointer(late), _pointer(by_t)
    through.du_dq, through.du_du = _pointer(by_q), _pointer(by_u)
    Xi, v_n = np.empty((2 * n, 2 * n)), ffi.new("double *")
    status = lib.carom_saltation_matrix(through, _pointer(Xi), v_n)
    if status == Status.NO_IMPACT:
        raise NoAnswerError(f"nothing is hit: the gap does not close (v_n = {v_n[0]:.6g} m/s)", Status.NO_IMPACT)
    if status:
        raise error_of(status)
    return Xi
