#!/bin/sh
# Tests the npm package from its sources. It is built in a copy, tested, packed and installed into an empty project. Its
# size is checked, and its results are compared with the native library bit for bit. Usage: package.sh ROOT WORKDIR
# OUTCOMES
#   OUTCOMES  the program of tests/web/outcomes.c
set -eu
root=$1
work=$2
outcomes=$3
export CAROM_ROOT="$root"
rm -rf "$work"
mkdir -p "$work/empty"
cp -r "$root/web/carom" "$work/carom"
rm -rf "$work/carom/node_modules" "$work/carom/dist"
cd "$work/carom"
logged() { "$@" >"$work/log" 2>&1 || { tail -n 40 "$work/log"; exit 1; }; }
grep -q '"resolved"' package-lock.json && { echo "package-lock.json names where packages come from"; exit 1; }
logged npm ci
logged npm run build
logged npm test
grep -E '^# (pass|fail)' "$work/log"

# Check that carom.wasm imports only a function that formats numbers, and placeholders for its other parts.
node -e 'const m = new WebAssembly.Module(require("fs").readFileSync("dist/carom.wasm"));
const strange = WebAssembly.Module.imports(m).filter((i) => i.module !== "placeholder" && `${i.module}.${i.name}` !== "words.number");
if (strange.length) throw new Error(`carom.wasm imports ${JSON.stringify(strange)}`);'
# Compute the size that every page loads. Systems, motions and the code for adapters are loaded on demand.
size() { gzip -9 -c | wc -c; }
page=$(cat dist/carom.wasm $(ls dist/*.js | grep -Ev 'system|strike|motion') | size)
wasm=$(size <dist/carom.wasm)
demand() { cat dist/*"$1"*.wasm dist/*"$1"*.js | size; }
echo "gzipped: carom.wasm $wasm, with the scripts $page; on demand systems $(demand system), motions $(demand motion)"
# Check the sizes that the README of the package states.
[ "$wasm" -lt 100000 ] && [ "$page" -lt 106000 ] || { echo "not under 100,000 and 106,000"; exit 1; }

"$outcomes" "${PROBLEMS:-300}" | node test/bits.mjs
"$outcomes" "${PROBLEMS:-300}" motions | node test/motion_bits.mjs

# Use the tarball in a new project, in JavaScript and in TypeScript.
logged npm pack --pack-destination "$work"
cd "$work/empty"
printf '{"type":"module","private":true}\n' >package.json
logged npm install --offline --no-audit --no-fund "$work"/carom-*.tgz
cat >use.ts <<'END'
import { load, type Result } from "carom";
const carom = await load();
const hit: Result = carom.collide("routh", { W: [[2.5, -1.5], [-1.5, 2.5]], v: [-1, 0.6], e: 0.5, mu: 0.7 });
console.log(hit.P.map((x) => x.toFixed(3)).join(" "), hit.mode, carom.laws().length > 10);
END
printf '{"compilerOptions":{"strict":true,"target":"es2022","module":"nodenext","types":[]},"files":["use.ts"]}\n' >tsconfig.json
"$work/carom/node_modules/.bin/tsc" -p .
node use.js | grep -qx '0.600 0.120 c-sticking true'
node "$work/carom/test/readme.mjs" "$work/empty" "$work/carom/node_modules/.bin/tsc"
[ ! -e node_modules/.package-lock.json ] || ! grep -q '"node_modules/[^c]' node_modules/.package-lock.json ||
    { echo "the package brings others"; exit 1; }
echo "installed from its tarball into an empty project: answers, and types fit"
