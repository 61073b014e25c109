"""Tests that the README's examples run unchanged, and that every public name has a docstring."""
from __future__ import annotations

import inspect
import re

import pytest
from conftest import ROOT

import carom


def blocks(file: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (ROOT / file).read_text(), re.S)


@pytest.mark.parametrize("file", ["python/README.md", "README.md"])
def test_examples_run(file: str, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    for scene in re.findall(r"```json\n(.*?)```", (ROOT / file).read_text(), re.S):
        (tmp_path / "cars.json").write_text(scene)
    for block in blocks(file):
        exec(compile(block, file, "exec"), {})
    said = capsys.readouterr().out
    if file == "README.md":
        assert "eastbound: velocity (5.0777, 2.87053)" in said
    if file.startswith("python"):
        assert "P = (0.6, 0.12), v = (0.32, 0), dE = -0.168, c-sticking, ok" in said
        assert "it sticks from mu = 0.60\n" in said
        assert (tmp_path / "diagram.png").stat().st_size > 10_000 and (tmp_path / "sticks.png").exists()


def test_the_rod_is_answered_in_under_ten_lines() -> None:
    answer = next(block for block in blocks("python/README.md") if "sticks from" in block)
    assert len(answer.strip().splitlines()) < 10 and "plot" in answer


@pytest.mark.parametrize("name", carom.__all__)
def test_every_public_name_has_a_docstring(name: str) -> None:
    thing = getattr(carom, name)
    assert isinstance(thing, int) or (inspect.getdoc(thing) or "").strip(), name
    if inspect.isfunction(thing):
        assert ">>>" in thing.__doc__, f"{name} has no example"
