#!/bin/sh
# The hashes of tests/whole/prints, all that laws and a contact can be asked at the edges, made on another processor and here with
# the same mathematics (mathematics.h): rows that differ. Emulated, it takes minutes. Skipped without a cross compiler and qemu.
# Usage: edges.sh ROOT WORKDIR aarch64|s390x
set -eu
root=$(cd "$1" && pwd) work=$2 processor=$3
cc=$processor-linux-gnu-gcc
for need in "$cc" "qemu-$processor"; do
    command -v "$need" >/dev/null || { echo "$need is missing: edges on $processor are not compared"; exit 77; }
done
rm -rf "$work"
mkdir -p "$work"
. "$root/tests/support/objects.sh"
prints=$root/tests/whole/prints
flags="-std=gnu17 -O2 -ftree-vectorize -ffp-contract=off -fno-trapping-math -fno-math-errno -static -DCAROM_STATIC
    -I$root -I$root/include -I$root/src -I$root/tests -I$prints -include $root/tests/whole/bits/mathematics.h"
make() { # PLACE COMPILER LIBRARY...
    place=$work/$1 compiler=$2
    shift 2
    objects "$place" "$compiler" $flags
    "$compiler" $flags "$prints"/prints.c "$prints"/found.c "$prints"/print.c "$prints"/problems.c "$prints"/sought.c \
        "$prints"/of_*.c "$place"/*/*.o "$@" -lm -lpthread -o "$place/prints"
}
make here gcc -lquadmath
make there "$cc"
"$work/here/prints" all >"$work/here.txt"
"qemu-$processor" "$work/there/prints" all >"$work/there.txt"
rows=$(wc -l <"$work/here.txt") apart=$(awk '{print $4}' "$work/here.txt" | sort -u | wc -l)
[ "$apart" -gt $((rows / 2)) ] || { echo "only $apart of $rows rows differ from each other"; exit 1; }
diff "$work/here.txt" "$work/there.txt" || { echo "rows differ between $processor and this machine"; exit 1; }
echo "same bits at the edges on $processor: $rows rows, none differs"
