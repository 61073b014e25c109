#!/bin/sh
# Tests an adapter for an npm engine in a copy of its directory. The engine is installed from the adapter's lock file.
# The built npm package carom and ImpactBench's drivers are added. Usage: npm_test.sh NAME ROOT WORKDIR PACKAGE COMMAND
# [CASES]
#   PACKAGE  the folder of the built npm package
#   COMMAND  the command carom
#   CASES    the program of tests/strike_cases.c, if it is built; the package's strike() must give the same results
set -eu
name=$1 root=$2 work=$3/$1 package=$4
export CAROM="$5"
[ -e "$package/dist/index.js" ] || { echo "$package is not built: the test web/package builds it"; exit 1; }
rm -rf "$work"
mkdir -p "$work"
cp -r "$root/adapters/$name/." "$work"
cp "$root/adapters/support.mjs" "$work/.."
cp "$root/impactbench/drivers/driver.mjs" "$root/impactbench/drivers/$name.mjs" "$work"
cd "$work"
if grep -q '"resolved"' package-lock.json; then echo "package-lock.json names where packages come from"; exit 1; fi
npm ci >"$work/log" 2>&1 || { tail -n 20 "$work/log"; exit 1; }
mkdir -p node_modules
ln -sfn "$package" node_modules/carom
ln -sfn "$work" "node_modules/carom-$name"
# Check that the code of the README, which is also in use.ts, compiles with the adapter's types.
if [ -e use.ts ]; then
    printf '{"compilerOptions":{"strict":true,"target":"es2022","module":"nodenext","noEmit":true,"types":[],"lib":["es2022","dom"],"skipLibCheck":true},"files":["use.ts"]}\n' >tsconfig.json
    "$package/node_modules/.bin/tsc" -p .
fi
if [ -x "${6:-}" ]; then
    cp "$root/adapters/tests/strike.test.mjs" "$work/strike.mjs"
    "$6" 3000 | node strike.mjs
fi
node --test test.mjs >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
sed -n -e 's/^# //' -e '/:/p' "$work/log" | grep -E "^(planck|rod|stack|1000|rapier|mujoco|pair|box|jolt|matter)" || true
