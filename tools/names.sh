#!/bin/sh
# Checks that each name has one meaning. No two headers of carom may define the same carom_ type or function, or the
# same CAROM_ constant or macro. Macros that are undefined again (rows of tables) and include guards do not count.
# Usage: names.sh ROOT
set -eu
cd "$1"
# Exceptions: names that src/walk and src/batch also define.
known='carom_series|CAROM_EACH|CAROM_LANES_PLANE|CAROM_LANES_SPACE|CAROM_LANES_WALK'
rows=$(grep -rhoE '^#undef CAROM_\w+' include src support mods cli papers bench | awk '{ print $2 }' | sort -u | paste -sd'|' -)
twice=$(find include src support mods cli papers bench -name '*.h' | sort | while read -r file; do
    sed 's,//.*,,' "$file" | awk '
        /^#define CAROM_/ { name = $2; sub(/\(.*/, "", name); if (name !~ /_H$/) macro[name] = 1 }
        /^typedef .*\(\*?carom_[a-z0-9_]+\)\(/ { name = $0; sub(/^[^(]*\(\*?/, "", name); sub(/\).*/, "", name); print name; next }
        /^} carom_[a-z0-9_]+;/ { name = $2; sub(/;/, "", name); print name }
        /^typedef (struct|enum|union) carom_[a-z0-9_]+ {.*} carom_[a-z0-9_]+;/ { print $3 }
        /^(typedef )?enum.*{/ { constants = 1; text = "" }
        constants && !/^#/ { text = text " " $0 }
        constants && /}/ {
            sub(/^[^{]*{/, "", text)
            sub(/}.*/, "", text)
            count = split(text, each, ",")
            for (i = 1; i <= count; i++) {
                sub(/=.*/, "", each[i])
                gsub(/[ \t]/, "", each[i])
                if (each[i] ~ /^CAROM_/) print each[i]
            }
            constants = 0
        }
        /^[A-Za-z].*[ *]carom_[a-z0-9_A-Z]+\(.*/ && !/^typedef/ && !/=/ { name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name); if (name ~ /^carom_/) print name }
        END { for (name in macro) print name }' | sort -u | sed "s,$, $file,"
done | sort | awk '$1 == name { print name, "in", file, "and", $2 } { name = $1; file = $2 }' | grep -vE "^($known|$rows) " || true)
[ -z "$twice" ] && { echo "names: no name of ours means two things"; exit 0; }
printf 'names: %s\n' "$twice"
exit 1
