"""Tests laws defined by Python functions: their checks, error messages and exceptions."""
from __future__ import annotations

import gc
import pickle
import threading
import weakref
from typing import Any

import numpy as np
import pytest
from conftest import BALLS, ROD_V, ROD_W, random_contacts, refused

import carom
from carom import _modules

GRIP = carom.Coefficient("grip", default=1.0, meaning="share of the slip that friction stops")


def sticky_impulse(W: Any, v: Any, e: float, mu: float, grip: float) -> Any:
    """Computes the law of examples/c/own_law.c."""
    rebound, slip = -(1 + e) * v[0], -grip * v[1]
    det = W[0, 0] * W[1, 1] - W[0, 1] * W[0, 1]
    P = (W[1, 1] * rebound - W[0, 1] * slip) / det, (W[0, 0] * slip - W[0, 1] * rebound) / det
    if abs(P[1]) <= mu * P[0]:
        return P, "sticking"
    s = 1.0 if P[1] > 0 else -1.0
    normal = rebound / (W[0, 0] + s * mu * W[0, 1])
    return (normal, s * mu * normal), carom.Mode.FRICTION


def newton(W: Any, v: Any, e: float) -> Any:
    P = np.zeros(len(v))
    P[0] = -(1 + e) * v[0] / W[0, 0]
    return P


@pytest.fixture
def sticky() -> carom.CustomLaw:
    return carom.define_law("sticky", sticky_impulse, coefficients=[GRIP])


def test_the_example_in_c_and_this_one_agree(sticky: carom.CustomLaw) -> None:
    hit = carom.collide(ROD_W, ROD_V, sticky, e=0.5, mu=0.7)
    assert hit.P.tolist() == [0.7125, 0.1875] and hit.mode == "sticking" and hit.ok  # the same as tests/whole expects in C
    less = sticky(ROD_W, ROD_V, e=0.5, mu=0.7, grip=0.25)
    assert less.P.tolist() == [0.88125, 0.46875] or np.allclose(less.P, [0.88125, 0.46875], rtol=1e-15)
    assert np.allclose(hit.v, [0.5, 0], atol=1e-15)  # computed by the library from P


def test_a_row_like_any_other(sticky: carom.CustomLaw) -> None:
    assert list(sticky.coefficients) == ["e", "mu", "grip"] and sticky.dims == (2,) and sticky.module == "own"
    assert sticky.coefficients["grip"].default == 1.0 and sticky.coefficients["grip"].meaning == GRIP.meaning
    assert "share of the slip" in (sticky.__doc__ or "") and "grip" in str(sticky.__signature__)
    assert "sticky" not in carom.laws  # laws are not registered globally
    with refused(carom.ParameterError, "coefficient-unknown", "grip"):
        carom.collide(ROD_W, ROD_V, "routh", grip=0.5)


def test_refused_and_allowed_as_any_other(sticky: carom.CustomLaw) -> None:
    with refused(carom.InputError, "coefficient-range/outside", "grip", "1.5", "0", "1", "sticky", "allow") as told:
        sticky(ROD_W, ROD_V, grip=1.5)
    assert told.value.info is not None and told.value.info.coefficient == "grip"
    assert sticky(ROD_W, ROD_V, e=1, mu=9, grip=1.5, allow="grip").status == "ok"
    with refused(carom.InputError, "coefficient-range/outside", "(1,)", "grip", "-1"):
        sticky(ROD_W, ROD_V, grip=[0.5, -1])
    with refused(carom.InputError, "wrong-dim/elsewhere", "sticky"):
        sticky(np.eye(3), [-1, 0, 0], e=1, mu=0)
    with refused(carom.NoAnswerError, "no-path/plain"):
        carom.trace(ROD_W, ROD_V, sticky, e=1, mu=0)


@pytest.mark.parametrize("details", [True, False])
@pytest.mark.parametrize("threads", [1, 3])
def test_arrays_are_the_single_answers(sticky: carom.CustomLaw, details: bool, threads: int) -> None:
    W, v = random_contacts(300, 2, 5)
    grip = np.random.default_rng(6).uniform(size=300)
    hits = carom.collide(W, v, sticky, e=0.3, mu=0.4, grip=grip, details=details, threads=threads)
    assert np.count_nonzero(hits.status == "ok") > 270  # 5 % separate
    for i in range(0, 300, 7):
        one = sticky(W[i], v[i], e=0.3, mu=0.4, grip=grip[i])
        assert one.P.tobytes() == hits.P[i].tobytes() and one.status == hits.status[i] and one.mode == hits.mode[i]


def test_judged_by_what_it_does() -> None:
    gains = carom.define_law("gains", lambda W, v, mu: [-3 * v[0] / W[0, 0], 0.0], reads=["mu"])
    assert gains(ROD_W, ROD_V, mu=0).violations == carom.Violation.ENERGY
    grips = carom.define_law("grips", lambda W, v, mu: [0.4, 0.3], reads=["mu"])
    assert carom.Violation.CONE in carom.Violation(int(grips(ROD_W, ROD_V, mu=0.1).violations))
    assert carom.Violation.CONE not in carom.Violation(int(grips(ROD_W, ROD_V, mu=0.9).violations))


def test_rounding_is_not_a_breach() -> None:
    W, v = random_contacts(400, 2, 8)
    stops = carom.define_law("stops", newton, reads=["e"])
    assert not np.any(np.asarray(stops(W, v, e=0.0).violations) & carom.Violation.PENETRATION)  # v_n' is 0 up to rounding


def test_space_and_what_the_library_reads() -> None:
    seen = []

    def look(W: Any, v: Any, **given: Any) -> Any:
        seen.append((W.shape, v.shape, given))
        return newton(W, v, 0.5)

    own = [carom.Coefficient("way", "left", choices=["left", "right"]), carom.Coefficient("k", 0.25, kind="tangent")]
    law = carom.define_law("look", look, reads=["mu", "mu_static", "restitution", "direction"], coefficients=own, dims=(2, 3))
    law(np.eye(3), [-1, 0, 0], mu=0.5, way="right", k=[0.5, 0.75])
    W, v, given = seen.pop()
    assert W == (3, 3) and v == (3,) and given["mu_static"] == given["mu"] == 0.5 and given["way"] == "right"
    assert given["k"].tolist() == [0.5, 0.75] and given["restitution"] == "poisson" and given["direction"].shape == (3,)
    law(ROD_W, ROD_V, mu=0.5, way=["left", "right"])
    assert [given["way"] for _, _, given in seen] == ["left", "right"] and seen[0][2]["k"].tolist() == [0.25]
    with refused(carom.InputError, "bad-value", "way", "left", "right", "up"):
        law(ROD_W, ROD_V, way="up")


def test_e_and_mu_are_needed_unless_it_has_defaults_for_them(sticky: carom.CustomLaw) -> None:
    with refused(carom.ParameterError, "coefficient-missing/missing", "sticky", "mu"):
        sticky(ROD_W, ROD_V, e=0.5)
    half = carom.Coefficient("e", default=0.5, highest=2.0)
    law = carom.define_law("newton", newton, reads=(), coefficients=half)
    assert not law.coefficients["e"].required and law.coefficients["e"].default == 0.5
    assert np.array_equal(law(ROD_W, ROD_V).P, law(ROD_W, ROD_V, e=0.5).P) and law(ROD_W, ROD_V, e=2).status == "ok"
    with refused(carom.InputError, "coefficient-range/outside", "e", "3", "2"):
        law(ROD_W, ROD_V, e=3)


class Trouble(BaseException):
    pass


@pytest.mark.parametrize("at", [0, 49, 19_999])
@pytest.mark.parametrize("threads", [1, 2])
def test_what_it_raises_the_caller_gets(at: int, threads: int) -> None:
    calls = []

    def fails(W: Any, v: Any) -> Any:
        calls.append(1)
        if v[1] == at:
            raise Trouble("of my own")
        return 0.5, 0.0

    law = carom.define_law("fails", fails, reads=())
    v = np.column_stack([-np.ones(20_000), np.arange(20_000)])
    with pytest.raises(Trouble, match="of my own"):
        carom.collide(ROD_W, v, law, threads=threads)
    assert threads > 1 or len(calls) == at + 1  # the later contacts are not asked
    assert carom.collide(ROD_W, [-1, -5], law).status == "ok"  # the exception has no effect on later calls
    assert carom.collide(ROD_W, ROD_V, "routh", e=1, mu=0).ok


def test_a_law_may_ask_another() -> None:
    def careful(W: Any, v: Any, e: float, mu: float) -> Any:
        if v[1] > 5:
            inner = carom.define_law("inner", lambda W, v: [0.0, 0.0, 0.0], reads=())
            return carom.collide(W, v, inner).P
        return carom.collide(W, v, "routh", e=e, mu=mu).P

    law = carom.define_law("careful", careful)
    assert np.array_equal(law(ROD_W, ROD_V, e=0.5, mu=0.7).P, carom.collide(ROD_W, ROD_V, e=0.5, mu=0.7).P)
    with refused(carom.InputError, "bad-value", "inner", "2"):
        law(ROD_W, [-1, 6], e=1, mu=0)


@pytest.mark.parametrize(
    "answer, error, code",
    [
        ([1.0, 2.0, 3.0], carom.InputError, ("bad-value", "2", "(3,)")),
        (1.0, carom.InputError, ("bad-value", "odd", "()")),
        ([[1.0, 2.0]], carom.InputError, ("bad-value", "(1, 2)")),
        ("P", carom.DtypeError, ("bad-value", "odd")),
        ([1j, 0], carom.DtypeError, ("bad-value", "odd", "complex128")),
        ([[1.0], [2.0, 3.0]], carom.CaromError, ("bad-value", "odd")),
        (([1.0, 0.0], "slidng"), carom.InputError, ("bad-value", "odd", "slidng")),
        ([np.nan, 0.1], carom.NoAnswerError, ("not-finite", "odd", "P", "0.1", "W", "v", "-1", "0.6")),
        ([np.inf, 0.0], carom.NoAnswerError, ("not-finite", "odd")),
    ],
)
def test_a_wrong_answer_is_told_by_the_laws_name(answer: Any, error: Any, code: Any) -> None:
    law = carom.define_law("odd", lambda W, v: answer, reads=())
    for v in (ROD_V, np.tile(ROD_V, (30, 1))):
        with refused(error, *code) as told:
            carom.collide(ROD_W, v, law)
        assert "odd" in str(told.value) and "units" not in str(told.value)


def test_none_is_no_answer() -> None:
    law = carom.define_law("shy", lambda W, v: None if v[1] > 0 else [0.4, 0.0], reads=())
    hits = law(ROD_W, [[-1, 0.6], [-1, -0.6], [1, 0.6]])
    assert hits.status.label.tolist() == ["not-applicable", "ok", "no-impact"] and np.isnan(hits.P[0]).all()


def test_far_from_one_it_sees_ordinary_numbers() -> None:
    sizes = []

    def look(W: Any, v: Any, e: float) -> Any:
        sizes.append((W[0, 0], v[0]))
        return newton(W, v, e)

    law = carom.define_law("look", look, reads=["e"])
    hit = law(1e40 * np.eye(2), [-1e50, 0], e=0.5)
    assert np.isclose(hit.P[0], 1.5e10) and all(1e-3 < abs(x) < 1e3 for x in sizes[0])
    speed = carom.Coefficient("limit", 1.0, 0.0, 9.0, unit="m/s")
    measured = carom.define_law("measured", lambda W, v, e, limit: look(W, v, e), reads=["e"], coefficients=speed)
    measured(1e40 * np.eye(2), [-1e50, 0], e=0.5)
    assert sizes[1] == (1e40, -1e50)  # with a coefficient in m/s, contacts are not scaled


BAD = [
    (dict(name="routh"), ("bad-value", "routh")),
    (dict(name=""), ("bad-value", "''")),
    (dict(function=3), ("bad-value", "mine", "3")),
    (dict(reads=["roughness"]), ("coefficient-unknown", "roughness", "restitution", "e", "mu")),
    (dict(guarantees=["peace"]), ("bad-value", "peace", "dissipative")),
    (dict(dims=4), ("bad-value", "dims")),
    (dict(dims=()), ("bad-value", "dims")),
    (dict(coefficients=[carom.Coefficient("restitution")]), ("bad-value", "restitution", "reads")),
    (dict(coefficients=[carom.Coefficient("out")]), ("bad-value", "out", "mine")),
    (dict(coefficients=[carom.Coefficient("x y")]), ("bad-value", "x y", "mine")),
    (dict(coefficients=[GRIP, GRIP]), ("bad-value", "mine")),
    (dict(coefficients=[carom.Coefficient("k", 2.0)]), ("bad-value", "2.0", "0", "1")),
    (dict(coefficients=[carom.Coefficient("k", kind="list")]), ("bad-value", "k", "real", "tangent", "each")),
    (dict(coefficients=[carom.Coefficient("k", "up", choices=["left"])]), ("bad-value", "k", "left")),
    (dict(coefficients=[carom.Coefficient(f"k{i}", kind="each") for i in range(11)]), ("bad-value", "32")),
    (dict(function=lambda W, v, e: 0), ("bad-value", "W", "v", "e", "mu")),
]


@pytest.mark.parametrize("change, code", BAD, ids=[f"{next(iter(change))}-{k}" for k, (change, _) in enumerate(BAD)])
def test_wrong_descriptions_are_refused(change: Any, code: Any) -> None:
    arguments = {"name": "mine", "function": lambda W, v, **given: [0, 0], **change}
    with refused(carom.CaromError, *code):
        carom.define_law(**arguments)


def test_laws_that_nobody_holds_are_freed() -> None:
    law = carom.define_law("law", newton, reads=["e"])
    assert law(ROD_W, ROD_V, e=0).ok
    alive = weakref.ref(law)
    del law
    gc.collect()
    assert alive() is None


def test_two_threads_do_not_hear_each_other() -> None:
    def of(own: str) -> Any:
        def fails(W: Any, v: Any) -> Any:
            if v[1] > 90:
                raise Trouble(own)
            return 0.5, 0.0

        return fails

    heard = {}

    def run(own: str) -> None:
        for _ in range(20):
            try:
                carom.collide(ROD_W, [[-1, i] for i in range(100)], law[own])
            except Trouble as error:
                heard.setdefault(own, set()).add(str(error))

    law = {own: carom.define_law(own, of(own), reads=()) for own in ("a", "b")}
    runs = [threading.Thread(target=run, args=own) for own in law]
    for one in runs:
        one.start()
    for one in runs:
        one.join()
    assert heard == {"a": {"a"}, "b": {"b"}}


def test_pickled_with_its_results() -> None:
    hit = carom.define_law("newton of mine", newton, reads=["e"])(ROD_W, ROD_V, e=0.5)
    law = pickle.loads(pickle.dumps(hit.law))
    assert law.name == "newton of mine" and np.array_equal(law(ROD_W, ROD_V, e=0.5).P, hit.P)


def test_beside_the_library_s_laws(sticky: carom.CustomLaw) -> None:
    both = carom.compare(ROD_W, ROD_V, ["glocker", sticky], e=0.5, mu=0.7, grip=0.25)
    assert list(both) == ["glocker", "sticky"] and both["sticky"].coefficients["grip"] == 0.25
    law = carom.define_law("newton of mine", newton, reads=["e"])
    assert BALLS.apply(carom.solve_system(*BALLS, "sequence", single=law, e=1).P)[0].tolist() == [0, 0, 1]
    failing = carom.define_law("failing", lambda W, v: 1 / 0, reads=())
    with pytest.raises(ZeroDivisionError):
        carom.solve_system(*BALLS, "sequence", single=failing)


def test_fitted_to_measured_impacts() -> None:
    try:
        _modules.fit.carom_fit_run
    except carom.NoAnswerError:
        pytest.skip("needs the module fit")
    W, v = random_contacts(40, 2, 3)
    v[:, 0] = -np.abs(v[:, 0])
    law = carom.define_law("newton of mine", newton, reads=["e"])
    after = law(W, v, e=0.625).v
    found = carom.fit(W, v, after, sigma=1e-3, laws=[law])["newton of mine"]
    assert abs(found.params["e"] - 0.625) < 1e-6  # the data have no noise
    failing = carom.define_law("failing", lambda W, v, e: 1 / 0, reads=["e"])
    with pytest.raises(ZeroDivisionError):
        carom.fit(W, v, after, sigma=1e-3, laws=[failing])
