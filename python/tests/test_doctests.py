"""Runs every example in the docstrings of the package. Examples of optional modules run if the modules are installed."""
from __future__ import annotations

import doctest
import importlib
import pkgutil
from typing import List

import pytest

import carom
from carom import _modules


NEEDS = {"history": _modules.compliant, "cones": _modules.siconos}
EXTENSIONS = ("carom._carom", "carom._compliant", "carom._siconos")


def examples() -> List[doctest.DocTest]:
    names = [f"carom.{module.name}" for module in pkgutil.iter_modules(carom.__path__)]
    modules = [carom, *(importlib.import_module(name) for name in names if name not in EXTENSIONS)]
    found = [test for module in modules for test in doctest.DocTestFinder(exclude_empty=True).find(module)]
    return [test for test in found if test.examples]


@pytest.mark.parametrize("test", examples(), ids=lambda test: test.name)
def test_examples(test: doctest.DocTest) -> None:
    if NEEDS.get(test.name.rpartition(".")[2], carom) is None:
        pytest.skip("needs a module that this build does not have")
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test).failed == 0
