#!/bin/sh
# Creates a law that works and passes every test: a contact without friction. Then replace its contents with your law.
#   tools/new_law.sh [--plain] NAME [BUILD]
#     NAME     the name in the command, as in `carom solve --law NAME`
#     BUILD    a build tree; build/release unless given, configured if there is none
#     --plain  without a vector kernel: a batch calls the law once for each contact
#     --help   prints this text
# With a kernel it writes src/laws/<id>/ (the law, its kernel and lanes.def), the page docs/laws/NAME.md and its picture, and
# adds a line to src/tables/laws.def and src/batch/laws_lanes.def, hashes to tests/whole/bits/hashes.txt and a row to
# docs/laws/index.md. A plain law has one file in src/laws/<id>/, a test in tests/laws/<id>_test.c, the page, the line in
# laws.def and the row in index.md.
set -eu
usage() {
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0"
}
plain=
name=
build=
for word; do
    case $word in
    --help) usage; exit ;;
    --plain) plain=yes ;;
    -*) echo "new_law: unknown option \"$word\"; see tools/new_law.sh --help" >&2; exit 2 ;;
    *) if [ -z "$name" ]; then name=$word
       elif [ -z "$build" ]; then build=$word
       else echo "new_law: unexpected \"$word\"; see tools/new_law.sh --help" >&2; exit 2; fi ;;
    esac
done
[ "$name" ] || { usage >&2; exit 2; }
case $build in '' | /*) ;; *) build=$PWD/$build ;; esac
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
grep -qs "\"$name\"" src/tables/*.def src/laws/*/law_*.c && refuse "there is a law \"$name\" already"
for path in "src/laws/$id" "tests/laws/${id}_test.c"; do [ ! -e "$path" ] || refuse "$path exists"; done

# fill TEMPLATE: prints the template with the names of the law.
fill() {
    sed -e "s/@name@/$name/g; s/@id@/$id/g; s/@ID@/$ID/g; s/@summary@/$summary/g" "tools/new_law/$1"
}

# after PATTERN FILE LINE: inserts the line after the last line of FILE that matches.
after() {
    grep -q "$1" "$2" || refuse "$2 has no line like $1"
    awk -v last="$(grep -n "$1" "$2" | tail -n 1 | cut -d: -f1)" -v line="$3" '{ print } NR == last { print line }' \
        "$2" >"$work/whole"
    cat "$work/whole" >"$2"
}

directory() {
    mkdir -p "src/laws/$id"
    if [ "$plain" ]; then
        fill plain.c.in >"src/laws/$id/law_$id.c"
        fill plain_test.c.in >"tests/laws/${id}_test.c"
        return
    fi
    fill kernel.h.in >"src/laws/$id/kernel_$id.h"
    fill law.c.in >"src/laws/$id/law_$id.c"
    fill lanes.def.in >"src/laws/$id/lanes.def"
}

# Adds the law to the list of all laws and, with a kernel, to the list of laws with kernels.
registry() {
    after '^CAROM_LAW' src/tables/laws.def "CAROM_LAW($id)"
    [ "$plain" ] || after '^#include "laws' src/batch/laws_lanes.def "#include \"laws/$id/lanes.def\""
}

# Builds the command. The page shows its output.
command_of_this_tree() {
    [ -f "$build/CMakeCache.txt" ] || cmake --preset release -B "$build" >/dev/null
    cmake --build "$build" --target carom_cli >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
}

page() {
    fill page.md.in | awk -v summary="$summary" '
        /^@Summary@/ { print toupper(substr(summary, 1, 1)) substr(summary, 2) "."; next }
        /@command@/ { print "$ carom solve --law '"$name"' --e 0.5 --W \"2.5 -1.5; -1.5 2.5\" --v \"-1 0.6\""; next }
        { print }' >"docs/laws/$name.md"
    sh tools/law_pictures.sh "$build/carom" "" "$name"
    python3 tools/law_pages.py "$build/carom"
}

# Adds one hash for each dimension in which the law is a closed form. The hashes of the other laws do not change.
hash() {
    ${CC:-cc} -std=c17 -O2 -ffp-contract=off -DCAROM_STATIC -I. -Iinclude -Isrc -Itests tests/whole/bits/bits.c "$build/libcarom.a" \
        -lm -o "$work/bits"
    "$work/bits" 1000000 "$name" >>tests/whole/bits/hashes.txt
}

directory
registry
command_of_this_tree
page
[ "$plain" ] || hash
echo "src/laws/$id holds a law without friction. Replace its derivation, code, properties and page with yours. Then run
  tools/law_pictures.sh $build/carom   to draw the picture of its page,
  tools/law_pages.py $build/carom      to update its page and the list of laws."
[ "$plain" ] || echo "  UPDATE=$name sh tests/whole/bits/bits.sh . $build/bits   to update its hashes."
