#!/bin/sh
# Programs of tests/fuzz guided by coverage: fuzz.sh [SECONDS [NAME...]], each so many seconds of one core (default 60), all or
# those named. What they learn stays in build/fuzz/corpus, where the next run begins; what ends one is put beside it. The last
# line says how many executions there were. Exit 1 if one of them found something.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
seconds=${1:-60}
[ $# -gt 0 ] && shift
cd "$root"
cmake --preset fuzz >/dev/null
cmake --build --preset fuzz | tail -1
mkdir -p build/fuzz/corpus
# Words that readers know, so that they need not be guessed.
grep -oh '"[a-z_][a-z_]*"' mods/scenario/keys.def include/carom/params.def include/carom/stops.def | sort -u >build/fuzz/words.dict
found=0 executions=0
for program in build/fuzz/tests/fuzz/fuzz_*; do
    [ -x "$program" ] && [ ! -d "$program" ] || continue
    name=${program##*/fuzz_}
    case " $* " in '  ' | *" $name "*) ;; *) continue ;; esac
    mkdir -p "build/fuzz/corpus/$name"
    log=build/fuzz/corpus/$name.log
    # A minute for one input: under sanitizers, on a machine that does other things too. A sweep backwards takes ten seconds there.
    if ! "$program" -max_total_time="$seconds" -timeout=60 -rss_limit_mb=1024 -max_len=2000 -print_final_stats=1 \
        -dict=build/fuzz/words.dict -artifact_prefix="build/fuzz/corpus/$name." \
        "build/fuzz/corpus/$name" "tests/fuzz/seeds/$name" >"$log" 2>&1; then
        found=1
        echo "FOUND $name: $(grep -m1 -E 'WRONG|runtime error|ERROR' "$log"); see $log"
    fi
    ran=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    executions=$((executions + ${ran:-0}))
    printf '%-10s %10s executions, %s\n' "$name" "${ran:-0}" "$(sed -n 's/^fuzz: //p' "$log")"
done
echo "$executions executions"
exit $found
