#!/bin/sh
# Tests that results files are the same on a big-endian machine: numbers, commits and checksums, on this machine and on
# an emulated s390x. The second part needs a cross compiler and qemu.
# Usage: order_test.sh ORDER ROOT, where ORDER is the program of order.c for this machine
set -eu
here=$1 root=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$here" write "$work/here"
"$here" read "$work/here"
for need in s390x-linux-gnu-gcc qemu-s390x; do
    command -v $need >/dev/null || { echo "$need is missing: a big-endian machine is not compared"; exit 77; }
done
sweep=$root/mods/sweep
s390x-linux-gnu-gcc -std=gnu17 -O1 -Wall -Wextra -Werror -static -I"$root" "$root/tests/sweep/order.c" "$sweep/checksum.c" \
    "$sweep/frame.c" "$sweep/slots.c" "$sweep/store_bytes.c" -lm -o "$work/order"
qemu-s390x "$work/order" write "$work/there"
cmp "$work/here" "$work/there"
qemu-s390x "$work/order" read "$work/here"
"$here" read "$work/there"
