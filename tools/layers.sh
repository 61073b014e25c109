#!/bin/sh
# The layer rule: an include only points down, laws never include each other, the core is plain ISO C.
#   base < {bodies, collide} < walk < laws < registry < {many, batch, why} < {motion, search} < mods < papers < {cli, python, web}
#   and in the command: words < args < verbs < main
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
    motion) echo "base many" ;;
    batch) echo "base collide walk laws registry" ;;
    why) echo "base collide walk" ;;
    search) echo "base" ;;
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

for file in $(find src -name '*.[ch]' -o -name '*.def' | sort); do
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
for file in $(find src/laws -name '*.[ch]' -o -name '*.def' | sort); do
    room=$(echo "$file" | cut -d/ -f3)
    for include in $(includes "$file"); do
        case $include in
        laws/"$room"/*) ;;
        laws/*) say "$file includes $include: laws share only what lives below them" ;;
        esac
    done
done
for file in include/carom/*.h include/carom/*.def; do
    for include in $(includes "$file"); do
        case $file:$include in
        *:carom/*) ;;
        # The only exception: in the library a row of the table of stops includes the code of its stop.
        src/tables/stops.def:walk/stop_*.h) echo "layers: exception: $file includes $include" ;;
        *) say "$file includes $include" ;;
        esac
    done
done
# The rooms of the command; a verb never includes another's code.
cli_allowed() {
    case $1 in
    words) echo "words exit.h" ;;
    args) echo "words args exit.h verbs.def" ;;
    verbs) echo "words args verbs exit.h" ;;
    main.c) echo "words args exit.h verbs.def" ;;
    exit.h | verbs.def) echo "" ;;
    *) echo "unknown" ;;
    esac
}
for file in $(find cli -name '*.[ch]' -o -name '*.def' | sort); do
    room=$(echo "$file" | cut -d/ -f2)
    may=$(cli_allowed "$room")
    [ "$may" = unknown ] && { say "$file is in no room of the command"; continue; }
    for include in $(includes "$file"); do
        case $include in cli/*) ;; *) continue ;; esac
        target=$(echo "$include" | cut -d/ -f2)
        case " $may " in
        *" $target "*) ;;
        *) say "$file includes $include, but cli/$room may include only: $may" ;;
        esac
    done
done
if grep -nE '\b(carom_say|printf|puts|exit|abort)\(|\b(stdout|stderr)\b' mods/scenario/*.[ch] mods/sweep/*.[ch]; then say "mods/scenario or mods/sweep prints or exits"; fi
if grep -nE '\b(carom_say|printf|puts|exit|abort)\(|[^"]\b(stdout|stderr)\b' mods/fit_study/*.[ch] mods/judge/*.[ch] mods/page/*.[ch]; then say "mods/fit_study, mods/judge or mods/page prints or exits"; fi
# One file a verb, and none that is no verb's, but for what serves a verb by its name and verbs that are not built.
verbs=$(sed -n 's/^CAROM_VERB(\([a-z]*\),.*/\1/p' cli/verbs.def)
for verb in $verbs; do [ -f "cli/verbs/$verb.c" ] || say "cli/verbs/$verb.c is missing"; done
for file in cli/verbs/*.c; do
    verb=$(basename "$file" .c)
    case " $(echo $verbs) absent " in
    *" ${verb%%_*} "*) ;;
    *) say "$file belongs to no verb of verbs.def" ;;
    esac
done
# No ring: a file and its header are one thing, and things that include each other in a ring are none.
# An include is looked for next to the file, then from the root, in src, include and mods, as the compiler does.
ring=$(find cli mods src papers include -name '*.[ch]' -o -name '*.def' | sort | while read -r file; do
    for include in $(includes "$file"); do
        for found in "${file%/*}/$include" "$include" "src/$include" "include/$include" "mods/$include"; do
            [ -f "$found" ] || continue
            echo "${file%.[ch]} ${found%.[ch]}"
            break
        done
    done
done | awk '$1 != $2' | tsort 2>&1 >/dev/null | sed -n 's/^tsort: \([a-z]*\/\)/\1/p')
[ -z "$ring" ] || say "these include each other in a ring:" $ring
# Of src/ the modules, the papers and the command see src/base alone.
for file in $(find mods papers cli -name '*.[ch]' -o -name '*.def' | sort); do
    for include in $(includes "$file"); do
        case $include in
        src/* | bodies/* | collide/* | walk/* | laws/* | registry/* | many/* | motion/* | batch/* | why/*) say "$file includes $include" ;;
        esac
    done
done
# What begins with #! can be called by its name.
for file in $(find tools tests impactbench web adapters examples \( -name node_modules -o -name dist \) -prune -o \
    \( -name '*.sh' -o -name '*.py' -o -name '*.mjs' \) ! -perm -u+x -print 2>/dev/null | sort); do
    case $(head -c 2 "$file") in '#!') say "$file begins with #! and is not executable" ;; esac
done
[ $bad = 0 ] && echo "layers: every include points down"
exit $bad
