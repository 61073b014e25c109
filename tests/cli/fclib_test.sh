# Tests FCLIB files that are invalid, damaged or cannot be written. carom must report the error itself, as JSON if this
# is requested, and must not crash.
. "$(dirname "$0")/expect.sh"
forge=$(cd "$(dirname "$0")" && pwd)/forge_fclib.py
cd "$work" || exit 1
printf '{"id":"two","method":"glocker","params":{"e_n":0.5,"mu":[0.3,0.2]},"W":[[2,0.1,0.5,0],[0.1,2,0,0.5],[0.5,0,2,0],[0,0.5,0,2]],"v":[-1,0.2,-0.5,0.1]}' >p.json
"$carom" impact p.json --write-fclib good.hdf5 >out 2>err || { "$carom" impact --fclib good.hdf5 --json | grep -q module-missing && exit 77; }
run 0 impact --fclib good.hdf5 --json; out '"status":"ok"'
run 5 impact p.json --write-fclib good.hdf5; code bad-file
run 5 impact p.json --write-fclib no/such/folder.hdf5; err 'No such file or directory'
run 3 impact --fclib none.hdf5; err 'No such file or directory'
run 3 impact --fclib p.json; code bad-file
mkfifo pipe
checks=$((checks + 1)); said='a pipe'; got=0
timeout 20 "$carom" impact --fclib pipe >out 2>err </dev/null || got=$?
[ $got = 3 ] || fail "a pipe: exit $got"

# The process must contain one HDF5 library, and not libfclib, which ends the process on an error.
checks=$((checks + 1)); said='libraries'
[ "$(LD_TRACE_LOADED_OBJECTS=1 "$carom" | grep -c 'libhdf5[a-z_]*\.so')" = 1 ] || fail 'not one HDF5 in the process'
! LD_TRACE_LOADED_OBJECTS=1 "$carom" | grep -q 'libfclib' || fail 'libfclib is in the process'

if /usr/bin/python3 -c 'import h5py' 2>/dev/null; then
    spoilt() {
        /usr/bin/python3 "$forge" "$1" good.hdf5 f.hdf5 || fail "forge_fclib.py $1"
        run 3 impact --fclib f.hdf5 --json
        out '"status":"bad-input","code":"bad-file"'; out "$2"; code bad-file
        run 3 impact --fclib f.hdf5; err "$2"; silent_out
    }
    for how in 'long q' 'short q' 'square q'; do spoilt "$how" '/fclib_local/vectors/q'; done
    spoilt 'long mu' '/fclib_local/vectors/mu'
    spoilt 'long p' '/fclib_local/W/p'
    spoilt 'long m' '/fclib_local/W/m'
    spoilt 'short x' '/fclib_local/W/x'
    spoilt 'no q' '/fclib_local/vectors/q'
    spoilt 'no mu' '/fclib_local/vectors/mu'
    spoilt 'no x' '/fclib_local/W/x'
    spoilt 'no W' '/fclib_local/W/m'
    for how in words 'loose words'; do spoilt "$how" '/fclib_local/W/x'; done
    for how in lists 'whole q'; do spoilt "$how" '/fclib_local/vectors/q'; done
    spoilt 'packed' ''
    spoilt 'link' '/fclib_local/vectors/q'
    for how in 'no dimension' 'five dimensions'; do spoilt "$how" ''; done
    spoilt 'negative m' ''
    spoilt 'large n' ''
    for how in 'nz -1000' 'large nz' 'large nzmax' 'nz past nzmax'; do spoilt "$how" ''; done
    for how in outside below; do spoilt "$how" ''; done
    spoilt 'constrained' ''
    spoilt 'nothing' ''
    spoilt 'cut' ''
    [ $checks -gt 60 ] || fail "only $checks checks"
else
    echo 'no h5py: nothing forged'
fi

# A full disk: exit code 5 with a message, and no incomplete file.
mkdir disk
if mount -t tmpfs -o size=64k tmpfs disk 2>/dev/null; then
    trap 'umount "$work/disk"; rm -rf "$work"' EXIT
    head -c 60000 /dev/zero >disk/filler
    run 5 impact p.json --write-fclib disk/z.hdf5; err 'No space left on device'
    [ "$(ls disk)" = filler ] || fail "left: $(ls disk)"
    rm disk/filler
    run 0 impact p.json --write-fclib disk/z.hdf5
    run 0 impact --fclib disk/z.hdf5
else
    echo 'cannot mount: a full disk not tried'
fi
# The size limit would also truncate the coverage counts, so these are written elsewhere.
got=0; (ulimit -f 2; export GCOV_PREFIX="$work/counts"; exec "$carom" impact p.json --write-fclib limited.hdf5 >out 2>err) || got=$?
checks=$((checks + 1)); said='ulimit -f'
[ $got = 5 ] || fail "a limit on files: exit $got"
err 'File too large'; [ -z "$(ls | grep limited)" ] || fail "left: $(ls | grep limited)"
finish
