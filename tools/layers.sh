#!/bin/sh
# Checks the layer rule: an include only refers to a folder before its own in these lists. Laws never include each
# other, and the core is plain ISO C.
#   src < support < mods < papers < {cli, python, web}
# Usage: layers.sh ROOT
set -eu
cd "$1"
bad=0
core="base tables bodies collide friction geometry derivative walk systems laws batch explain motion"
command="exit.h verbs.def fit map motion print lookup args document convert report sweep verbs main.c"

# before FOLDER LIST: prints the folders of the list up to this one, or "unknown" if the folder is not in the list.
before() {
    found=
    for folder in $2; do
        found="$found $folder"
        [ "$folder" = "$1" ] && { echo "$found"; return; }
    done
    echo unknown
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
    may=$(before "$layer" "$core")
    [ "$may" = unknown ] && { say "src/$layer is not in the list of layers"; continue; }
    for include in $(includes "$file"); do
        target=${include%%/*}
        case " carom $may " in
        *" $target "*) ;;
        *) say "$file includes $include, but $layer may include only: carom$may" ;;
        esac
    done
    # No file of the core allocates, prints, exits or reads the clock or the environment.
    if grep -nE '\b(malloc|calloc|realloc|free|printf|fprintf|puts|exit|abort|getenv|time|fopen)\(' "$file"; then
        say "$file allocates, prints or exits"
    fi
    if grep -nE '^#include <(unistd|sys/|pthread|fcntl|alloca)' "$file"; then say "$file is not ISO C"; fi
done
# Each law, or family of laws that share kernels, has its own directory; no directory includes files of another.
for file in $(find src/laws -name '*.[ch]' -o -name '*.def' | sort); do
    room=$(echo "$file" | cut -d/ -f3)
    for include in $(includes "$file"); do
        case $include in
        laws/"$room"/*) ;;
        laws/*) say "$file includes $include: laws share only what lives below them" ;;
        esac
    done
done
for file in include/carom/*; do
    case $file in *.h) ;; *) say "$file is not a header" ;; esac
    for include in $(includes "$file"); do
        case $include in carom/*) ;; *) say "$file includes $include" ;; esac
    done
done
# Each folder of mods is a library with a public header. The interface of siconos is in systems.h.
for folder in mods/*/; do
    name=$(basename "$folder")
    [ -f "include/carom/$name.h" ] || [ "$name" = siconos ] || say "mods/$name has no header include/carom/$name.h"
done
# A file of the command only includes folders before its own.
for file in $(find cli -name '*.[ch]' -o -name '*.def' | sort); do
    room=$(echo "$file" | cut -d/ -f2)
    may=$(before "$room" "$command")
    [ "$may" = unknown ] && { say "$file is in no folder of the command"; continue; }
    for include in $(includes "$file"); do
        case $include in cli/*) ;; *) continue ;; esac
        target=$(echo "$include" | cut -d/ -f2)
        case " $may " in
        *" $target "*) ;;
        *) say "$file includes $include, but cli/$room may include only:$may" ;;
        esac
    done
done
if grep -nE '\b(carom_say|printf|puts|exit|abort)\(|\b(stdout|stderr)\b' mods/scenario/*.[ch] mods/sweep/*.[ch]; then say "mods/scenario or mods/sweep prints or exits"; fi
if grep -nE '\b(carom_say|printf|puts|exit|abort)\(|[^"]\b(stdout|stderr)\b' cli/fit/*.[ch]; then say "cli/fit prints or exits"; fi
# Only the command uses MPI: MPI_Init in a library could end the program that uses the library.
if grep -nE '^ *# *include [<"]mpi\.h' $(find src support mods include -name '*.[ch]'); then say "a library uses MPI"; fi
# Each verb has one file. Other files must belong to a verb by their name, or replace verbs that are not built.
verbs=$(sed -n 's/^CAROM_VERB(\([a-z]*\),.*/\1/p' cli/verbs.def)
for verb in $verbs; do [ -f "cli/verbs/$verb.c" ] || say "cli/verbs/$verb.c is missing"; done
for file in cli/verbs/*.c; do
    verb=$(basename "$file" .c)
    case " $(echo $verbs) absent " in
    *" ${verb%%_*} "*) ;;
    *) say "$file belongs to no verb of verbs.def" ;;
    esac
done
# Includes form no ring. A file and its header count as one node. As for the compiler, an include is searched next to
# the file, then from the root, and then in src, include and mods.
ring=$(find cli mods support src papers include -name '*.[ch]' -o -name '*.def' | sort | while read -r file; do
    for include in $(includes "$file"); do
        for found in "${file%/*}/$include" "$include" "src/$include" "include/$include" "mods/$include"; do
            [ -f "$found" ] || continue
            echo "${file%.[ch]} ${found%.[ch]}"
            break
        done
    done
done | awk '$1 != $2' | tsort 2>&1 >/dev/null | sed -n 's/^tsort: \([a-z]*\/\)/\1/p')
[ -z "$ring" ] || say "these include each other in a ring:" $ring
# The modules, the papers and the command include only base and tables of src/. The printed lists of a paper replace one
# rule of a law of the core.
for file in $(find mods support papers cli -name '*.[ch]' -o -name '*.def' | sort); do
    for include in $(includes "$file"); do
        case $file:$include in papers/hm_list.c:systems/*) continue ;; esac
        case $include in
        src/* | bodies/* | collide/* | friction/* | geometry/* | derivative/* | walk/* | systems/* | laws/* | batch/* | explain/* | motion/*) say "$file includes $include" ;;
        esac
    done
done
# support, mods, papers and cli include only folders before their own.
for file in $(find support mods papers -name '*.[ch]' -o -name '*.def' | sort); do
    for include in $(includes "$file"); do
        case ${file%%/*}:$include in
        *:cli/* | mods:papers/* | support:papers/* | support:mods/*) say "$file includes $include" ;;
        esac
    done
done
# A file that begins with #! must be executable.
for file in $(find tools tests impactbench web adapters examples \( -name node_modules -o -name dist \) -prune -o \
    \( -name '*.sh' -o -name '*.py' -o -name '*.mjs' \) ! -perm -u+x -print 2>/dev/null | sort); do
    case $(head -c 2 "$file") in '#!') say "$file begins with #! and is not executable" ;; esac
done
[ $bad = 0 ] && echo "layers: every include points down"
exit $bad
