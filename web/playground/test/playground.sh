#!/bin/sh
# The playground from its sources, beside the package as web/package left it: built, held to its size, tested against the
# command. Usage: playground.sh ROOT WORKDIR CAROM LIBRARY
#   WORKDIR  holds carom/, the built package; playground/ is made there
#   CAROM    the command; LIBRARY the static library, for what is copied as C
set -eu
root=$1
work=$2
export CAROM="$3" CAROM_ROOT="$root"
export CAROM_CC="cc -std=c17 -DCAROM_STATIC -I$root/include SOURCE $4 -lm -o PROGRAM"
venv=$(dirname "$work")/../python/work/venv/bin/python
[ ! -x "$venv" ] || export CAROM_PYTHON="$venv"
rm -rf "$work/playground"
cp -r "$root/web/playground" "$work/playground"
rm -rf "$work/playground/node_modules" "$work/playground/dist" "$work/playground/build"
cd "$work/playground"
logged() { "$@" >"$work/log" 2>&1 || { tail -n 40 "$work/log"; exit 1; }; }
grep -q '"resolved": "http' package-lock.json && { echo "package-lock.json names where packages come from"; exit 1; }
logged npm ci
logged npm run build
grep -E '^(presets|dist)' "$work/log"
logged npm test
grep -E '^# (pass|fail|skipped)' "$work/log"
# Nothing is asked of another host, and no path leaves the folder.
! grep -REn '(src|href)="(https?:|/)' dist/index.html
