# Tests full disks, limits and read-only directories. The message must be clear, the exit code 5, and no sample may be
# lost.
. "$(dirname "$0")/../cli/expect.sh"
. "$(dirname "$0")/study.sh"
cd "$work" || exit 1
study s.json 300000 true
run 0 sweep s.json -o whole.h5
size=$(wc -c <whole.h5)

run 5 sweep s.json -o no/such/folder/s.h5; err 'cannot be created: No such file or directory'
run 5 sweep s.json -o /proc/s.h5; err 'cannot be created'

# begin FILE [SECONDS]: starts a run and stops it before it is complete.
begin() {
    "$carom" sweep s.json -o "$1" --commit 0 >out 2>err & pid=$!
    while [ ! -f "$1" ] && kill -0 $pid 2>/dev/null; do sleep 0.05; done
    sleep "${2:-0.2}"; kill -TERM $pid; wait $pid
    said="begin $1"; checks=$((checks + 1))
    done_now=$(done_in "$1")
    [ "$done_now" -gt 0 ] && [ "$done_now" -lt 300000 ] || fail "stopped at $done_now samples"
}

# A limit on the size of files: a write beyond it fails, here that of the columns at the end.
begin limit.h5
# The limit would truncate the coverage counts and damage those of all other runs, so they go elsewhere.
(ulimit -f $((size / 1024 - 100)); export GCOV_PREFIX="$work/counts"; "$carom" sweep s.json -o limit.h5 --resume >out 2>err); got=$?
said='ulimit -f'; checks=$((checks + 1))
[ $got = 5 ] || fail "a write past the limit ends with $got"
err 'File too large'; err '--resume goes on'
run 0 report limit.h5
run 0 sweep s.json -o limit.h5 --resume; same whole.h5 limit.h5
# A limit from the start: no sample is computed, and no file remains.
mkdir limited
(ulimit -f 100; export GCOV_PREFIX="$work/counts"; exec "$carom" sweep s.json -o limited/l.h5 >out 2>err); got=$?
said='ulimit -f from the start'; checks=$((checks + 1))
[ $got = 5 ] || fail "exit $got, wanted 5"
err 'File too large'; err 'no sample was computed'; [ -z "$(ls limited)" ] || fail "$(ls limited) is left"

# Disks that are full from the start, become full, or are read-only. This test needs permission to mount.
mkdir disk
if mount -t tmpfs -o size=$((2 * size + 6000000)) tmpfs disk 2>/dev/null; then
    trap 'umount "$work/disk"; rm -rf "$work"' EXIT
    head -c 9000000 /dev/zero >disk/filler
    run 5 sweep s.json -o disk/s.h5; err 'No space left on device'; err 'no sample was computed'
    [ -z "$(ls disk | grep -v filler)" ] || fail 'a piece of a file is left'
    rm disk/filler
    begin disk/s.h5 0.05
    head -c 99000000 /dev/zero >disk/filler 2>/dev/null
    before=$(done_in disk/s.h5)
    run 5 sweep s.json -o disk/s.h5 --resume; err 'No space left on device'; err '--resume goes on'
    [ "$(done_in disk/s.h5)" -ge "$before" ] || fail 'samples are lost'
    rm disk/filler
    run 0 sweep s.json -o disk/s.h5 --resume; same whole.h5 disk/s.h5
    mount -o remount,ro disk
    run 5 sweep s.json -o disk/t.h5; err 'Read-only file system'
    run 0 report disk/s.h5
else
    echo 'cannot mount: full and read-only disks not tried'
fi
finish
