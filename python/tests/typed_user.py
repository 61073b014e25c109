"""A user's program. A test runs mypy --strict on it to check the type annotations of the package."""
from typing import List

import numpy as np
from numpy.typing import NDArray

import carom

hit: carom.Result = carom.collide([[2.5, -1.5], [-1.5, 2.5]], [-1.0, 0.6], law="routh", e=0.5, mu=np.linspace(0, 1, 5))
P: NDArray[np.float64] = hit.P
mode: carom.Mode = carom.Mode.C_STICKING
named: carom.Mode = carom.Mode("sliding")
names: List[str] = list(carom.laws)
law: carom.Law = carom.laws["routh"]
low: float = law.coefficients["mu"].lowest
rod: carom.Rod = carom.Rod(angle=0.5, velocity=(0.0, -1.0))
speed: NDArray[np.float64] = rod.v
body: carom.Body2 = rod.apply(hit.P).a
path: carom.Path = carom.trace(*rod, mu=0.3)
region: carom.Region = carom.region(rod.W, rod.v, mu=0.3)
inside: bool = hit.P[0] in region
told: carom.Scenario = carom.load({"law": "routh", "W": [[2, 0], [0, 2]], "v": [-1, 0]})
after: carom.ScenarioResult = told.solve()
mine: carom.Law = carom.define_law("mine", lambda W, v, grip: [0.0, 0.0], reads=(), coefficients=[carom.Coefficient("grip", 0.5)])
try:
    carom.collide(rod.W, rod.v, mu=-1.0)
except carom.InputError as error:
    status: carom.Status = error.status

by_pair: carom.Result = rod.collide(e=0.5, mu=0.3)
by_pair_law: carom.Result = rod.collide("whittaker", e=0.5, mu=0.3)
traced: carom.Path = carom.trace(rod, e=0.5, mu=0.3)
compared: carom.Comparison = carom.compare(rod, e=0.5, mu=0.3)
arm: carom.Mechanism = carom.Mechanism(np.eye(2), [1.0, 0.0], np.eye(2), normal=(0, 1))
several: carom.SystemResult = carom.solve_system(arm, e_n=0.5, mu=0.3)
one: carom.Result = carom.collide(arm, e=0.5, mu=0.3)
loaded: carom.Result = carom.collide(told, law="routh", e=0.5, mu=0.3)
centre: NDArray[np.float64] = body.centre
mass: float = float(body.mass)
compression: NDArray[np.float64] = hit.Pc
lasting: float = carom.history(rod, law="hertz", k=1e6).duration
second: carom.Result = rod.collide("whittaker", e=0.5, mu=0.7)
reversed_normal: bool = bool(rod.looks_reversed)
