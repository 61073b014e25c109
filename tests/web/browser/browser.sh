#!/bin/sh
# The npm package and the playground in Debian's chromium: the same bits as native, what a reader does, what axe-core
# finds, and how long frames take. Usage: browser.sh HERE WORKDIR HASH PYTHON
#   WORKDIR  holds carom/ and playground/, built; PYTHON may be missing: then what is copied is not run
#   PROBLEMS impacts of each law, 10000 unless the environment says otherwise
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
