#!/bin/sh
# Runs every kernel in the simulator oclgrind, which reports reads and writes outside of buffers. The kernels are built
# without optimisation, because oclgrind 21.10 lacks an intrinsic function of the optimiser of clang 14. Usage:
# oclgrind.sh PROGRAM HEADER PROBLEMS LOG
set -eu
command -v oclgrind >/dev/null || { echo "oclgrind is missing"; exit 77; }
oclgrind --build-options -cl-opt-disable "$1" "$2" "$3" >"$4" 2>&1 || { tail -20 "$4"; exit 1; }
if grep -n -A8 -e Invalid -e OCLGRIND "$4"; then echo "memory errors"; exit 1; fi
[ "$(grep -c ' solved .* differ' "$4")" -ge 20 ]
