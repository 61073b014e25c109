# Tests that the command loads Siconos and its BLAS only when a problem needs them. Also tests that every verb ends
# under any memory limit.
. "$(dirname "$0")/expect.sh"
. "$(dirname "$0")/../sweep/study.sh"
cd "$work" || exit 1
plane='{"law":"glocker","params":{"e_n":0.5,"e_t":0,"mu":0.3},"W":[[2,0],[0,3]],"v":[-1,0.5]}'
core='{"law":"glocker","dim":3,"params":{"e_n":0.5,"e_t":0,"mu":0.3},"W":[[2,0,0],[0,3,0],[0,0,3]],"v":[-1,0.5,0.2]}'
space='{"law":"glocker","dim":3,"params":{"e_n":0.5,"e_t":0,"mu":0.3,"solver":"nsgs"},"W":[[2,0,0],[0,3,0],[0,0,3]],"v":[-1,0.5,0.2]}'
echo "$space" >space.json
if "$carom" solve space.json >/dev/null 2>&1; then cones=yes; else cones=no; fi

# In a stream, only a problem that names a solver of Siconos loads it.
loaded() { grep -qE 'siconos|blas' "/proc/$stream/maps"; }
answers() { i=0; while [ "$(wc -l <answers)" -lt "$1" ] && [ $i -lt 100 ]; do sleep 0.1; i=$((i + 1)); done; }
if [ -r /proc/self/maps ]; then
    mkfifo lines
    : >answers # otherwise this file may be read before the shell below creates it
    "$carom" solve --jsonl <lines >>answers 2>err &
    stream=$!
    exec 3>lines
    echo "$plane" >&3; answers 1
    said='a stream of impacts'; checks=$((checks + 1))
    [ "$(grep -c '"status":"ok"' answers)" = 1 ] || fail "$said: no answer in the plane"
    echo "$core" >&3; answers 2
    [ "$(grep -c '"status":"ok"' answers)" = 2 ] || fail "$said: no answer in 3D by the core"
    ! loaded || fail "$said: Siconos or BLAS is loaded without need"
    echo "$space" >&3; answers 3
    if [ $cones = yes ]; then
        [ "$(grep -c '"status":"ok"' answers)" = 3 ] || fail "$said: no answer in 3D by Siconos"
        loaded || fail "$said: Siconos is not loaded"
    fi
    exec 3>&-
    wait $stream || fail "$said: exit $?"
fi

# With little memory every verb must end with a result or an error. Sanitizers reserve terabytes, so they cannot run
# with a limit.
if (ulimit -v 400000 && "$carom" --version) >/dev/null 2>&1; then
    run 0 solve --law routh --e 0.5 --mu 0.5 --W "$rod_W" --v "$rod_v"
    cp out enough
    study s.json 1000000000000 false
    for size in 60000 80000 100000 120000 150000 200000 300000; do
        checks=$((checks + 1))
        (ulimit -v $size && timeout 20 "$carom" solve --law routh --e 0.5 --mu 0.5 --W "$rod_W" --v "$rod_v") >out 2>err
        got=$?
        # On some machines the dynamic loader needs more memory and exits with 127.
        { [ $got = 0 ] && cmp -s out enough; } || [ $got = 127 ] || fail "solve with $size kB: exit $got"
        (ulimit -v $size && timeout 20 "$carom" solve space.json) >out 2>err
        got=$?
        case $got in 0 | 3 | 4 | 127) ;; *) fail "impact with $size kB: exit $got" ;; esac
        # A sweep must react to SIGTERM.
        [ $size -ge 120000 ] && [ "$("$carom" sweep --help 2>&1 | grep -c resume)" -ge 1 ] || continue
        rm -f s.h5
        (ulimit -v $size && exec timeout -s KILL 30 "$carom" sweep s.json -o s.h5) >out 2>err &
        watch=$!
        i=0; while [ ! -e s.h5 ] && [ $i -lt 50 ]; do sleep 0.1; i=$((i + 1)); done
        sleep 0.3
        [ -e s.h5 ] || fail "a sweep with $size kB does not begin"
        kill -TERM $watch # timeout passes the signal on
        wait $watch
        got=$?
        [ $got != 137 ] || fail "a sweep with $size kB does not hear SIGTERM"
    done
fi
finish
