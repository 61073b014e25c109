"""Computes W and v of mechanisms and 2D chains, their motion after an impulse, and the force probe."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import doubles
from ._carom import ffi, lib
from ._bodies import frame_of
from ._errors import InputError, ParameterError, error_info_from, error_of, shown
from ._names import Status

Doubles = NDArray[np.float64]


def _matrix(values: ArrayLike, name: str, shape: Tuple[Optional[int], ...]) -> Doubles:
    array = np.ascontiguousarray(doubles(values, name))
    fits = array.ndim == len(shape) and all(want in (None, got) for want, got in zip(shape, array.shape))
    if not fits:
        wanted = ", ".join("any" if want is None else str(want) for want in shape)
        wanted += "," if len(shape) == 1 else ""
        raise InputError(f"{name} must have shape ({wanted}); it is {array.shape}", Status.BAD_VALUE)
    return array


def _stacked(J: ArrayLike, dim: int) -> Any:
    """Stacks the rows of all contacts: J (k, d, n) becomes (k d, n)."""
    array = doubles(J, "J")
    return array.reshape(-1, array.shape[2]) if array.ndim == 3 and array.shape[1] == dim else array


def _pointer(array: Optional[Doubles]) -> Any:
    return ffi.NULL if array is None else ffi.cast("double *", array.ctypes.data)


class Mechanism:
    """A mechanism at one instant: M u is its momentum, J u the velocities of its contacts, C u = 0 its constraints.

    M  (n, n)   mass matrix, symmetric positive definite
    u  (n,)     generalized speeds before the impact
    J  (k d, n)  contact Jacobian, d = dim rows for each of k contacts; or one of each, (k, d, n)
    normal      the order of these rows. "first": the normal, then the tangents, contact by contact. A vector, or one
                for each contact: the rows are x, y (and z) of the world, and the normal points this way, from B to A;
                they are converted to normal and tangents, which are in `frames`
    constraints  (m, n)  rows C of bilateral constraints; none by default

    W (k d, k d) and v (k d,) are those of the contacts, normal first, with the constraints included. `rank` is the number
    of independent constraints.

    >>> import carom
    >>> arm = carom.Mechanism(M=[[16, 5.9], [5.9, 4]], u=[-0.1, -0.2], J=[[0.68, 1], [1.88, 1.73]], normal="first")
    >>> hit = carom.collide(arm, e=0.5, mu=0.2)
    >>> u_after, reactions = arm.apply(hit.P)
    >>> bool(abs(arm.energy(u_after) - arm.energy() - hit.dE) < 1e-12)
    True
    >>> world = carom.Mechanism(M=[[16, 5.9], [5.9, 4]], u=[-0.1, -0.2], J=[[1.88, 1.73], [0.68, 1]], normal=(0, 1))
    >>> bool(abs(world.W - arm.W).max() < 1e-15)
    True
    """

    def __init__(
        self,
        M: ArrayLike,
        u: ArrayLike,
        J: Optional[ArrayLike] = None,
        *,
        normal: Union[str, ArrayLike, None] = None,
        constraints: Optional[ArrayLike] = None,
        dim: int = 2,
    ) -> None:
        self.M = _matrix(M, "M", (None, None))
        speeds = len(self.M)
        _matrix(self.M, "M", (speeds, speeds))
        self.u = _matrix(u, "u", (speeds,))
        self.J = _matrix(np.empty(0) if J is None else _stacked(J, dim), "J", (None, speeds))
        self.constraints = None if constraints is None else _matrix(constraints, "constraints", (None, speeds))
        self.dim = dim
        if dim not in (2, 3) or not len(self.J) or len(self.J) % dim:
            raise InputError(f"J has {len(self.J)} rows, but each contact has dim = {dim} of them", Status.BAD_SIZE)
        self.contacts = len(self.J) // dim
        self.frames: Optional[Doubles] = self._frames(normal)
        self._make()

    def _frames(self, normal: Union[str, ArrayLike, None]) -> Optional[Doubles]:
        """Returns the rows n, t (t1, t2) of each contact in world axes and converts J to these axes; None if J has them already."""
        if normal is None:
            world = (0, 1) if self.dim == 2 else (0, 0, 1)
            advice = f'pass normal="first" if the normal row of each contact comes first, or a normal in world axes, such as {world}'
            raise ParameterError(f"the order of the rows of J is not known; {advice}", Status.NULL_POINTER)
        if isinstance(normal, str):
            if normal != "first":
                raise InputError(f'normal is "first" or vectors, not "{shown(normal)}"', Status.BAD_VALUE)
            return None
        each = doubles(normal, "normal")
        if each.shape not in ((self.dim,), (self.contacts, self.dim)):
            wanted = f"({self.dim},) or ({self.contacts}, {self.dim})"
            raise InputError(f"normal must have shape {wanted}; it is {each.shape}", Status.BAD_VALUE)
        frames = np.stack([frame_of(n) for n in np.broadcast_to(each, (self.contacts, self.dim))])
        rows = self.J.reshape(self.contacts, self.dim, -1)
        self.J = np.ascontiguousarray((frames @ rows).reshape(len(self.J), -1))
        return frames

    def _make(self) -> None:
        sizes = {"dim": self.dim, "speeds": len(self.u), "contacts": self.contacts}
        sizes["constraints"] = 0 if self.constraints is None else len(self.constraints)
        self._c = ffi.new("carom_mechanism *", sizes)
        self._c.M, self._c.u, self._c.R = _pointer(self.M), _pointer(self.u), _pointer(self.J)
        self._c.J = _pointer(self.constraints)
        size = lib.carom_delassus_memory_size(self._c)
        self._memory = ffi.new("double[]", size // 8 + 1)
        self._delassus = ffi.new("carom_delassus *")
        status = lib.carom_delassus_compute(self._c, self._memory, size, self._delassus)
        if status:
            why = error_info_from(lib.carom_delassus_error, status, self._c, self._delassus)
            raise error_of(status, why)
        count = self._delassus.size
        self.W: Doubles = np.array(ffi.unpack(self._delassus.W, count * count)).reshape(count, count)
        self.v: Doubles = np.array(ffi.unpack(self._delassus.v, count))
        self.rank: int = self._delassus.rank

    def __iter__(self) -> Iterator[Doubles]:
        """Yields W and v of all contacts, so that they can be passed as ``*mechanism``."""
        return iter((self.W, self.v))

    def contact(self, index: int) -> Tuple[Doubles, Doubles]:
        """Returns W and v of one contact, as if the other contacts carried no impulse."""
        if not 0 <= index < self.contacts:
            raise InputError(f"there is no contact {index}; they are 0 .. {self.contacts - 1}", Status.BAD_SIZE)
        own = slice(self.dim * index, self.dim * (index + 1))
        return self.W[own, own], self.v[own]

    def apply(self, P: ArrayLike, contact: Optional[int] = None) -> Tuple[Doubles, Doubles]:
        """Returns the speeds after the impulse, and the impulses of the constraints.

        P has one entry for each row of J, normal first, in one row or contact by contact; with `contact`, that contact's components.
        """
        impulse = doubles(P, "P")
        if impulse.shape == (self.contacts, self.dim):
            impulse = impulse.reshape(-1)
        if contact is not None:
            own = _matrix(impulse, "P", (self.dim,))
            impulse = np.zeros(len(self.v))
            impulse[self.dim * contact : self.dim * (contact + 1)] = own
        impulse = _matrix(impulse, "P", (len(self.v),))
        after = np.empty(len(self.u))
        reactions = np.empty(0 if self.constraints is None else len(self.constraints))
        status = lib.carom_delassus_apply(self._delassus, _pointer(impulse), _pointer(after), _pointer(reactions))
        if status:
            raise error_of(status)
        return after, reactions

    def jac(
        self,
        hit: Any,
        dM: Optional[ArrayLike] = None,
        dJ: Optional[ArrayLike] = None,
        dconstraints: Optional[ArrayLike] = None,
    ) -> Tuple[Doubles, Doubles]:
        """Returns d u_after/du (n, n) and d u_after/dq (n, coordinates) of an impact of this mechanism.

        hit           result of carom.collide or carom.solve_system with jac=True
        dM            (coordinates, n, n): dM/dq_k; by default M is constant
        dJ            (coordinates, k d, n): dJ/dq_k, with rows in the order of J as given; includes the curvature of the surface
        dconstraints  (coordinates, m, n)

        A pendulum of length 1 strikes a wall at an angle q, where its tip moves with J = (cos q, sin q):

        >>> import carom
        >>> from math import cos, sin
        >>> q = 0.3
        >>> rod = carom.Mechanism(M=[[1 / 3]], u=[-2.0], J=[[cos(q)], [sin(q)]], normal="first")
        >>> hit = carom.collide(rod, "whittaker", e=0.5, mu=0.0, jac=True)
        >>> by_u, by_q = rod.jac(hit, dJ=[[[-sin(q)], [cos(q)]]])
        >>> by_u.round(12), by_q.round(12) + 0.0  # u' = -e u for any angle
        (array([[-0.5]]), array([[0.]]))
        """
        from ._system_jacobian import mechanism_jac  # imported here, because few programs need it

        return mechanism_jac(self, hit, dM, dJ, dconstraints)

    def energy(self, u: Optional[ArrayLike] = None) -> float:
        """Returns the kinetic energy, J, of the given speeds or of those before the impact."""
        speeds = self.u if u is None else _matrix(u, "u", (len(self.u),))
        return float(lib.carom_mechanism_energy(self._c, _pointer(speeds)))

    def __repr__(self) -> str:
        held = 0 if self.constraints is None else len(self.constraints)
        return f"<mechanism: {len(self.u)} speeds, {self.contacts} contacts, {held} constraints>"


@dataclass
class Link:
    """A link of a chain, pointing along (sin angle, cos angle); a uniform bar unless inertia and centre are given.

    parent is the index of the link whose far end carries this one, or carom.BASE for the base point. By default it is the
    previous link.
    """

    length: float  # m
    mass: float  # kg
    angle: float = 0.0  # absolute, from the upward vertical towards +x, rad
    rate: float = 0.0  # rad/s
    inertia: Optional[float] = None  # about the centre of mass, kg m^2
    centre: Optional[float] = None  # distance of the centre of mass from the near joint, m
    parent: Optional[int] = None


@dataclass
class PointMass:
    """A point mass on a link (or carom.BASE), `distance` from its near joint."""

    link: int
    distance: float
    mass: float


@dataclass
class ContactPoint:
    """A point of a link (or carom.BASE) that touches a surface of the given slope, rad."""

    link: int
    distance: float
    slope: float = 0.0


BASE: int = lib.CAROM_BASE


class Chain:
    """A 2D tree of links. Its speeds are the links' rates, then the base's velocity unless it is pinned.

    >>> import carom
    >>> arm = carom.Chain([carom.Link(1.0, 2.0, angle=2.5), carom.Link(1.0, 2.0, angle=2.0, rate=1.0)],
    ...                   touches=[carom.ContactPoint(link=1, distance=1.0)], pinned=True)
    >>> arm.mechanism().W.shape
    (2, 2)
    """

    def __init__(
        self,
        links: Sequence[Link],
        touches: Sequence[ContactPoint],
        masses: Sequence[PointMass] = (),
        *,
        pinned: bool = False,
        base_velocity: Sequence[float] = (0.0, 0.0),
    ) -> None:
        self.links, self.touches, self.masses = list(links), list(touches), list(masses)
        self._link = ffi.new("carom_link[]", [_link(link, i) for i, link in enumerate(self.links)])
        self._mass = ffi.new("carom_chain_mass[]", [vars(mass) for mass in self.masses])
        self._touch = ffi.new("carom_chain_contact[]", [vars(touch) for touch in self.touches])
        counts = {"links": len(self.links), "masses": len(self.masses), "contacts": len(self.touches)}
        self._c = ffi.new("carom_chain *", {**counts, "pinned": pinned, "base_velocity": list(base_velocity)})
        self._c.link, self._c.mass, self._c.contact = self._link, self._mass, self._touch

    def mechanism(self, constraints: Optional[ArrayLike] = None) -> Mechanism:
        """Returns the chain as a mechanism, with rows of bilateral constraints on its speeds if given."""
        size = lib.carom_chain_memory_size(self._c)
        memory = ffi.new("double[]", size // 8 + 1)
        made, at = ffi.new("carom_mechanism *"), ffi.new("int *", -1)
        status = lib.carom_chain_mechanism(self._c, memory, size, made, at)
        if status:
            raise error_of(status, error_info_from(lib.carom_chain_error, status, self._c, at[0]))
        n, rows = made.speeds, made.dim * made.contacts
        M = np.array(ffi.unpack(made.M, n * n)).reshape(n, n)
        J = np.array(ffi.unpack(made.R, rows * n)).reshape(rows, n)
        return Mechanism(M, np.array(ffi.unpack(made.u, n)), J, normal="first", constraints=constraints)

    def velocity(self, u: ArrayLike, link: int, distance: float = 0.0) -> Doubles:
        """Returns the velocity (x, y) of a point of the chain for given speeds, m/s."""
        speeds = _matrix(u, "u", (lib.carom_chain_speeds(self._c),))
        velocity = ffi.new("double[2]")
        status = lib.carom_chain_velocity(self._c, _pointer(speeds), link, distance, velocity)
        if status:
            raise error_of(status)
        return np.array(list(velocity))


def _link(link: Link, index: int) -> Dict[str, Any]:
    parent = index - 1 if link.parent is None else link.parent  # the base precedes the first link
    bar = lib.carom_link_bar(link.length, link.mass, parent, link.angle, link.rate)
    given = {name: value for name, value in vars(link).items() if value is not None}
    return {"inertia": bar.inertia, "centre": bar.centre, "parent": parent, **given}


class _Probe:
    """Passes a user's dynamics through C; an exception is stored here until C has returned."""

    def __init__(self, accelerations: Callable[[Doubles], ArrayLike], size: int) -> None:
        self.accelerations, self.size = accelerations, size
        self.error: List[BaseException] = []


@ffi.def_extern()  # type: ignore[misc]
def py_probe(user: Any, forces: Any, accelerations: Any) -> int:
    probe: _Probe = ffi.from_handle(user)
    try:
        answer = _matrix(probe.accelerations(np.array(ffi.unpack(forces, probe.size))), "accelerations", (probe.size,))
    except BaseException as error:  # raised again by force_probe
        probe.error.append(error)
        return 1
    for i in range(probe.size):
        accelerations[i] = answer[i]
    return 0


def force_probe(accelerations: Callable[[Doubles], ArrayLike], size: int, force: float = 1.0) -> Doubles:
    """Computes W (size, size) from your own dynamics: `accelerations(forces)` at the contacts, one call per column and one more.

    Gravity and velocity terms cancel.

    >>> import carom, numpy as np
    >>> W = np.array([[2.5, -1.5], [-1.5, 2.5]])
    >>> carom.force_probe(lambda f: W @ f - (9.81, 0), size=2).round(12)
    array([[ 2.5, -1.5],
           [-1.5,  2.5]])
    """
    probe = _Probe(accelerations, size)
    handle = ffi.new_handle(probe)
    W, memory = np.empty((size, size)), np.empty(3 * size)
    status = lib.carom_delassus_probe(lib.py_probe, handle, size, force, _pointer(W), _pointer(memory))
    if probe.error:
        raise probe.error[0]
    if status:
        raise error_of(status)
    return W
