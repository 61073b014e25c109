# Tests that the file of a sweep always has the same bytes: for 1, 2, 3, 20 and 64 ranks and for three chunk sizes. The
# designs are random, Sobol and Latin hypercube. With 18 or more ranks some report to a rank other than rank 0.
. "$(dirname "$0")/../cli/expect.sh"
. "$(dirname "$0")/study.sh"
cd "$work" || exit 1
study s.json 60001 true

run 0 sweep s.json -o one.h5
run 0 sweep s.json -o small.h5 --chunk 1 --commit 0; same one.h5 small.h5
run 0 sweep s.json -o large.h5 --chunk 1e6; same one.h5 large.h5
sed 's/"samples"/"design": "sobol", "samples"/' s.json >sobol.json
sed 's/"samples"/"design": "latin-hypercube", "samples"/' s.json >latin.json
run 0 sweep sobol.json -o sobol.h5; run 0 sweep latin.json -o latin.h5
! cmp -s one.h5 sobol.h5 || fail 'the design changes nothing'
if [ $has_mpi = yes ]; then
    for n in 2 3 20; do
        ranks $n "$carom" sweep s.json -o many$n.h5 --chunk $((n * 2048)) >out 2>err || fail "mpirun -n $n"
        same one.h5 many$n.h5
    done
    ranks 3 "$carom" sweep sobol.json -o sobol3.h5 --chunk 5000 >out 2>err; same sobol.h5 sobol3.h5
    ranks 2 "$carom" sweep latin.json -o latin2.h5 --chunk 5000 >out 2>err; same latin.h5 latin2.h5
    ranks 64 "$carom" sweep s.json -o many64.h5 --chunk 1 --commit 0 >out 2>err || fail 'mpirun -n 64'; same one.h5 many64.h5
    # With mpirun an error is printed once and ends all ranks.
    said='mpirun, no file'; checks=$((checks + 1))
    ranks 3 "$carom" sweep none.json -o x.h5 >out 2>err && fail 'a missing file is fine'
    [ "$(grep -c 'cannot open none.json' err)" = 1 ] || fail 'a refusal is not said once'
else
    echo 'no MPI: ranks not tried'
fi
finish
