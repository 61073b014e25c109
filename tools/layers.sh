#!/bin/sh
# The layer rule: an include only points down, laws never include each other, the core is plain ISO C.
#   base < contact < impulse < laws < registry < {many, batch} < mods < {cli, python, web}
# Usage: layers.sh ROOT
set -eu
cd "$1"
bad=0

# allowed FOLDER: the src/ folders it may include, besides itself and the public headers.
allowed() {
    case $1 in
    base) echo "" ;;
    contact) echo "base" ;;
    impulse) echo "base" ;;
    laws) echo "base impulse" ;;
    registry) echo "base laws" ;;
    many) echo "base contact impulse registry" ;;
    batch) echo "base impulse laws" ;;
    *) echo "unknown" ;;
    esac
}

say() {
    echo "layers: $*"
    bad=1
}

for folder in src/*/; do
    layer=$(basename "$folder")
    may=$(allowed "$layer")
    [ "$may" = unknown ] && { say "src/$layer is not in the list of layers"; continue; }
    for file in "$folder"*.[ch]; do
        [ -e "$file" ] || continue
        for include in $(sed -n 's/^ *# *include "\([^"]*\)".*/\1/p' "$file"); do
            target=${include%%/*}
            case " carom $layer $may " in
            *" $target "*) ;;
            *) say "$file includes $include, but $layer may include only: carom $layer $may" ;;
            esac
        done
        # Nothing in the core allocates, prints, exits or reads the clock or the environment.
        if grep -nE '\b(malloc|calloc|realloc|free|printf|fprintf|puts|exit|abort|getenv|time|fopen)\(' "$file"; then
            say "$file allocates, prints or exits"
        fi
        if grep -nE '^#include <(unistd|sys/|pthread|fcntl|alloca)' "$file"; then say "$file is not ISO C"; fi
    done
done
for file in src/laws/law_*.c; do
    for include in $(sed -n 's/^ *# *include "laws\/\([^"]*\)".*/\1/p' "$file"); do
        case $include in
        kernel_*) ;;
        *) say "$file includes laws/$include: laws share only what lives below them" ;;
        esac
    done
done
for file in include/carom/*.h; do
    for include in $(sed -n 's/^ *# *include "\([^"]*\)".*/\1/p' "$file"); do
        case $include in carom/*) ;; *) say "$file includes $include" ;; esac
    done
done
[ $bad = 0 ] && echo "layers: every include points down"
exit $bad
