# Tests that carom reads files of the FCLIB library, and that the FCLIB library reads files of carom.
# Usage: fclib_exchange.sh CAROM FCLIB_BARE
. "$(dirname "$0")/../cli/expect.sh"
bare=$2
cd "$work" || exit 1
: >out; : >err
printf '{"id":"two","method":"glocker","params":{"e_n":0,"e_t":0,"mu":[0.3,0.2]},"W":[[2,0.1,0.5,0],[0.1,2,0,0.5],[0.5,0,2,0],[0,0.5,0,2]],"v":[-1,0.2,-0.5,0.1]}' >p.json
run 0 impact p.json --json; cp out wanted
P=$(sed 's/^[^[]*"P":\[\([^]]*\)\].*/\1/' wanted | tr ',' ' ')
for form in triplets columns rows; do
    checks=$((checks + 1)); said="fclib writes $form"
    "$bare" write $form.hdf5 $form >out 2>err || fail "$said: it fails"
    run 0 impact --fclib $form.hdf5 --json
    [ "$(sed 's/^[^[]*"P":\[\([^]]*\)\].*/\1/' out | tr ',' ' ')" = "$P" ] || fail "$said: carom has another answer"
done
run 0 impact p.json --write-fclib mine.hdf5
checks=$((checks + 1)); said='fclib reads'
"$bare" read mine.hdf5 >out 2>err || fail "$said: it fails"
[ "$(head -n 1 out)" = '2 two' ] || fail "$said: another title or dimension"
sed -n 2,5p out | tr '\n' ' ' | awk '{ split("2 0.1 0.5 0 0.1 2 0 0.5 0.5 0 2 0 0 0.5 0 2", w); for (i = 1; i <= 16; i++) if ($i != w[i] + 0) exit 1 }' ||
    fail "$said: another W"
sed -n 6p out | awk -v P="$P" '{ split("-1 0.2 -0.5 0.1 0.3 0.2 " P, w); if (NF != 10) exit 1
    for (i = 1; i <= 10; i++) if ($i != w[i] + 0) exit 1 }' || fail "$said: another q, mu or solution"
finish
