#!/bin/sh
# The layer rule: an include only points down, laws never include each other, the core is plain ISO C.
#   base < {bodies, collide} < walk < laws < registry < {many, batch} < mods < papers < {cli, python, web}
# Usage: layers.sh ROOT
set -eu
cd "$1"
bad=0

# allowed FOLDER: the src/ folders it may include, besides itself and the public headers.
allowed() {
    case $1 in
    base) echo "" ;;
    bodies) echo "base" ;;
    collide) echo "base" ;;
    walk) echo "base collide" ;;
    laws) echo "base collide walk" ;;
    registry) echo "base laws" ;;
    many) echo "base bodies collide walk registry" ;;
    batch) echo "base collide walk laws" ;;
    *) echo "unknown" ;;
    esac
}

say() {
    echo "layers: $*"
    bad=1
}

includes() {
    sed -n 's/^ *# *include "\([^"]*\)".*/\1/p' "$1"
}

for file in $(find src -name '*.[ch]' | sort); do
    layer=$(echo "$file" | cut -d/ -f2)
    may=$(allowed "$layer")
    [ "$may" = unknown ] && { say "src/$layer is not in the list of layers"; continue; }
    for include in $(includes "$file"); do
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
# One room a law, or a family of laws that share their kernels; no room looks into another.
for file in $(find src/laws -name '*.[ch]' | sort); do
    room=$(echo "$file" | cut -d/ -f3)
    for include in $(includes "$file"); do
        case $include in
        laws/"$room"/*) ;;
        laws/*) say "$file includes $include: laws share only what lives below them" ;;
        esac
    done
done
for file in include/carom/*.h; do
    for include in $(includes "$file"); do
        case $include in carom/*) ;; *) say "$file includes $include" ;; esac
    done
done
[ $bad = 0 ] && echo "layers: every include points down"
exit $bad
