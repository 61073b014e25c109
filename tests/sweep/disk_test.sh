# Full disks, limits and read-only places: a clear message, exit 5, and nothing lost.
. "$(dirname "$0")/../cli/expect.sh"
. "$(dirname "$0")/study.sh"
cd "$work" || exit 1
study s.json 300000 true
run 0 sweep s.json -o whole.h5
size=$(wc -c <whole.h5)

run 5 sweep s.json -o no/such/folder/s.h5; err 'cannot be created: No such file or directory'
run 5 sweep s.json -o /proc/s.h5; err 'cannot be created'

# begin FILE [SECONDS]: a run stopped on its way.
begin() {
    "$carom" sweep s.json -o "$1" --commit 0 >out 2>err & pid=$!
    while [ ! -f "$1" ] && kill -0 $pid 2>/dev/null; do sleep 0.05; done
    sleep "${2:-0.2}"; kill -TERM $pid; wait $pid
    said="begin $1"; checks=$((checks + 1))
    done_now=$(done_in "$1")
    [ "$done_now" -gt 0 ] && [ "$done_now" -lt 300000 ] || fail "stopped at $done_now samples"
}

# A limit on the size of files: a write past it fails.
begin limit.h5
# Counts of coverage, cut short by the limit, would spoil those of every other run: they go elsewhere.
(ulimit -f $((size / 1024)); export GCOV_PREFIX="$work/counts"; "$carom" sweep s.json -o limit.h5 --resume >out 2>err); got=$?
said='ulimit -f'; checks=$((checks + 1))
[ $got = 5 ] || fail "a write past the limit ends with $got"
err 'File too large'; err '--resume goes on'
run 0 report limit.h5
run 0 sweep s.json -o limit.h5 --resume; same whole.h5 limit.h5

# A disk that is full from the start, one that fills up, one that is read-only. Needs to mount.
mkdir disk
if mount -t tmpfs -o size=$((size + 2000000)) tmpfs disk 2>/dev/null; then
    trap 'umount "$work/disk"; rm -rf "$work"' EXIT
    head -c 4000000 /dev/zero >disk/filler
    run 5 sweep s.json -o disk/s.h5; err 'No space left on device'; err 'nothing was computed yet'
    [ -z "$(ls disk | grep -v filler)" ] || fail 'a piece of a file is left'
    rm disk/filler
    # All room was taken when the file was made; a hole in rows still to come gives some back, and then the disk fills.
    # The last column has a byte a row, so the hole is in the rows from 150000 on: a run that got near them before it was
    # stopped is begun again.
    begin disk/s.h5 0.05
    for again in 1 2 3 4 5 6 7 8 9; do
        [ "$done_now" -lt 140000 ] && break
        rm disk/s.h5
        begin disk/s.h5 0.05
    done
    fallocate -p -o $((size - 150000)) -l 65536 disk/s.h5
    head -c 9000000 /dev/zero >disk/filler 2>/dev/null
    before=$(done_in disk/s.h5)
    run 5 sweep s.json -o disk/s.h5 --resume; err 'No space left on device'; err '--resume goes on'
    [ "$(done_in disk/s.h5)" -ge "$before" ] || fail 'samples are lost'
    rm disk/filler
    run 0 sweep s.json -o disk/s.h5 --resume; same whole.h5 disk/s.h5
    mount -o remount,ro disk
    run 5 sweep s.json -o disk/t.h5; err 'Read-only file system'
    run 5 sweep s.json -o disk/s.h5 --resume; err 'Read-only file system'
    run 0 report disk/s.h5
else
    echo 'cannot mount: full and read-only disks not tried'
fi
finish
