#!/bin/sh
# The core and its door as WebAssembly, in two parts: OUT/carom.wasm, and OUT/carom_several.wasm with what only several
# contacts need, which joins the first when it is asked for. Usage: build.sh OUT
# CAROM_ROOT says where the library's sources are, if not three folders up.
set -eu
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "${CAROM_ROOT:-$(dirname "$0")/../../..}"
root=$(pwd)
# Debian's emscripten looks for its JavaScript modules where Debian's node does.
export NODE_PATH=/usr/share/nodejs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Names that are unique, static ones too, tell which functions the second part takes. What a law tells beside its impulse
# (derivatives, its largest e) is not asked for from here: CAROM_WITHOUT_EXTRAS. Loops stay loops, which is smaller.
for folder in web/carom/wasm src/*/ src/laws/*/; do
    ls "$folder"/*.c >/dev/null 2>&1 || continue
    mkdir -p "$work/$folder"
    (cd "$work/$folder" && emcc -c -std=c17 -Oz -fno-slp-vectorize -fno-unroll-loops -ffp-contract=off -fvisibility=hidden -funique-internal-linkage-names \
        -DCAROM_STATIC -DCAROM_WITHOUT_EXTRAS -I"$root/include" -I"$root/src" "$root/$folder"/*.c)
done
exported=$(sed -n 's/^    | "\([a-z_]*\)".*/\1/p' web/carom/src/exports.ts)
cd "$work"
# Linked as it is (-O1), since functions found equal and made one could no longer be told apart; of the C library the part
# that is made for size.
emcc -O1 --profiling-funcs -Wl,--no-demangle web/carom/wasm/*.o src/*/*.o src/laws/*/*.o -lc-optz \
    -s STANDALONE_WASM --no-entry -s ALLOW_MEMORY_GROWTH=1 -s TOTAL_STACK=262144 -s INITIAL_MEMORY=2097152 \
    -s ASSERTIONS=0 -s ERROR_ON_UNDEFINED_SYMBOLS=0 -s WARN_ON_UNDEFINED_SYMBOLS=0 \
    -s EXPORTED_FUNCTIONS="$(echo "$exported" | sed 's/^/_/' | paste -sd,)" -Wl,--export=__heap_base -o whole.wasm
# What is exported beside that goes, and what only that needs.
for name in $exported memory __indirect_function_table _initialize __heap_base; do
    echo "{\"name\":\"from $name\",\"export\":\"$name\",\"root\":true},"
done | sed '1s/^/[/; $s/,$/]/' >asked.json
wasm-metadce -g --enable-mutable-globals --graph-file=asked.json whole.wasm -o asked.wasm >/dev/null
{
    emnm --defined-only --format=posix src/many/*.o | sed -n 's/ [Tt] .*//p' | sort -u
    echo door_describe_many
} >several
wasm-split -q --enable-mutable-globals --split-funcs=@several --export-prefix=% asked.wasm -o1 first.wasm -o2 second.wasm
# Control flow written anew is a hundredth smaller, and written anew twice a little more.
anew() { wasm-opt --enable-mutable-globals --flatten --rereloop -Oz -Oz --strip-debug --strip-producers "$1" -o "$2"; }
smaller() { anew "$1" once.wasm && anew once.wasm "$2"; }
smaller first.wasm "$out/carom.wasm"
smaller second.wasm "$out/carom_several.wasm"
cd "$out"
for part in carom.wasm carom_several.wasm; do
    echo "$part: $(wc -c <$part) bytes, $(gzip -9 -c $part | wc -c) gzipped"
done
