#!/bin/sh
# Builds the core and its bindings as WebAssembly, in three parts: OUT/carom.wasm, OUT/carom_systems.wasm for systems of several
# contacts, and OUT/carom_motion.wasm for motions. The other parts are added to the first when they are needed.
# Usage: build.sh OUT
# CAROM_ROOT is the directory of the library's sources, by default three directories up.
set -eu
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "${CAROM_ROOT:-$(dirname "$0")/../../..}"
root=$(pwd)
# Debian's emscripten looks for its JavaScript modules where Debian's node does.
export NODE_PATH=/usr/share/nodejs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Function names must be unique, static ones too, to select those of the second part. CAROM_WITHOUT_EXTRAS leaves out
# outputs of laws other than the impulse (derivatives, largest e), which are not used here. Loops are not unrolled, so
# that the code is smaller. The unique names depend on the paths of the sources. The paths are made relative, so that
# the size does not depend on the directory.
python3 web/carom/wasm/fields.py "$root" >"$work/fields.inc"
for folder in web/carom/wasm src/*/ src/laws/*/; do
    ls "$folder"/*.c >/dev/null 2>&1 || continue
    mkdir -p "$work/$folder"
    (cd "$work/$folder" && emcc -c -std=c17 -Oz -fno-slp-vectorize -fno-unroll-loops -ffp-contract=off -fvisibility=hidden -funique-internal-linkage-names \
        -fmacro-prefix-map="$root"=. -DCAROM_STATIC -DCAROM_WITHOUT_EXTRAS -I"$root/include" -I"$root/src" -I"$work" "$root/$folder"/*.c)
done
exported=$(sed -n 's/^    | "\([a-z_]*\)".*/\1/p' web/carom/src/exports.ts)
cd "$work"
# Link without merging equal functions (-O1), since merged ones could not be distinguished; use the C library that is optimised
# for size.
emcc -O1 --profiling-funcs -Wl,--no-demangle web/carom/wasm/*.o src/*/*.o src/laws/*/*.o -lc-optz \
    -s STANDALONE_WASM --no-entry -s ALLOW_MEMORY_GROWTH=1 -s TOTAL_STACK=262144 -s INITIAL_MEMORY=2097152 \
    -s ASSERTIONS=0 -s ERROR_ON_UNDEFINED_SYMBOLS=0 -s WARN_ON_UNDEFINED_SYMBOLS=0 \
    -s EXPORTED_FUNCTIONS="$(echo "$exported" | sed 's/^/_/' | paste -sd,)" -Wl,--export=__heap_base -o whole.wasm
# Remove other exports, and everything that only they need.
asked() {
    for name in "$@" memory __indirect_function_table _initialize __heap_base; do
        echo "{\"name\":\"from $name\",\"export\":\"$name\",\"root\":true},"
    done | sed '1s/^/[/; $s/,$/]/' >asked.json
    wasm-metadce -g --enable-mutable-globals --graph-file=asked.json whole.wasm -o "$part.wasm" >/dev/null
    wasm-dis "$part.wasm" | sed -n 's/^ (func \$\([^ ]*\).*/\1/p' | sort >"$part.funcs"
}
part=asked
asked $exported
part=unmoved
asked $(echo "$exported" | grep -vx js_motion)
# Select the functions that only motions need.
comm -23 asked.funcs unmoved.funcs >motion
{
    emnm --defined-only --format=posix src/systems/*.o src/batch/system_batch.o src/laws/*/system_*.o | sed -n 's/ [Tt] .*//p' | sort -u
    echo js_describe_system
} >systems
split() { wasm-split -q -g --enable-mutable-globals --split-funcs=@"$1" --export-prefix="$2" "$3" -o1 "$4" -o2 "$5"; }
split motion @ asked.wasm still.wasm third.wasm
split systems @ still.wasm first.wasm second.wasm
# Shorten the names by which the parts refer to each other: % and a letter.
for part in first second third; do wasm-dis --enable-mutable-globals $part.wasm -o $part.wat; done
sed -n 's/^ (export "\(@[^"]*\)".*/\1/p' first.wat | sed 's/[.$]/\\&/g' |
    awk '{ printf "s/\"%s\"/\"%%%c\"/\n", $0, 96 + NR }' >names.sed
[ "$(wc -l <names.sed)" -le 26 ] # letters
# The table of functions has grown since the third part was split off, so the third part must not state a largest size.
printf '%s\n' '/^ (import .*(table /s/\( [0-9]*\)\1 funcref/\1 funcref/' >>names.sed
for part in first second third; do
    sed -f names.sed $part.wat >named.wat
    wasm-as -g --enable-mutable-globals named.wat -o $part.wasm
done
# Rewriting the control flow saves 1 %, and doing this twice saves a little more. Names are removed only the first time,
# because removing them again makes the files larger.
anew() { wasm-opt --enable-mutable-globals --flatten --rereloop -Oz -Oz "$@"; }
smaller() { anew --strip-debug --strip-producers "$1" -o once.wasm && anew once.wasm -o "$2"; }
smaller first.wasm "$out/carom.wasm"
smaller second.wasm "$out/carom_systems.wasm"
smaller third.wasm "$out/carom_motion.wasm"
cd "$out"
for part in carom.wasm carom_systems.wasm carom_motion.wasm; do
    echo "$part: $(wc -c <$part) bytes, $(gzip -9 -c $part | wc -c) gzipped"
done
