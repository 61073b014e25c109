# Tests `carom laws`.
. "$(dirname "$0")/expect.sh"

run 0 laws; silent_err
for law in frictionless routh whittaker initial-slip; do out_like "^  $law +2D"; done
run 0 laws routh
out 'newton|poisson|energetic'; out 'μ_s'; out '[0, inf]'; out 'Wang & Mason 1992'; out 'closed form'
out_like '^  coulomb +the impulse stays'; out 'carom trace'
# The ends that lzb rejects are open.
run 0 laws lzb; out_like '^  e .* \(0, 1\] '; out_like '^  mu .* \[0, inf\) '; out_lacks 'inf" is'
run 0 laws whittaker
run 0 laws --json; lines 1; out '"name":"frictionless"'; out '"name":"modal"'; out '"module":"core","built":true'
run 0 laws routh --json; lines 1; out '"dims":[2'; out '"range":[0,"inf"]'; out '"choices":["newton","poisson","energetic"'
# Laws for several contacts.
run 0 laws sequence --json; lines 1; out '"name":"sequence"'; out '"dims":[2,3]'; out '"coefficients":[]'
run 0 laws hm-brach --json; out '"name":"mu"'
run 0 laws hm-brach; silent_err
# The meaning of the coefficients.
run 0 laws glocker; out 'Coefficients'; out_like '^  e_t  *-v_t'; out '[0, 1]'
run 0 laws pfeiffer-glocker; out '[0, inf)'; out 'rest_speed'
run 0 laws bilinear --json; out '"ratio":"-v_n'; out '"relation":"'
run 3 solve --law glocker --mu 0 --e_n 1 --e_t -0.5 --W "$rod_W" --v "$rod_v"; code coefficient-range 'e_t'
run 3 solve --law pfeiffer-glocker --e 1 --mu inf --W "$rod_W" --v "$rod_v"; code coefficient-range 'mu'
run 0 compare --e 1 --mu 0 --W '2 0.5 0; 0.5 2 0; 0 0 1' --v '-1 0.5 0.2'
run 0 solve --law frictionless --e 1 --rest_speed 2 --W "$rod_W" --v "$rod_v" --json; out '"P":[0.4,0]'
# Contact models have these pages too.
if [ -z "$unbuilt" ]; then
    run 0 laws mindlin; out '2(1 - nu)/(2 - nu)'; out '1/eta2'
    run 0 laws modal --json; out '"ratio":"omega (rad/s)'
fi
# BibTeX entries of one law and of all laws. Keys must be unique.
run 0 laws walton --bibtex; out '@techreport{walton1988,'; out '@article{payr2005,'; out_lacks 'routh1860'
run 0 laws routh --bibtex; out 'doi = {10.1115/1.2893771}'
run 0 laws --bibtex
checks=$((checks + 1))
[ "$(grep -c '^@' "$work/out")" = "$(grep '^@' "$work/out" | sort -u | wc -l)" ] || fail 'a key is there twice'
checks=$((checks + 1))
[ "$(grep -c '^@' "$work/out")" -ge 24 ] || fail 'works are missing'
finish
