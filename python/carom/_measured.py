"""Measured impacts: which laws do they allow, with which coefficients, and how well are these known?"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._carom import ffi, lib
from ._errors import InputError, NoAnswerError
from ._laws import Law, find, hear, laws as all_laws
from ._modules import fit as library, fit_ffi as own
from ._names import Status, text
from ._speed import form_of

Doubles = NDArray[np.float64]

RISING = "rising"  # a curve, not a law: the impulse ratio in two straight pieces over the angle of incidence


@dataclass(frozen=True)
class Checks:
    """What the data say before any law.

    floor         (chi2, degrees of freedom, p) of one impulse explaining each impact's spin; None without spins
    slope         (estimate, standard error) of the spin's change against the impulse's moment: +1; None without spins
    sign_alarm    spin or tangent has the wrong sign
    gains, pulls  impacts that gained energy, or pulled, by more than two standard deviations
    ratio         (median, 95 %) of |P_t|/P_n
    """

    impacts: int
    floor: Optional[Tuple[float, float, float]]
    slope: Optional[Tuple[float, float]]
    sign_alarm: bool
    gains: int
    pulls: int
    ratio: Tuple[float, float]


@dataclass(frozen=True)
class Estimate:
    """One law's fit. Dictionaries go by the law's parameters.

    status                    Status.OK, or Status.UNSETTLED if the weights kept changing: fewer digits
    params, stderr, interval  estimates, standard errors (NaN where there is none), 95 % by profile likelihood
    mark                      "known", "at its lowest", "at its highest" or "undetermined"
    cov                       covariance, NaN where a parameter is not known
    chi2, dof, F, p           F against the floor of any single impulse; p of F, or of chi2 without spins
    rejected                  p < 0.05
    heldout_rms, z            on groups that were left out; z against the best, |z| < 2 cannot be told from it
    """

    name: str
    status: Status
    params: Dict[str, float]
    stderr: Dict[str, float]
    interval: Dict[str, Tuple[float, float]]
    mark: Dict[str, str]
    cov: Doubles
    chi2: float
    dof: float
    F: float
    p: float
    rejected: bool
    inliers: float
    heldout_rms: float
    score: Doubles
    _work: Any = field(repr=False, compare=False, default=None)
    z: float = float("nan")

    def region(self, first: str, second: str, points: int = 64) -> Tuple[Doubles, Doubles]:
        """The line around the 95 % region of two parameters."""
        names, x, y = list(self.params), np.empty(points), np.empty(points)
        for name in (first, second):
            if name not in names:
                raise InputError(f'{self.name} has no parameter "{name}"; it has {", ".join(names)}', Status.BAD_VALUE)
        at = [names.index(name) for name in (first, second)]
        status = library.carom_fit_region(self._work.handle, *at, points, _doubles(x), _doubles(y))
        _check(status)
        return x, y


class Fits(Dict[str, Estimate]):
    """Estimates by the names of the laws that answer all impacts.

    checks        what the data say before any law
    best          the law that foretells left-out groups best; of those that do it alike, one with fewest parameters
    not_rejected  the laws with p >= 0.05
    as_good       those that the data cannot tell from the best
    unanswered    laws without an answer for some impact, and why
    """

    def __init__(self, checks: Checks, made: Iterable[Estimate], unanswered: Dict[str, str]) -> None:
        super().__init__({one.name: one for one in made})
        self.checks = checks
        self.unanswered = unanswered

    @property
    def best(self) -> Optional[str]:
        held = [one for one in self.values() if np.isfinite(one.heldout_rms)]
        least = min((float(one.score.sum()) for one in held), default=0.0)
        near = [one for one in held if one.score.sum() <= least + 1.0]  # of which the simplest
        return min(near, key=lambda one: len(one.params)).name if near else None

    @property
    def not_rejected(self) -> List[str]:
        return [one.name for one in self.values() if not one.rejected]

    @property
    def as_good(self) -> List[str]:
        return [one.name for one in self.values() if abs(one.z) < 2.0]

    def to_frame(self) -> Any:
        """A pandas DataFrame, one row a law and parameter."""
        import pandas  # type: ignore[import]

        rows = [
            (one.name, name, value, one.stderr[name], *one.interval[name], one.mark[name], one.chi2, one.dof, one.p,
             one.rejected, one.heldout_rms, one.z)
            for one in self.values()
            for name, value in one.params.items()
        ]
        heads = "law parameter estimate stderr low high mark chi2 dof p rejected heldout_rms z"
        return pandas.DataFrame(rows, columns=heads.split())

    def __repr__(self) -> str:
        lines = [f"<fits of {self.checks.impacts} impacts; best {self.best}; not rejected: {', '.join(self.not_rejected)}>"]
        for one in self.values():
            said = ", ".join(f"{k} = {v:.6g}" for k, v in one.params.items())
            lines.append(f"{one.name:16s} chi2/dof {one.chi2 / one.dof:9.4g}  {'rejected' if one.rejected else ''}  {said}")
        return "\n".join(lines)


def _doubles(x: Doubles) -> Any:
    return ffi.from_buffer("double[]", x)


def _words(status: int) -> str:
    """What became of a fit, in a sentence."""
    if status == Status.NO_SOLUTION:
        return "the law has no answer for some of the impacts"
    return Status(status).meaning


def _check(status: int) -> None:
    hear()
    if status not in (Status.OK, Status.UNSETTLED):
        raise NoAnswerError(_words(status), Status(status))


class _Work:
    """A fit of the library with what it borrows."""

    def __init__(self, model: Tuple[str, Any, Optional[Law]], impacts: Any, robust: bool, stop: Any) -> None:
        self.name, self.model, self.law = model
        self.impacts = impacts
        self.options = own.new("carom_fit_options *", {"robust": robust, "stop": stop})
        made = library.carom_fit_new(self.model, impacts, len(impacts), self.options)
        if not made:
            raise MemoryError("carom.fit: memory ends")
        self.handle = own.gc(made, library.carom_fit_free)
        self.estimate = own.new("carom_fit_estimate *")
        self.names = [text(self.model.parameter[j]) for j in range(self.model.count)]
        self.interval: Dict[str, Tuple[float, float]] = {}
        self.score, self.rms = np.full(len(impacts), np.nan), np.full(1, np.nan)

    def run(self, intervals: bool) -> None:
        ends = np.full(2, np.nan)
        status = library.carom_fit_run(self.handle, self.estimate)
        hear()
        if status not in (Status.OK, Status.UNSETTLED):
            return
        for j, name in enumerate(self.names):
            if intervals:
                library.carom_fit_interval(self.handle, j, _doubles(ends[:1]), _doubles(ends[1:]))
                hear()
            self.interval[name] = (float(ends[0]), float(ends[1]))
        if library.carom_fit_held_out(self.handle, _doubles(self.score), _doubles(self.rms)) != Status.OK:
            self.rms[0] = np.nan
        hear()

    def result(self, checks: Any) -> Estimate:
        e, n = self.estimate, self.model.count
        marks = {
            library.CAROM_FIT_KNOWN: "known",
            library.CAROM_FIT_AT_LOWEST: "at its lowest",
            library.CAROM_FIT_AT_HIGHEST: "at its highest",
            library.CAROM_FIT_UNDETERMINED: "undetermined",
        }
        verdict = library.carom_fit_judge(e, checks)
        return Estimate(
            self.name,
            Status(e.status),
            dict(zip(self.names, list(e.b))),
            dict(zip(self.names, list(e.error))),
            self.interval,
            {name: marks[e.mark[j]] for j, name in enumerate(self.names)},
            np.array([[e.cov[i][j] for j in range(n)] for i in range(n)]),
            e.chi2,
            e.dof,
            verdict.F,
            verdict.p,
            bool(verdict.rejected),
            e.inliers,
            float(self.rms[0]),
            self.score,
            self,
        )


Forms = Tuple[Optional[str], Optional[str]]


def _of_speed(law: Law, params: Any, name: str, forms: Forms) -> List[Tuple[str, Any, Optional[Law]]]:
    """A law with constant coefficients, and with e, mu or both by the forms, as far as it has them."""
    e, mu = (form_of(name, of) if name else own.NULL for name, of in zip(forms, ("e", "mu")))
    made: List[Tuple[str, Any, Optional[Law]]] = []
    for with_e in (False, True) if e else (False,):
        for with_mu in (False, True) if mu else (False,):
            model = own.new("carom_fit_model *")
            chosen = (e if with_e else own.NULL, mu if with_mu else own.NULL)
            if library.carom_fit_law_of_speed(law.pointer, params, *chosen, model) == lib.CAROM_OK:
                whole = name + (f" e:{forms[0]}" if with_e else "") + (f" mu:{forms[1]}" if with_mu else "")
                made.append((whole, model, law))
    return made


def _models(
    asked: Sequence[Union[str, Law]], coupled: bool, forms: Forms
) -> List[Tuple[str, Any, Optional[Law]]]:
    made: List[Tuple[str, Any, Optional[Law]]] = []
    for one in asked:
        if one == RISING:
            made.append((RISING, own.new("carom_fit_model *", library.carom_fit_rising()), None))
            continue
        law = find(one)
        choices = law.parameters["restitution"].choices if "restitution" in law.parameters and coupled else {"": 0}
        for choice, number in choices.items():
            params = own.new("carom_params *", lib.carom_default_params())
            if choice:
                value = ffi.new("double *", float(number))
                lib.carom_param_put(params, law.parameters["restitution"].row, value, 1)
            some = _of_speed(law, params, f"{law.name} {choice}".strip(), forms)
            if not some:
                raise InputError(f'law "{law.name}" has no ratio to fit', Status.BAD_VALUE)
            made += some
    return made


def _study(
    impacts: Any,
    laws: Union[str, Iterable[Union[str, Law]]],
    robust: bool,
    intervals: bool,
    threads: int,
    forms: Forms = (None, None),
) -> Fits:
    checks, refused = own.new("carom_fit_checks *"), own.new("size_t *")
    if library.carom_fit_check(impacts, len(impacts), checks, refused) != Status.OK:
        at = impacts[refused[0]].contact.v[0]
        why = f"v_n = {at:g} does not approach" if at >= 0 else "a number that is none, or no uncertainty"
        raise InputError(f"impact {refused[0]}: {why}", Status.BAD_VALUE, (int(refused[0]),))
    if isinstance(laws, str):
        plane = [law for law in all_laws.values() if 2 in law.dims and law.module == "core"]
        laws = [*plane, RISING] if laws == "all" else [laws]
    stop = own.new("int *")
    work = [_Work(model, impacts, robust, stop) for model in _models(list(laws), bool(checks.coupled), forms)]
    from concurrent.futures import ThreadPoolExecutor  # here: it would add 5 ms to `import carom`

    with ThreadPoolExecutor(max_workers=threads) as pool:
        try:
            list(pool.map(_Work.run, work, [intervals] * len(work)))
        except BaseException:
            stop[0] = 1  # Ctrl-C: the fits under way end soon
            raise
    done = (Status.OK, Status.UNSETTLED)
    unanswered = {w.name: _words(w.estimate.status) for w in work if w.estimate.status not in done}
    made = Fits(_checks(checks), [w.result(checks) for w in work if w.estimate.status in done], unanswered)
    best = made.best
    for name, one in list(made.items()):
        if best and np.isfinite(one.heldout_rms):
            z = library.carom_fit_compare(len(impacts), _doubles(one.score), _doubles(made[best].score))
            made[name] = Estimate(**{**one.__dict__, "z": z})
    return made


def _checks(c: Any) -> Checks:
    floor = (c.floor_chi2, c.floor_dof, c.floor_p) if c.spins else None
    slope = (c.slope, c.slope_stderr) if c.spins else None
    return Checks(c.impacts, floor, slope, bool(c.sign_alarm), c.gains, c.pulls, (c.ratio_median, c.ratio_95))


def _groups(group: Optional[ArrayLike], n: int) -> NDArray[np.int64]:
    if group is None:
        return np.arange(n) % 10
    names = np.asarray(group)
    if names.shape != (n,):
        raise InputError(f"group must have one entry an impact, shape ({n},), not {names.shape}", Status.BAD_VALUE)
    return np.asarray(np.unique(names, return_inverse=True)[1])


def _covariances(S: Optional[ArrayLike], sd: Optional[ArrayLike], n: int, size: int) -> Doubles:
    if S is None and sd is None:
        raise InputError("nothing says how exact the velocities are: give sigma= or S=", Status.BAD_VALUE)
    if S is not None:
        return _shaped("S", S, (n, size, size))
    spread = _shaped("sigma", sd, (n, size))
    return np.asarray(spread[:, :, None] * spread[:, None, :] * np.eye(size))


def _shaped(name: str, value: Any, shape: Tuple[int, ...]) -> Doubles:
    try:
        return np.broadcast_to(np.asarray(value, dtype=float), shape)
    except (TypeError, ValueError):
        raise InputError(f"{name} does not go with the shape {shape}", Status.BAD_VALUE) from None


def fit(
    W: ArrayLike,
    v: ArrayLike,
    after: ArrayLike,
    *,
    sigma: Optional[ArrayLike] = None,
    S: Optional[ArrayLike] = None,
    group: Optional[ArrayLike] = None,
    laws: Union[str, Iterable[Union[str, Law]]] = "all",
    robust: bool = False,
    intervals: bool = True,
    threads: int = 1,
    e_of: Optional[str] = None,
    mu_of: Optional[str] = None,
) -> Fits:
    """Fits laws to measured impacts in the plane. Needs the module "fit" (cminpack).

    W      (n, 2, 2) or one (2, 2) for all
    v      (n, 2) before, normal first, and `after`, (n, 2)
    sigma  standard deviation of (v, after): one number, four, or (n, 4);  S: covariances, (4, 4) or (n, 4, 4)
    group  (n,) names: impacts of one group are left out together; every tenth impact without it
    e_of, mu_of  each law also with e that depends on |v_n| ("fifth", "viscoelastic", "thornton", "quarter"), or mu that
                 depends on |v_t| ("exp")

    >>> import carom, numpy as np
    >>> W, v = np.diag([1.0, 3.0]), np.column_stack([-np.linspace(1, 2, 40), np.linspace(0, 3, 40)])
    >>> after = carom.collide(W, v, "bilinear", e_n=0.9, e_t=0.2, mu=0.13).v
    >>> study = carom.fit(W, v, after, sigma=1e-3, laws=["bilinear", "smith"])
    >>> {name: round(value, 6) for name, value in study["bilinear"].params.items()}
    {'mu': 0.13, 'e_n': 0.9, 'e_t': 0.2}
    >>> study.not_rejected
    ['bilinear']
    """
    before = np.asarray(v, dtype=float)
    n = len(before) if before.ndim == 2 else 0
    if before.shape != (n, 2) or n == 0:
        raise InputError(f"v must have the shape (n, 2), not {before.shape}", Status.BAD_VALUE)
    shaped, then = _shaped("W", W, (n, 2, 2)), _shaped("after", after, (n, 2))
    spread, groups = _covariances(S, sigma, n, 4), _groups(group, n)
    impacts = own.new("carom_fit_impact[]", n)
    for k, row in enumerate(impacts):
        row.contact.dim, row.group = 2, int(groups[k])
        for i in range(2):
            row.contact.v[i], row.after[i] = before[k, i], then[k, i]
            for j in range(2):
                row.contact.W[i][j] = shaped[k, i, j]
        _fill(row.S, spread[k], 4)
    return _study(impacts, laws, robust, intervals, threads, (e_of, mu_of))


def _fill(to: Any, rows: Doubles, size: int) -> None:
    for i in range(size):
        for j in range(size):
            to[i][j] = rows[i, j]


def fit_bodies(
    mass: ArrayLike,
    inertia: ArrayLike,
    arm: ArrayLike,
    u: ArrayLike,
    after: ArrayLike,
    *,
    sigma: Optional[ArrayLike] = None,
    S: Optional[ArrayLike] = None,
    group: Optional[ArrayLike] = None,
    laws: Union[str, Iterable[Union[str, Law]]] = "all",
    robust: bool = False,
    intervals: bool = True,
    threads: int = 1,
    e_of: Optional[str] = None,
    mu_of: Optional[str] = None,
) -> Fits:
    """The same for free bodies that hit a wall: their spins check signs and say how well any one impulse can do.

    mass, inertia  numbers or (n,)
    arm            contact less centre along n and t, (2,) or (n, 2): (-R, 0) for a disc
    u, after       (n, 3): velocity of the centre along n and t, spin counterclockwise; t is n turned clockwise
    sigma, S       of (u, after): one number, six, (n, 6); (6, 6) or (n, 6, 6)

    A disc of 1 kg and 10 cm whose spin was read clockwise:

    >>> import carom, numpy as np
    >>> u = np.column_stack([-np.linspace(1, 2, 20), np.linspace(0, 1, 20), np.zeros(20)])
    >>> P_n, P_t = -1.9 * u[:, 0], 0.19 * u[:, 0]
    >>> clockwise = np.column_stack([u[:, 0] + P_n, u[:, 1] + P_t, -0.1 * P_t / 0.005])
    >>> carom.fit_bodies(1.0, 0.005, (-0.1, 0.0), u, clockwise, sigma=0.01, laws="routh").checks.sign_alarm
    True
    """
    before = np.asarray(u, dtype=float)
    n = len(before) if before.ndim == 2 else 0
    if before.shape != (n, 3) or n == 0:
        raise InputError(f"u must have the shape (n, 3), not {before.shape}", Status.BAD_VALUE)
    masses, inertias = _shaped("mass", mass, (n,)), _shaped("inertia", inertia, (n,))
    arms, then = _shaped("arm", arm, (n, 2)), _shaped("after", after, (n, 3))
    spread, groups = _covariances(S, sigma, n, 6), _groups(group, n)
    impacts = own.new("carom_fit_impact[]", n)
    for k in range(n):
        body = own.new("carom_fit_body *", {"mass": masses[k], "inertia": inertias[k], "arm": list(arms[k])})
        body.u, body.group = [*before[k], *then[k]], int(groups[k])
        _fill(body.S, spread[k], 6)
        if library.carom_fit_of_body(body, impacts + k) != Status.OK:
            raise InputError(f"impact {k}: a body needs mass > 0, inertia > 0 and finite numbers", Status.BAD_VALUE, (k,))
    return _study(impacts, laws, robust, intervals, threads, (e_of, mu_of))
