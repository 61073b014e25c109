"""Tests the table of materials: the rows of the file, coefficients against the stated heights, and the use of a row."""
from __future__ import annotations

import json
import math
import re
from dataclasses import asdict
from pathlib import Path

import pytest

import carom

GRAVITY = 9.80665


def test_rows_are_the_file() -> None:
    rows = json.loads(Path(carom.__file__).with_name("materials.json").read_text(encoding="utf-8"))
    assert [asdict(row) for row in carom.materials()] == rows
    assert len({row["name"] for row in rows}) == len(rows) >= 20


def test_words_select_rows() -> None:
    assert {row.name for row in carom.materials("STEEL")} == {"table-tennis-steel", "celluloid-steel", "delrin-steel"}
    assert [row.name for row in carom.materials("tennis", "granite", "altitude")] == ["tennis-high-granite"]
    assert carom.materials("steel", "glass") == []


@pytest.mark.parametrize("row", carom.materials(), ids=lambda row: row.name)
def test_numbers_are_in_order(row: carom.Material) -> None:
    for value, low, high in ((row.e, row.e_low, row.e_high), (row.mu, row.mu_low, row.mu_high)):
        assert (low is None) == (high is None)
        if low is not None:
            assert value is not None and high is not None and 0 <= low <= value <= high
    assert row.e is not None and 0 < row.e <= 1
    assert row.speed_low is None or (row.speed_high is not None and 0 < row.speed_low <= row.speed_high)
    assert row.kind in ("rule", "measured", "fitted", "typical")
    assert row.sure.startswith(("read in the source", "read in the abstract", "quoted by "))
    assert row.source and row.conditions and re.match(r"https?://|$", row.link)


def test_rules_follow_from_their_heights() -> None:
    """Tests that e is the square root of rebound height over drop height, if both are measured at the same point of the ball."""
    seen = 0
    for row in carom.materials():
        stated = re.match(r"drop ([\d.]+) m, rebound (?:about )?([\d.]+)(?: to ([\d.]+))? m(?! to)", row.conditions)
        if not stated:
            continue
        seen += 1
        drop, low, high = (float(x) if x else float(stated[2]) for x in stated.groups())
        assert row.e == round(math.sqrt((low + high) / 2 / drop), 3)
        if low < high:
            assert (row.e_low, row.e_high) == (round(math.sqrt(low / drop), 3), round(math.sqrt(high / drop), 3))
        assert row.speed_low == row.speed_high == round(math.sqrt(2 * GRAVITY * drop), 2)
    assert seen == 6
