"""Published coefficients of restitution and friction, with their sources."""
from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import List, Optional


@dataclass(frozen=True)
class Material:
    """One row of the table of materials: a pair of bodies. Numbers that the source does not state are None."""

    name: str
    body: str
    against: str  # the other body
    e: Optional[float]
    e_low: Optional[float]
    e_high: Optional[float]
    mu: Optional[float]
    mu_low: Optional[float]
    mu_high: Optional[float]
    speed_low: Optional[float]  # impact speed, m/s
    speed_high: Optional[float]
    kind: str  # "rule" of a sport, "measured", "fitted" or "typical"
    conditions: str
    source: str
    link: str  # address of the page that was read; "" if there is none
    sure: str  # "read in the source", "read in the abstract", "quoted by ..."


def materials(*words: str) -> List[Material]:
    """Finds the rows whose name or bodies contain all the words; without words, all rows. See docs/materials.md.

    >>> import carom
    >>> [row] = carom.materials("alumina", "glass")
    >>> row.e, row.mu, row.speed_high
    (0.98, 0.092, 3.9)
    """
    rows = (Material(**row) for row in json.loads(Path(__file__).with_name("materials.json").read_text(encoding="utf-8")))
    return [row for row in rows if all(any(word.lower() in text.lower() for text in (row.name, row.body, row.against)) for word in words)]
