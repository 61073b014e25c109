# Tests damaged and forged results. report and --resume must reject them with a message of carom and exit code 5. They
# must not crash, hang or continue with the file.
. "$(dirname "$0")/../cli/expect.sh"
. "$(dirname "$0")/study.sh"
forge=$(cd "$(dirname "$0")" && pwd)/forge.py
/usr/bin/python3 -c 'import h5py' 2>/dev/null || { echo 'no h5py: nothing forged'; exit 77; }
cd "$work" || exit 1
study s.json 20000 true
run 0 sweep s.json -o done.h5
# A run is stopped before it is complete, so that --resume has work to do. If the machine completes it first, a longer
# study is used.
samples=300000
while :; do
    study large.json $samples true
    "$carom" sweep large.json -o begun.h5 --commit 0 --chunk 2048 >out 2>err & pid=$!
    while [ ! -f begun.h5 ] || [ "$(done_in begun.h5)" -lt 8000 ]; do sleep 0.02; done
    kill -TERM $pid 2>/dev/null
    wait $pid
    [ "$(done_in begun.h5)" = $samples ] || break
    rm begun.h5
    samples=$((samples * 4))
done

# spoilt HOW WORDS: both verbs must reject a complete and an incomplete file that forge.py changed, without waiting.
spoilt() {
    for file in done begun; do
        /usr/bin/python3 "$forge" "$1" $file.h5 f.h5 || fail "forge.py $1"
        cp f.h5 before.h5
        json=s.json; [ $file = begun ] && json=large.json
        for verb in 'report f.h5' "sweep $json -o f.h5 --resume"; do
            checks=$((checks + 1)); said="$1, $file: $verb"; got=0
            timeout 20 "$carom" $verb </dev/null >out 2>err || got=$?
            [ $got = 5 ] || fail "$said: exit $got, wanted 5"
            err "$2"; silent_out
            ! grep -q 'HDF5-DIAG' err || fail "$said: HDF5 speaks"
            cmp -s f.h5 before.h5 || fail "$said: the file was written to"
        done
    done
}
spoilt 'many texts' 'is not the result of a sweep: /study has another shape'
spoilt 'numbers' 'is not the result of a sweep: /study is no text of fixed length'
spoilt 'endless' 'is not the result of a sweep: /study has another shape'
spoilt 'lists' 'is not the result of a sweep'
spoilt 'loose text' 'is not the result of a sweep: /study is no text of fixed length'
spoilt 'no study' 'is not the result of a sweep: /study is no dataset'
spoilt 'link' 'is not the result of a sweep'
spoilt 'elsewhere' 'inside the file'
spoilt 'packed' '/columns/newton/dE is not stored in one piece'
spoilt 'other shape' '/state has another shape'
spoilt 'other type' '/columns/newton/dE has another type'
spoilt 'format' 'made by another version of carom: format "carom sweep 99"'
spoilt 'loose format' 'made by another version of carom'
spoilt 'version' 'made by another version of carom: carom_version "0.0.1"'
spoilt 'both slots' 'is damaged: neither of its two commits is whole'
spoilt 'too far' 'is damaged: its state counts blocks it cannot have'
spoilt 'too far ahead' 'is damaged: its state counts blocks it cannot have'
spoilt 'worst' 'is damaged: its state counts blocks it cannot have'
spoilt 'column' 'is damaged: samples 0 to 2047 are not'
spoilt 'mode' 'is damaged: samples 0 to 2047 are not'
spoilt 'input' 'is damaged: samples 2048 to 4095 are not'
spoilt 'summary' 'is damaged: /summary is not what was written'
spoilt 'frame' 'is damaged: its names, its study or its structure'
spoilt 'cut' 'f.h5 '
# If the text of the study is changed, --resume reports another study. report finds that the study and the state do not
# belong together.
/usr/bin/python3 "$forge" text done.h5 f.h5
run 5 report f.h5; err 'is damaged'
run 5 sweep s.json -o f.h5 --resume; err 'holds another study'

# One valid slot of the two is sufficient.
for file in done begun; do
    /usr/bin/python3 "$forge" 'one slot' $file.h5 f.h5
    run 0 report f.h5
    json=s.json; [ $file = begun ] && json=large.json
    run 0 sweep $json -o f.h5 --resume
done
run 0 sweep large.json -o whole.h5; same whole.h5 f.h5

# A pipe is not a results file, and the command must not wait for it.
mkfifo pipe
for verb in 'report pipe' 'sweep s.json -o pipe --resume'; do
    checks=$((checks + 1)); said=$verb; got=0
    timeout 20 "$carom" $verb </dev/null >out 2>err || got=$?
    [ $got = 5 ] || fail "$said: exit $got, wanted 5"
    err 'is no regular file'
done
[ $checks -gt 90 ] || fail "only $checks checks"
finish
