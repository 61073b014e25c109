"""Names of version 0.2 that still work and warn. They will be removed in version 0.4."""
from __future__ import annotations

import warnings
from typing import Any


def warn(old: str, new: str, level: int = 3) -> None:
    """Warns that a name is deprecated, at the line of the program that uses it."""
    warnings.warn(f"{old} is deprecated and will be removed in carom 0.4; use {new}", DeprecationWarning, stacklevel=level)


def impact(W: Any, v: Any = None, method: Any = "glocker", **keywords: Any) -> Any:  # alias: solve_system
    """Does the same as solve_system; deprecated."""
    from ._system import solve_system

    warn("carom.impact", "carom.solve_system")
    return solve_system(W, v, method, **keywords)


def impacts(W: Any, v: Any, method: Any = "glocker", **keywords: Any) -> Any:  # alias: solve_systems
    """Does the same as solve_systems; deprecated."""
    from ._system_batch import solve_systems

    warn("carom.impacts", "carom.solve_systems")
    return solve_systems(W, v, method, **keywords)


def compare_methods(W: Any, v: Any = None, methods: Any = None, **keywords: Any) -> Any:  # alias: compare
    """Does the same as compare for several contacts; deprecated."""
    from ._compare import compare_systems

    warn("carom.compare_methods", "carom.compare")
    dim, single = keywords.pop("dim", 2), keywords.pop("single", "routh")
    return compare_systems(W, v, None if methods is None else list(methods), dim, single, [], keywords)


def methods() -> Any:  # alias: laws.for_systems(); carom.methods is its result, as in version 0.2
    """Returns laws.for_systems(); deprecated."""
    from ._laws import laws

    warn("carom.methods", "carom.laws.for_systems()", 4)
    return laws.for_systems()


def before(W: Any, v_after: Any = None, law: Any = "routh", **keywords: Any) -> Any:  # alias: collide_inverse
    """Does the same as collide_inverse; deprecated."""
    from ._inverse import collide_inverse

    warn("carom.before", "carom.collide_inverse")
    return collide_inverse(W, v_after, law, **keywords)


def solutions(W: Any, v: Any = None, law: Any = "smith", **keywords: Any) -> Any:  # alias: collide_all
    """Does the same as collide_all; deprecated."""
    from ._explain import collide_all

    warn("carom.solutions", "carom.collide_all")
    return collide_all(W, v, law, **keywords)


def own_law(
    name: str, function: Any, *, own: Any = (), promises: Any = (), also: str = "", **keywords: Any
) -> Any:  # alias: define_law
    """Does the same as define_law; deprecated."""
    from ._custom_law import define_law

    warn("carom.own_law", "carom.define_law")
    return define_law(name, function, coefficients=own, guarantees=promises, conditions=also, **keywords)


def translate(W: Any, v: Any, **keywords: Any) -> Any:  # alias: convert
    """Does the same as convert; deprecated."""
    from ._convert import convert

    warn("carom.translate", "carom.convert")
    return convert(W, v, **keywords)


def realise(W: Any, v: Any = None, **keywords: Any) -> Any:  # alias: Pair.from_contact
    """Does the same as Pair.from_contact; deprecated."""
    from ._bodies import Pair

    warn("carom.realise", "carom.Pair.from_contact")
    return Pair.from_contact(W, v, **keywords)


def axes_from_quaternion(quaternion: Any) -> Any:  # alias: rotation_from_quaternion
    """Does the same as rotation_from_quaternion; deprecated."""
    from ._bodies import rotation_from_quaternion

    warn("carom.axes_from_quaternion", "carom.rotation_from_quaternion")
    return rotation_from_quaternion(quaternion)
