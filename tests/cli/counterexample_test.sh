# Tests `carom search`, which finds the smallest problem that violates a guarantee: what it finds and how it prints it.
. "$(dirname "$0")/expect.sh"

# Newton's restitution gains energy in a rod, with the law whittaker and with routh.
run 0 search --law whittaker --break dissipative; silent_err
out 'whittaker: "dissipative"'
out '  W 1 1; 1 2, v -1 -1, e 1, mu 1'; out '  size 10: dE = +0.5 J'
out '{"law":"whittaker","params":{"e":1,"mu":1'; out '"W":[[1,1],[1,2]],"v":[-1,-1]}'
run 0 search --law routh --break dissipative --restitution newton; out 'size 10: dE = +0.5 J'
run 0 search --law routh --break dissipative --restitution poisson --limit 12 --json
out '"found":false'; out '"whole":12'

# The printed scenario must be valid, and the law must gain energy in it too.
run 0 search --law whittaker --break dissipative --json
python3 -c 'import json, sys; json.dump(json.load(open(sys.argv[1]))["scenario"], open(sys.argv[2], "w"))' "$work/out" "$work/bodies.json"
run 0 solve "$work/bodies.json"; out_like 'energy change dE +0\.5 +J +GAINED'

# Kane & Levinson's law has three results in 3D.
run 0 search --law whittaker --friction cone --break unique --space --limit 17; out 'size 17: 3 outcomes'; out 'W 2 1 0; 1 1 0; 0 0 2, v -1 1 5, e 0, mu 2'
run 0 search --law deferred --friction cone --break unique --space --limit 17; out 'size 17: 3 outcomes'
run 0 search --law whittaker --static --break unique --limit 10; out 'mu_static 2'; out '2 outcomes'

# Different coefficients of restitution gain energy with several contacts.
run 0 search --method glocker --break dissipative; out 'size 15: dE = +0.5 J'
run 0 search --method pfeiffer-glocker --e_t 0 --nu 0 --break dissipative; out 'e 1 0, mu 0 1'; out 'size 14: dE = +0.5 J'
grep '^{"law"' "$work/out" >"$work/two.json"
run 0 impact "$work/two.json" --json; out '"dE>0"'

# Every law and every guarantee. No law may violate its own guarantee, and `carom solve` must confirm every
# counterexample.
run 0 search --limit 13 --json; cp "$work/out" "$work/rows.json"
python3 "$(dirname "$0")/counterexample_rows.py" "$carom" "$work/rows.json" || fail "a row of search is not what solve says"

# The page must show rows that the command prints.
run 0 search --limit 13 --md
grep -v '| yes |' "$work/out" >"$work/table"
sed -n '/^| law /,/^$/p' "$(dirname "$0")/../../docs/counterexample.md" | sed '/^$/d' >"$work/page"
[ "$(wc -l <"$work/page")" -gt 10 ] || fail "docs/counterexample.md has no table"
! grep -Fxv -f "$work/table" "$work/page" || fail "docs/counterexample.md: a row is not what search --limit 13 --md prints"

# Errors.
run 2 search --law routh --break honest; code usage; err '"honest"'
run 2 search --limit 0; code usage; err '--limit'
run 2 search --law routh --W "1 0; 0 1"; code usage
run 3 search --method none; code bad-value; err '"none"'
run 2 search --method glocker --break continuous; code usage
run 3 search --law glocker --space --break unique; code bad-value
finish
