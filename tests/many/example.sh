#!/bin/sh
# Checks that the output for each example of several contacts is the text file with the same name.
# Usage: example.sh CAROM FOLDER
set -eu
status=0
for file in "$2"/*.json; do
    if "$1" solve "$file" | diff - "${file%.json}.txt"; then echo "same: $file"; else status=1; fi
done
exit $status
