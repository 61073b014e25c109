"""Times ten million 2D impacts from NumPy arrays and compares them with the C batch call on the same arrays, in one run.

    python speed.py [IMPACTS [REPEATS]]

Exits with 1 if the package takes more than 1.25 times as long as the C call itself. Runs with fewer impacts allow a
factor of 2. A copy of the inputs would still exceed this factor.
"""
from __future__ import annotations

import sys
import time
from typing import Any, Callable, Dict, List

import numpy as np

import carom
from carom._carom import lib
from carom._collide import Problem, pointers
from carom._result import empty_answers


def problems(count: int) -> Dict[str, Any]:
    """Returns random contacts whose modes do not repeat, each with its own friction."""
    random = np.random.default_rng(2026)
    W = np.empty((count, 2, 2))
    W[:, 0, 0], W[:, 1, 1] = 1 + random.random(count), 1 + random.random(count)
    W[:, 0, 1] = W[:, 1, 0] = random.uniform(-1, 1, count)
    v = np.column_stack([-random.random(count), random.normal(size=count)])
    return {"W": W, "v": v, "mu": random.random(count)}


def fastest(calls: Dict[str, Callable[[], Any]], repeats: int, clock: Callable[[], float]) -> Dict[str, float]:
    """Returns the best time of several rounds. The calls alternate, so that all run under the same load."""
    times: Dict[str, List[float]] = {name: [] for name in calls}
    for _ in range(repeats):
        for name, call in calls.items():
            begin = clock()
            call()
            times[name].append(clock() - begin)
    return {name: min(each) for name, each in times.items()}


def main(count: int, repeats: int) -> int:
    given = problems(count)
    problem = Problem(carom.laws["routh"], given["W"], given["v"], {"e": 0.5, "mu": given["mu"]})
    out = carom.collide(**given, e=0.5, details=False)
    kept = empty_answers(count, 2)

    def c_batch(answers: Dict[str, Any]) -> None:
        assert lib.py_batch(problem.pointer, 0, count, pointers(answers)) == lib.CAROM_OK

    calls = {
        "C batch": lambda: c_batch(kept),
        "carom.collide, out=": lambda: carom.collide(**given, e=0.5, out=out),
        "C batch, new memory": lambda: c_batch(empty_answers(count, 2)),
        "carom.collide": lambda: carom.collide(**given, e=0.5, details=False),
        "carom.collide, 2 threads": lambda: carom.collide(**given, e=0.5, out=out, threads=2),
    }
    for name, seconds in fastest(calls, 2, time.perf_counter).items():
        print(f"{name:26s} {seconds:8.4f} s  {1e9 * seconds / count:6.1f} ns an impact")
    # Compare processor times, because elapsed times also include other programs.
    best = fastest(dict(list(calls.items())[:4]), repeats, time.process_time)
    same = all(kept[name].tobytes() == out._answers[name].tobytes() for name in kept)
    in_place = best["carom.collide, out="] / best["C batch"]
    fresh = best["carom.collide"] / best["C batch, new memory"]
    allowed = 1.25 if count >= 10_000_000 else 2.0
    print(f"{count} impacts: {in_place:.2f} of the C call in place, {fresh:.2f} with new memory; same bits: {same}")
    return 0 if same and in_place <= allowed else 1


if __name__ == "__main__":
    numbers = [int(float(word)) for word in sys.argv[1:]]
    sys.exit(main(*(numbers + [10_000_000, 5][len(numbers) :])))
