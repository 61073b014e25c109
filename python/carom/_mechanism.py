"""Mechanisms in generalized speeds, planar chains of links, and the force probe: to W and v, and back."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import doubles
from ._carom import ffi, lib
from ._errors import InputError, error_of, refusal_from
from ._names import Status

Doubles = NDArray[np.float64]


def _matrix(values: ArrayLike, name: str, shape: Tuple[Optional[int], ...]) -> Doubles:
    array = np.ascontiguousarray(doubles(values, name))
    fits = array.ndim == len(shape) and all(want in (None, got) for want, got in zip(shape, array.shape))
    if not fits:
        wanted = ", ".join("any" if want is None else str(want) for want in shape)
        raise InputError(f"{name} must have shape ({wanted}); it is {array.shape}", Status.BAD_VALUE)
    return array


def _pointer(array: Optional[Doubles]) -> Any:
    return ffi.NULL if array is None else ffi.cast("double *", array.ctypes.data)


class Mechanism:
    """A mechanism at one instant: M u is its momentum, v = R u what its contacts feel, J u = 0 what must hold.

    M  (n, n)  mass matrix, symmetric positive definite
    u  (n,)    generalized speeds before the impact
    R  (k d, n)  contact rows n1, t1, n2, t2, ... (d = dim)
    J  (m, n)  bilateral constraints, none if left out

    Then W (k d, k d) and v (k d,) are the contacts' own, with the constraints folded in, and rank counts the
    independent constraints.

    >>> import carom
    >>> arm = carom.Mechanism(M=[[16, 5.9], [5.9, 4]], u=[-0.1, -0.2], R=[[0.68, 1], [1.88, 1.73]])
    >>> hit = carom.collide(*arm.contact(0), e=0.5, mu=0.2)
    >>> u_after, reactions = arm.apply(hit.P)
    >>> bool(abs(arm.energy(u_after) - arm.energy() - hit.dE) < 1e-12)
    True
    """

    def __init__(
        self, M: ArrayLike, u: ArrayLike, R: ArrayLike, J: Optional[ArrayLike] = None, *, dim: int = 2
    ) -> None:
        self.M = _matrix(M, "M", (None, None))
        speeds = len(self.M)
        _matrix(self.M, "M", (speeds, speeds))
        self.u = _matrix(u, "u", (speeds,))
        self.R = _matrix(R, "R", (None, speeds))
        self.J = None if J is None else _matrix(J, "J", (None, speeds))
        self.dim = dim
        if dim not in (2, 3) or not len(self.R) or len(self.R) % dim:
            raise InputError(f"R has {len(self.R)} rows, but each contact has dim = {dim} of them", Status.BAD_SIZE)
        self.contacts = len(self.R) // dim
        self._make()

    def _make(self) -> None:
        sizes = {"dim": self.dim, "speeds": len(self.u), "contacts": self.contacts}
        sizes["constraints"] = 0 if self.J is None else len(self.J)
        self._c = ffi.new("carom_mechanism *", sizes)
        self._c.M, self._c.u, self._c.R = _pointer(self.M), _pointer(self.u), _pointer(self.R)
        self._c.J = _pointer(self.J)
        size = lib.carom_delassus_memory(self._c)
        self._memory = ffi.new("double[]", size // 8 + 1)
        self._delassus = ffi.new("carom_delassus *")
        status = lib.carom_delassus_make(self._c, self._memory, size, self._delassus)
        if status:
            why = refusal_from(lib.carom_delassus_refusal_of, status, self._c, self._delassus)
            raise error_of(status, why)
        count = self._delassus.size
        self.W: Doubles = np.array(ffi.unpack(self._delassus.W, count * count)).reshape(count, count)
        self.v: Doubles = np.array(ffi.unpack(self._delassus.v, count))
        self.rank: int = self._delassus.rank

    def __iter__(self) -> Iterator[Doubles]:
        """W and v of all contacts, to be passed on as ``*mechanism``."""
        return iter((self.W, self.v))

    def contact(self, index: int) -> Tuple[Doubles, Doubles]:
        """W and v of one contact alone, the others free."""
        if not 0 <= index < self.contacts:
            raise InputError(f"there is no contact {index}; they are 0 .. {self.contacts - 1}", Status.BAD_SIZE)
        own = slice(self.dim * index, self.dim * (index + 1))
        return self.W[own, own], self.v[own]

    def apply(self, P: ArrayLike, contact: Optional[int] = None) -> Tuple[Doubles, Doubles]:
        """The speeds after, and the impulses of the constraints.

        P has one entry for each row of R, in one row or contact by contact; with `contact`, that contact's components.
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
        reactions = np.empty(0 if self.J is None else len(self.J))
        status = lib.carom_delassus_apply(self._delassus, _pointer(impulse), _pointer(after), _pointer(reactions))
        if status:
            raise error_of(status)
        return after, reactions

    def energy(self, u: Optional[ArrayLike] = None) -> float:
        """Kinetic energy, J, of the given speeds or of those before the impact."""
        speeds = self.u if u is None else _matrix(u, "u", (len(self.u),))
        return float(lib.carom_mechanism_energy(self._c, _pointer(speeds)))

    def __repr__(self) -> str:
        held = 0 if self.J is None else len(self.J)
        return f"<mechanism: {len(self.u)} speeds, {self.contacts} contacts, {held} constraints>"


@dataclass
class Link:
    """A link of a chain, pointing along (sin angle, cos angle); a uniform bar unless inertia and centre say otherwise.

    parent is the index of the link whose far end carries this one, carom.BASE for the base point; left out, it is the
    link before.
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
class Touch:
    """A point of a link (or carom.BASE) that touches a surface of the given slope, rad."""

    link: int
    distance: float
    slope: float = 0.0


BASE: int = lib.CAROM_BASE


class Chain:
    """A planar tree of links; speeds are the links' rates, then the base's velocity unless it is pinned.

    >>> import carom
    >>> arm = carom.Chain([carom.Link(1.0, 2.0, angle=2.5), carom.Link(1.0, 2.0, angle=2.0, rate=1.0)],
    ...                   touches=[carom.Touch(link=1, distance=1.0)], pinned=True)
    >>> arm.mechanism().W.shape
    (2, 2)
    """

    def __init__(
        self,
        links: Sequence[Link],
        touches: Sequence[Touch],
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

    def mechanism(self, J: Optional[ArrayLike] = None) -> Mechanism:
        """The chain as a mechanism, with bilateral constraints J on its speeds if given."""
        size = lib.carom_chain_memory(self._c)
        memory = ffi.new("double[]", size // 8 + 1)
        made, at = ffi.new("carom_mechanism *"), ffi.new("int *", -1)
        status = lib.carom_chain_mechanism(self._c, memory, size, made, at)
        if status:
            raise error_of(status, refusal_from(lib.carom_chain_refusal_of, status, self._c, at[0]))
        n, rows = made.speeds, made.dim * made.contacts
        M = np.array(ffi.unpack(made.M, n * n)).reshape(n, n)
        R = np.array(ffi.unpack(made.R, rows * n)).reshape(rows, n)
        return Mechanism(M, np.array(ffi.unpack(made.u, n)), R, J)

    def velocity(self, u: ArrayLike, link: int, distance: float = 0.0) -> Doubles:
        """Velocity (x, y) of a point of the chain for given speeds, m/s."""
        speeds = _matrix(u, "u", (lib.carom_chain_speeds(self._c),))
        velocity = ffi.new("double[2]")
        status = lib.carom_chain_velocity(self._c, _pointer(speeds), link, distance, velocity)
        if status:
            raise error_of(status)
        return np.array(list(velocity))


def _link(link: Link, index: int) -> Dict[str, Any]:
    parent = index - 1 if link.parent is None else link.parent  # before the first link is the base
    bar = lib.carom_bar(link.length, link.mass, parent, link.angle, link.rate)
    given = {name: value for name, value in vars(link).items() if value is not None}
    return {"inertia": bar.inertia, "centre": bar.centre, "parent": parent, **given}


class _Probe:
    """A user's dynamics on its way through C; an exception waits here until C has returned."""

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
    """W (size, size) from your own dynamics: `accelerations(forces)` at the contacts, one call a column and one more.

    Gravity and velocity terms drop out.

    >>> import carom, numpy as np
    >>> W = np.array([[2.5, -1.5], [-1.5, 2.5]])
    >>> carom.force_probe(lambda f: W @ f - (9.81, 0), size=2).round(12)
    array([[ 2.5, -1.5],
           [-1.5,  2.5]])
    """
    probe = _Probe(accelerations, size)
    handle = ffi.new_handle(probe)
    W, memory = np.empty((size, size)), np.empty(3 * size)
    status = lib.carom_probe_delassus(lib.py_probe, handle, size, force, _pointer(W), _pointer(memory))
    if probe.error:
        raise probe.error[0]
    if status:
        raise error_of(status)
    return W
