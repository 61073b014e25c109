"""Tests the names of version 0.2: each gives a warning and the same result as the new name."""
from __future__ import annotations

from typing import Any, Callable

import numpy as np
import pytest
from conftest import ROD_V, ROD_W, ROOT

import carom

GIVEN: Any = dict(e=0.5, mu=0.7)
SYSTEM = np.diag([1.0, 3.0, 2.0, 3.0]), [-1, 2, -1, 2]


def sticky(W: Any, v: Any, grip: float) -> Any:
    return -v[0] / W[0, 0], -grip * v[1] / W[1, 1]


def P(function: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
    made = function(*arguments, **keywords)
    return [getattr(one, "result", one).P for one in made] if isinstance(made, list) else made.P


PAIRS = {
    "impact": (lambda: P(carom.impact, *SYSTEM, method="glocker", **GIVEN), lambda: P(carom.solve_system, *SYSTEM, "glocker", **GIVEN)),
    "impacts": (lambda: P(carom.impacts, *SYSTEM, "glocker", **GIVEN), lambda: P(carom.solve_systems, *SYSTEM, **GIVEN)),
    "compare_methods": (
        lambda: carom.compare_methods(*SYSTEM, methods=["glocker"], **GIVEN)["glocker"].P,
        lambda: carom.compare(*SYSTEM, laws=["glocker"], **GIVEN)["glocker"].P,
    ),
    "methods": (lambda: list(carom.methods), lambda: list(carom.laws.for_systems())),
    "before": (lambda: P(carom.before, ROD_W, [0.5, 0.2], **GIVEN), lambda: P(carom.collide_inverse, ROD_W, [0.5, 0.2], **GIVEN)),
    "solutions": (lambda: P(carom.solutions, ROD_W, ROD_V, **GIVEN), lambda: P(carom.collide_all, ROD_W, ROD_V, **GIVEN)),
    "own_law": (
        lambda: carom.own_law("a", sticky, reads=(), own=[carom.Coefficient("grip", 0.5)], also="c")(ROD_W, ROD_V).P,
        lambda: carom.define_law("a", sticky, reads=(), coefficients=[carom.Coefficient("grip", 0.5)])(ROD_W, ROD_V).P,
    ),
    "translate": (
        lambda: carom.translate(ROD_W, ROD_V, **GIVEN, to="poisson")["poisson"].e,
        lambda: carom.convert(ROD_W, ROD_V, **GIVEN, to="poisson")["poisson"].e,
    ),
    "realise": (lambda: carom.realise(ROD_W).W, lambda: carom.Pair.from_contact(ROD_W).W),
    "axes_from_quaternion": (lambda: carom.axes_from_quaternion((1, 0, 0, 1)), lambda: carom.rotation_from_quaternion((1, 0, 0, 1))),
    "collide(pair)": (lambda: P(carom.collide, carom.Rod(), "whittaker", **GIVEN), lambda: P(carom.Rod().collide, "whittaker", **GIVEN)),
    "Scenario.collide": (
        lambda: P(carom.load(ROOT / "examples/two_cars.json").collide),
        lambda: P(carom.load(ROOT / "examples/two_cars.json").solve),
    ),
}


@pytest.mark.parametrize("name", PAIRS)
def test_an_alias_warns_and_does_the_same(name: str) -> None:
    old, new = PAIRS[name]
    with pytest.warns(DeprecationWarning, match="0.4") as caught:
        returned = old()
    assert caught[0].filename == __file__, "the warning names the line of the caller"
    np.testing.assert_array_equal(returned, new())


def test_every_alias_is_tested() -> None:
    assert set(carom._ALIASES) <= set(PAIRS)
    assert not set(carom._ALIASES) & {*carom.__all__, *dir(carom)}


def test_the_migration_page_names_what_there_is() -> None:
    section = (ROOT / "tools/api_names.txt").read_text().partition("\n## Python\n")[2].partition("\n## ")[0]
    rows = [line.split("\t")[:2] for line in section.splitlines() if line]
    assert len(rows) > 50
    for old, new in rows:
        owner, _, member = old.partition(".")
        if new == "-":
            assert owner not in carom.__all__ or not hasattr(getattr(carom, owner), member)
        elif not member:
            assert old not in carom.__all__, old
            eval(f"carom.{new}", {"carom": carom})
