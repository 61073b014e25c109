"""Check that the code that writes reports computes nothing.

Its object files may call only those functions of carom that name or format values.

Usage: writers.py OBJECT..., the object files of the reader; exits with 77 (skipped) if nm is missing
"""
import re
import shutil
import subprocess
import sys

WRITERS = ("report_text.c", "report_json.c", "table.c", "json.c")
# The functions that they may call. They return names, format numbers and text, write JSON and tables, and allocate
# memory for these.
ALLOWED = r"""carom_(status_classify|status_name|mode_name|enum_name|enum_meaning|impact_modes|refusal_json
|units_find|units_row|decimal|decimal_short|decimal_pointed|json_\w+|table_\w+|tidy|largest|join|visible|violation_words)"""

if not shutil.which("nm"):
    sys.exit(77)
objects = [name for name in sys.argv[1:] if re.search(r"/(" + "|".join(map(re.escape, WRITERS)) + r")\.o(bj)?$", name)]
assert len(objects) == len(WRITERS), objects
wrong = calls = 0
for name in objects:
    for line in subprocess.run(["nm", "-u", name], capture_output=True, text=True, check=True).stdout.split("\n"):
        symbol = line.split()[-1] if line.split() else ""
        if not symbol.startswith("carom_"):
            continue
        calls += 1
        if not re.fullmatch(ALLOWED, symbol, re.X):
            wrong += 1
            print(f"{name} calls {symbol}")
print(f"{len(objects)} writers call {calls} functions of carom, {wrong} of which compute")
sys.exit(1 if wrong or calls < 20 else 0)
