# Tables for programs: --csv and --md print the tables and nothing else, in every verb that prints tables, and read back
# as what --json says.
. "$(dirname "$0")/expect.sh"
examples=$(cd "$(dirname "$0")/../../examples" && pwd)
checked() { checks=$((checks + 1)); eval "$1" || fail "$2"; }

# Rows of one width, and no remark between them: every block of lines has as many cells as its head.
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
each hodograph "$examples/pebble.json"
each laws
each impact "$examples/impact/walker_lands.json" --method all
each reproduce --list
each reconstruct "$examples/after/two_cars.json"

# A table of nothing but heads is none: nothing happens to bodies that part.
sed 's/"deg": 180/"deg": 0/' "$examples/two_cars.json" >"$work/parted.json"
run 0 solve "$work/parted.json"; out 'nothing happens'; out_lacks 'delta-v'
run 0 solve "$work/parted.json" --csv; out_lacks 'delta-v'

# Backwards: which of the tables that follow is which, both ends of a family.
run 0 reconstruct --law routh --restitution newton --e 0.5 --mu 0.3 --W '2 0; 0 3' --v '0.5 0' --csv; silent_err
out 'before,end of a family,v_n,v_t'; out_like '^1,yes,-1(\.0+[0-9])?,-0\.6(75|7499|7500)'; out_like '^2,yes,-1(\.0+[0-9])?,0\.6(75|7499|7500)'

# All the digits, no marks for readers, quotes where a comma stands.
run 0 solve "$examples/two_cars.json" --json; P=$(sed 's/.*"P":\[\([^,]*\),.*/\1/' "$work/out")
run 0 solve "$examples/two_cars.json" --csv; out "impulse P,$P,"
out '"deg, from +x"'; out 'eastbound,velocity x,14,'; out 'eastbound,velocity y,0,'
run 0 compare --e 0.9 --mu 0.7 --W "$rod_W" --v "$rod_v"; out '▲'
run 0 compare --e 0.9 --mu 0.7 --W "$rod_W" --v "$rod_v" --csv; out_lacks '▲'
run 2 solve "$examples/two_cars.json" --csv --md; err 'two forms of one answer'
run 2 solve "$examples/two_cars.json" --csv --json; err 'two forms of one answer'
run 2 solve --jsonl --csv; err 'two forms of one answer'
checks=$((checks + 1))
"$carom" solve "$examples/two_cars.json" --csv >/dev/full 2>"$work/err" && fail 'a full disk is not noticed'
finish
