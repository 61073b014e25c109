# An example answers as its .txt says, byte for byte: example.sh CAROM NAME, in the examples folder.
set -eu
answer=$("$1" solve "$2.json")
printf '%s\n' "$answer" | diff "$2.txt" -
