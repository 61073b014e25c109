#!/bin/sh
# Tests the npm package and the playground in Debian's chromium. The topics are the use of the
# playground, the faults that axe-core finds, and the frame times. Usage: browser.sh HERE WORKDIR PYTHON
#   WORKDIR  contains carom/ and playground/, built
#   PYTHON   an interpreter with carom; if it does not exist, copied code is not run
set -eu
here=$1
work=$2
python=$3
rm -rf "$work/browser"
cp -r "$here" "$work/browser"
rm -rf "$work/browser/node_modules"
cd "$work/browser"
grep -q '"resolved": "http' package-lock.json && { echo "package-lock.json names where packages come from"; exit 1; }
npm ci >"$work/log" 2>&1 || { tail -n 40 "$work/log"; exit 1; }
if [ -x "$python" ]; then node play.mjs "$work/playground" "$python"; else node play.mjs "$work/playground"; fi
node first.mjs "$work/playground/dist"
node ways.mjs "$work/playground"
node axe.mjs "$work/playground/dist"
node frames.mjs "$work/playground/dist" 150
