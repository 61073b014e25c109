"""Compares the results of laws for one problem."""
from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any, Dict, Iterable, Iterator, List, Optional, Union, overload

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import Touching, contact_of
from ._collide import Problem
from ._errors import InputError, NoAnswerError, ParameterError
from ._laws import Coefficient, Law, coefficients as table, find, lacking, laws as all_laws
from ._names import Status
from ._result import Result, html_table, in_words
from ._system import find_system_law, solve_system


class Comparison(Mapping[str, Any]):
    """The results of laws by name: Result, or SystemResult of several contacts.

    If a choice is left open, a law appears once for each of its values, such as "routh (newton)".

    examples  by name: the coefficients that were not given, with the examples used for them
    refused   laws for systems without a result, and why
    """

    def __init__(
        self,
        results: Dict[str, Any],
        examples: Optional[Dict[str, Dict[str, Any]]] = None,
        refused: Optional[Dict[str, str]] = None,
    ) -> None:
        self._results, self.examples, self.refused = results, examples or {}, refused or {}

    def __getitem__(self, name: str) -> Any:
        return self._results[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._results)

    def __len__(self) -> int:
        return len(self._results)

    def _lines(self) -> Dict[str, str]:
        made = {}
        for name, result in self.items():
            if not isinstance(result, Result):
                line = repr(result).partition(": ")[2].rstrip(">")
            else:
                line = repr(result)[1:-1] if result.shape else in_words(result)
            made[name] = line + _with(self.examples.get(name))
        return {**made, **self.refused}

    def __repr__(self) -> str:
        lines = self._lines()
        width = max(map(len, lines), default=0)
        return "\n".join(f"{name:{width}s}  {line}" for name, line in lines.items())

    def _repr_html_(self) -> str:
        """Makes a table for notebooks, with one row for each law."""
        return html_table(["law", "result"], list(self._lines().items()))

    def to_frame(self, units: Optional[str] = None) -> Any:
        """Makes a pandas DataFrame, with one row for each law and impact or contact; `units` as in Result.to_frame."""
        import pandas  # type: ignore[import]

        frames = {name: result.to_frame(units) for name, result in self.items()}
        if not all(isinstance(result, Result) for result in self.values()):
            return pandas.concat(frames, names=["law", "contact"])
        made = pandas.concat(frames, names=["law"])
        return made.droplevel(1) if all(not result.shape for result in self.values()) else made


def _with(examples: Optional[Dict[str, Any]]) -> str:
    return f" (example {', '.join(f'{name} = {value:g}' for name, value in examples.items())})" if examples else ""


def _examples(law: Any, chosen: Dict[str, Any]) -> Dict[str, Any]:
    """Returns examples for the required coefficients that are missing."""
    missing = (p for p in law.coefficients.values() if p.required and p.name not in chosen)
    return {p.name: p.example for p in missing if p.example is not None}


def _own(law: Any, given: Dict[str, Any], known: Dict[str, Coefficient]) -> Dict[str, Any]:
    """Selects the given coefficients that a law reads. A coefficient of the same family may have another name."""
    chosen: Dict[str, Any] = {}
    for p in law.coefficients.values():
        kin = [name for name in given if known[name].family and known[name].family == p.family]
        if p.name in given:
            chosen[p.name] = given[p.name]
        elif kin:
            chosen[p.name] = given[kin[0]]
    return chosen


def _choices(law: Law, chosen: Dict[str, Any]) -> List[Dict[str, str]]:
    """Lists all combinations of the choices that are left open, except `friction`, the friction models of engines."""
    left = [p for p in law.coefficients.values() if p.kind == "choice" and p.name not in {"friction", *chosen}]
    return [dict(zip((p.name for p in left), names)) for names in itertools.product(*(p.choices for p in left))]


@overload
def compare(
    W: Touching,
    *,
    laws: Optional[Iterable[Union[str, Law]]] = None,
    single: Union[str, Law] = "routh",
    allow: Union[str, Iterable[str]] = (),
    threads: int = 1,
    **parameters: Any,
) -> Comparison: ...


@overload
def compare(
    W: ArrayLike,
    v: ArrayLike,
    laws: Optional[Iterable[Union[str, Law]]] = None,
    *,
    dim: int = 2,
    single: Union[str, Law] = "routh",
    allow: Union[str, Iterable[str]] = (),
    threads: int = 1,
    **parameters: Any,
) -> Comparison: ...


def compare(
    W: Any,
    v: Any = None,
    laws: Optional[Iterable[Union[str, Law]]] = None,
    *,
    dim: int = 2,
    single: Union[str, Law] = "routh",
    allow: Union[str, Iterable[str]] = (),
    threads: int = 1,
    **parameters: Any,
) -> Comparison:
    """Computes one problem with several laws: those in `laws`, or by default all laws for its kind and dimension.

    W, v and the coefficients are given as for carom.collide. For several contacts all arguments, such as `dim` and `single`, are
    those of carom.solve_system. Contact models are included only if `laws` names them. If one has no e, its damping is chosen so
    that a head-on impact has the restitution e, if possible.

    Laws use different names for the same coefficient, so e also sets e_n and r_n unless they are given. If a choice such as
    restitution is not given, all its values are tried. A law gets only the coefficients that it reads. Restitution and
    friction must be given; for other required coefficients, such as s1 and kn, `Coefficient.example` is used and shown.

    >>> import carom
    >>> carom.compare([[2.5, -1.5], [-1.5, 2.5]], [-1, 0.6], ["routh", "whittaker"], e=0.9, mu=0.7)
    routh (newton)     P = (0.9625, 0.3375), v = (0.9, 0), dE = 0.053125, c-sticking, violates dE>0
    routh (poisson)    P = (0.76, 0.216), v = (0.576, 0), dE = -0.09632, c-sticking, ok
    routh (energetic)  P = (0.804037, 0.242422), v = (0.64646, 0), dE = -0.0694031, c-sticking, ok
    whittaker          P = (0.9625, 0.3375), v = (0.9, 0), dE = 0.053125, sticking, violates dE>0
    >>> block = carom.Mechanism(M=[[2, 0, 0], [0, 2, 0], [0, 0, 0.3]], u=[0.2, -1, 0.1], normal="first",
    ...                         J=[[0, 1, -0.5], [1, 0, 0.4], [0, 1, 0.5], [1, 0, 0.4]])
    >>> carom.compare(block, laws=["glocker", "pfeiffer-glocker"], e=0.5, mu=0.3)
    glocker           dE = -0.790725, stick, stick, ok
    pfeiffer-glocker  dE = -0.788093, stick, stick, ok
    """
    chosen = None if laws is None else list(laws)
    permitted = [allow] if isinstance(allow, str) else list(allow)
    if _is_system(W, v, chosen):
        return compare_systems(W, v, chosen, dim, single, permitted, parameters)
    W, v = contact_of(W, v)
    asked = [find(law) for law in chosen] if chosen is not None else _all_in(W, v)
    known = _known(asked, parameters)
    results: Dict[str, Result] = {}
    examples: Dict[str, Dict[str, Any]] = {}
    for law in asked:
        own = _own(law, parameters, known)
        taken = _examples(law, own)
        may = _allowed(law, permitted, known)
        for choices in _choices(law, own):
            name = f"{law.name} ({', '.join(choices.values())})" if choices else law.name
            tuned = _tuned(law, W, v, own, {**own, **taken, **choices}, {known[name].family: x for name, x in parameters.items()})
            results[name] = law(W, v, allow=may, threads=threads, **{**own, **taken, **choices, **tuned})
            shown = {key: x for key, x in taken.items() if key not in tuned}
            examples.update({name: shown} if shown else {})
    return Comparison(results, examples)


def _tuned(law: Law, W: Any, v: Any, own: Dict[str, Any], values: Dict[str, Any], families: Dict[str, Any]) -> Dict[str, float]:
    """Returns the damping with which a contact model that does not read e has this e in a head-on impact, if there is one.

    A damping that is given is kept. Several impacts at once are not tuned."""
    from ._damping import damping_for_restitution

    name = {"series-dashpot": "cs", "thornton": "depth"}.get(law.name, "cn")
    if law.module != "compliant" or any(p.family == "e" for p in law.coefficients.values()):
        return {}
    if name not in law.coefficients or name in own or np.ndim(families.get("e", ())) or "e" not in families or np.ndim(v) != 1:
        return {}
    named = {"kn": "kn", "p": "p", "depth": "depth", "R": "R_eff", "tension": "tension"}
    read = {key: values[other] for key, other in named.items() if other in values}
    try:
        return {name: damping_for_restitution(law, families["e"], mass=1 / np.asarray(W)[0][0], v=-np.asarray(v)[0], **read)}
    except (InputError, NoAnswerError):
        return {}


def _is_system(W: Any, v: Any, laws: Optional[List[Any]]) -> bool:
    """Returns whether the problem has several contacts, or one contact and a law that solves only systems."""
    if any(law.for_systems if isinstance(law, Law) else law not in all_laws for law in laws or []):
        return all(isinstance(law, Law) or law in all_laws.for_systems() for law in laws or [])
    if hasattr(W, "contacts"):
        return bool(W.contacts != 1)
    size = np.shape(v)[-1] if v is not None and np.ndim(v) else 0
    return size > 3


def compare_systems(
    W: Any, v: Any, laws: Optional[List[Any]], dim: int, single: Union[str, Law], allow: List[str], given: Dict[str, Any]
) -> Comparison:
    """Computes one problem with several contacts by several laws."""
    asked = [find_system_law(law) for law in (all_laws.for_systems().values() if laws is None else laws)]
    readers: Dict[str, Law] = {law.name: find(single) if law.needs_single else law for law in asked}
    known = _known(readers.values(), given)
    results: Dict[str, Any] = {}
    refused: Dict[str, str] = {}
    examples: Dict[str, Dict[str, Any]] = {}
    for law in asked:
        reader = readers[law.name]
        own = _own(reader, given, known)
        taken = _examples(reader, own)
        try:
            may = _allowed(reader, allow, known)
            results[law.name] = solve_system(W, v, law, dim=dim, single=single, allow=may, **own, **taken)
            examples.update({law.name: taken} if taken else {})
        except (InputError, NoAnswerError) as error:
            if laws is not None:  # the caller named this law
                raise
            refused[law.name] = str(error)
    return Comparison(results, examples, refused)


def _known(asked: Iterable[Law], given: Dict[str, Any]) -> Dict[str, Coefficient]:
    """Returns all coefficients of these laws by name. Raises an error for an unknown coefficient, and for a missing e or mu."""
    laws = list(asked)
    known = {**table, **{p.name: p for law in laws for p in law.coefficients.values() if p.name not in table}}
    for name in given:
        if name not in known:
            raise ParameterError(f'no coefficient is called "{name}"; they are {", ".join(known)}', Status.COEFFICIENT_UNKNOWN)
    _need(laws, [known[name].family for name in given])
    return known


def _allowed(law: Law, allow: List[str], known: Dict[str, Coefficient]) -> List[str]:
    """Returns the coefficients of this law that may leave their range."""
    families = {known[name].family for name in allow} - {""}
    return [p.name for p in law.coefficients.values() if p.name in allow or p.family in families]


def _need(asked: List[Any], given: List[str]) -> None:
    """Raises an error that names the restitution or friction that a law needs and that is missing."""
    needed = [p for law in asked for p in law.coefficients.values() if p.required and p.family in {"e", "mu"} - set(given)]
    missing = {p.family: p for p in reversed(needed)}
    if missing:
        named = [table.get(family, p) for family, p in sorted(missing.items())]
        raise lacking("the comparison", named)


def _all_in(W: ArrayLike, v: ArrayLike) -> List[Law]:
    dim = Problem(all_laws["frictionless"], W, v, {}).dim
    return [law for law in all_laws.values() if dim in law.dims and law.module == "core"]
