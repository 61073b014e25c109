#!/bin/sh
# Batches and single impacts read no memory that nobody wrote: clang's memory sanitizer on the core alone, since every
# library in the program must be built with it. Usage: memory.sh SOURCE; 77 where clang or the sanitizer is missing.
set -e
source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags="-fsanitize=memory -g -O1 -std=c17 -ffp-contract=off -D_POSIX_C_SOURCE=200809L -DCAROM_STATIC"
include="-I$source -I$source/include -I$source/src -I$source/tests -I$source/tests/batch"
echo 'int main(void) { return 0; }' > "$work/try.c"
clang $flags "$work/try.c" -o "$work/try" 2> /dev/null && "$work/try" || exit 77
core=$(ls "$source"/src/*/*.c "$source"/src/laws/*/*.c)
clang $flags $include $core "$source/tests/batch/bits.c" "$source/tests/batch/problems.c" -lm -lpthread -o "$work/bits"
clang $flags $include $core "$source/tests/whole/conform/unread.c" -lm -o "$work/unread"
"$work/bits" 2000
"$work/unread" 100
