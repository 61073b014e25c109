#!/bin/sh
# Builds a program with the present headers and runs it with a library that has one more parameter. Every law must
# return the same result, or reject the parameters with bad-struct. A second such library does not check the mark in
# carom_params. The test must find that its results differ, which shows that the test can fail.
# Usage: abi.sh ROOT WORKDIR
set -eu
root=$1
work=$2
cc=${CC:-cc}
rm -rf "$work"
mkdir -p "$work"

# library TREE NAME: builds the core of TREE as a shared library. Without optimisation this is fastest, and results have
# the same bits.
library() {
    $cc -std=c17 -O0 -fPIC -shared -ffp-contract=off -DCAROM_BUILDING -I"$1/include" -I"$1/src" \
        "$1"/src/*/*.c "$1"/src/laws/*/*.c -lm -Wl,-soname,libcarom.so -o "$work/$2/libcarom.so"
}

# larger NAME: copies the tree and adds one parameter, as a member of carom_params after `mu`.
larger() {
    mkdir -p "$work/$1/tree"
    cp -R "$root/include" "$root/src" "$work/$1/tree"
    count=$(grep -c '^CAROM_PARAM(' "$root/src/tables/params.def")
    echo "CAROM_PARAM($count, grip, REAL, 0.0, 1.0)" >>"$work/$1/tree/src/tables/params.def"
    sed -i 's/^#define CAROM_UNIT_e "1"/&\n#define CAROM_UNIT_grip "1"\n#define CAROM_ROW_grip .name = "grip", .number = CAROM_PARAM_grip, .meaning = "one more"/' \
        "$work/$1/tree/include/carom/law.h"
    sed -i "s|^    double mu;.*|&\n    double grip;|; s|^    CAROM_PARAM_LAST = |    CAROM_PARAM_grip = $count,\n&|" "$work/$1/tree/include/carom/carom.h"
    grep -q '^    double grip;' "$work/$1/tree/include/carom/carom.h"
}

mkdir -p "$work/same"
library "$root" same
larger one_more
library "$work/one_more/tree" one_more
larger blind
sed -i 's|return p->mark == carom_params_layout();|return p != NULL;|' "$work/blind/tree/src/tables/params.h"
sed -i '/size != sizeof \*params/d' "$work/blind/tree/src/tables/params.c"
grep -q 'return p != NULL;' "$work/blind/tree/src/tables/params.h"
library "$work/blind/tree" blind

$cc -std=c17 -O1 -I"$root/include" "$root/tests/whole/abi/program.c" -L"$work/same" -lcarom -lm -o "$work/program"
for with in same one_more blind; do
    LD_LIBRARY_PATH="$work/$with" "$work/program" >"$work/$with.txt"
done

# compare NAME: checks that each line of NAME.txt equals that of same.txt or has the status bad-struct.
compare() {
    paste -d'|' "$work/same.txt" "$work/$1.txt" | awk -F'|' '
        { split($2, word, " ") }
        $1 == $2 { same++; next }
        word[3] == "bad-struct" { refused++; next }
        { other++; if (other == 1) first = $1 "   is now   " $2 }
        END { printf "%d the same, %d refused, %d other than before\n", same, refused, other; if (other) print first
              exit other > 0 || same + refused < 20 }'
}
answered=$(grep -c ' ok ' "$work/same.txt")
echo "today's library: $answered answers of $(wc -l <"$work/same.txt")"
[ "$answered" -ge 20 ]
echo "one more parameter:"
compare one_more
echo "one more parameter, and the mark is not looked at:"
if compare blind; then
    echo "FAILED: a library that reads other fields than the program wrote is not noticed"
    exit 1
fi
