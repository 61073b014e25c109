"""Provides random problems and checks for all tests, and the C program with whose results bits are
compared."""
from __future__ import annotations

import os
import re
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Dict, Iterator, Optional, Tuple

import numpy as np
import pytest

import carom

ROOT = Path(os.environ.get("CAROM_ROOT", Path(__file__).resolve().parents[2]))

# Wang & Mason's rod at 45 degrees.
ROD_W = np.array([[2.5, -1.5], [-1.5, 2.5]])
ROD_V = np.array([-1.0, 0.6])
# Three equal balls in a row without friction; the first one strikes.
BALLS = carom.Mechanism(M=np.eye(3), u=[1, 0, 0], J=[[-1, 1, 0], [0, 0, 0], [0, -1, 1], [0, 0, 0]], normal="first")
os.environ["MPLBACKEND"] = "Agg"  # figures are not shown


@pytest.fixture(autouse=True)
def no_figures_left() -> Iterator[None]:
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


def random_contacts(count: int, dim: int, seed: int) -> Tuple[np.ndarray, np.ndarray]:
    """Returns random positive definite W with eigenvalues over two decades, and v that mostly approach."""
    random = np.random.default_rng(seed)
    Q = np.linalg.qr(random.normal(size=(count, dim, dim)))[0]
    W = (Q * 10 ** random.uniform(-1, 1, (count, 1, dim))) @ np.swapaxes(Q, -1, -2)
    W = (W + np.swapaxes(W, -1, -2)) / 2
    v = random.normal(size=(count, dim))
    v[:, 0] = np.where(random.uniform(size=count) < 0.95, -np.abs(v[:, 0]), np.abs(v[:, 0]))
    return W, v


def applicable(law: str, W: np.ndarray) -> np.ndarray:
    """Returns W in the form that the law requires: for bilinear and walton without coupling, and equal along all
    tangents."""
    if law not in ("bilinear", "walton"):
        return W
    made = W * np.eye(W.shape[-1])
    tangent = 3.5 * W[:, 0, 0] if law == "walton" else W[:, 1, 1]
    for k in range(1, W.shape[-1]):
        made[:, k, k] = tangent
    return made


def plain(row: Any, **given: Any) -> Dict[str, Any]:
    """Returns the required coefficients of a law or method: e = 1, mu = 0 and the library's examples, unless given."""
    values = {"e": 1.0, "e_n": 1.0, "r_n": 1.0, "mu": 0.0, "modes": [carom.Vibration(3.0, 0.1, (0.2, 0.1))], **given}
    return {p.name: values.get(p.name, p.example) for p in row.coefficients.values() if p.required}


def same_bits(a: Any, b: Any) -> bool:
    """Returns true if both arrays are equal to the last bit, including NaN."""
    return np.ascontiguousarray(a).tobytes() == np.ascontiguousarray(b).tobytes()


def code_of(error: BaseException) -> Optional[str]:
    """Returns the code of a file error. For other errors, returns the status, followed by "/" and the reason if it is known."""
    if not isinstance(error, carom.CaromError):
        return None
    if isinstance(error, carom.FileError):
        return error.code
    return error.status.label + (f"/{error.info.reason}" if error.info else "")


# These words belong to the shell and to C: options, commands in backquotes, the library's functions, fields and pointers.
FOREIGN = re.compile(r"(^|\s)--\w|`carom |carom_\w|CAROM_\w|params\.|\bNULL\b|--law|--method")


@contextmanager
def refused(kind: Any, code: Optional[str], *names: str) -> Iterator[Any]:
    """Checks that the code in the block raises `kind` with this code. The message must contain all `names` as words,
    such as arguments, values and shapes, and no words of C or the shell."""
    with pytest.raises(kind) as caught:
        yield caught
    message = str(caught.value)
    assert code_of(caught.value) == code, message
    assert not FOREIGN.search(message), message
    missing = [name for name in names if not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", message)]
    assert not missing, f"{missing} not in: {message}"
