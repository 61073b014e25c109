#!/bin/sh
# Runs the campaigns of all laws for one law: one_law.sh LAW [PROGRAM PROBLEMS]...
set -eu
law=$1
shift
while [ $# -gt 0 ]; do
    "$1" "$2" "$law"
    shift 2
done
