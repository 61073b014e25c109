"""Fits laws to measured impacts: which laws agree with them, with which coefficients and uncertainties."""
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


ALARMS = ("floor", "normal-moment", "tangential-moment", "sign", "inertia", "centre")
SIGNS = {2: ("u_t", "", "spin", "", "", "r_n", "r_t", ""), 3: ("u_t1", "u_t2", "w_n", "w_t1", "w_t2", "r_n", "r_t1", "r_t2")}


@dataclass(frozen=True)
class BodyChecks:
    """Checks whether one impulse at the contact explains the motion of each body. Pairs are (value, standard error).

    floor_mean, floor_median  mean and median error of the best impulse at the contact, relative to the motion after
    normal, tangent           slopes of the spin's change against the moments of the normal and tangential impulse; ideally 1
    wrong_signs, or_signs     columns that fit better with the opposite sign; other columns that fit equally well
    sign_factor               factor by which these signs lower chi2
    inertia                   fitted inertia, as a multiple of the stated one
    centre                    fitted centre of mass minus the stated one, in the body's axes; None without orientations
    alarms                    "floor", "normal-moment", "tangential-moment", "sign", "inertia", "centre"; with any of
                              them there is no verdict on laws
    """

    floor_mean: float
    floor_median: float
    normal: Tuple[float, float]
    tangent: Tuple[float, float]
    wrong_signs: Tuple[str, ...]
    or_signs: Tuple[str, ...]
    sign_factor: float
    inertia: Tuple[float, float]
    centre: Optional[List[Tuple[float, float]]]
    alarms: Tuple[str, ...]


@dataclass(frozen=True)
class Checks:
    """Checks of the data that need no law.

    floor         (chi2, degrees of freedom, p) of one impulse explaining each body's motion; None without bodies
    gains, pulls  impacts that gained energy, or pulled, by more than two standard deviations
    ratio         (median, 95 %) of |P_t|/P_n
    body          the checks of bodies; None for contacts
    """

    impacts: int
    floor: Optional[Tuple[float, float, float]]
    gains: int
    pulls: int
    ratio: Tuple[float, float]
    body: Optional[BodyChecks]


@dataclass(frozen=True)
class Estimate:
    """The fit of one law. The keys of dictionaries are the law's parameters.

    status                    Status.OK, or Status.UNSETTLED if the weights did not converge, which gives fewer digits
    params, stderr, interval  estimates, standard errors (NaN if there is none), 95 % intervals by profile likelihood
    mark                      "known", "at its lowest", "at its highest" or "undetermined"
    cov                       covariance, NaN for an undetermined parameter
    chi2, dof, F, p           F relative to the best single impulses; p of F, or of chi2 without spins
    rejected                  p < 0.05; None if the bodies raise an alarm: no verdict
    heldout_rms, z            on held-out groups; |z| < 2: the law does not differ significantly from the best one
    heldout_error             for each held-out impact: relative error of the motion after, in the kinetic metric
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
    rejected: Optional[bool]
    inliers: float
    heldout_rms: float
    heldout_error: Doubles
    score: Doubles
    _work: Any = field(repr=False, compare=False, default=None)
    z: float = float("nan")

    def region(self, first: str, second: str, points: int = 64) -> Tuple[Doubles, Doubles]:
        """Returns the outline of the 95 % region of two parameters."""
        names, x, y = list(self.params), np.empty(points), np.empty(points)
        for name in (first, second):
            if name not in names:
                raise InputError(f'{self.name} has no parameter "{name}"; it has {", ".join(names)}', Status.BAD_VALUE)
        at = [names.index(name) for name in (first, second)]
        status = library.carom_fit_region(self._work.handle, *at, points, _doubles(x), _doubles(y))
        _check(status)
        return x, y


class Fits(Dict[str, Estimate]):
    """Estimates of the laws that have a result for all impacts, by name.

    checks        checks of the data that need no law
    best          the law that predicts held-out groups best; of equal ones, that with the fewest parameters;
                  None if the bodies raise an alarm
    not_rejected  the laws with p >= 0.05; none if the bodies raise an alarm
    as_good       the laws that the data do not distinguish from the best
    unanswered    laws without a result for some impact, and the reason
    """

    def __init__(self, checks: Checks, made: Iterable[Estimate], unanswered: Dict[str, str]) -> None:
        super().__init__({one.name: one for one in made})
        self.checks = checks
        self.unanswered = unanswered

    @property
    def best(self) -> Optional[str]:
        if self.checks.body and self.checks.body.alarms:
            return None
        held = [one for one in self.values() if np.isfinite(one.heldout_rms)]
        least = min((float(one.score.sum()) for one in held), default=0.0)
        near = [one for one in held if one.score.sum() <= least + 1.0]  # the law with the fewest parameters among them
        return min(near, key=lambda one: len(one.params)).name if near else None

    @property
    def not_rejected(self) -> List[str]:
        return [one.name for one in self.values() if one.rejected is False]

    @property
    def as_good(self) -> List[str]:
        return [one.name for one in self.values() if abs(one.z) < 2.0]

    def to_frame(self) -> Any:
        """Returns a pandas DataFrame with one row per law and parameter."""
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
        alarms = self.checks.body.alarms if self.checks.body else ()
        verdict = f"no verdict: {', '.join(alarms)}" if alarms else f"not rejected: {', '.join(self.not_rejected)}"
        lines = [f"<fits of {self.checks.impacts} impacts; best {self.best}; {verdict}>"]
        for one in self.values():
            said = ", ".join(f"{k} = {v:.6g}" for k, v in one.params.items())
            lines.append(f"{one.name:16s} chi2/dof {one.chi2 / one.dof:9.4g}  {'rejected' if one.rejected else ''}  {said}")
        return "\n".join(lines)


def _doubles(x: Doubles) -> Any:
    return ffi.from_buffer("double[]", x)


def _words(status: int) -> str:
    """Describes the status of a fit in a sentence."""
    if status == Status.NO_SOLUTION:
        return "the law has no answer for some of the impacts"
    return Status(status).meaning


def _check(status: int) -> None:
    hear()
    if status not in (Status.OK, Status.UNSETTLED):
        raise NoAnswerError(_words(status), Status(status))


class _Work:
    """A fit of the library, with the data that it refers to."""

    def __init__(self, model: Tuple[str, Any, Optional[Law]], impacts: Any, robust: bool, stop: Any) -> None:
        self.name, self.model, self.law = model
        self.impacts, self.stop = impacts, stop  # the options only point to `stop`
        self.options = own.new("carom_fit_options *", {"robust": robust, "stop": stop})
        made = library.carom_fit_create(self.model, impacts, len(impacts), self.options)
        if not made:
            raise MemoryError("carom.fit: out of memory")
        self.handle = own.gc(made, library.carom_fit_free)
        self.estimate = own.new("carom_fit_estimate *")
        self.names = [text(self.model.parameter[j]) for j in range(self.model.count)]
        self.interval: Dict[str, Tuple[float, float]] = {}
        self.score, self.error, self.rms = np.full(len(impacts), np.nan), np.full(len(impacts), np.nan), np.full(1, np.nan)

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
        held = (_doubles(self.score), _doubles(self.error), _doubles(self.rms))
        if library.carom_fit_cross_validate(self.handle, *held) != Status.OK:
            self.rms[0] = np.nan
        hear()

    def result(self, checks: Any) -> Estimate:
        e, n = self.estimate, self.model.count
        marks = {
            library.CAROM_FIT_DETERMINED: "known",
            library.CAROM_FIT_AT_LOWEST: "at its lowest",
            library.CAROM_FIT_AT_HIGHEST: "at its highest",
            library.CAROM_FIT_UNDETERMINED: "undetermined",
        }
        verdict = library.carom_fit_test(e, checks)
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
            None if verdict.none else bool(verdict.rejected),
            e.inliers,
            float(self.rms[0]),
            self.error,
            self.score,
            self,
        )


Forms = Tuple[Optional[str], Optional[str]]


def _form(name: str, of: str) -> Any:
    """Returns a form of e or mu by its name; "power" is available in fits only."""
    return library.carom_fit_form(b"power") if (name, of) == ("power", "e") else form_of(name, of)


def _of_speed(law: Law, params: Any, name: str, forms: Forms) -> List[Tuple[str, Any, Optional[Law]]]:
    """Returns a law whose coefficients are constant, except e and mu, which have the given forms if the law has them."""
    e, mu = (_form(name, of) if name else own.NULL for name, of in zip(forms, ("e", "mu")))
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
            made.append((RISING, own.new("carom_fit_model *", library.carom_fit_model_piecewise()), None))
            continue
        law = find(one)
        choices = law.coefficients["restitution"]._numbers() if "restitution" in law.coefficients and coupled else {"": 0}
        for choice, number in choices.items():
            params = own.new("carom_params *", lib.carom_params_default())
            if choice:
                value = ffi.new("double *", float(number))
                lib.carom_params_set(params, law.coefficients["restitution"].row, value, 1)
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
    bodies: Any = None,
) -> Fits:
    checks, refused = own.new("carom_fit_checks *"), own.new("size_t *")
    if library.carom_fit_check_data(impacts, bodies or own.NULL, len(impacts), checks, refused) != Status.OK:
        at = impacts[refused[0]].contact.v[0]
        why = f"v_n = {at:g} does not approach" if at >= 0 else "a value is not a number, or an uncertainty is missing"
        body = _checks(checks, impacts[0].contact.dim).body
        why += f"; the bodies raise an alarm: {', '.join(body.alarms)}" if body and body.alarms else ""
        raise InputError(f"impact {refused[0]}: {why}", Status.BAD_VALUE, (int(refused[0]),))
    dim = impacts[0].contact.dim
    if isinstance(laws, str):
        some = [law for law in all_laws.values() if dim in law.dims and law.module == "core"]
        laws = [*some, *([RISING] if dim == 2 else [])] if laws == "all" else [laws]
    stop = own.new("int *")
    work = [_Work(model, impacts, robust, stop) for model in _models(list(laws), bool(checks.coupled), forms)]
    from concurrent.futures import ThreadPoolExecutor  # imported here, because it would add 5 ms to `import carom`

    with ThreadPoolExecutor(max_workers=threads) as pool:
        try:
            list(pool.map(_Work.run, work, [intervals] * len(work)))
        except BaseException:
            stop[0] = 1  # after Ctrl-C, the running fits end soon
            raise
    done = (Status.OK, Status.UNSETTLED)
    unanswered = {w.name: _words(w.estimate.status) for w in work if w.estimate.status not in done}
    made = Fits(_checks(checks, dim), [w.result(checks) for w in work if w.estimate.status in done], unanswered)
    best = made.best
    for name, one in list(made.items()):
        if best and np.isfinite(one.heldout_rms):
            z = library.carom_fit_compare(len(impacts), _doubles(one.score), _doubles(made[best].score))
            made[name] = Estimate(**{**one.__dict__, "z": z})
    return made


def _signs(bits: int, dim: int) -> Tuple[str, ...]:
    return tuple(name for k, name in enumerate(SIGNS[dim]) if bits >> k & 1)


def _checks(c: Any, dim: int) -> Checks:
    b, body, floor = c.body, None, None
    if b.count:
        centre = [(b.centre[j].value, b.centre[j].error) for j in range(dim)]
        floor = (c.floor_chi2, c.floor_dof, c.floor_p)
        body = BodyChecks(
            b.floor_mean,
            b.floor_median,
            (b.normal.value, b.normal.error),
            (b.tangent.value, b.tangent.error),
            _signs(b.signs, dim),
            _signs(b.other_signs, dim),
            b.sign_factor,
            (b.inertia.value, b.inertia.error),
            None if np.isnan(centre[0][0]) else centre,
            tuple(name for k, name in enumerate(ALARMS) if b.alarms >> k & 1),
        )
    return Checks(c.impacts, floor, c.gains, c.pulls, (c.ratio_median, c.ratio_95), body)


def _groups(group: Optional[ArrayLike], n: int) -> NDArray[np.int64]:
    if group is None:
        return np.arange(n) % 10
    names = np.asarray(group)
    if names.shape != (n,):
        raise InputError(f"group must have one entry an impact, shape ({n},), not {names.shape}", Status.BAD_VALUE)
    return np.asarray(np.unique(names, return_inverse=True)[1])


def _covariances(S: Optional[ArrayLike], sd: Optional[ArrayLike], n: int, size: int) -> Doubles:
    if S is None and sd is None:
        raise InputError("the uncertainty of the velocities is missing: give sigma= or S=", Status.BAD_VALUE)
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
    """Fits laws to measured impacts in 2D or 3D (d = 2 or 3). Needs the module "fit" (cminpack).

    W      (n, d, d) or one (d, d) for all
    v      (n, d) before, normal first, and `after`, (n, d)
    sigma  standard deviation of (v, after): one number, 2 d, or (n, 2 d);  S: covariances, (2 d, 2 d) or (n, 2 d, 2 d)
    group  (n,) names: impacts of one group are held out together; without it, every tenth impact
    e_of, mu_of  also fit each law with e that depends on |v_n| ("fifth", "viscoelastic", "thornton", "quarter", "power"), or
                 mu that depends on |v_t| ("exp")

    >>> import carom, numpy as np
    >>> W, v = np.diag([1.0, 3.0]), np.column_stack([-np.linspace(1, 2, 40), np.linspace(0, 3, 40)])
    >>> after = carom.collide(W, v, "bilinear", e_n=0.9, e_t=0.2, mu=0.13).v
    >>> study = carom.fit(W, v, after, sigma=1e-3, laws=["bilinear", "smith"])
    >>> {name: round(value, 6) for name, value in study["bilinear"].params.items()}
    {'e_n': 0.9, 'mu': 0.13, 'e_t': 0.2}
    >>> study.not_rejected
    ['bilinear']
    """
    before = np.asarray(v, dtype=float)
    n, dim = before.shape if before.ndim == 2 else (0, 0)
    if dim not in (2, 3) or n == 0:
        raise InputError(f"v must have the shape (n, 2) or (n, 3), not {before.shape}", Status.BAD_VALUE)
    shaped, then = _shaped("W", W, (n, dim, dim)), _shaped("after", after, (n, dim))
    spread, groups = _covariances(S, sigma, n, 2 * dim), _groups(group, n)
    impacts = own.new("carom_fit_impact[]", n)
    for k, row in enumerate(impacts):
        row.contact.dim, row.group = dim, int(groups[k])
        for i in range(dim):
            row.contact.v[i], row.after[i] = before[k, i], then[k, i]
            for j in range(dim):
                row.contact.W[i][j] = shaped[k, i, j]
        _fill(row.S, spread[k], 2 * dim)
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
    axes: Optional[ArrayLike] = None,
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
    """Fits laws to impacts of free bodies with a wall, in 2D or 3D. The bodies are checked first; see `BodyChecks`.

    mass, inertia  numbers or (n,); in 3D inertia may be a matrix in the body's axes, (3, 3) or (n, 3, 3), with `axes`
    arm            contact minus centre of mass along n and t, or n, t1 and t2: (n, d) or one for all; (-R, 0) for a disc
    u, after       2D: (n, 3), velocity of the centre along n and t, spin counterclockwise; t is n rotated clockwise.
                   3D: (n, 6), velocity and spin along n, t1, t2, which are right-handed
    axes           (n, d, d): the body's own axes as columns, along n, t (or n, t1, t2); for the centre of mass
    sigma, S       of (u, after): one number, 2 k, (n, 2 k); (2 k, 2 k) or (n, 2 k, 2 k) for k speeds; without either
                   the errors are estimated from the best impulses

    A disc of 1 kg and 10 cm whose spin was read clockwise:

    >>> import carom, numpy as np
    >>> u = np.column_stack([-np.linspace(1, 2, 20), np.linspace(0, 1, 20), np.zeros(20)])
    >>> P_n, P_t = -1.9 * u[:, 0], 0.19 * u[:, 0]
    >>> clockwise = np.column_stack([u[:, 0] + P_n, u[:, 1] + P_t, -0.1 * P_t / 0.005])
    >>> checks = carom.fit_bodies(1.0, 0.005, (-0.1, 0.0), u, clockwise, sigma=0.01, laws="routh").checks
    >>> checks.body.wrong_signs, checks.body.or_signs
    (('u_t',), ('spin',))
    """
    before = np.asarray(u, dtype=float)
    n, speeds = before.shape if before.ndim == 2 else (0, 0)
    if speeds not in (3, 6) or n == 0:
        raise InputError(f"u must have the shape (n, 3) or (n, 6), not {before.shape}", Status.BAD_VALUE)
    dim, spins = (2, 1) if speeds == 3 else (3, 3)
    bodies, impacts = own.new("carom_fit_body[]", n), own.new("carom_fit_impact[]", n)
    turned = np.zeros((n, dim, dim)) if axes is None else _shaped("axes", axes, (n, dim, dim))
    columns = {
        "dim": np.full((n, 1), dim, dtype=np.intc),
        "mass": _shaped("mass", mass, (n,))[:, None],
        "inertia": _square(_inertias(inertia, axes, n, spins), 3),
        "arm": _shaped("arm", arm, (n, dim)),
        "u": np.hstack([before, _shaped("after", after, (n, speeds))]),
        "axes": _square(turned, 3),
        "group": np.asarray(_groups(group, n), dtype=np.intc)[:, None],
    }
    if sigma is not None or S is not None:
        columns["S"] = _square(_covariances(S, sigma, n, 2 * speeds), 15)
    _put(bodies, columns)
    if "S" not in columns and not library.carom_fit_guess_errors(bodies, n) > 0:
        raise InputError("the uncertainty of the velocities is missing: give sigma= or S=", Status.BAD_VALUE)
    for k in range(n):
        if library.carom_fit_impact_from_body(bodies + k, impacts + k) != Status.OK:
            raise InputError(f"impact {k}: a body needs mass > 0, inertia > 0 and finite numbers", Status.BAD_VALUE, (k,))
    return _study(impacts, laws, robust, intervals, threads, (e_of, mu_of), bodies)


def _inertias(inertia: ArrayLike, axes: Optional[ArrayLike], n: int, spins: int) -> Doubles:
    """Returns the inertias (n, spins, spins) along n, t1, t2."""
    given = np.asarray(inertia, dtype=float)
    if given.ndim < 2 or spins == 1:
        return np.asarray(_shaped("inertia", given, (n,))[:, None, None] * np.eye(spins))
    if axes is None:
        raise InputError("an inertia in the body's axes needs axes=", Status.BAD_VALUE)
    turn = _shaped("axes", axes, (n, 3, 3))
    return np.asarray(turn @ _shaped("inertia", given, (n, 3, 3)) @ turn.transpose(0, 2, 1))


def _square(rows: Doubles, size: int) -> Doubles:
    """Returns larger matrices that contain these in their upper left corner."""
    n, m = rows.shape[0], rows.shape[1]
    full = np.zeros((n, size, size))
    full[:, :m, :m] = rows
    return full.reshape(n, size * size)


def _put(structs: Any, columns: Dict[str, Any]) -> None:
    """Writes columns, (n, numbers) each, into an array of structs."""
    size = own.sizeof(own.typeof(structs).item)
    memory = np.frombuffer(own.buffer(structs), dtype=np.uint8).reshape(len(structs), size)
    for name, values in columns.items():
        at = own.offsetof(own.typeof(structs).item, name)
        raw = np.ascontiguousarray(values).view(np.uint8).reshape(len(structs), -1)
        memory[:, at : at + raw.shape[1]] = raw
