#!/bin/sh
# Checks that no name is defined in two static libraries. The linker would silently use the first definition for both.
#   symbols.sh LIBRARY...
twice=$(nm -A --defined-only "$@" 2>/dev/null | awk '$2 ~ /^[TDRBC]$/ { sub(/:.*/, "", $1); print $3, $1 }' | sort -u |
    awk '$1 == name { print $1 " in " library " and " $2 } { name = $1; library = $2 }')
[ -z "$twice" ] && exit 0
printf 'defined twice: %s\n' "$twice"
exit 1
