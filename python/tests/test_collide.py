"""Tests carom.collide: broadcasting, copies, errors, threads, and physical laws for any numbers."""
from __future__ import annotations

import inspect
import pickle
import threading
import time
import tracemalloc

import numpy as np
import pytest
from conftest import ROD_V, ROD_W, applicable, plain, random_contacts, refused, same_bits
from hypothesis import given, settings, strategies as st
from hypothesis.extra.numpy import mutually_broadcastable_shapes

import carom
from carom._collide import Problem

PLANAR = [name for name, law in carom.laws.items() if 2 in law.dims and law.module == "core"]


# Tests of broadcasting.


@settings(max_examples=60, deadline=None)
@given(shapes=mutually_broadcastable_shapes(num_shapes=4, max_dims=3, max_side=3), seed=st.integers(0, 2**32 - 1))
def test_broadcasting_is_numpys(shapes, seed) -> None:
    random = np.random.default_rng(seed)
    (w, x, e, m), result = shapes.input_shapes, shapes.result_shape
    W = random_contacts(int(np.prod(w)), 2, seed)[0].reshape(w + (2, 2))
    v, es, mus = random.normal(size=x + (2,)), random.uniform(size=e), random.uniform(0, 2, size=m)
    hit = carom.collide(W, v, e=es, mu=mus, details=False)
    assert hit.shape == result and hit.P.shape == result + (2,) and np.shape(hit.dE) == result
    Ws, vs = np.broadcast_to(W, result + (2, 2)), np.broadcast_to(v, result + (2,))
    es, mus = np.broadcast_to(es, result), np.broadcast_to(mus, result)
    for index in np.ndindex(*result):
        one = carom.collide(Ws[index], vs[index], e=es[index], mu=mus[index])
        assert same_bits(one.P, hit.P[index]) and same_bits(one.dE, np.asarray(hit.dE)[index])
        assert one.mode == np.asarray(hit.mode)[index]


def test_any_strides() -> None:
    W, v = random_contacts(60, 2, 3)
    want = carom.collide(W, v, e=1, mu=0.4).P
    columns = np.asfortranarray(W)
    table = np.zeros((60, 9))
    table[:, 1:3], table[:, 4:8] = v, W.reshape(60, 4)
    assert same_bits(carom.collide(columns, v, e=1, mu=0.4, details=False).P, want)
    assert same_bits(carom.collide(table[:, 4:8].reshape(60, 2, 2), table[:, 1:3], e=1, mu=0.4, details=False).P, want)
    assert same_bits(carom.collide(W[::-1], v[::-1], e=1, mu=0.4, details=False).P, want[::-1])
    assert same_bits(carom.collide(W[::2], v[::2], e=1, mu=0.4, details=False).P, want[::2])
    record = np.zeros(60, dtype=[("tag", "u1"), ("v", "f8", 2)])  # the numbers are not aligned in memory
    record["v"] = v
    assert same_bits(carom.collide(W, record["v"], e=1, mu=0.4, details=False).P, want)


def test_vector_parameters_keep_their_last_axis() -> None:
    W, v = random_contacts(5, 3, 13)
    v[:, 0] = -np.abs(v[:, 0])
    directions = np.array([[1.0, 0.1 * k, -0.1 * k] for k in range(5)])
    hit = carom.collide(W, v, "ivanov", direction=directions, eta=0.5, details=False)
    for k in range(5):
        assert same_bits(hit.P[k], carom.collide(W[k], v[k], "ivanov", direction=directions[k], eta=0.5).P)
    with refused(carom.InputError, "bad-value", "direction", "3", "(2,)"):
        carom.collide(W, v, "ivanov", direction=[1, 0])


def test_integers_and_floats_are_taken() -> None:
    want = carom.collide([[2.0, 0.0], [0.0, 3.0]], [-1.0, 1.0], e=1, mu=1.0).P
    assert same_bits(carom.collide([[2, 0], [0, 3]], [-1, 1], e=1, mu=1).P, want)
    assert same_bits(carom.collide(np.float32([[2, 0], [0, 3]]), np.float32([-1, 1]), e=1, mu=1).P, want)


def test_nothing_is_something() -> None:
    hit = carom.collide(np.empty((0, 2, 2)), np.empty((0, 2)), e=1, mu=0.3)
    assert hit.P.shape == (0, 2) and len(hit) == 0


# Tests that inputs are not copied.


def test_contiguous_inputs_are_not_copied() -> None:
    W, v = random_contacts(200_000, 2, 1)
    mu, e = np.full(200_000, 0.3), np.full((1, 1), 0.5)
    problem = Problem(carom.laws["routh"], W, v, {"mu": mu, "e": e})
    kept = [flat.array for flat in problem._kept]
    assert np.shares_memory(kept[0], W) and np.shares_memory(kept[1], v) and np.shares_memory(kept[2], mu)
    out = carom.collide(W, v, e=1, mu=mu, details=False)
    tables = np.zeros((200_000, 7))
    for given in ((W, v, mu), (W[0], v, mu), (W, v[0], mu[:1]), (tables[:, :4].reshape(-1, 2, 2), tables[:, 4:6], 0.1)):
        tracemalloc.start()
        carom.collide(given[0], given[1], e=1, mu=given[2], out=out)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        # A copy of the smallest input would take 1.6 MB; without a copy, 30 kB were measured.
        assert peak < 200_000, f"{peak} bytes were allocated"


def test_out_is_overwritten_and_returned() -> None:
    W, v = random_contacts(100, 2, 2)
    out = carom.collide(W, v, e=1, mu=0.1, details=False)
    again = carom.collide(W, v, e=1, mu=0.5, out=out)
    assert np.shares_memory(again.P, out.P) and same_bits(again.P, carom.collide(W, v, e=1, mu=0.5).P)
    with refused(carom.InputError, "bad-value", "(100,)", "(50,)"):
        carom.collide(W, v, e=1, mu=0.5, out=carom.collide(W[:50], v[:50], e=1, mu=0, details=False))
    with refused(carom.InputError, "bad-value", "out"):
        carom.collide(W, out.v, e=1, mu=0.5, out=out)
    with refused(carom.InputError, "bad-value", "out", "details"):
        carom.collide(W, v, e=1, mu=0.5, out=carom.collide(W, v, e=1, mu=0))


# Tests that results are bit-identical.


@pytest.mark.parametrize("law", PLANAR)
def test_details_and_threads_change_no_bit(law: str) -> None:
    W, v = random_contacts(5001, 2, 4)
    W = applicable(law, W)
    given = plain(carom.laws[law])
    given.update({"mu": np.linspace(0.0, 2.0, 5001)} if "mu" in given else {})
    short = carom.collide(W, v, law, details=False, **given)
    full = carom.collide(W, v, law, details=True, **given)
    three = carom.collide(W, v, law, details=False, threads=3, **given)
    for name in ("P", "v", "dE", "mode", "violations", "status"):
        assert same_bits(getattr(short, name), getattr(full, name)), name
        assert same_bits(getattr(short, name), getattr(three, name)), name


def test_other_threads_run_meanwhile() -> None:
    W, v = random_contacts(100_000, 2, 6)
    worker = threading.Thread(target=lambda: carom.collide(W, v, "smith", e=1, mu=0.4, details=False))
    worker.start()
    ticks = 0
    while worker.is_alive():
        time.sleep(1e-4)
        ticks += 1
    # If the call did not release the interpreter for its 0.1 s, there would be only one or two ticks.
    assert ticks > 20


def test_a_W_that_is_symmetric_only_to_rounding_is_averaged_everywhere() -> None:
    W, v = random_contacts(3000, 2, 5)
    W[7::11, 0, 1] *= 1 + 2e-16 * np.arange(1, 274)[: len(W[7::11])]
    short, full = (carom.collide(W, v, e=1, mu=0.4, details=details) for details in (False, True))
    assert same_bits(short.P, full.P)


# Tests of physical laws.


def test_a_law_without_an_answer_says_so_and_does_not_raise() -> None:
    hit = carom.collide([[0.0, 0.0], [0.0, 1.0]], [-1.0, 0.0], e=1, mu=0.3)
    assert hit.status == carom.Status.NO_SOLUTION and not hit.ok and np.isnan(hit.P).all()
    assert "no-solution" in repr(hit)


# Tests that errors name the expected and the given input.

W, v = ROD_W, ROD_V
WRONG = {
    "W not square": (dict(W=np.ones((2, 3)), v=v), carom.InputError, ("bad-value", "W", "(2, 3)")),
    "W of four": (dict(W=np.eye(4), v=v), carom.InputError, ("bad-value", "(4, 4)")),
    "v too long": (dict(W=W, v=[-1, 0, 0]), carom.InputError, ("bad-value", "v", "W", "(3,)")),
    "ragged": (dict(W=[[1, 2], [3]], v=v), carom.CaromError, ("bad-value", "W")),
    "no broadcast": (
        dict(W=np.stack([W] * 4), v=v, mu=[0.1, 0.2]),
        carom.InputError,
        ("bad-value", "W", "(4,)", "mu", "(2,)"),
    ),
    "complex": (dict(W=W, v=v, mu=0.3j), carom.DtypeError, ("bad-value", "mu", "complex128")),
    "text": (dict(W=W, v=v, mu="big"), carom.DtypeError, ("bad-value", "mu")),
    "objects": (dict(W=W, v=[None, 1]), carom.DtypeError, ("bad-value", "v")),
    "booleans": (dict(W=W, v=v, mu=True), carom.DtypeError, ("bad-value", "bool")),
    "law's name": (dict(W=W, v=v, law="ruth"), carom.UnknownLawError, ("unknown-law", "ruth", "routh")),
    "law's type": (dict(W=W, v=v, law=3), carom.UnknownLawError, ("unknown-law",)),
    "another's parameter": (
        dict(W=W, v=v, law="frictionless", mu=0.3),
        carom.ParameterError,
        ("coefficient-unused", "frictionless", "mu", "e", "routh"),
    ),
    "no parameter": (dict(W=W, v=v, mu_statc=0.3), carom.ParameterError, ("coefficient-unknown", "mu_static")),
    "choice": (dict(W=W, v=v, restitution="hooke"), carom.InputError, ("bad-value", "newton", "poisson", "energetic", "hooke")),
    "range": (dict(W=W, v=v, e=1.5), carom.InputError, ("coefficient-range/outside", "e", "1.5", "0", "1", "allow")),
    "mu_static": (dict(W=W, v=v, mu=0.5, mu_static=0.3), carom.InputError, ("coefficient-range/below", "mu_static", "0.3", "mu", "0.5")),
    "nan": (dict(W=W, v=[-1, np.nan]), carom.InputError, ("not-finite/v-not-finite", "v[1]")),
    "asymmetric": (dict(W=[[2, 1], [0, 2]], v=v), carom.InputError, ("not-symmetric/unequal", "W[0][1]", "W[1][0]")),
    "negative mass": (dict(W=-np.eye(2), v=v), carom.InputError, ("not-psd/negative", "W[0][0]", "-1")),
    "threads": (dict(W=W, v=v, threads=0), carom.InputError, ("bad-value", "threads", "1", "0")),
}


@pytest.mark.parametrize("what", WRONG)
@pytest.mark.parametrize("details", [True, False])
def test_wrong_input_raises(what: str, details: bool) -> None:
    arguments, kind, code = WRONG[what]
    with refused(kind, *code) as caught:
        carom.collide(**arguments, details=details)
    assert isinstance(caught.value, carom.CaromError) and isinstance(caught.value.status, carom.Status)


def test_an_error_names_the_item_and_carries_the_status() -> None:
    mu = np.full((3, 4), 0.3)
    mu[1, 2] = -1
    for details in (True, False):
        with refused(carom.InputError, "coefficient-range/outside", "(1, 2)", "mu", "-1", "0") as caught:
            carom.collide(W, v, e=1, mu=mu, details=details)
        assert caught.value.index == (1, 2) and caught.value.status == carom.Status.COEFFICIENT_RANGE
        assert isinstance(caught.value, ValueError)
    assert carom.collide(W, v, e=1.5, mu=0, allow="e").status is carom.Status.OK


# Tests of the registry.


@pytest.mark.parametrize("name", carom.laws)
def test_a_law_explains_itself(name: str) -> None:
    law = carom.laws[name]
    signature = inspect.signature(law)
    assert list(signature.parameters)[:2] == ["W", "v"]
    for parameter in law.coefficients.values():
        default = inspect.Parameter.empty if parameter.required else parameter.default
        assert signature.parameters[parameter.name].default == default
        assert law.module != "compliant" or parameter.ratio
        assert parameter.name in law.__doc__ and parameter.meaning in law.__doc__
    assert law.citation in law.__doc__ and pickle.loads(pickle.dumps(law)) is law


def test_ranges_are_the_laws_own() -> None:
    assert carom.laws["routh"].coefficients["e"].range == "[0, 1]"
    assert carom.laws["glocker"].coefficients["e_t"].range != carom.laws["bilinear"].coefficients["e_t"].range
    assert carom.laws["routh"].coefficients["restitution"].range.split(" | ")[:3] == ["newton", "poisson", "energetic"]


def test_laws_are_a_mapping() -> None:
    assert carom.laws.initial_slip is carom.laws["initial-slip"] and "nonsense" not in carom.laws
    assert carom.laws.get("nonsense") is None and len(carom.laws) == len(list(carom.laws))
    with pytest.raises(KeyError):
        carom.laws["nonsense"]
    with refused(AttributeError, None, "nonsense"):
        carom.laws.nonsense


def test_names() -> None:
    assert carom.Mode("c-sticking") is carom.Mode.C_STICKING and str(carom.Mode.C_STICKING) == "c-sticking"
    with pytest.raises(ValueError):
        carom.Mode("no such mode")
    hit = carom.collide(W, v, e=0.9, mu=[[0.1], [0.7]], restitution=["newton", "poisson"])
    assert hit.mode.shape == (2, 2) and (hit.mode[1] == "c-sticking").all()
    assert hit.violations[1, 0] == carom.Violation.ENERGY and hit.violations.label[1, 0] == "dE>0"
    assert hit[1, 0].violations.label == "dE>0" and hit[:, 1].shape == (2,)
    assert hit.to_frame().shape[0] == 4
