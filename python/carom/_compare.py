"""Every law on one question."""
from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any, Dict, Iterable, Iterator, List, Optional, Union, overload

from numpy.typing import ArrayLike

from ._arrays import Touching, contact_of
from ._collide import Problem
from ._errors import InputError, NoAnswerError, ParameterError
from ._impact import Impact, Method, impact, methods as _methods
from ._laws import Law, Parameter, find, lacking, laws, parameters as table
from ._names import Status
from ._result import Result, html_table, in_words


class Comparison(Mapping[str, Result]):
    """The results of several laws by name; a law with open choices appears once for each, "routh (newton)"."""

    def __init__(self, results: Dict[str, Result], examples: Optional[Dict[str, Dict[str, Any]]] = None) -> None:
        self._results, self.examples = results, examples or {}  # by name: what was not given, and the example taken for it

    def __getitem__(self, name: str) -> Result:
        return self._results[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._results)

    def __len__(self) -> int:
        return len(self._results)

    def __repr__(self) -> str:
        width = max(map(len, self._results), default=0)
        said = {name: (repr(r) if r.shape else in_words(r)) + _with(self.examples.get(name)) for name, r in self.items()}
        return "\n".join(f"{name:{width}s}  {words}" for name, words in said.items())

    def _repr_html_(self) -> str:
        """For notebooks: a row a law."""
        said = {
            name: (repr(r)[1:-1] if r.shape else in_words(r)) + _with(self.examples.get(name)) for name, r in self.items()
        }
        return html_table(["law", "what happens"], list(said.items()))

    def to_frame(self) -> Any:
        """A pandas DataFrame, one row a law (and impact)."""
        import pandas  # type: ignore[import]

        single = all(not result.shape for result in self.values())
        frames = {name: result.to_frame() for name, result in self.items()}
        made = pandas.concat(frames, names=["law"])
        return made.droplevel(1) if single else made


def _with(examples: Optional[Dict[str, Any]]) -> str:
    return f" (example {', '.join(f'{name} = {value:g}' for name, value in examples.items())})" if examples else ""


def _examples(law: Any, chosen: Dict[str, Any]) -> Dict[str, Any]:
    """The examples of what a law needs and nobody gave."""
    missing = (p for p in law.parameters.values() if p.needed and p.name not in chosen)
    return {p.name: p.example for p in missing if p.example is not None}


def _own(law: Any, given: Dict[str, Any], known: Dict[str, Parameter]) -> Dict[str, Any]:
    """What of the given parameters a law reads; one of the same family stands in for its own name."""
    chosen: Dict[str, Any] = {}
    for parameter in law.parameters.values():
        kin = [name for name in given if known[name].family and known[name].family == parameter.family]
        if parameter.name in given:
            chosen[parameter.name] = given[parameter.name]
        elif kin:
            chosen[parameter.name] = given[kin[0]]
    return chosen


def _choices(law: Law, chosen: Dict[str, Any]) -> List[Dict[str, str]]:
    """Every way to settle the choices that were left open; habits of engines (`friction`) only if they are asked for."""
    left = [p for p in law.parameters.values() if p.kind == "choice" and p.name not in {"friction", *chosen}]
    return [dict(zip((p.name for p in left), names)) for names in itertools.product(*(p.choices for p in left))]


@overload
def compare(
    W: Touching,
    *,
    laws: Optional[Iterable[Union[str, Law]]] = None,
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
    allow: Union[str, Iterable[str]] = (),
    threads: int = 1,
    **parameters: Any,
) -> Comparison: ...


def compare(
    W: Any,
    v: Any = None,
    laws: Optional[Iterable[Union[str, Law]]] = None,
    *,
    allow: Union[str, Iterable[str]] = (),
    threads: int = 1,
    **parameters: Any,
) -> Comparison:
    """Asks several laws the same question; all of the core that work in this dimension unless `laws` says which.

    Laws name one coefficient differently, so e also sets e_n and r_n unless they are given. A choice that is not given,
    such as restitution, is tried in all its values. A parameter that a law does not read is left out for that law. e and mu
    must be given where a law needs them; for other needed ones, such as s1 and kn, `Parameter.example` is taken, and said.

    >>> import carom
    >>> carom.compare([[2.5, -1.5], [-1.5, 2.5]], [-1, 0.6], ["routh", "whittaker"], e=0.9, mu=0.7)
    routh (newton)     P = (0.9625, 0.3375), v = (0.9, 0), dE = 0.053125, c-sticking, breaks dE>0
    routh (poisson)    P = (0.76, 0.216), v = (0.576, 0), dE = -0.09632, c-sticking, ok
    routh (energetic)  P = (0.804037, 0.242422), v = (0.64646, 0), dE = -0.0694031, c-sticking, ok
    whittaker          P = (0.9625, 0.3375), v = (0.9, 0), dE = 0.053125, sticking, breaks dE>0
    """
    W, v = contact_of(W, v)
    asked = [find(law) for law in laws] if laws is not None else _all_in(W, v)
    known = {**table, **{p.name: p for law in asked for p in law.parameters.values() if p.name not in table}}
    for name in parameters:
        if name not in known:
            raise ParameterError(f'no parameter is called "{name}"; they are {", ".join(known)}', Status.COEFFICIENT_UNKNOWN)
    _need(asked, [known[name].family for name in parameters])
    permitted = [allow] if isinstance(allow, str) else list(allow)
    results: Dict[str, Result] = {}
    examples: Dict[str, Dict[str, Any]] = {}
    for law in asked:
        own = _own(law, parameters, known)
        taken = _examples(law, own)
        families = {known[a].family for a in permitted} - {""}
        may = [p.name for p in law.parameters.values() if p.name in permitted or p.family in families]
        for choices in _choices(law, own):
            name = f"{law.name} ({', '.join(choices.values())})" if choices else law.name
            results[name] = law(W, v, allow=may, threads=threads, **own, **taken, **choices)
            examples.update({name: taken} if taken else {})
    return Comparison(results, examples)


class ComparedMethods(Mapping[str, Impact]):
    """The outcomes of several methods by name; `refused` says why those that are not there gave none."""

    def __init__(
        self, outcomes: Dict[str, Impact], refused: Dict[str, str], examples: Optional[Dict[str, Dict[str, Any]]] = None
    ) -> None:
        self._outcomes, self.refused, self.examples = outcomes, refused, examples or {}

    def __getitem__(self, name: str) -> Impact:
        return self._outcomes[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._outcomes)

    def __len__(self) -> int:
        return len(self._outcomes)

    def _said(self) -> Dict[str, str]:
        said = {name: repr(out).partition(": ")[2].rstrip(">") + _with(self.examples.get(name)) for name, out in self.items()}
        return {**said, **self.refused}

    def __repr__(self) -> str:
        width = max(map(len, self._said()), default=0)
        return "\n".join(f"{name:{width}s}  {words}" for name, words in self._said().items())

    def _repr_html_(self) -> str:
        """For notebooks: a row a method."""
        return html_table(["method", "what happens"], list(self._said().items()))

    def to_frame(self) -> Any:
        """A pandas DataFrame, one row a method and contact."""
        import pandas

        return pandas.concat({name: out.to_frame() for name, out in self.items()}, names=["method", "contact"])


def compare_methods(
    W: Any,
    v: Any = None,
    methods: Optional[Iterable[Union[str, Method]]] = None,
    *,
    dim: int = 2,
    single: Union[str, Law] = "routh",
    **parameters: Any,
) -> ComparedMethods:
    """Asks several methods about one impact at several contacts; all that are here unless `methods` says which.

    W, v, dim, single and the parameters are those of carom.impact. Methods name one coefficient differently, so e also
    sets e_n unless it is given; what a method does not read is left out for it. For what it needs besides e and mu, and is not
    given, `Parameter.example` is taken, and said.

    >>> import carom
    >>> block = carom.Mechanism(M=[[2, 0, 0], [0, 2, 0], [0, 0, 0.3]], u=[0.2, -1, 0.1], normal="first",
    ...                         J=[[0, 1, -0.5], [1, 0, 0.4], [0, 1, 0.5], [1, 0, 0.4]])
    >>> carom.compare_methods(block, methods=["glocker", "pfeiffer-glocker"], e=0.5, mu=0.3)
    glocker           dE = -0.790725, stick, stick, ok
    pfeiffer-glocker  dE = -0.788093, stick, stick, ok
    """
    asked = [_methods[m] if isinstance(m, str) else m for m in methods] if methods is not None else list(_methods.values())
    law = find(single)
    readers: Dict[str, Any] = {m.name: law if m.needs_single else m for m in asked}
    known = {**table, **{p.name: p for reader in readers.values() for p in reader.parameters.values() if p.name not in table}}
    for name in parameters:
        if name not in known:
            raise ParameterError(f'no parameter is called "{name}"; they are {", ".join(known)}', Status.COEFFICIENT_UNKNOWN)
    _need(list(readers.values()), [known[name].family for name in parameters])
    outcomes: Dict[str, Impact] = {}
    refused: Dict[str, str] = {}
    examples: Dict[str, Dict[str, Any]] = {}
    for method in asked:
        own = _own(readers[method.name], parameters, known)
        taken = _examples(readers[method.name], own)
        try:
            outcomes[method.name] = impact(W, v, method=method, dim=dim, single=single, **own, **taken)
            examples.update({method.name: taken} if taken else {})
        except (InputError, NoAnswerError) as error:
            if methods is not None:  # a method that was asked for by name says why it cannot
                raise
            refused[method.name] = str(error)
    return ComparedMethods(outcomes, refused, examples)


def _need(asked: List[Any], given: List[str]) -> None:
    """Raises for a restitution or friction that some law needs and nobody gave, by the name of the first."""
    needed = [p for law in asked for p in law.parameters.values() if p.needed and p.family in {"e", "mu"} - set(given)]
    missing = {p.family: p for p in reversed(needed)}
    if missing:
        named = [table.get(family, p) for family, p in sorted(missing.items())]
        raise lacking("the comparison", named)


def _all_in(W: ArrayLike, v: ArrayLike) -> List[Law]:
    dim = Problem(laws["frictionless"], W, v, {}).dim
    return [law for law in laws.values() if dim in law.dims and law.module == "core"]
