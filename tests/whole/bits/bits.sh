#!/bin/sh
# The same bits from every build: compiles the core and bits.c with each compiler and optimisation, static and shared,
# and compares the hashes with tests/whole/bits/hashes.txt, in any order.
# Usage: bits.sh ROOT WORKDIR [PROBLEMS]; with UPDATE=LAW it only writes that law's rows of hashes.txt anew.
set -eu
root=$(cd "$1" && pwd)
mkdir -p "$2"
work=$(cd "$2" && pwd)
problems=${3:-1000000}
expected=$root/tests/whole/bits/hashes.txt
rm -rf "$work"/*
. "$root/tests/support/objects.sh"

# hash NAME CC OPT LINK: builds, and leaves the hashes in NAME.txt. Static and shared take the same objects.
hash() {
    flags="-std=c17 $3 -ffp-contract=off -fPIC -fvisibility=hidden -I$root -I$root/include -I$root/src -I$root/tests"
    built=$work/$2$3
    [ -d "$built" ] || objects "$built" "$2" $flags -DCAROM_BUILDING
    if [ "$4" = shared ]; then
        "$2" -shared "$built"/*/*.o -lm -o "$work/lib$1.so"
        "$2" $flags "$root/tests/whole/bits/bits.c" "$work/lib$1.so" -Wl,-rpath,"$work" -lm -o "$work/$1"
    else
        "$2" $flags -DCAROM_STATIC "$root/tests/whole/bits/bits.c" "$built"/*/*.o -lm -o "$work/$1"
    fi
    "$work/$1" "$problems" ${UPDATE:-} | sort >"$work/$1.txt"
}

# prove CC: every build of one compiler.
prove() {
    command -v "$1" >/dev/null || { echo "$1 is missing"; exit 1; }
    for build in "-O0 static" "-O2 static" "-O3 static" "-O2 shared"; do
        name=$1$(echo "$build" | tr ' ' '-')
        hash "$name" "$1" ${build% *} ${build#* }
        diff "$work/expected.txt" "$work/$name.txt" || { echo "bits differ: $name"; exit 1; }
        echo "same bits: $name"
    done
}

if [ "${UPDATE:-}" ]; then
    hash update gcc -O2 static
    { grep -v "^$UPDATE " "$expected"; cat "$work/update.txt"; } >"$work/expected.txt"
    cp "$work/expected.txt" "$expected"
    exit 0
fi
sort "$expected" >"$work/expected.txt"
prove gcc &
gcc=$!
prove clang &
clang=$!
wait $gcc
wait $clang
cat "$expected"
echo "8 builds, $problems problems a law, one set of bits"
