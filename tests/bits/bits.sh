#!/bin/sh
# The same bits from every build: compiles the core and bits.c with each compiler and optimisation, static and shared,
# and compares the hashes with each other and with tests/bits/hashes.txt.
# Usage: bits.sh ROOT WORKDIR [PROBLEMS]; with UPDATE=1 it rewrites hashes.txt from the first build.
set -eu
root=$1
work=$2
problems=${3:-100000}
expected=$root/tests/bits/hashes.txt
mkdir -p "$work"
builds=0

# check CC OPT LINK
check() {
    name=$1$2-$3
    flags="-std=c17 $2 -ffp-contract=off -fPIC -fvisibility=hidden -I$root/include -I$root/src -I$root/tests"
    if [ "$3" = shared ]; then
        "$1" $flags -shared -DCAROM_BUILDING "$root"/src/*/*.c -lm -o "$work/lib$name.so"
        "$1" $flags "$root/tests/bits/bits.c" "$work/lib$name.so" -Wl,-rpath,"$work" -lm -o "$work/$name"
    else
        "$1" $flags -DCAROM_STATIC "$root/tests/bits/bits.c" "$root"/src/*/*.c -lm -o "$work/$name"
    fi
    "$work/$name" "$problems" >"$work/$name.txt"
    if [ "${UPDATE:-}" ] && [ $builds = 0 ]; then cp "$work/$name.txt" "$expected"; fi
    builds=$((builds + 1))
    if ! diff "$expected" "$work/$name.txt"; then
        echo "bits differ: $name"
        exit 1
    fi
    echo "same bits: $name"
}

for cc in gcc clang; do
    command -v $cc >/dev/null || { echo "$cc is missing"; exit 1; }
    for opt in -O0 -O2 -O3; do check $cc $opt static; done
    check $cc -O2 shared
done
cat "$expected"
echo "$builds builds, $problems problems a law, one set of bits"
