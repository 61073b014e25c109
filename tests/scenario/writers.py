"""The writers of reports compute nothing: their object files call functions that name or format things, and no other of carom.
Usage: writers.py OBJECT..., those of the reader; 77 (skipped) without nm"""
import re
import shutil
import subprocess
import sys

WRITERS = ("report_text.c", "report_json.c", "table.c", "json.c")
# What they may call: names of numbers, numbers and texts as text, JSON, tables, and memory for them.
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
