#!/bin/sh
# Writes the collapsed part "Engines" of the law pages from the table of engines (src/tables/engines.def). This part
# lists the engines that compute the law, their versions and their deviations. A new row of the table appears on its
# page automatically.
#   tools/engine_pages.sh CAROM           writes them (needs python3)
#   tools/engine_pages.sh CAROM --check   checks that they agree with the table
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
    # Remove the previous part, which had a heading in an older format.
    text = re.sub(r"<details><summary>Engines.*?</details>\n\n?", "", old, flags=re.S)
    text = re.sub(r"^## Engines\n.*?(?=^## |^<details>|\Z)", "", text, flags=re.S | re.M)
    if rows:
        measured = rows[0]["measured"]
        lines = [
            "<details><summary>Engines that compute it</summary>",
            "",
            f"These engines use the `e` and `mu` of this law, measured in {measured} by [ImpactBench](../impactbench.md).",
            "`carom convert --from NAME` converts their coefficients ([how to](../convert.md)).",
            "",
            "| engine | name | version | friction in 3D | two bodies: `e`, `mu` | bounces above | deviation |",
            "|---|---|---|---|---|---|---|",
        ]
        for e in rows:
            combine = e["e_rule"] if e["e_rule"] == e["mu_rule"] else e["e_rule"] + ", " + e["mu_rule"]
            speed = "not measured" if e["rest_speed"] is None else "any speed" if e["rest_speed"] == 0 else str(e["rest_speed"]) + " m/s"
            cells = (e["title"], "`" + e["name"] + "`", e["version"], e["friction_model"] or "-", rules.get(combine, combine), speed, e["costs"])
            lines.append("| " + " | ".join(cells) + " |")
        lines += ["", "</details>"]
        part = "\n".join(lines) + "\n"
        text, put = re.subn(r"^(?=<details>)", lambda found: part + "\n", text, count=1, flags=re.M)
        if not put:
            text = text.rstrip("\n") + "\n\n" + part
    if text == old:
        continue
    if check:
        print(f"{page} differs from the table of engines; write it again: tools/engine_pages.sh CAROM")
        bad = 1
    else:
        page.write_text(text)
sys.exit(bad)
' "$check"
