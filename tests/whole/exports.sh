#!/bin/sh
# Checks that the shared libraries export exactly the names that the public headers declare, and that every public
# enumerator states its number. Usage: exports.sh ROOT BUILD
set -u
root=$1 build=$2 failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
nm -D --defined-only "$build"/libcarom*.so | awk '$2 ~ /^[TDRB]$/ { print $3 }' | LC_ALL=C sort -u > "$scratch/exported"
sed 's,//.*,,' "$root"/include/carom/*.h | tr '\n' ' ' | sed 's/;/;\n/g; s/{/{\n/g; s/}/}\n/g' |
    sed -nE 's/.*CAROM_[A-Z]*_?API [^(;]*[ *](carom_[a-z0-9_A-Z]+)(\(|;).*/\1/p' > "$scratch/declared"
sed -n 's/.*CAROM_LAW(\([a-z0-9_]*\).*/carom_law_\1/p' "$root"/src/tables/*.def >> "$scratch/declared"
LC_ALL=C sort -u -o "$scratch/declared" "$scratch/declared"
# A module may export laws that no header declares; programs find them by name.
extra=$(LC_ALL=C comm -23 "$scratch/exported" "$scratch/declared" | grep -vE '^(carom_law|carom_module)_' | tr '\n' ' ')
[ -z "$extra" ] || { echo "exported but not declared: $extra"; failed=1; }
count=$(wc -l < "$scratch/exported")
[ "$count" -gt 150 ] || { echo "only $count names are exported"; failed=1; }

loose=$(sed 's,//.*,,' "$root"/include/carom/*.h | tr '\n' ' ' | grep -oE 'typedef enum carom_[a-z_]+ \{[^}]*\}' |
    grep -oE 'CAROM_[A-Z0-9_]+ *(,|\})' | grep -v = | tr -d ' ,}' | sort -u | tr '\n' ' ')
[ -z "$loose" ] || { echo "enumerators without a number: $loose"; failed=1; }
[ $failed = 0 ] && echo "$count exported names, all declared"
exit $failed
