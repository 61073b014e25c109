"""Tests which modules `import carom` loads at once, and that the others are loaded when they are used."""
import subprocess
import sys

from conftest import refused

import carom

LATER = ("_inverse", "_files", "_measured", "_custom_law", "_sweep_results", "_explain", "_scenario", "_sweep")


def test_every_name_is_there() -> None:
    for name in carom.__all__:
        assert getattr(carom, name) is not None
    assert {name for name in dir(carom) if not name.startswith("_")} == {*carom.__all__}


def test_no_other_name_is() -> None:
    with refused(AttributeError, None, "colide"):
        carom.colide  # type: ignore[attr-defined]


def test_what_few_programs_need_is_not_imported_at_once() -> None:
    says = "import sys, carom; print(*(x for x in sys.modules if x.startswith('carom.') or x == 'concurrent.futures'))"
    loaded = subprocess.run([sys.executable, "-c", says], capture_output=True, text=True, check=True).stdout.split()
    assert "carom._collide" in loaded
    assert not {"concurrent.futures", *(f"carom.{name}" for name in LATER)} & set(loaded)
