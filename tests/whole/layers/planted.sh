#!/bin/sh
# Adds forbidden includes to a small tree, one after another, and checks that tools/layers.sh finds each of them.
# Usage: planted.sh ROOT
set -eu
layers=$1/tools/layers.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p src/base src/tables src/collide include/carom support mods/compliant mods/draw papers cli/verbs tools tests impactbench web adapters examples
echo 'CAROM_VERB(one, x)' >cli/verbs.def
for file in src/base/a src/base/b src/collide/c mods/compliant/d mods/compliant/e mods/draw/f; do
    : >"$file.c"
    : >"$file.h"
done
: >cli/verbs/one.c
: >include/carom/compliant.h
: >include/carom/draw.h
: >src/tables/rows.def
: >src/base/rows.def

failed=0
run() { sh "$layers" . >said 2>&1; }
# found WHAT FILE INCLUDE [FILE INCLUDE]: checks that layers.sh fails if each FILE contains its INCLUDE.
found() {
    what=$1 && shift
    files=
    while [ $# -gt 0 ]; do
        echo "#include \"$2\"" >"$1"
        files="$files $1" && shift 2
    done
    if run; then
        echo "WRONG not found: $what" && failed=1
    else
        echo "found: $what"
    fi
    for file in $files; do : >"$file"; done
}

run || { cat said && echo "WRONG a tree without a forbidden include fails" && exit 1; }
found "a ring in src" src/base/a.h base/b.h src/base/b.h base/a.h
found "a ring in src through a .c and its .h" src/base/a.c base/b.h src/base/b.h base/a.h
found "a ring in src through a table" src/base/a.h base/rows.def src/base/rows.def base/a.h
found "a ring in mods/compliant by names without a directory" mods/compliant/d.h e.h mods/compliant/e.c d.h
found "a ring between modules" mods/compliant/d.h mods/draw/f.h mods/draw/f.h mods/compliant/d.h
found "an upward include in a table of src" src/base/rows.def collide/c.h
found "a private include in a public header" include/carom/draw.h base/a.h
found "a private include in a module's table" mods/draw/rows.def src/collide/c.h
found "MPI in a module" mods/draw/f.c mpi.h
found "an include of the command in papers" papers/a.h cli/verbs/one.h
exit $failed
