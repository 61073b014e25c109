# Tests the start of runs: two runs at once for one file, closed descriptors, links to files that do not exist, and
# sweep files with unusual bytes.
. "$(dirname "$0")/../cli/expect.sh"
. "$(dirname "$0")/study.sh"
cd "$work" || exit 1
study s.json 20000 true
run 0 sweep s.json -o whole.h5

# Two runs start at once. One makes the file and completes it, the other reports this. No other file may remain.
mkdir twins
for i in 1 2 3 4 5; do
    "$carom" sweep s.json -o twins/t$i.h5 2>err.a & a=$!
    "$carom" sweep s.json -o twins/t$i.h5 2>err.b & b=$!
    got_a=0; wait $a || got_a=$?
    got_b=0; wait $b || got_b=$?
    checks=$((checks + 1)); said="twins $i"
    case $got_a$got_b in
    02 | 20) ;;
    *) cat err.a err.b >err; fail "$said: exits $got_a and $got_b, wanted 0 and 2" ;;
    esac
    same whole.h5 twins/t$i.h5
done
[ "$(ls twins | wc -l)" = 5 ] || fail "$(ls twins) is left"
# With --resume the second run may also find that the first is still running.
"$carom" sweep s.json -o r.h5 --resume 2>err.a & a=$!
"$carom" sweep s.json -o r.h5 --resume 2>err.b & b=$!
got_a=0; wait $a || got_a=$?
got_b=0; wait $b || got_b=$?
checks=$((checks + 1)); said='twins that resume'
case $got_a$got_b in 00 | 05 | 50) ;; *) cat err.a err.b >err; fail "$said: exits $got_a and $got_b" ;; esac
same whole.h5 r.h5

# If standard error or all streams are closed, the file must be the same: it must not contain messages.
for closed in '2>&-' '<&- >&- 2>&-'; do
    got=0; eval '"$carom" sweep s.json -o c.h5' "$closed" || got=$?
    checks=$((checks + 1)); [ $got = 0 ] || fail "$closed: exit $got"
    same whole.h5 c.h5; rm -f c.h5
done

# A link to a file that does not exist yet: the file is made where the link points, and the link remains.
mkdir there
ln -s there/real.h5 link.h5
run 0 sweep s.json -o link.h5
[ -L link.h5 ] && [ -f there/real.h5 ] || fail 'the link was replaced'
same whole.h5 there/real.h5

# Sweep files with unusual bytes.
: >empty.json
run 3 sweep empty.json -o x.h5; err 'empty.json, line 1'; err 'not JSON'
{ cat s.json; printf '\0and more'; } >zero.json
run 3 sweep zero.json -o x.h5; err 'not JSON'
printf '\0' >zero.json; run 3 sweep zero.json -o x.h5; err 'not JSON'
[ ! -e x.h5 ] || fail 'a refused study has results'
finish
