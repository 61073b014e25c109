#!/bin/sh
# Builds and runs the examples of examples/dropin with the amalgamation, in C, OpenCL, Rust and Go, and checks what they
# print.
# Usage: examples.sh ROOT WORKDIR FILES OBJECT, where the directory FILES contains carom.h and OBJECT is the object file
# of carom.c
set -eu
root=$(cd "$1" && pwd) object=$4
rm -rf "$2"
mkdir -p "$2"
cp -r "$root"/examples/dropin/. "$2"
cp "$3/carom.h" "$2"
cp "$3/carom.h" "$2/rust"
cp "$3/carom.h" "$2/go"
cd "$2"
python3 "$root/tools/inline.py" .
rustc=/usr/bin/rustc
for command in gcc $rustc go; do command -v $command >/dev/null || { echo "$command is missing"; exit 77; }; done
flags="-O1 -Wall -Wextra -Wpedantic -Wdouble-promotion -Werror"
ar rcs libcarom.a "$object"

gcc $flags game_loop.c libcarom.a -lm -o game_loop
./game_loop | tee game_loop.txt
# The bounds are wide, because the last bits of cos and sin differ between C libraries.
[ "$(wc -l <game_loop.txt)" -eq 6 ]
awk '/^t = 10/ { exit !($5 >= 200 && $8 > 0.05 && $8 < 5) }' game_loop.txt

if [ -e /usr/include/CL/cl.h ]; then
    gcc $flags contacts_opencl.c -lOpenCL -lm -o contacts_opencl
    POCL_CACHE_DIR=$PWD/pocl ./contacts_opencl | tee opencl.txt
    grep -q '^1000000 contacts, 0 not solved, largest normal impulse 1.45' opencl.txt
fi

(
    cd rust
    gcc $flags -c bridge.c
    ar rcs libcarom.a bridge.o "$object"
    $rustc -D warnings -L . main.rs
    ./main
) | tee rust.txt
grep -q 'P = (0.600, 0.120) N s' rust.txt

(
    cd go
    export HOME="$PWD/home" GOFLAGS=-mod=mod GOPROXY=off CGO_LDFLAGS="-L$PWD/.. -lcarom -lm"
    go mod init impact >/dev/null 2>&1
    go build -o impact .
    ./impact
) | tee go.txt
grep -q 'P = (0.600, 0.120) N s, c-sticking' go.txt
