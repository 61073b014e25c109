# Tests the start of runs: two runs at once for one file, closed descriptors, links to files that do not exist, and
# sweep files with unusual bytes.
. "$(dirname "$0")/../cli/expect.sh"
. "$(dirname "$0")/study.sh"
cd "$work" || exit 1
study s.json 20000 true
run 0 sweep s.json -o whole.h5

# Two runs start at once. One makes the file and completes it, the other reports this. No other file may remain.
mkdir twins
wins=0
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
    "$carom" sweep s.json -o twins/t$i.h5 2>err.a & a=$!
    "$carom" sweep s.json -o twins/t$i.h5 2>err.b & b=$!
    got_a=0; wait $a || got_a=$?
    got_b=0; wait $b || got_b=$?
    checks=$((checks + 1)); said="twins $i"
    case $got_a$got_b in
    02 | 20) wins=$((wins + 1)) ;;
    *) cat err.a err.b >err; fail "$said: exits $got_a and $got_b, wanted 0 and 2" ;;
    esac
    same whole.h5 twins/t$i.h5
done
[ "$(ls twins | wc -l)" = 12 ] || fail "$(ls twins) is left"
echo "$wins of 12 pairs: one wins, one is told"
# With --resume the second run may also find that the first is still running.
"$carom" sweep s.json -o r.h5 --resume 2>err.a & a=$!
"$carom" sweep s.json -o r.h5 --resume 2>err.b & b=$!
got_a=0; wait $a || got_a=$?
got_b=0; wait $b || got_b=$?
checks=$((checks + 1)); said='twins that resume'
case $got_a$got_b in 00 | 05 | 50) ;; *) cat err.a err.b >err; fail "$said: exits $got_a and $got_b" ;; esac
same whole.h5 r.h5

# If standard error, output or input is closed, the file must be the same: it must not contain messages.
closed() { checks=$((checks + 1)); [ "$2" = 0 ] || fail "$1: exit $2"; same whole.h5 c.h5; rm -f c.h5; }
got=0; "$carom" sweep s.json -o c.h5 2>&- || got=$?; closed '2>&-' $got
got=0; "$carom" sweep s.json -o c.h5 >&- 2>&- || got=$?; rm -f c.h5.1; [ $got = 0 ] || [ $got = 5 ] || fail "closed output: $got"
same whole.h5 c.h5; rm -f c.h5
got=0; "$carom" sweep s.json -o c.h5 <&- 2>&- || got=$?; closed '<&- 2>&-' $got
cp whole.h5 c.h5
got=0; "$carom" sweep s.json -o c.h5 --resume 2>&- || got=$?; closed '--resume 2>&-' $got
cp whole.h5 c.h5
got=0; "$carom" report c.h5 >out 2>&- || got=$?; closed 'report 2>&-' $got

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
