#!/bin/sh
# Compiles the core and bits.c with each compiler and optimisation, static and shared. Checks that all builds print the
# same hashes for PROBLEMS problems per law, 100,000 by default. The test bits/library compares the hashes of 1,000,000
# problems with tests/whole/bits/hashes.txt.
# Usage: bits.sh ROOT WORKDIR [PROBLEMS]; with UPDATE=LAW in the environment it only rewrites the rows of LAW in
# hashes.txt.
set -eu
root=$(cd "$1" && pwd)
mkdir -p "$2"
work=$(cd "$2" && pwd)
problems=${3:-100000}
expected=$root/tests/whole/bits/hashes.txt
rm -rf "$work"/*
. "$root/tests/support/objects.sh"

# program NAME CC OPT LINK: builds the program NAME with compiler CC. Static and shared builds use the same objects.
program() {
    flags="-std=c17 $3 -ffp-contract=off -fPIC -fvisibility=hidden -I$root -I$root/include -I$root/src -I$root/tests"
    built=$work/$2$3
    [ -d "$built" ] || objects "$built" "$2" $flags -DCAROM_BUILDING
    if [ "$4" = shared ]; then
        "$2" -shared "$built"/*/*.o -lm -o "$work/lib$1.so"
        "$2" $flags "$root/tests/whole/bits/bits.c" "$work/lib$1.so" -Wl,-rpath,"$work" -lm -o "$work/$1"
    else
        "$2" $flags -DCAROM_STATIC "$root/tests/whole/bits/bits.c" "$built"/*/*.o -lm -o "$work/$1"
    fi
}

# prove CC: makes and runs every build of one compiler.
prove() {
    for build in "-O2 static" "-O0 static" "-O2 shared"; do
        name=$1$(echo "$build" | tr ' ' '-')
        program "$name" "$1" ${build% *} ${build#* }
        "$work/$name" "$problems" | sort >"$work/$name.txt"
    done
}

for compiler in gcc clang; do command -v $compiler >/dev/null || { echo "$compiler is missing"; exit 1; }; done
if [ "${UPDATE:-}" ]; then
    program update gcc -O2 static
    { grep -v "^$UPDATE " "$expected"; "$work/update" 1000000 "$UPDATE"; } >"$work/expected.txt"
    cp "$work/expected.txt" "$expected"
    exit 0
fi
prove gcc &
gcc=$!
prove clang &
clang=$!
wait $gcc
wait $clang
builds=0
for of in "$work"/gcc-O*.txt "$work"/clang-O*.txt; do
    diff "$work/gcc-O2-static.txt" "$of" || { echo "bits differ: $of"; exit 1; }
    echo "same bits: ${of##*/}"
    builds=$((builds + 1))
done
[ $builds -eq 6 ]
echo "$builds builds, $problems problems a law, one set of bits"
