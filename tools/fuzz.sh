#!/bin/sh
# Runs the programs of tests/fuzz, guided by coverage: fuzz.sh [SECONDS [NAME...]]. Each program runs for SECONDS of one
# core (default 60); without names, all programs run. FUZZ_PRESET=fuzz_fast is optimised and without ASan, which gives
# many more executions per second; the default preset also finds errors that only ASan detects. New inputs and findings
# are kept in build/corpus, where the next run of either preset begins. Its file `ledger` has a line for every run:
# program, preset, executions, processor seconds, edges, and 1 if it found something. Exits with 1 if a program found
# something.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
preset=${FUZZ_PRESET:-fuzz}
seconds=${1:-60}
[ $# -gt 0 ] && shift
cd "$root"
[ -f "build/$preset/build.ninja" ] || cmake --preset "$preset" >/dev/null
targets=
for name in "$@"; do targets="$targets --target fuzz_$name"; done
cmake --build "build/$preset" ${targets:---target fuzz} | tail -1
mkdir -p build/corpus
# Collect the keywords of the readers, so that the fuzzer need not guess them.
grep -oh '"[a-z_][a-z_]*"' mods/scenario/keys.def src/tables/params.def src/tables/stops.def | sort -u >build/corpus/words.dict
found=0 executions=0
for program in "build/$preset/tests/fuzz"/fuzz_*; do
    [ -x "$program" ] && [ ! -d "$program" ] || continue
    name=${program##*/fuzz_}
    case " $* " in '  ' | *" $name "*) ;; *) continue ;; esac
    mkdir -p "build/corpus/$name"
    seeds=tests/fuzz/seeds/$name
    [ -d "$seeds" ] || seeds=tests/fuzz/seeds/contact
    cp -n "$seeds"/* "build/corpus/$name"
    log=build/corpus/$name.log
    # Problems have about a hundred bytes. Files are longer and consist of words.
    case $name in
    collide | trace | solutions | jacobian) how='-max_len=160' ;;
    batch | impact) how='-max_len=600' ;;
    *) how='-max_len=2000 -dict=build/corpus/words.dict' ;;
    esac
    # An input may take a minute, because sanitizers are slow and the machine may be in use; a reverse sweep takes ten
    # seconds. Choosing inputs by rarity (-entropic) and shortening inputs cost more here than they gain.
    ended=0
    "$program" -max_total_time="$seconds" -timeout=60 -rss_limit_mb=1024 -print_final_stats=1 -reload=0 -entropic=0 \
        -reduce_inputs=0 -len_control=0 $how -artifact_prefix="build/corpus/$name." \
        "build/corpus/$name" >"$log" 2>&1 || ended=1
    [ $ended = 0 ] || echo "FOUND $name: $(grep -a -m1 -E 'WRONG|runtime error|ERROR' "$log"); see $log"
    [ $ended = 0 ] || cp "$log" "$log.found.$(date +%s)"
    found=$((found | ended))
    ran=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    took=$(sed -n 's/^fuzz: .* \([0-9.]*\) s of processor time/\1/p' "$log")
    edges=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -1)
    executions=$((executions + ${ran:-0}))
    echo "$name $preset ${ran:-0} ${took:-0} ${edges:-0} $ended" >>build/corpus/ledger
    printf '%-10s %10s executions, %s\n' "$name" "${ran:-0}" "$(sed -n 's/^fuzz: //p' "$log")"
done
echo "$executions executions"
exit $found
