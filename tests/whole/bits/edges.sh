#!/bin/sh
# Runs edges.c on this processor and on another one, emulated, with the same elementary functions (mathematics.h), and
# checks that both print the same hashes. This takes minutes. The test is skipped without a cross compiler and qemu.
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
flags="-std=gnu17 -O2 -ftree-vectorize -ffp-contract=off -fno-trapping-math -fno-math-errno -static -DCAROM_STATIC
    -I$root -I$root/include -I$root/src -I$root/tests -include $root/tests/whole/bits/mathematics.h"
make() { # PLACE COMPILER LIBRARY...
    place=$work/$1 compiler=$2
    shift 2
    objects "$place" "$compiler" $flags
    "$compiler" $flags "$root/tests/whole/bits/edges.c" "$root/tests/laws/edge_problems.c" "$place"/*/*.o "$@" -lm -lpthread -o "$place/edges"
}
make here gcc -lquadmath
make there "$cc"
"$work/here/edges" >"$work/here.txt"
"qemu-$processor" "$work/there/edges" >"$work/there.txt"
rows=$(wc -l <"$work/here.txt") apart=$(awk '{print $4}' "$work/here.txt" | sort -u | wc -l)
[ "$apart" -gt $((rows / 2)) ] || { echo "only $apart of $rows rows differ from each other"; exit 1; }
diff "$work/here.txt" "$work/there.txt" || { echo "rows differ between $processor and this machine"; exit 1; }
echo "same bits at the edges on $processor: $rows rows, none differs"
