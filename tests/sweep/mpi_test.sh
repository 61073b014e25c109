#!/bin/sh
# Tests sweeps in a program that uses MPI itself, and how a run finds its ranks.
# Usage: mpi_test.sh CAROM MPI_HOST
. "$(dirname "$0")/../cli/expect.sh"
. "$(dirname "$0")/study.sh"
host=$2
[ $has_mpi = yes ] || { echo 'no MPI: nothing tried'; exit 77; }
cd "$work" || exit 1

# A program that uses MPI itself, with one, two and three ranks.
"$host" one.h5 >out 2>err || fail "a program with MPI, alone: $(cat err)"
for n in 2 3; do
    ranks $n "$host" many$n.h5 >out 2>err || fail "a program with MPI, $n ranks: $(cat err)"
    same one.h5 many$n.h5
done

# A launcher is recognised by any of its variables. The variables of Open MPI are removed one after the other. Either
# the ranks still find each other, or MPI ends them all. In no case may each rank run the whole study.
study s.json 60001 true
run 0 sweep s.json -o alone.h5
all='OMPI_COMM_WORLD_SIZE OMPI_COMM_WORLD_RANK PMI_RANK PMIX_RANK'
for gone in 'OMPI_COMM_WORLD_SIZE' 'OMPI_COMM_WORLD_SIZE OMPI_COMM_WORLD_RANK PMIX_NAMESPACE' "$all"; do
    without=
    for name in $gone; do without="$without -u $name"; done
    rm -f ranks.h5
    checks=$((checks + 1))
    if ranks 2 env $without "$carom" sweep s.json -o ranks.h5 --resume >out 2>err; then
        # Only rank 0 may report, in one line.
        [ "$(grep -c . err)" = 1 ] || fail "without $gone: more ranks than one report"
        same alone.h5 ranks.h5
    else
        [ ! -e ranks.h5 ] || fail "without $gone: ranks that do not know each other began the study"
    fi
done

# With CAROM_MPI=0 each process is alone. Only one of them can have the file.
checks=$((checks + 1))
ranks 2 env CAROM_MPI=0 "$carom" sweep s.json -o zero.h5 >out 2>err && fail 'two runs of one file are fine'
# mpirun ends the first process as soon as the other is rejected, on a slow machine before the study is complete.
run 0 sweep s.json -o zero.h5 --resume
same alone.h5 zero.h5
finish
