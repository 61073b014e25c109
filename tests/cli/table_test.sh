# Tests tables for programs. In every verb that prints tables, --csv and --md must print only the tables, with the
# values that --json prints.
. "$(dirname "$0")/expect.sh"
examples=$(cd "$(dirname "$0")/../../examples" && pwd)
checked() { checks=$((checks + 1)); eval "$1" || fail "$2"; }

# Checks that every row has as many cells as the head of its table.
rectangular() {
    python3 - "$work/out" <<'PY'
import csv, sys
width, tables = None, 0
for row in csv.reader(open(sys.argv[1], newline="")):
    if not row:
        width = None
        continue
    tables += width is None
    width = width or len(row)
    if len(row) != width:
        sys.exit(f"{row} has {len(row)} cells, its head {width}")
sys.exit(0 if tables else "no table")
PY
}
each() {
    run 0 "$@" --csv; silent_err; checked rectangular "rows of one table differ"
    run 0 "$@" --md; silent_err; out_like '^\|(---:?\|)+$'; checked '! grep -qv "^|" "$work/out" || ! grep -v "^|" "$work/out" | grep -q .' 'more than tables'
    run 0 "$@"; out_lacks '|---'
}
rod="--W 2.5,-1.5;-1.5,2.5"
each solve "$examples/two_cars.json"
each compare "$examples/two_cars.json"
each explain "$examples/falling_rod.json"
each trace "$examples/falling_rod.json"
each region "$examples/falling_rod.json"
each trace --slips "$examples/pebble.json"
each laws
each materials
each solve "$examples/impact/walker_lands.json" --law all
each reproduce --list
each reconstruct "$examples/after/two_cars.json"

# A table without rows is not printed. Here nothing happens, because the bodies separate.
sed 's/"deg": 180/"deg": 0/' "$examples/two_cars.json" >"$work/parted.json"
run 0 solve "$work/parted.json"; out 'nothing happens'; out_lacks 'delta-v'
run 0 solve "$work/parted.json" --csv; out_lacks 'delta-v'

# Reconstruction: the first table names the tables that follow, and a family has both ends.
run 0 reconstruct --law routh --restitution newton --e 0.5 --mu 0.3 --W '2 0; 0 3' --v '0.5 0' --csv; silent_err
out 'family,v_n,v_t'; out_like '^1,yes,-(1(\.0+[0-9])?|0\.9999999999[0-9]*),-0\.6(75|7499|7500)'; out_like '^2,yes,-(1(\.0+[0-9])?|0\.9999999999[0-9]*),0\.6(75|7499|7500)'

# CSV has all digits, no marks for readers, and quotes around cells with commas.
run 0 solve "$examples/two_cars.json" --json; P=$(sed 's/.*"P":\[\([^,]*\),.*/\1/' "$work/out")
run 0 solve "$examples/two_cars.json" --csv; out "impulse P,$P,"
out '"deg, from +x"'; out 'eastbound,velocity x,14,'; out 'eastbound,velocity y,0,'
run 0 compare --e 0.9 --mu 0.7 --W "$rod_W" --v "$rod_v"; out '▲'
run 0 compare --e 0.9 --mu 0.7 --W "$rod_W" --v "$rod_v" --csv; out_lacks '▲'
run 2 solve "$examples/two_cars.json" --csv --md; code usage
run 2 solve "$examples/two_cars.json" --csv --json; code usage
run 2 solve --jsonl --csv; code usage
# --format names every format.
for form in json csv md; do
    run 0 solve "$examples/two_cars.json" --$form; cp "$work/out" "$work/flag"
    run 0 solve "$examples/two_cars.json" --format $form; checked 'cmp -s "$work/out" "$work/flag"' "--format $form is not --$form"
    run 0 solve "$examples/impact/cradle.json" --$form; cp "$work/out" "$work/flag"
    run 0 solve "$examples/impact/cradle.json" --format=$form; checked 'cmp -s "$work/out" "$work/flag"' "--format $form is not --$form"
done
run 0 solve "$examples/two_cars.json"; cp "$work/out" "$work/flag"
run 0 solve "$examples/two_cars.json" --format text; checked 'cmp -s "$work/out" "$work/flag"' '--format text is another text'
run 2 solve "$examples/two_cars.json" --format xml; code usage
run 2 solve "$examples/two_cars.json" --format strict; code usage
run 2 solve "$examples/two_cars.json" --format csv --json; code usage
run 2 solve "$examples/two_cars.json" --format; code missing-value
# Names from files must not be evaluated by a spreadsheet or interpreted as Markdown, and must be recoverable. Numbers
# must stay numbers.
cat >"$work/names.py" <<'PY'
import csv, json, re, subprocess, sys
carom, folder = sys.argv[1:]
NAMES = ["=HYPERLINK(1)", "@SUM(1+1)*cmd|' /C calc'!A0", "-2+3", "+cmd", "<b>bold</b>", "a|b", "`code`", 'say "hi", they', "a;=1+1", "[x](http://y)", "-1e3x"]
NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$")
failures = 0


def fault(*words):
    global failures
    failures += 1
    print(*words)


def written(*words):
    return subprocess.run([carom, *words], capture_output=True, text=True, check=True).stdout


def unescaped(cell):
    return re.sub(r"\\(.)", r"\1", cell)


def check_csv(text, name, wanted, words):
    cells = [cell for row in csv.reader(text.splitlines()) for cell in row]
    for cell in cells:
        if cell[:1] in tuple("=+-@\t\r") and cell != "-" and not NUMBER.match(cell):
            fault(words, "computed:", cell)
    if wanted and not any(cell.lstrip("'").startswith(name) for cell in cells):
        fault(words, name, "does not read back from CSV")
    if not any(NUMBER.match(cell) and float(cell) < 0 for cell in cells):
        fault(words, "no negative number is left")


def check_md(text, name, wanted, words):
    cells = [cell.strip() for line in text.splitlines() if line for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
    for cell in cells:
        if re.search(r"(?<!\\)(<[A-Za-z/!?]|`|\*)|(?<!\\)\]\(", cell):
            fault(words, "obeyed:", cell)
    if wanted and not any(unescaped(cell).startswith(name) for cell in cells):
        fault(words, name, "does not read back from Markdown")


for name in NAMES:
    scenario = {"law": "routh", "params": {"e": 0.5, "mu": 0.2}, "contact": {"point": [0, 0], "normal": [0, 1]},
                "bodies": [{"name": name, "mass": 2, "shape": {"disc": 0.1}, "centre": [0, 0.1], "velocity": [1, -2.5]},
                           {"mass": 3, "inertia": 2, "centre": [0, -1]}]}
    several = {"law": "glocker", "params": {"e_n": 0.5, "mu": 0}, "bodies": scenario["bodies"][:1],
               "contacts": [{"between": [name, "fixed"], "point": [0, 0], "normal": [0, 1]}]}
    called = re.sub(r"[/.]", "", name)  # names in a sweep cannot contain these characters
    study = {"scenario": scenario, "laws": [{"law": "routh", "name": called}, "smith"], "columns": True, "samples": 9,
             "inputs": {"bodies[0].velocity[1]": {"uniform": [-3, -1]}}, "outputs": ["dE", "speed_a"]}
    for file, document in (("scenario", scenario), ("several", several), ("study", study)):
        with open(f"{folder}/{file}.json", "w") as to:
            json.dump(document, to)
    subprocess.run(["rm", "-f", f"{folder}/study.h5"], check=True)
    subprocess.run([carom, "sweep", f"{folder}/study.json", "-o", f"{folder}/study.h5"], capture_output=True, check=True)
    for words, own, wanted in ((["solve", f"{folder}/scenario.json"], name, True), (["solve", f"{folder}/several.json"], name, True),
                               (["compare", f"{folder}/scenario.json"], name, False), (["report", f"{folder}/study.h5"], called, True)):
        check_csv(written(*words, "--csv"), own, wanted, words[0])
        check_md(written(*words, "--md"), own, wanted, words[0])
    check_csv(written("report", f"{folder}/study.h5", "--samples"), called, True, "samples")
    check_csv(written("draw", f"{folder}/scenario.json", "--csv"), name, False, "draw")
sys.exit(1 if failures else 0)
PY
checks=$((checks + 1)); python3 "$work/names.py" "$carom" "$work" >"$work/out" 2>"$work/err" || fail 'names in tables'
checks=$((checks + 1))
"$carom" solve "$examples/two_cars.json" --csv >/dev/full 2>"$work/err" && fail 'a full disk is not noticed'
finish
