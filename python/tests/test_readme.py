"""Tests that the examples of the package's README run unchanged, and that every public name has a docstring."""
from __future__ import annotations

import inspect
import re

import pytest
from conftest import ROOT

import carom


def test_examples_run(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "python/README.md").read_text()
    for scene in re.findall(r"```json\n(.*?)```", text, re.S):
        (tmp_path / "cars.json").write_text(scene)
    for block in re.findall(r"```python\n(.*?)```", text, re.S):
        exec(compile(block, "python/README.md", "exec"), {})
    said = capsys.readouterr().out
    assert "P = (0.6, 0.12), v = (0.32, 0), dE = -0.168, c-sticking, ok" in said
    assert "it sticks from mu = 0.60\n" in said
    assert (tmp_path / "diagram.png").stat().st_size > 10_000 and (tmp_path / "sticks.png").exists()


@pytest.mark.parametrize("name", carom.__all__)
def test_every_public_name_has_a_docstring(name: str) -> None:
    thing = getattr(carom, name)
    assert isinstance(thing, int) or (inspect.getdoc(thing) or "").strip(), name
    if inspect.isfunction(thing):
        assert ">>>" in thing.__doc__, f"{name} has no example"
