# An example answers as its .txt says, byte for byte: example.sh CAROM NAME, in the examples folder.
set -eu
"$1" solve "$2.json" | diff "$2.txt" -
