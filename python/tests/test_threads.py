"""Tests four threads that share their inputs. The results of each are bit-identical to those of a single thread.

`tools/tsan.sh` runs this file with a library that was built to detect data races."""
from __future__ import annotations

import itertools
import os
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Callable, Dict, List

import numpy as np
import pytest
from conftest import ROD_V, ROD_W, applicable, plain, random_contacts
from test_files import STUDY, here
from test_fit import discs

import carom

THREADS = 4
PLANE, SPACE = random_contacts(300, 2, 1), random_contacts(300, 3, 2)
TWO_W = np.array([[3, 1, -1, 0], [1, 4, 0, -1], [-1, 0, 3, 1], [0, -1, 1, 4]], float)
TWO_V = np.array([-1.0, 0.5, 0.0, -0.3])


def bits(answer: Any) -> bytes:
    """Returns all numbers and texts of a result as bytes."""
    if isinstance(answer, np.ndarray):
        return answer.tobytes()
    if isinstance(answer, (list, tuple)):
        return b"".join(map(bits, answer))
    return pickle.dumps(answer)


def from_threads(call: Callable[[int], Any], times: int = 3) -> None:
    """Compares the results of call(number) in four threads that start together with that of a single call.

    Calls can use the number to write different files.
    """
    alone = bits(call(0))
    number, start = itertools.count(1), threading.Barrier(THREADS)

    def work(_: int) -> List[bytes]:
        start.wait()
        return [bits(call(next(number))) for _ in range(times)]

    with ThreadPoolExecutor(THREADS) as pool:
        for answers in pool.map(work, range(THREADS)):
            assert answers == [alone] * times


@pytest.mark.parametrize("law", [law for law in carom.laws if carom.laws[law].module == "core"])
def test_laws(law: str) -> None:
    for W, v in (PLANE, SPACE):
        if v.shape[-1] not in carom.laws[law].dims:
            continue
        params = plain(carom.laws[law], e=0.4, e_n=0.4, r_n=0.4, mu=0.4)
        fit = applicable(law, W)
        for threads in (1, 2):
            from_threads(lambda _: parts(carom.collide(fit, v, law, threads=threads, **params)))


def parts(result: Any) -> List[Any]:
    return [result.P, result.v, result.dE, np.asarray(result.status)]


CALLS: Dict[str, Callable[[int], Any]] = {
    "jac": lambda _: parts(carom.collide(ROD_W, ROD_V, "routh", e=0.5, mu=0.7, jac=True)),
    "jvp": lambda _: carom.jvp(*PLANE, "routh", e=0.5, mu=0.3, tangents={"mu": np.ones(300)})[1],
    "trace": lambda _: carom.trace(SPACE[0][0], SPACE[1][0], e=0.5, mu=0.7).P,
    "region": lambda _: carom.region(ROD_W, ROD_V, mu=0.7).centre,
    "reach": lambda _: carom.reach(ROD_W, ROD_V, "chatterjee1", mu=0.55).region.centre,
    "solutions": lambda _: [one.result.P for one in carom.collide_all([[10, 2, 8], [2, 4, -1], [8, -1, 9]], [-0.0625, 1, 0],
                                                             law="smith", e=0.6, mu=2.5)],
    "explain": lambda _: str(carom.explain(ROD_W, ROD_V, e=0.5, mu=0.7)),
    "translate": lambda _: str(carom.convert(ROD_W, ROD_V, e=0.75, mu=0.7, given="poisson")),
    "outcomes": lambda _: carom.spread(TWO_W, TWO_V, e=0.5, mu=0.3, draws=50).P,
}


@pytest.mark.parametrize("name", CALLS)
def test_calls(name: str) -> None:
    from_threads(CALLS[name], 10)


@pytest.mark.parametrize("method", carom.laws.for_systems())
def test_several_contacts(method: str) -> None:
    if carom.laws.for_systems()[method].module != "core" and not here(carom.laws.for_systems()[method].module):
        pytest.skip("this build has no such module")

    def call(_: int) -> Any:
        read = carom.laws["routh"] if method == "sequence" else carom.laws.for_systems()[method]
        given = {**plain(read, e=0.4, e_n=0.4, mu=0.4), **({"e_t": 0.4} if "e_t" in read.coefficients else {})}
        hit = carom.solve_system(TWO_W, TWO_V, method, **given)
        return [hit.P, hit.v]

    from_threads(call, 10)


@pytest.mark.skipif(not here("compliant"), reason="this build has no module for contact devices")
def test_devices() -> None:
    from_threads(lambda _: carom.history([[2.0, 0.3], [0.3, 7.0]], [-1.0, 0.5], "stronge", e=0.6, mu=0.3).P)


@pytest.mark.skipif(not here("sweep"), reason="this build has no sweep module")
def test_sweeps(tmp_path: Path) -> None:
    def one(number: int) -> Any:
        found = carom.sweep({**STUDY, "samples": 500}, tmp_path / f"{number}.h5")
        return [found["routh"].columns["P_n"], found["b"].columns["dE"]]

    from_threads(one)


@pytest.mark.skipif(not here("fit"), reason="this build has no module for fits")
@pytest.mark.parametrize("threads", [1, 2])
def test_fits(threads: int) -> None:
    given = discs(1e-3)

    def call(_: int) -> Any:
        return sorted(carom.fit_bodies(**given, laws=["whittaker", "bilinear"], threads=threads)["bilinear"].params.items())

    from_threads(call, 1)


@pytest.mark.parametrize("asked", [1, 8, 10**5, 10**18])
@pytest.mark.parametrize("count", [0, 1, 10, 300])
def test_no_more_threads_than_work(monkeypatch: pytest.MonkeyPatch, asked: int, count: int) -> None:
    started: List[threading.Thread] = []
    start = threading.Thread.start
    monkeypatch.setattr(threading.Thread, "start", lambda self: (started.append(self), start(self))[1])
    W, v = PLANE[0][:count], PLANE[1][:count]
    one = carom.collide(W, v, "routh", e=0.4, mu=0.4)
    many = carom.collide(W, v, "routh", e=0.4, mu=0.4, threads=asked)
    assert bits(parts(many)) == bits(parts(one))
    assert len(started) <= min(asked, count)
    started.clear()
    several = carom.solve_systems(TWO_W, np.tile(TWO_V, (count, 1)), mu=0.4, e_n=0.4, threads=asked)
    assert several.P.shape[0] == count and len(started) <= min(asked, count, max(64, os.cpu_count() or 1))


def test_a_difference_is_noticed() -> None:
    with pytest.raises(AssertionError):
        from_threads(lambda number: np.array([number]))
