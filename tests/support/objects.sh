# Sourced by scripts that compile the core themselves. They set $root to the root of the source tree.

# objects DIR COMPILER FLAG...: compiles the core into DIR, with one subdirectory for each directory of sources.
objects() {
    to=$1
    shift
    for room in "$root"/src/* "$root"/src/laws/*; do
        ls "$room"/*.c >/dev/null 2>&1 || continue
        mkdir -p "$to/${room##*/}"
        (cd "$to/${room##*/}" && "$@" -c "$room"/*.c)
    done
}
