#!/bin/sh
# Tests that LAMMPS gives the restitution for which carom computed the damping, and that a wrong damping makes the check
# fail. Exits with 77 (skipped) if lmp is not installed. Usage: test.sh CAROM
set -eu
here=$(dirname "$0")
command -v lmp >/dev/null || { echo "lmp is not installed"; exit 77; }
asked() { carom=$1; shift; python3 "$here/check.py" --carom "$carom" "$@" || { echo "failed: $*"; exit 1; }; }
asked "$1" --style hooke --e 0.8
asked "$1" --style hooke/history --e 0.3 --limit
asked "$1" --style hertz/history --e 0.6 --kn 1e7
if python3 "$here/check.py" --carom "$1" --style hooke --e 0.8 --off 1.1 >/dev/null; then
    echo "a damping that is off by a tenth was not noticed"; exit 1
fi
