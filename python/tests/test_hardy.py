"""Tests the package with pickling, threads, interrupts, unusual arrays and unusual names."""
from __future__ import annotations

import copy
import os
import pickle
import signal
import threading
import time
from typing import Any

import carom
import numpy as np
import pytest
from conftest import ROD_V, ROD_W, random_contacts, refused, same_bits

ERRORS = [
    (lambda: carom.collide(ROD_W, [ROD_V, ROD_V], mu=[0.1, -0.2]), carom.InputError),
    (lambda: carom.collide(ROD_W, ROD_V, "ruth"), carom.UnknownLawError),
    (lambda: carom.collide(ROD_W, ROD_V, mue=1), carom.ParameterError),
    (lambda: carom.collide(ROD_W.astype(complex), ROD_V), carom.DtypeError),
    (lambda: (_ for _ in ()).throw(carom.NoAnswerError("none", carom.Status.NO_SOLUTION)), carom.NoAnswerError),
]


def raised(call: Any) -> carom.CaromError:
    with pytest.raises(carom.CaromError) as caught:
        next(made) if hasattr(made := call(), "__next__") else None
    return caught.value


@pytest.mark.parametrize("call, kind", ERRORS)
def test_errors_pickle(call: Any, kind: type) -> None:
    error = raised(call)
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(again) is kind
        assert (str(again), again.message, again.status, again.index) == (
            str(error), error.message, error.status, error.index)
        assert type(again.status) is carom.Status


def test_tables_pickle() -> None:
    assert pickle.loads(pickle.dumps(carom.laws)) is carom.laws
    assert pickle.loads(pickle.dumps(carom.laws.for_systems())) is carom.laws.for_systems()
    assert copy.deepcopy(carom.laws) is carom.laws
    for row in (*carom.laws.values(), *carom.laws.for_systems().values()):
        assert pickle.loads(pickle.dumps(row)) is row
    with pytest.raises(AttributeError):
        carom.laws.__wrapped__


def test_results_pickle() -> None:
    for mu in (0.3, [0.1, 0.3]):
        hit = carom.collide(ROD_W, ROD_V, e=0.5, mu=mu)
        again = pickle.loads(pickle.dumps(hit))
        assert same_bits(again.P, hit.P) and repr(again) == repr(hit)
        status = pickle.loads(pickle.dumps(hit.status))
        assert np.all(status == "ok") and repr(status) == repr(hit.status)


def test_one_name_equals_its_name() -> None:
    one = carom.collide(ROD_W, ROD_V, "routh", e=0.5, mu=0.7)
    many = carom.collide(ROD_W, [ROD_V], "routh", e=0.5, mu=0.7)
    for hit in (one, many[0]):
        assert hit.mode == "c-sticking" and "c-sticking" == hit.mode
        assert not hit.mode != "c-sticking" and hit.mode != "sliding"
        assert hit.mode == carom.Mode.C_STICKING and hit.mode is carom.Mode("c-sticking")
        assert hit.status == "ok" and hit.status == carom.Status.OK
        assert int(hit.mode) == many.mode.view(np.ndarray)[0] and hit.mode == int(hit.mode)
        assert hit.mode in {"c-sticking"} and {hit.mode: 1}["c-sticking"] == 1 and hit.mode in {carom.Mode.C_STICKING}
        assert isinstance(hit.mode, carom.Mode) and str(hit.mode) == "c-sticking"
    assert len(set(carom.Mode)) == len(carom.Mode)


@pytest.mark.parametrize("name", ["P", "v", "dE", "mode", "violations", "status"])
def test_read_only_out_is_refused(name: str) -> None:
    out = carom.collide(ROD_W, [ROD_V] * 3, e=1, mu=0.1, details=False)
    before = {key: array.copy() for key, array in out._answers.items()}
    out._answers[name].flags.writeable = False
    with refused(carom.InputError, "bad-value", "out"):
        carom.collide(ROD_W, [ROD_V] * 3, mu=0.9, out=out)
    assert all(same_bits(before[key], array) for key, array in out._answers.items())


def test_out_must_be_a_result() -> None:
    room: Any = np.zeros((3, 2))
    with refused(carom.InputError, "bad-value", "out", "ndarray"):
        carom.collide(ROD_W, [ROD_V] * 3, mu=0.9, out=room)


@pytest.mark.parametrize("name", ["routh\0", "\0", "ru\ud800th", "routh\n", "\x1b[31m"])
def test_odd_names_of_laws(name: str) -> None:
    for ask in (lambda: carom.laws[name], lambda: carom.collide(ROD_W, ROD_V, name), lambda: carom.laws.for_systems()[name]):
        with pytest.raises(carom.UnknownLawError) as caught:
            ask()
        assert caught.value.status == "unknown-law"
        assert str(caught.value).isprintable() and "module" not in str(caught.value)
    with refused(carom.ParameterError, "coefficient-unknown") as wrong:
        carom.collide(ROD_W, ROD_V, **{name: 1.0})
    assert str(wrong.value).isprintable()
    with refused(carom.InputError, "bad-value", "restitution") as choice:
        carom.collide(ROD_W, ROD_V, restitution=name)
    assert str(choice.value).isprintable()


def test_masked_arrays_are_refused_by_name() -> None:
    mask = np.ma.masked_array
    hidden_v, hidden_mu = mask(ROD_V, [False, True]), mask([0.1, 0.2], [False, True])
    hidden_W = mask(ROD_W, [[True, False], [False, False]])
    calls = {
        "W": lambda: carom.collide(hidden_W, ROD_V),
        "v": lambda: carom.collide(ROD_W, hidden_v),
        "mu": lambda: carom.collide(ROD_W, ROD_V, mu=hidden_mu),
        "P": lambda: carom.check(ROD_W, ROD_V, mask([1.0, 0.0], [True, False])),
        "restitution": lambda: carom.collide(ROD_W, ROD_V, restitution=mask(["newton", "poisson"], [True, False])),
    }
    for name, call in calls.items():
        with refused(carom.InputError, "bad-value", name):
            call()
    whole = carom.collide(mask(ROD_W), mask(ROD_V, [False, False]), e=1, mu=mask([0.1, 0.2]))
    assert same_bits(whole.P, carom.collide(ROD_W, ROD_V, e=1, mu=[0.1, 0.2]).P)


# An impact takes about 2 µs, or 6 µs with details. The whole call would take several seconds if it were not
# interrupted. The inputs are broadcast, so little memory is copied.
@pytest.mark.parametrize("threads, details", [(1, False), (1, True), (2, False)])
def test_interrupts_are_heard(threads: int, details: bool) -> None:
    W, v = random_contacts(1, 3, 1)
    mu = np.broadcast_to(0.4, (1_500_000 if details else 4_000_000,))
    begun = time.monotonic()
    sent = []

    def interrupt() -> None:
        time.sleep(1.0)
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        carom.collide(W[0], -np.abs(v[0]), "routh", e=0.5, mu=mu, details=details, threads=threads)
    # The library runs for 0.1 s between two checks for interrupts; the rest allows for other programs that run at the same time.
    assert time.monotonic() - sent[0] < 1.0 and sent[0] - begun > 0.9


def test_combine() -> None:
    assert carom.combine("max", 0.2, 0.5) == 0.5
    assert carom.combine("geometric", 0.2, 0.8) == pytest.approx(0.4, rel=1e-15)
    assert same_bits(carom.combine("mean", [0.2, 0.4], 0.6), np.array([(0.2 + 0.6) / 2, (0.4 + 0.6) / 2]))
    assert carom.combine("max", np.inf, 0.0) == np.inf
    with refused(carom.InputError, "bad-value", "rule"):
        carom.combine("sum", 0.1, 0.2)
    with refused(carom.InputError, "bad-value", "(1,)"):
        carom.combine("mean", [0.1, -0.1], 0.2)
    with pytest.raises(carom.InputError):
        carom.combine("product", np.inf, 0.0)
