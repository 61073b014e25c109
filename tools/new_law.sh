#!/bin/sh
# Starts a law: its room with a kernel, its row, cards and lanes, its page with a picture, and its hash. What it makes
# works (a contact without friction, in the plane, in space and in lanes) and passes every test; then make it yours.
#   tools/new_law.sh NAME [BUILD]     BUILD: a build tree, build/release unless given (made if there is none)
# NAME is what the command calls it, as in `carom solve --law NAME`.
set -eu
name=${1:?usage: tools/new_law.sh NAME [BUILD]}
case ${2:-} in '' | /*) build=${2:-} ;; *) build=$PWD/$2 ;; esac
cd "$(dirname "$0")/.."
build=${build:-$PWD/build/release}
id=$(echo "$name" | tr - _)
ID=$(echo "$id" | tr a-z A-Z)
summary="no friction: a start for a law of its own"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

refuse() {
    echo "new_law: $*" >&2
    exit 2
}
echo "$name" | grep -qx '[a-z][a-z0-9]*\(-[a-z0-9]\{1,\}\)*' || refuse "\"$name\": small letters, digits and single hyphens"
grep -qs "\"$name\"" include/carom/*.def src/laws/*/law_*.c && refuse "there is a law \"$name\" already"
[ ! -e "src/laws/$id" ] || refuse "src/laws/$id exists"

# fill TEMPLATE: the template with the law's names in it.
fill() {
    sed -e "s/@name@/$name/g; s/@id@/$id/g; s/@ID@/$ID/g; s/@summary@/$summary/g" "tools/new_law/$1"
}

# after PATTERN FILE LINE: the line goes in after the last one of FILE that matches.
after() {
    grep -q "$1" "$2" || refuse "$2 has no line like $1"
    awk -v last="$(grep -n "$1" "$2" | tail -n 1 | cut -d: -f1)" -v line="$3" '{ print } NR == last { print line }' \
        "$2" >"$work/whole"
    cat "$work/whole" >"$2"
}

room() {
    mkdir -p "src/laws/$id"
    fill kernel.h.in >"src/laws/$id/kernel_$id.h"
    fill law.c.in >"src/laws/$id/law_$id.c"
    fill lanes.def.in >"src/laws/$id/lanes.def"
}

# The two lists of laws: all of them, and those with lanes.
registry() {
    after '^CAROM_LAW' include/carom/laws.def "CAROM_LAW($id)"
    after '^#include "laws' src/registry/lanes.def "#include \"laws/$id/lanes.def\""
}

# What the page shows comes from the command.
command_of_this_tree() {
    [ -f "$build/CMakeCache.txt" ] || cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release >/dev/null
    cmake --build "$build" --target carom_cli >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    "$build/carom" laws "$name" >"$work/card"
}

# The rows of the page's table of coefficients: name, range, what it is the ratio of, how it relates.
cards() {
    awk '/^Parameters/ { part = 1 } /^Coefficients/ { part = 2 } /^$/ { part = 0 }
         part == 1 && match($0, /[[][^]]*[])]/) { range[$1] = substr($0, RSTART, RLENGTH) }
         part == 2 && /^  [a-z]/ { name = $1; ratio = $0; sub(/^  [a-z_0-9]* */, "", ratio) }
         part == 2 && /^   / { sub(/^ */, ""); print "| `" name "` | " range[name] " | " ratio " | " $0 " |" }' "$work/card"
}

page() {
    words="solve --law $name --e 0.5 --W \"2.5 -1.5; -1.5 2.5\" --v \"-1 0.6\""
    eval "\"$build/carom\" $words" >"$work/answer"
    cards >"$work/cards"
    fill page.md.in | awk -v command="$words" -v summary="$summary" -v work="$work" '
        function copy(file,   line) { while ((getline line < file) > 0) print line }
        /^@answer@$/ { copy(work "/answer"); next }
        /^@cards@$/ { copy(work "/cards"); next }
        /^@Summary@/ { print toupper(substr(summary, 1, 1)) substr(summary, 2) "."; next }
        /@command@/ { print "$ carom " command; next }
        { print }' >"docs/laws/$name.md"
    sh tools/law_pictures.sh "$build/carom" "" "$name"
    sh tools/law_index.sh "$build/carom"
}

# One hash for each dimension in which it is a closed form; every other law keeps the one it has.
hash() {
    ${CC:-cc} -std=c17 -O2 -ffp-contract=off -DCAROM_STATIC -I. -Iinclude -Isrc -Itests tests/whole/bits/bits.c "$build/libcarom.a" \
        -lm -o "$work/bits"
    "$work/bits" 1000000 "$name" >>tests/whole/bits/hashes.txt
}

room
registry
command_of_this_tree
page
hash
echo "src/laws/$id is a room with a law in it. Now write yours: its kernel, derivation, row, cards and page; then
  tools/law_pictures.sh $build/carom   draws its page's example again,
  tools/law_index.sh $build/carom      makes the list of laws,
  UPDATE=$name sh tests/whole/bits/bits.sh . $build/bits   its hash."
