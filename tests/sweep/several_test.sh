# Tests sweeps of several contacts. There is one row per contact and method, and the bytes are the same for any ranks
# and chunks, also after a run is resumed. A replayed case must have the numbers that were kept. Invalid studies
# must be rejected.
. "$(dirname "$0")/../cli/expect.sh"
. "$(dirname "$0")/study.sh"
examples=$(cd "$(dirname "$0")/../../examples" && pwd)
cd "$work" || exit 1

# spheres FILE SAMPLES: writes a study of three spheres, which hit simultaneously and in every order.
spheres() {
    cat >"$1" <<EOF
{
  "scenario": $(sed 's/"about": [^\n]*$//' "$examples/impact/three_spheres.json"),
  "laws": [{"law": "glocker", "params": {"e_n": 0.5, "mu": 0}}, {"law": "sequence", "params": {"max_states": 50, "max_outcomes": 20}}],
  "inputs": {
    "bodies[0].velocity[1]": {"normal": [0, 0.3]},
    "contacts[0].normal.angle.deg": {"uniform": [25, 35]},
    "params.e": {"uniform": [0, 1]}
  },
  "samples": $2, "seed": 7, "columns": true,
  "outputs": ["dE", "P_n", "v_n", "v_t", "work", "solution_count"], "histograms": {"dE": [-0.4, 0]},
  "worst": {"of": "dE", "which": "lowest", "keep": 4}
}
EOF
}
spheres s.json 9001
run 0 sweep s.json -o one.h5
run 0 sweep s.json -o small.h5 --chunk 1 --commit 0; same one.h5 small.h5
if [ $has_mpi = yes ]; then
    for n in 2 3; do
        ranks $n "$carom" sweep s.json -o many$n.h5 --chunk 2048 >out 2>err || fail "mpirun -n $n"
        same one.h5 many$n.h5
    done
fi

# A run that is stopped and resumed.
"$carom" sweep s.json -o begun.h5 --commit 0 --chunk 1 >out 2>err & pid=$!
while [ ! -f begun.h5 ] || [ "$(done_in begun.h5)" -lt 2048 ]; do sleep 0.02; done
kill -TERM $pid; wait $pid
run 0 sweep s.json -o begun.h5 --resume; same one.h5 begun.h5

# A row is a contact. Two orders of impacts usually have two results.
run 0 report one.h5; out_like 'glocker\[0\] +9001'; out_like 'sequence\[1\] +9001'
out_like 'work, J: work of this contact'; out_like 'solution_count: how many'
run 0 report one.h5 --json; worst=$(sed 's/.*"name":"sequence\[1\]".*"worst":\[{"value":\([-0-9.e]*\).*/\1/' out)
run 0 report one.h5 --replay 1 --law 'sequence[1]'; cp out worst.json
run 0 solve worst.json --json; out "\"dE\":$worst"

# Invalid studies.
refuse() { sed "$1" s.json >bad.json; run 3 sweep bad.json -o x.h5; err "$2"; }
refuse 's/"laws": .*/"laws": ["stronge"],/' '"stronge" is a law for one contact, not a method for several'
refuse 's/"laws": .*/"laws": [],/' '"laws" must be a list of names'
refuse 's/{"law": "sequence"/{"law": "sequense"/' 'no method for several contacts is called "sequense"; did you mean "sequence"'
refuse 's/bodies\[0\].velocity\[1\]/bodies[5].velocity[1]/' 'has no number at "bodies[5].velocity[1]"'
refuse 's/"law": "sequence"/"law": "glocker"/' '"glocker" is listed twice'
refuse 's/"solution_count"\]/"delta_v_a"]/' 'outputs: this scenario has no "delta_v_a"; it has dE, P_n, P_t, v_n, v_t, v_n_before, v_t_before, work, solution_count'
# The index of a body in a contact cannot vary.
sed 's/"between": \["left", "ball"\]/"between": [1, "ball"]/; s/bodies\[0\].velocity\[1\]/contacts[0].between[0]/' s.json >bad.json
run 3 sweep bad.json -o x.h5; err 'what stands at "contacts[0].between[0]" cannot vary'

# If a sample has a negative mass, it has no result, and its status is counted.
sed 's/"bodies\[0\].velocity\[1\]": {"normal": \[0, 0.3\]}/"bodies[0].mass": {"uniform": [-1, 1]}/' s.json >mass.json
run 0 sweep mass.json -o mass.h5; run 0 report mass.h5; out_like 'glocker\[0\] +bad-value +4[0-9]{3}'

finish
