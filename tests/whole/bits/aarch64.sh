#!/bin/sh
# The same bits on another processor: closed forms hashed on AArch64 and here, and the lanes, which are NEON there,
# against carom_collide. The processor is emulated. Skipped without a cross compiler and qemu.
# Usage: aarch64.sh ROOT WORKDIR
set -eu
root=$1
work=$2
command -v aarch64-linux-gnu-gcc >/dev/null && command -v qemu-aarch64 >/dev/null || exit 77
mkdir -p "$work"
flags="-std=gnu17 -O2 -ftree-vectorize -ffp-contract=off -fno-trapping-math -fno-math-errno -static -DCAROM_STATIC
    -I$root -I$root/include -I$root/src -I$root/tests -I$root/tests/batch"

for cc in aarch64-linux-gnu-gcc gcc; do
    $cc $flags "$root/tests/whole/bits/bits.c" "$root"/src/*/*.c "$root"/src/laws/*/*.c -lm -o "$work/$cc" &
done
aarch64-linux-gnu-gcc $flags "$root/tests/batch/bits.c" "$root/tests/batch/problems.c" "$root"/src/*/*.c "$root"/src/laws/*/*.c -lm -lpthread \
    -o "$work/lanes"
wait

qemu-aarch64 "$work/aarch64-linux-gnu-gcc" 50000 >"$work/there.txt"
"$work/gcc" 50000 >"$work/here.txt"
diff "$work/here.txt" "$work/there.txt" || { echo "bits differ between AArch64 and this machine"; exit 1; }
echo "same bits on AArch64: $(wc -l <"$work/here.txt") closed forms"
aarch64-linux-gnu-objdump -d "$work/lanes" | grep -qE 'fmul.*v[0-9]+\.2d' || { echo "the lanes are not vectors"; exit 1; }
qemu-aarch64 "$work/lanes" 20000
