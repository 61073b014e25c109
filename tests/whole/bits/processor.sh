#!/bin/sh
# Checks that closed forms return the same bits on another, emulated processor as here. There it also compares
# vectorised batches with carom_collide: they use NEON on AArch64 and scalar code on s390x, which is big-endian. Skipped
# without a cross compiler and qemu.
# Usage: processor.sh ROOT WORKDIR LIBRARY aarch64|s390x [PROBLEMS], where LIBRARY is the libcarom.a of this machine
set -eu
root=$1 work=$2 library=$3 processor=$4 problems=${5:-50000}
cc=$processor-linux-gnu-gcc
for need in "$cc" "qemu-$processor"; do
    command -v "$need" >/dev/null || { echo "$need is missing: bits on $processor are not compared"; exit 77; }
done
rm -rf "$work"
mkdir -p "$work"
. "$root/tests/support/objects.sh"
flags="-std=gnu17 -O2 -ftree-vectorize -ffp-contract=off -fno-trapping-math -fno-math-errno -static -DCAROM_STATIC
    -I$root -I$root/include -I$root/src -I$root/tests -I$root/tests/batch"

objects "$work/core" "$cc" $flags
"$cc" $flags "$root/tests/whole/bits/bits.c" "$work"/core/*/*.o -lm -o "$work/there"
gcc $flags "$root/tests/whole/bits/bits.c" "$library" -lm -o "$work/here"
"qemu-$processor" "$work/there" "$problems" >"$work/there.txt"
"$work/here" "$problems" >"$work/here.txt"
diff "$work/here.txt" "$work/there.txt" || { echo "bits differ between $processor and this machine"; exit 1; }
closed=$(wc -l <"$work/here.txt") apart=$(cut -c20- "$work/here.txt" | sort -u | wc -l)
# Laws without any result have equal hashes, so most hashes must differ.
[ "$apart" -ge 20 ] || { echo "only $apart of $closed closed forms differ from each other"; exit 1; }
echo "same bits on $processor: $closed closed forms, $problems problems each"

"$cc" $flags "$root/tests/batch/bits.c" "$root/tests/batch/problems.c" "$work"/core/*/*.o -lm -lpthread -o "$work/lanes"
[ "$processor" != aarch64 ] || aarch64-linux-gnu-objdump -d "$work/lanes" | grep -qE 'fmul.*v[0-9]+\.2d' ||
    { echo "the lanes are not vectors"; exit 1; }
"qemu-$processor" "$work/lanes" $((problems * 2 / 5))
