# Tests damaged and forged results files, and damaged pieces of an interrupted run. Usage: damage_test.sh CAROM [BITS]
. "$(dirname "$0")/../cli/expect.sh"
. "$(dirname "$0")/study.sh"
here=$(cd "$(dirname "$0")" && pwd)
/usr/bin/python3 -c 'import h5py' 2>/dev/null || { echo 'no h5py: nothing damaged'; exit 77; }
cd "$work" || exit 1
study s.json 12000 true
run 0 sweep s.json -o whole.h5
checks=$((checks + 1)); said='damaged files'
/usr/bin/python3 "$here/damage.py" "$carom" whole.h5 s.json "${2:-100}" >out 2>err || fail "$(cat out err)"
tail -1 out

# A piece of an interrupted run is damaged: the run cannot be completed, and says why.
samples=300000
while :; do
    study large.json $samples true
    "$carom" sweep large.json -o begun.h5 --commit 0 --chunk 2048 >out 2>err & pid=$!
    while [ ! -f begun.h5 ] || [ "$(done_in begun.h5)" -lt 8000 ]; do sleep 0.02; done
    kill -9 $pid; wait $pid 2>/dev/null
    [ "$(done_in begun.h5)" = $samples ] || break
    rm -r begun.h5*
    samples=$((samples * 4))
done
run 0 report begun.h5 --samples
printf 'x' | dd of=begun.h5.parts/1.h5 bs=1 seek=20000 conv=notrunc 2>err
run 5 report begun.h5 --samples
run 5 sweep large.json -o begun.h5 --resume; err 'has a damaged piece: .parts/1.h5'
rm begun.h5.parts/1.h5
run 5 sweep large.json -o begun.h5 --resume

# A pipe is not a results file, and the command must not wait for it.
mkfifo pipe
for verb in 'report pipe' 'sweep s.json -o pipe --resume'; do
    checks=$((checks + 1)); said=$verb; got=0
    timeout 20 "$carom" $verb </dev/null >out 2>err || got=$?
    [ $got = 5 ] || fail "$said: exit $got, wanted 5"
    err 'is no regular file'
done
finish
