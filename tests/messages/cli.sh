# Compares the most common messages of the command with tests/messages/cli.txt.
#   sh tests/messages/cli.sh CAROM            compares
#   sh tests/messages/cli.sh CAROM --write    writes the file again
set -u
here=$(cd "$(dirname "$0")" && pwd)
carom=$(realpath "$1")
new=$(mktemp)
trap 'rm -f "$new"' EXIT
cd "$here/../../examples" || exit 1
while IFS= read -r line; do
    case $line in
    '#'*) printf '%s\n' "$line" ;;
    '$ carom '*)
        printf '\n%s\n' "$line"
        eval "\"$carom\" ${line#\$ carom }" 2>&1 >/dev/null </dev/null
        printf '[%d]\n' $?
        ;;
    esac
done <"$here/cli.txt" >"$new"
if [ "${2:-}" = --write ]; then
    cp "$new" "$here/cli.txt"
else
    diff -u "$here/cli.txt" "$new"
fi
