# Tests `carom materials`. All formats must have the rows of the file, words must select rows, and the page must contain
# the table.
. "$(dirname "$0")/expect.sh"
root=$(dirname "$0")/../..
file=$root/python/carom/materials.json
same() { checks=$((checks + 1)); python3 -c "$1" "$file" "$work/out" >"$work/code" 2>&1 || fail "$said: $(tail -n 1 "$work/code")"; }

run 0 materials; silent_err; out 'alumina-glass'
run 0 materials --json; silent_err; lines 1
same 'import json, sys; a, b = (json.load(open(x, encoding="utf-8")) for x in sys.argv[1:]); sys.exit(a != b and "other rows than the file has")'
run 0 materials --csv; silent_err
same 'import csv, json, sys
rows = json.load(open(sys.argv[1], encoding="utf-8"))
told = list(csv.DictReader(open(sys.argv[2], encoding="utf-8", newline="")))
read = lambda text, like: text if isinstance(like, str) else float(text) if text else None
same = len(rows) == len(told) and all(list(a) == list(b) and all(read(b[k], a[k]) == a[k] for k in a) for a, b in zip(rows, told))
sys.exit(0 if same else "other rows than the file has")'

# A row is selected if its name or its bodies contain every word, in upper or lower case.
run 0 materials Glass; silent_err; out 'alumina-glass'; out '0.092'; out 'Kharaz'; out_lacks 'tennis'
run 0 materials tennis granite altitude --json; out '"tennis-high-granite"'; out_lacks '"tennis-granite"'
run 0 materials steel --csv; lines 4
run 3 materials steel glass; code bad-value; silent_out; err '"steel" and "glass"'
run 3 materials Kharaz; code bad-value
run 2 materials one two three four five; code usage
run 2 materials --mu 1; code unknown-option '--mu'

# The page must contain the first six columns of the table that the command prints.
said='docs/materials.md'
"$carom" materials --md | cut -d'|' -f1-7 | sed 's/$/|/' >"$work/out"
sed -n '/^| name | bodies |/,/^$/p' "$root/docs/materials.md" | sed '/^$/d' >"$work/page"
checks=$((checks + 1))
cmp -s "$work/out" "$work/page" || fail "$said: replace its table by the first six columns of carom materials --md"
finish
