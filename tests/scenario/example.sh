# An example answers as its .txt says, byte for byte but for the residual of an iterated law, which is rounding.
#   example.sh CAROM NAME, in the examples folder
set -eu
answer=$("$1" solve "$2.json")
without_residual() { sed 's/, residual [0-9.e+-]*$//'; }
wanted=$(without_residual <"$2.txt")
[ "$(printf '%s\n' "$answer" | without_residual)" = "$wanted" ] || {
    printf '%s\n' "$answer" | diff "$2.txt" -
    exit 1
}
