#!/bin/sh
# Golden files through a command that is linked to the amalgamation. Usage: golden.sh GOLDEN CAROM NAME...
set -eu
golden=$1 carom=$2
shift 2
for name in "$@"; do "$golden" "$carom" "$name" || { echo "golden: $name fails"; exit 1; }; done
echo "golden: $# files"
[ $# -ge 10 ]
