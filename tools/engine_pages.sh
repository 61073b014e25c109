#!/bin/sh
# Makes the part "## Engines" of the law pages from the table of engines (src/tables/engines.def): which engines compute the
# law, in which version, and what it costs them. A new row appears on its page by itself.
#   tools/engine_pages.sh CAROM           makes them (needs python3)
#   tools/engine_pages.sh CAROM --check   says whether they are the table's
set -eu
case $1 in /*) carom=$1 ;; *) carom=$PWD/$1 ;; esac
check=${2:-}
cd "$(dirname "$0")/.."
"$carom" laws --engines --json | python3 -c '
import json, pathlib, re, sys

engines, check, bad = json.load(sys.stdin), sys.argv[1] == "--check", 0
rules = {"contact": "given to each contact"}
for page in sorted(pathlib.Path("docs/laws").glob("*.md")):
    old = page.read_text()
    rows = [engine for engine in engines if engine["law"] == page.stem]
    text = re.sub(r"## Engines\n.*?(?=^## )", "", old, flags=re.S | re.M)
    if rows:
        measured = rows[0]["measured"]
        lines = [
            "## Engines",
            "",
            f"These take the `e` and `mu` of this law, measured in {measured} by the [impact benchmark](../impactbench.md);",
            "`carom translate --from NAME` says what they mean in this impact ([translate](../translate.md)).",
            "",
            "| engine | name | version | friction in space | two bodies: `e`, `mu` | bounces from | what it costs |",
            "|---|---|---|---|---|---|---|",
        ]
        for e in rows:
            combine = e["e_rule"] if e["e_rule"] == e["mu_rule"] else e["e_rule"] + ", " + e["mu_rule"]
            speed = "not measured" if e["rest_speed"] is None else "any speed" if e["rest_speed"] == 0 else str(e["rest_speed"]) + " m/s"
            cells = (e["title"], "`" + e["name"] + "`", e["version"], e["habit"] or "-", rules.get(combine, combine), speed, e["costs"])
            lines.append("| " + " | ".join(cells) + " |")
        part = "\n".join(lines) + "\n\n"
        text, put = re.subn(r"^## Promises\n", lambda found: part + found.group(), text, count=1, flags=re.M)
        if not put:
            sys.exit(f"{page} has no part \"## Promises\" to stand before")
    if text == old:
        continue
    if check:
        print(f"{page} is not the table of engines; make it again: tools/engine_pages.sh CAROM")
        bad = 1
    else:
        page.write_text(text)
sys.exit(bad)
' "$check"
