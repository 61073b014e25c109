"""Compares the messages of the most common errors with tests/messages/python.txt. No other test compares sentences.

To write the file again, run `python test_messages.py`.
"""
from typing import Any, Dict

import numpy as np
from conftest import ROD_V, ROD_W, ROOT

import carom

FILE = ROOT / "tests/messages/python.txt"


def told(call: str) -> str:
    """Returns the exception that a call raises, in the form of the last line of a traceback."""
    names: Dict[str, Any] = {"carom": carom, "np": np, "W": ROD_W, "v": ROD_V}
    try:
        eval(call, names)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "no error"


def written() -> str:
    """Returns the contents of the file with the current messages."""
    text = ""
    for line in FILE.read_text().splitlines():
        if line.startswith("#"):
            text += line + "\n"
        elif line.startswith(">>> "):
            text += f"\n{line}\n{told(line[4:])}\n"
    return text


def test_messages() -> None:
    assert written() == FILE.read_text()


if __name__ == "__main__":
    FILE.write_text(written())
