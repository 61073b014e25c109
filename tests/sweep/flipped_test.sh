# One bit of a file of results is another, anywhere: report and --resume refuse it, or, where it fell into one of the two commit
# slots, answer by the other one exactly what they answer about the whole file. Never a crash, a wrong number or a written byte.
#   flipped_test.sh CAROM [FILES]; 216 in CI, evenly over the file and in every part of it.
. "$(dirname "$0")/../cli/expect.sh"
. "$(dirname "$0")/study.sh"
here=$(cd "$(dirname "$0")" && pwd)
/usr/bin/python3 -c 'import h5py' 2>/dev/null || { echo 'no h5py: nothing flipped'; exit 77; }
cd "$work" || exit 1
study s.json 12000 true
run 0 sweep s.json -o whole.h5
run 0 report whole.h5 --json; cp out wanted
checks=$((checks + 1)); said='flipped bits'
/usr/bin/python3 "$here/flipped.py" "$carom" whole.h5 s.json wanted "${2:-216}" >out 2>err || fail "$(cat out err)"
tail -1 out
finish
