# Adds the law `quiet`, without a vector kernel, by `tools/new_law.sh --plain`. Tests it by a unit test, by `conform`
# and in the command. Sourced by new_things.sh, after the law with a kernel.
sh tools/new_law.sh --plain quiet build/release
touched 6 "a law, its test, its page and picture, and two lines"
[ "$(ls src/laws/quiet)" = law_quiet.c ] || { echo "FAILED: src/laws/quiet holds more than law_quiet.c"; bad=1; }
if grep quiet src/batch/laws_lanes.def; then echo "FAILED: quiet has lanes"; bad=1; fi
# A second law of that name, no name and an unknown option are rejected.
for words in '--plain quiet build/release' '--plain' '--simple other'; do
    if sh tools/new_law.sh $words >"$work/log" 2>&1; then
        echo "FAILED: new_law.sh $words is accepted"
        bad=1
    fi
done
targets="$targets conform"

prove_plain() {
    check build/release/tests/laws/laws_quiet_test
    check build/release/tests/whole/conform/conform 10000 quiet
    says '"P":[0.75,0]' build/release/carom solve --law quiet --e 0.5 --W "2 -1; -1 2" --v "-1 0.6" --json
    says '"P":[0.75,0,0]' build/release/carom solve --law quiet --e 0.5 --W "2 0 0; 0 1 0; 0 0 1" --v "-1 0.6 0" --json
    echo '{"law":"quiet","W":[[2,-1],[-1,2]],"v":[-1,0.6],"params":{"e":0.5}}' >"$work/line"
    says '"P":[0.75,0]' build/release/carom solve --jsonl "$work/line"
    says 'quiet ' build/release/carom laws
}
