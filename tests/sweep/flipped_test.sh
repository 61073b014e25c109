# Flips one bit of a results file, anywhere in it. report and --resume must reject the file. If the bit is in one of the
# two commit slots, they may use the other slot instead. They must then print exactly what they print for the valid
# file. They must never crash, print a wrong number, or write to a rejected file.
#   flipped_test.sh CAROM [FILES]; CI uses 216 files, with the bits distributed evenly over the file and its parts
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
