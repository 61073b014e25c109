#!/bin/sh
# Tests the package +carom in GNU Octave. Builds the MEX file and runs the examples, which must write pictures. With
# PYTHON, random impacts by every law must have the same bits as in the Python package.
# Usage: octave.sh ROOT WORKDIR FILES OBJECT PROBLEMS [PYTHON]
set -eu
root=$(cd "$1" && pwd) files=$3 object=$4 problems=$5 python=${6:-}
for command in octave-cli mkoctfile gnuplot; do command -v $command >/dev/null || { echo "$command is missing"; exit 77; }; done
rm -rf "$2"
mkdir -p "$2"
cp -r "$root"/matlab/. "$2"
cd "$2"
mkoctfile --mex "-I$files" -Wall -Wextra -Werror -o carom_mex.mex carom_mex.c "$object"
octave() { octave-cli -q --no-gui --eval "warning('off', 'all'); graphics_toolkit('gnuplot'); addpath(pwd, '$root/tests/matlab'); $1" 2>octave.err || { cat octave.err; exit 1; }; }
octave "calls()"
for example in examples/*.m; do octave "run('$example')" >"$(basename "$example").txt"; done
grep -q 'P = (0.600, 0.120) N s, dE = -0.168 J, c-sticking' rod_impact.m.txt
grep -q 'it sticks from mu = 0.60$' rod_impact.m.txt
grep -q '22 events, rest at 1.2669 s' falling_rod.m.txt
for picture in rod_impact sticks falling_rod; do [ "$(wc -c <examples/$picture.png)" -gt 5000 ]; done
[ -n "$python" ] || exit 0
"$python" "$root/tests/matlab/problems.py" problems.txt "$problems"
octave "compare('problems.txt')"
