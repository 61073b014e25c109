# Kills a random process of a run at random moments with kill -9, then resumes the run. No committed sample may be lost,
# and the final file must have the same bytes as without a crash.
# Usage: crash_test.sh CAROM [KILLS [SEED]]; CI uses a few kills, the long version 50.
. "$(dirname "$0")/../cli/expect.sh"
. "$(dirname "$0")/study.sh"
kills=${2:-3}
random=${3:-1}
cd "$work" || exit 1
study s.json 300000 true
draw() { random=$(((random * 1103515245 + 12345) % 2147483648)); echo $((random / 65536 % $1)); }

# Prints the processes to kill: the ranks if mpirun runs, otherwise the command itself.
victims() { if [ "$1" = 1 ]; then echo "$2"; else pgrep -P "$2"; fi; }

run 0 sweep s.json -o whole.h5
safe=0 struck=0 finished=0
while [ $struck -lt "$kills" ]; do
    n=1; [ $has_mpi = yes ] && n=$((1 + struck % 3))
    if [ $n = 1 ]; then
        "$carom" sweep s.json -o s.h5 --resume --commit 0 --chunk 2048 >out 2>err &
    else
        ASAN_OPTIONS=detect_leaks=0 mpirun --oversubscribe -n $n "$carom" sweep s.json -o s.h5 --resume --commit 0 --chunk 2048 >out 2>err &
    fi
    pid=$!
    sleep "$([ $n = 1 ] && echo 0 || echo 1).$(draw 10)$(draw 10)"
    list=$(victims $n $pid)
    count=$(echo "$list" | wc -w)
    if [ "$count" -gt 0 ]; then
        victim=$(echo $list | cut -d' ' -f$((1 + $(draw "$count"))))
        kill -9 "$victim" 2>/dev/null
    fi
    wait $pid 2>/dev/null
    struck=$((struck + 1)); checks=$((checks + 1)); said="kill $struck of a run of $n"
    [ -f s.h5 ] || continue
    now=$(done_in s.h5) || fail "$said: the file is unreadable"
    [ "${now:-0}" -ge $safe ] || fail "$said: $now samples left of $safe committed"
    safe=${now:-0}
    # Start again when the study is complete, so that every kill hits a running process.
    if [ "$safe" = 300000 ]; then
        run 0 sweep s.json -o s.h5 --resume; same whole.h5 s.h5
        [ ! -e s.h5.parts ] || fail "$said: pieces are left"
        rm s.h5; safe=0; finished=$((finished + 1))
    fi
done
run 0 sweep s.json -o s.h5 --resume; same whole.h5 s.h5
[ "$(ls | grep -c part)" = 0 ] || fail "$(ls) is left"
echo "$struck kills, $finished studies finished on the way"

# Ctrl-C: the run reports it and exits with 130, and can be resumed.
"$carom" sweep s.json -o c.h5 --commit 0 >out 2>err & pid=$!
while [ ! -f c.h5 ]; do sleep 0.05; done
sleep 0.2; kill -INT $pid; got=0; wait $pid || got=$?
said='Ctrl-C'; checks=$((checks + 1))
[ $got = 130 ] || fail "Ctrl-C ends with $got"
err '--resume goes on'
run 0 sweep s.json -o c.h5 --resume; same whole.h5 c.h5

# Two runs must not write to the same file.
"$carom" sweep s.json -o d.h5 >out 2>err & pid=$!
while [ ! -f d.h5 ]; do sleep 0.05; done
run 5 sweep s.json -o d.h5 --resume; err 'another run'
wait $pid; same whole.h5 d.h5
finish
