#!/bin/sh
# Tests the npm package and the playground in Debian's chromium. The topics are the bits of the native library, the use
# of the playground, the faults that axe-core finds, and the frame times. Usage: browser.sh HERE WORKDIR HASH PYTHON
#   WORKDIR  contains carom/ and playground/, built
#   PYTHON   an interpreter with carom; if it does not exist, copied code is not run
#   PROBLEMS (environment) impacts per law, 10000 by default
set -eu
here=$1
work=$2
hash=$3
python=$4
rm -rf "$work/browser" "$work/site"
cp -r "$here" "$work/browser"
rm -rf "$work/browser/node_modules"
mkdir -p "$work/site/carom"
cp "$work"/carom/dist/*.js "$work"/carom/dist/*.wasm "$work/site/carom"
cp "$here/hash.mjs" "$work/site"
printf '<!doctype html><link rel="icon" href="data:,"><title>carom</title>\n' >"$work/site/index.html"
cd "$work/browser"
grep -q '"resolved": "http' package-lock.json && { echo "package-lock.json names where packages come from"; exit 1; }
npm ci >"$work/log" 2>&1 || { tail -n 40 "$work/log"; exit 1; }
node same.mjs "$work/site" "$hash" "${PROBLEMS:-10000}"
if [ -x "$python" ]; then node play.mjs "$work/playground" "$python"; else node play.mjs "$work/playground"; fi
node first.mjs "$work/playground/dist"
node ways.mjs "$work/playground" ${CAROM:+"$CAROM"}
node axe.mjs "$work/playground/dist"
node frames.mjs "$work/playground/dist" 150
