#!/bin/sh
# The core and its door as WebAssembly, without any import: OUT/carom.wasm. Usage: build.sh OUT
# CAROM_ROOT says where the library's sources are, if not three folders up.
set -eu
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "${CAROM_ROOT:-$(dirname "$0")/../../..}"
# Debian's emscripten looks for its JavaScript modules where Debian's node does.
export NODE_PATH=/usr/share/nodejs
exported=$(sed -n 's/^    "\([a-z_]*\)".*/_\1/p' web/carom/src/exports.ts | paste -sd,)
# A law's table names its derivatives and its largest e, which nothing exported asks for: left there they are a tenth of all.
sources=$(mktemp -d)
trap 'rm -rf "$sources"' EXIT
cp -r src "$sources"
case $exported in
*_jac* | *_e_max*) ;;
*) sed -i -E 's/\.(jac|e_max) = [a-z0-9_]+/.\1 = 0/' "$sources"/src/laws/*/*.c ;;
esac
emcc -std=c17 -Oz -ffp-contract=off -fvisibility=hidden -DCAROM_STATIC -Iinclude -I"$sources/src" \
    web/carom/wasm/door.c "$sources"/src/*/*.c "$sources"/src/laws/*/*.c \
    -s STANDALONE_WASM --no-entry -s ALLOW_MEMORY_GROWTH=1 -s TOTAL_STACK=262144 -s INITIAL_MEMORY=2097152 \
    -s EXPORTED_FUNCTIONS="$exported" -Wl,--export=__heap_base -o "$out/carom.wasm"
echo "carom.wasm: $(wc -c <"$out/carom.wasm") bytes, $(gzip -9 -c "$out/carom.wasm" | wc -c) gzipped"
