#!/bin/sh
# Tests the playground from its sources, with the npm package that the test web/package has built. It is built, its size
# is checked, and its results are compared with the command. Usage: playground.sh ROOT WORKDIR CAROM LIBRARY
#   WORKDIR  contains carom/, the built package; playground/ is created there
#   CAROM    the command; LIBRARY the static library, for the copied C programs
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
# Check that the page loads nothing from another host, and that no path leaves its directory.
! grep -REn '(src|href)="(https?:|/)' dist/index.html
