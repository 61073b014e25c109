# Sourced by scripts that build the core by themselves, with $root the tree.

# objects DIR COMPILER FLAG...: the core's objects in DIR, a folder a room.
objects() {
    to=$1
    shift
    for room in "$root"/src/* "$root"/src/laws/*; do
        ls "$room"/*.c >/dev/null 2>&1 || continue
        mkdir -p "$to/${room##*/}"
        (cd "$to/${room##*/}" && "$@" -c "$room"/*.c)
    done
}
