# Checks that `carom solve` prints the .txt file of an example, byte for byte. Only the residual of an iterative law may
# differ, because it is a rounding error.
#   example.sh CAROM NAME, run in the directory examples
set -eu
answer=$("$1" solve "$2.json")
without_residual() { sed 's/, residual [0-9.e+-]*$//'; }
wanted=$(without_residual <"$2.txt")
[ "$(printf '%s\n' "$answer" | without_residual)" = "$wanted" ] || {
    printf '%s\n' "$answer" | diff "$2.txt" -
    exit 1
}
