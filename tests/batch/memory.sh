#!/bin/sh
# Checks with clang's memory sanitizer that batches and single impacts do not read uninitialised memory. It checks the
# core alone, because every library of the program must be built with the sanitizer. Usage: memory.sh SOURCE; returns 77
# if clang or the sanitizer is missing.
set -e
root=$(cd "$1" && pwd)
. "$root/tests/support/objects.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags="-fsanitize=memory -g -O1 -std=c17 -ffp-contract=off -D_POSIX_C_SOURCE=200809L -DCAROM_STATIC"
include="-I$root -I$root/include -I$root/src -I$root/tests -I$root/tests/batch"
echo 'int main(void) { return 0; }' > "$work/try.c"
clang $flags "$work/try.c" -o "$work/try" 2> /dev/null && "$work/try" || exit 77
objects "$work/core" clang $flags $include
clang $flags $include "$root/tests/batch/bits.c" "$root/tests/batch/problems.c" "$work"/core/*/*.o -lm -lpthread -o "$work/bits"
clang $flags $include "$root/tests/whole/conform/unread.c" "$work"/core/*/*.o -lm -o "$work/unread"
"$work/bits" 2000
"$work/unread" 100
