#!/bin/sh
# Runs a campaign of all programs of tests/fuzz: fuzz_campaign.sh [-s SECONDS] [-n EXECUTIONS] [-t SLICE] [-b CHANGES].
# It ends after this time or this total number of executions, including earlier campaigns, and continues where the last
# campaign ended. In each round every program runs SLICE seconds guided by coverage (default 60), readers with ASan and
# the other programs without it. Then the release build runs CHANGES (default 2,000,000) random changes of the collected
# inputs with the same checks, hundreds of times faster. Inputs and findings are kept in build/corpus. `fuzz_campaign.sh
# --table` only prints a summary of the file `ledger`. Exits with 1 if this or an earlier campaign found something.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
corpus=build/corpus
ledger=$corpus/ledger
mkdir -p $corpus
touch $ledger
total() { awk '{n += $3} END {printf "%d", n}' $ledger; }
table() {
    awk '{k = $1 " " $2; n[k] += $3; s[k] += $4; e[k] += 0; if ($5 > e[k]) e[k] = $5; f[k] += $6}
        END {for (k in n) print k, n[k], s[k], e[k], f[k]}' $ledger | sort |
        awk '{
            printf "%-10s %-9s %11d executions %9.1f s %8d a second", $1, $2, $3, $4, ($4 > 0 ? $3 / $4 : 0)
            if ($5 > 0) printf " %6d edges", $5
            print ($6 > 0 ? ", ended " $6 " times by a finding" : "")
            all += $3; time += $4; found += $6
        }
        END {
            printf "%d executions in %.0f s of processor time, %d findings", all, time, found
            if (time > 0) printf "; 1e9 at this mixture: %.1f hours of one core", 1e9 * time / all / 3600
            print ""
            exit found > 0
        }'
}
# Runs random changes of the collected inputs and continues after the last ones. Other programs than those of single
# contacts are slower and get fewer changes.
blind() {
    name=$1 count=$2 ended=0
    mkdir -p $corpus/$name
    seeds=tests/fuzz/seeds/$name
    [ -d "$seeds" ] || seeds=tests/fuzz/seeds/contact
    cp -n $seeds/* $corpus/$name
    case $name in
    collide | trace | solutions | jacobian) ;;
    batch | impact) count=$((count / 10)) ;;
    store | sweep | words) count=$((count / 1000)) ;;
    *) count=$((count / 100)) ;;
    esac
    first=$(awk -v name="$name" '$1 == name && $2 == "blind" {n += $3} END {printf "%d", n}' $ledger)
    FUZZ_KEEP=$corpus/$name.blind.$first sh -c 'build/release/tests/fuzz/fuzz_$1 $2/$1 $3 $4; ended=$?; times; exit $ended' \
        - "$name" $corpus "$count" "$first" >$corpus/$name.blind.log 2>&1 || ended=$?
    # Only an end by a signal is a finding. The program also fails if too few inputs are valid, which is not an error in
    # so few executions.
    ended=$((ended > 127))
    # The second line of `times` is the time of the program: first its own, then that of the system, such as 0m1.234s
    # 0m0.012s.
    took=$(tail -1 $corpus/$name.blind.log | tr 'ms' '  ' | awk '{print 60 * $1 + $2 + 60 * $3 + $4}')
    [ $ended = 0 ] || echo "FOUND $name: $(grep -a -m1 WRONG $corpus/$name.blind.log); see $corpus/$name.blind.$first"
    [ $ended = 0 ] || count=0
    echo "$name blind $count $took 0 $ended" >>$ledger
}
[ "${1:-}" != --table ] || { table; exit; }
seconds=3600 most=1000000000 slice=60 changes=2000000
while getopts s:n:t:b: option; do
    case $option in
    s) seconds=$OPTARG ;;
    n) most=$OPTARG ;;
    t) slice=$OPTARG ;;
    b) changes=$OPTARG ;;
    *) exit 2 ;;
    esac
done
[ -f build/release/build.ninja ] || cmake --preset release >/dev/null
cmake --build build/release --target fuzz | tail -1
end=$(($(date +%s) + seconds))
names=$(cd build/release/tests/fuzz && ls -d fuzz_* | sed 's/^fuzz_//')
while :; do
    for name in $names; do
        [ "$(date +%s)" -lt $end ] && [ "$(total)" -lt "$most" ] || break 2
        case $name in
        batch | collide | impact | jacobian | solutions | trace) preset=fuzz_fast ;;
        *) preset=fuzz ;;
        esac
        [ "$slice" = 0 ] || FUZZ_PRESET=$preset tools/fuzz.sh "$slice" "$name" | grep -E 'FOUND|came through' || true
        [ "$changes" = 0 ] || blind "$name" "$changes"
    done
done
table
