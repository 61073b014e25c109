# Tests `carom solve` with one problem from options or a file: readable results, and errors for invalid problems.
. "$(dirname "$0")/expect.sh"
solve() { wanted_exit=$1; shift; run "$wanted_exit" solve "$@" --W "$rod_W" --v "$rod_v"; }

# The first example of the documentation: P = (0.6, 0.12), v' = (0.32, 0), dE = -0.168.
solve 0 --law routh --e 0.5 --mu 0.7; silent_err
out 'c-sticking: the slip ends in compression, then sticks'
out_like 'impulse P +0\.6 +0\.12 +N s$'
out_like 'velocity before +-1 +0\.6 +m/s$'
out_like 'velocity after +0\.32 +0 +m/s$'
out_like 'energy change dE +-0\.168 +J$'
out_like '^ +normal +-0\.129231 +J +77 %'
out_like '^ +friction +-0\.0387692 +J +23 %'
out_like 'restitution +poisson +\(default\)$'
out_like '  e +0\.5$'

# The same problem in JSON, stated in several ways.
solve 0 --law routh --e 0.5 --mu 0.7 --json; lines 1
out '"status":"ok"'; out '"mode":"c-sticking","violations":[]'; out_like '"dE":-0\.16[78]'; out '"P_compression":['
cp "$work/out" "$work/first"
same() { cmp -s "$work/out" "$work/first" || fail "$said: not the same answer"; }
run 0 solve --json --law=routh --set e=0.5 --set mu=0.7 --W='[[2.5,-1.5],[-1.5,2.5]]' --v='[-1, 0.6]'; same
run 0 solve --json --law routh --e 0.5 --mu 0.7 --W '2.5,-1.5;-1.5,2.5;' --v '-1,0.6'; same
echo '{"law":"routh","params":{"restitution":"poisson","e":0.5,"mu":0.7},"W":[[2.5,-1.5],[-1.5,2.5]],"v":[-1,0.6]}' >"$work/in"
run 0 solve --json -; same
cp "$work/in" "$work/problem.json"
run 0 solve --json "$work/problem.json"; same
echo '{"W":[[2.5,-1.5],[-1.5,2.5]],"v":[-1,0.6],"_cite":"a note"}' >"$work/in"
run 0 solve --json - --law routh --e 0.5 --mu 0.7; same
: >"$work/in"

# Options have priority over the file: law, coefficients, W and v. A choice in the file that the law does not read is
# ignored. Other coefficients that it does not read are rejected.
wins() { run 0 solve --json "$@"; cp "$work/out" "$work/second"; }
equals() { run 0 solve --json "$@"; cmp -s "$work/out" "$work/second" || fail "$said: not the same answer"; }
wins "$work/problem.json" --mu 0.1; silent_err; equals --law routh --e 0.5 --mu 0.1 --W "$rod_W" --v "$rod_v"
wins --set e=0.2 "$work/problem.json" --restitution newton
equals --law routh --restitution newton --e 0.2 --mu 0.7 --W "$rod_W" --v "$rod_v"
# --set and the option of the same name: the last one wins.
equals --set e=0.9 "$work/problem.json" --restitution newton --e 0.2
equals --e 0.9 "$work/problem.json" --restitution newton --set e=0.2
wins "$work/problem.json" --W '4 0; 0 1' --v '-2 0.1'; equals --law routh --e 0.5 --mu 0.7 --W '4 0; 0 1' --v '-2 0.1'
wins "$work/problem.json" --W '4 1 0; 1 3 0; 0 0 2' --v '-1 0.6 1'
equals --law routh --e 0.5 --mu 0.7 --W '4 1 0; 1 3 0; 0 0 2' --v '-1 0.6 1'
wins "$work/problem.json" --law whittaker
equals --law whittaker --e 0.5 --mu 0.7 --W "$rod_W" --v "$rod_v"
run 3 solve "$work/problem.json" --law whittaker --restitution newton; code coefficient-unused; silent_out
run 3 solve "$work/problem.json" --law frictionless; code coefficient-unused; silent_out
run 0 solve "$work/problem.json" --e 1.4 --allow e; out_like '  e +1\.4$'
run 0 trace "$work/problem.json" --mu 0.1; cp "$work/out" "$work/second"
run 0 trace --law routh --restitution poisson --e 0.5 --mu 0.1 --W "$rod_W" --v "$rod_v"
cmp -s "$work/out" "$work/second" || fail "$said: not the same path"
run 0 explain "$work/problem.json" --mu 0.1; out 'mu = 0.1'; out_like '^ +whittaker '; out_like '^ +routh '
run 0 explain "$work/problem.json" --law whittaker; out 'What whittaker predicts'
run 0 solve --jsonl --mu 0.1 --law whittaker "$work/problem.json"
cmp -s "$work/out" "$work/first" || fail "$said: a line does not win"

# A reversed normal: nothing happens, no check is marked as passed, and --strict fails. For a scenario with bodies the
# output states that the normal looks reversed.
examples=$(dirname "$0")/../../examples
sed 's/"normal": \[0, 1\]/"normal": [0, -1]/' "$examples/falling_rod.json" >"$work/reversed.json"
run 0 solve "$work/reversed.json"; out 'nothing happens: they already part (v_n = 1 m/s > 0)'; out_lacks '✓'
run 1 solve "$work/reversed.json" --strict
run 0 solve "$work/reversed.json" --json; out '"status":"no-impact"'; out '"note":"normal-reversed"'
run 0 compare "$work/reversed.json"; out 'nothing happens: they already part'; out 'the normal looks reversed'
run 1 compare "$work/reversed.json" --strict; run 1 trace "$work/reversed.json" --strict
sed 's/"deg": 180/"deg": 0/' "$examples/two_cars.json" >"$work/cars.json"
run 1 solve "$work/cars.json" --strict
sed 's/"velocity": \[0.6, -1\]/"velocity": [0.6, 1]/' "$examples/falling_rod.json" >"$work/rising.json"
run 1 solve "$work/rising.json" --strict; out 'nothing happens: they already part'; out_lacks 'looks reversed'
run 0 solve "$work/rising.json" --json; out_lacks 'note'
run 0 solve --law routh --mu 0.7 --e 0.5 --W "$rod_W" --v '1 0.6'; out_lacks '✓'
run 0 solve "$examples/falling_rod.json" --strict; out_lacks 'nothing happens'

# An energy gain is reported, and is an error only with --strict.
solve 0 --law routh --restitution newton --e 0.9 --mu 0.7; out 'GAINED'
solve 1 --law routh --restitution newton --e 0.9 --mu 0.7 --strict
solve 0 --law routh --restitution newton --e 0.7 --mu 0.7 --strict
solve 0 --law routh --e 1 --mu inf --json; out '"status":"ok"'
solve 0 --law routh --e 1 --mu 0.3 --mu-static 0.5
# No impact and no solution.
run 0 solve --law routh --e 1 --mu 0 --W "$rod_W" --v '1 0' --json; out '"status":"no-impact","P":[0,0]'; out '"mode":"separating"'
run 0 solve --law routh --e 1 --mu 0 --W '0 0; 0 1' --v '-1 0'; out 'routh: no-solution'; err 'carom: note: '
run 1 solve --law routh --e 1 --mu 0 --W '0 0; 0 1' --v '-1 0' --strict
run 0 solve --law routh --e 1 --mu 0 --W '0 0; 0 1' --v '-1 0' --json
out '"status":"no-solution","P":null,"v_after":null,"dE":null,"mode":null'; out '"message":"'

# Rejected coefficients, with name, value and hint.
solve 3 --law routh --mu 0 --e 1.4; code coefficient-range 'e'; err '--allow e'; silent_out
solve 0 --law routh --mu 0 --e 1.4 --allow e; out 'GAINED'
solve 3 --law routh --mu 0 --e nan; code coefficient-missing 'e'
solve 3 --law routh --mu 0 --e inf; code coefficient-range 'e'
solve 3 --law routh --e 1 --mu 1e999; code bad-value '--mu'
solve 3 --law routh --e 1 --mu 0.5x; code bad-value '--mu'
solve 3 --law routh --e 1 --mu '0.5 0.6'; code bad-value '--mu'
solve 3 --law routh --e 1 --mu ''; code bad-value '--mu'
solve 3 --law routh --e 1 --mu 0.5 --mu_static 0.3; code coefficient-range 'mu_static'
solve 3 --law routh --e 1 --mu 0.5 --mu_static -1; code coefficient-range '--mu_static'
solve 3 --law routh --e 1 --mu 0 --restitution poison; err 'newton, poisson, energetic'
solve 3 --law frictionless --e 1 --mu 0.3; code coefficient-unused
if [ -n "$unbuilt" ]; then solve 3 --law "$unbuilt"; err 'which this build does not have'; fi
solve 3 --law routh --mu 0 --e 1.4 --json; out '"status":"bad-input","code":"coefficient-range","where":"e",'

# One number for W and one for v are a direct impact. A law without friction accepts mu = 0 only.
run 0 solve --law frictionless --e 0.5 --W 2 --v -1 --json; out '"P":[0.75,0],"v_after":[0.5,0]'
solve 0 --law frictionless --e 1 --mu 0; solve 3 --law frictionless --e 1 --mu 0.1; code coefficient-unused

# Rejected contacts.
contact() { text=$1; shift; run 3 solve --law routh --e 1 --mu 0 "$@"; code "$text"; silent_out; }
contact bad-value
contact bad-value --W "$rod_W"
contact bad-value --W '1 2 3 4' --v "$rod_v"
contact bad-value --W '1 2; 3' --v "$rod_v"
contact bad-value --W '' --v "$rod_v"
contact bad-value --W '1 0 0 0; 0 1 0 0; 0 0 1 0; 0 0 0 1' --v "$rod_v"
contact bad-value --W '[1,2]' --v "$rod_v"
contact bad-file --W '[[1,2]' --v "$rod_v"
contact bad-value --W '1 x; 2 3' --v "$rod_v"
contact bad-value --W "$rod_W" --v '-1 0 0 0'
contact bad-value --W "$rod_W" --v '-1'
contact bad-value --W "$rod_W" --v '-1; 0.6'
contact bad-value --W "$rod_W" --v '-1 0 0'
contact not-symmetric --W '1 0.5; 0.4 1' --v "$rod_v"
contact not-psd --W '1 2; 2 1' --v "$rod_v"
contact not-psd --W '-1 0; 0 1' --v "$rod_v"
contact not-finite --W 'nan 0; 0 1' --v "$rod_v"
contact not-finite --W "$rod_W" --v '-1 inf'
run 4 solve --law routh --e 1 --mu 0 --W "$rod_W" --v '-1e300 1e300'; code overflow; silent_out

# Files without a valid problem.
file() { text=$1; printf '%s' "$2" >"$work/in"; run 3 solve -; code "$text"; silent_out; }
file bad-file ''
file bad-file '{"law":"routh"'
file bad-file '{"law":"routh"} {}'
file bad-file '{"law":"routh","law":"routh"}'
file bad-value '[1,2]'
file bad-value '{"law":3}'
file bad-value '{"law":"routh","params":[]}'
file bad-value '{"W":[[1,0],[0,1]],"v":[-1,0]}'
# A coefficient next to W is rejected, because it would not be read. Notes are accepted.
file unknown-key '{"law":"routh","e":0.5,"mu":0.7,"W":[[1,0],[0,1]],"v":[-1,0]}'
file unknown-key '{"law":"routh","params":{"e":0.5},"mu":0.7,"W":[[1,0],[0,1]],"v":[-1,0]}'
file unknown-key '{"law":"routh","rest_speed":null,"W":[[1,0],[0,1]],"v":[-1,0]}'
echo '{"law":"routh","id":1,"_expect":{"e":1},"about":2,"note":"mu","params":{"e":1,"mu":0},"W":[[1,0],[0,1]],"v":[-1,0]}' >"$work/in"; run 0 solve -; silent_err
# If each direction has its own stiffness, all values are printed.
if [ -z "$unbuilt" ]; then
    run 0 solve --law eigen-spring --k "1 0.6" --mu 0.4 --W "1 0.3; 0.3 2.5" --v "-1 0.8"; out_like "^  k +1 0\.6$"; out_like "^  c +0 "
fi
# --all-solutions prints every result.
run 0 solve --all-solutions --law smith --e 0.6 --mu 2.5 --W "10 2 8; 2 4 -1; 8 -1 9" --v "-0.0625 1 0"; out '3 outcomes satisfy'
out_like "^  1 .*the law's result, small changes select it"
run 0 solve --all-solutions --json --law glocker --e_n 0.5 --mu 2 --W "$rod_W" --v "0 -0.2"; out '"returned":true,"stable":true'; out '"mode":"none"'
run 0 solve --all-solutions --json --law whittaker --e 1 --mu 3 --W "9 0 -3; 0 9 0; -3 0 2" --v "-0.1 -1 0"; out '"index":-1'; out '"selected":2'
run 0 solve --all-solutions --json --law initial-slip --e 0 --mu 1 --W "2 -2 1; -2 4 -1; 1 -1 1" --v "-1 -1 1"; out '"solutions":[]'; out '"message"'
run 0 solve --all-solutions --law routh --e 1 --mu 0 --W "$rod_W" --v "$rod_v"; out '1 outcome satisfies'
run 2 solve --all-solutions --jsonl; err '--all-solutions'
# Derivatives. In sliding by whittaker P = (1 + e) v_n / W_nn (-1, mu), so dP_t/dmu = -1.5.
run 0 solve --jacobian --law whittaker --e 0.5 --mu 0.2 --W '1 0; 0 3' --v '-1 2'
out_like '^ +v_n +-1\.5 +0\.3$'; out_like '^ +W_nt +0\.3 +-0\.06$'; out_like '^ +mu +0 +-1\.5$'
run 0 solve --jacobian --json --law whittaker --e 0.5 --mu 0.2 --W '1 0; 0 3' --v '-1 2'
out '"jacobian":{"smooth":"smooth"'; out '"mu":[0,-1.5]'
run 2 solve --jacobian --jsonl; err '--jacobian'
# Derivatives as tables, with --all-solutions, and for laws that have none.
run 0 solve --jacobian --csv --law whittaker --e 0.5 --mu 0.2 --W '1 0; 0 3' --v '-1 2'
out 'by,P_n,P_t'; out 'mu,0,-1.5'
run 0 solve --jacobian --md --law whittaker --e 0.5 --mu 0.2 --W '1 0; 0 3' --v '-1 2'; out '| mu | 0 | -1.5 |'
run 0 solve --jacobian --all-solutions --law whittaker --e 0.5 --mu 0.2 --W '1 0; 0 3' --v '-1 2'; out_like '^ +mu +0 +-1\.5$'
run 0 solve --jacobian --law frictionless --e 1 --W '1 0; 0 3' --v '-1 2'
out 'P: one-sided:'
if "$carom" laws stronge >/dev/null 2>&1; then
    run 0 solve --jacobian --law spring-dashpot --kn 1 --kt 1 --mu 0.2 --cn 0.1 --W '1 0 0; 0 3 0; 0 0 3' --v '-1 2 1'
    out_like '^ +kn  '; out_like '^ +kt_t2  '; out_like '^ +ct_t1 +- +- +-$'
    run 0 solve --jacobian --json --law stronge --e 0.5 --mu 0.2 --W '1 0; 0 3' --v '-1 2'; out '"eta2":['
    echo '{"law":"modal","params":{"kn":1,"kt":1,"mu":0.2,"modes":[]},"W":[[1,0],[0,3]],"v":[-1,2]}' >"$work/in"
    run 0 solve --jacobian -
    out_lacks '  W_nn '
    run 0 solve --jacobian --json -; out '"jacobian":null'
fi
run 0 solve --jacobian --law initial-slip --e 0.5 --mu 0.2 --W '1 0 0; 0 3 0; 0 0 3' --v '-1 0 0'

# Coefficients that depend on speed: 1 - 0.2 * 32^(1/5) = 0.6.
run 0 solve --law frictionless --e-of 'fifth 0.2' --W '1 0; 0 1' --v '-32 0'; out_like '^  velocity after +19\.2 '; out 'speed: fifth 0.2'
run 0 solve --law glocker --e-of fifth:0.2 --mu-of exp --json --W '1 0; 0 1' --v '-32 0'; out '"v_after":[19.2'
run 3 solve --law routh --mu 0 --e-of sixth --W '1 0; 0 1' --v '-1 0'; code bad-value '--e-of'
run 3 solve --law routh --mu 0 --e-of 'quarter 1' --W '1 0; 0 1' --v '-1 0'; code bad-value '--e-of'
run 3 solve --law routh --mu 0 --e-of 'viscoelastic 1' --W '1 0; 0 1' --v '-1 0'; code coefficient-range 'e'
run 3 solve --law frictionless --e 1 --mu-of exp --W '1 0; 0 1' --v '-1 0'; code coefficient-unused
file bad-value '{"law":"routh","params":{"e":1,"e_of":"fifth"},"W":[[1,0],[0,1]],"v":[-1,0]}'
file unknown-key '{"law":"routh","e_of":"fifth","W":[[1,0],[0,1]],"v":[-1,0]}'
# Options have priority over the file, for a number and for a function of speed.
echo '{"law":"frictionless","params":{"e_of":{"fifth":0.2}},"W":[[1,0],[0,1]],"v":[-32,0]}' >"$work/speed.json"
run 0 solve "$work/speed.json"; out_like '^  velocity after +19\.2 '
run 0 solve "$work/speed.json" --e 0.5; out_like '^  velocity after +16 '
echo '{"law":"frictionless","params":{"e":0.5},"W":[[1,0],[0,1]],"v":[-32,0]}' >"$work/speed.json"
run 0 solve "$work/speed.json" --e-of 'fifth 0.2'; out_like '^  velocity after +19\.2 '
run 0 region --mu-of 'exp 0.1 0.2 0' --W '1 0; 0 1' --v '-1 1'; out_like '^  mu +0\.3( |$)'
run 3 trace --slips --mu-of exp --W '10 2 8; 2 4 -1; 8 -1 9'; code bad-value
run 0 compare --e-of 'fifth 0.2' --mu 0 --W '1 0; 0 1' --v '-32 0'; out_like '^  glocker .* 19\.2 '

# The output contains the coefficients that were used: e = 0 below rest_speed, and the values of functions of speed.
slow="--e 0.5 --mu 0.5 --rest_speed 5"
# shellcheck disable=SC2086
for law in routh whittaker; do
    run 0 solve --law $law $slow --W '1 0.2; 0.2 3.5' --v '-4 1'; out_like '^  e +0 '; out_like '^  rest_speed +5$'
    run 0 solve --law $law $slow --W '1 0.2; 0.2 3.5' --v '-4 1' --json; out '"used":{"e":0}'
    run 0 solve --law $law $slow --W '1 0.2; 0.2 3.5' --v '-4 1' --csv; out_like '^e used,0,,$'
    run 0 solve --law $law $slow --W '1 0.2; 0.2 3.5' --v '-4 1' --md; out_like '^\| e used \| 0 '
    run 0 solve --law $law $slow --W '1 0.2; 0.2 3.5' --v '-5 1'; out_like '^  e +0\.5$'
    run 0 solve --law $law $slow --W '1 0.2; 0.2 3.5' --v '-5 1' --json; out_lacks '"used"'
done
run 0 solve --law glocker --mu 0 --e_n 0.5 --rest_speed 5 --W '1 0; 0 1' --v '-4 1' --json; out '"used":{"e_n":0}'
run 0 solve --law glocker --e-of fifth:0.2 --mu-of 'exp 0.1 0.2 0' --json --W '1 0; 0 1' --v '-32 1'; out_like '"used":\{"e_n":0\.6,"mu":0\.3'
# shellcheck disable=SC2086
{
    run 0 compare $slow --W '1 0.2; 0.2 3.5' --v '-4 1' --json; out '"params":{"e":0,'; out_lacks '"e":0.5'
    # The energy form must give the energy of this impact, 2 dE = 2 (-8.468). The slip ends with compression, which ends
    # the impact.
    run 0 explain $slow --W '1 0.2; 0.2 3.5' --v '-4 1' --json; out '"mu_q":-0.1267605633802817,"mu_d":-0.1267605633802817'; out '"twice_dE":-16.936416'
    run 3 compare --e 2 --mu 0.5 --rest_speed 5 --W '1 0.2; 0.2 3.5' --v '-4 1'; err 'e = 2'
}

# A function of speed has no derivatives, with any law.
run 0 solve --law routh --e-of 'fifth 0.2' --mu 0.3 --W '2.5 -1.5; -1.5 2.5' --v '-1 0.6' --jacobian
finish
