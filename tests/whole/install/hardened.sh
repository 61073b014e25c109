#!/bin/sh
# Checks that installed files are hardened. They have RELRO with immediate binding, a stack that is not executable,
# position-independent code, stack canaries, checked copies and marked jump targets. No entry of a library search path
# may be empty, because an empty entry means the current directory.
# Usage: hardened.sh BUILD_DIR WORKDIR
set -eu
build=$1
work=$2
rm -rf "$work"
mkdir -p "$work"
cmake --install "$build" --prefix "$work/prefix" >/dev/null
bad=0
say() {
    echo "hardened: $*"
    bad=1
}

for file in $(find "$work/prefix" -type f \( -name 'libcarom*.so.*' -o -path '*/bin/*' \)); do
    name=$(basename "$file")
    [ "$(head -c 2 "$file")" = '#!' ] && continue # a script
    readelf -lW "$file" | grep -q GNU_RELRO || say "$name: no RELRO"
    readelf -dW "$file" | grep -q BIND_NOW || say "$name: addresses are bound when first used"
    readelf -lW "$file" | grep GNU_STACK | grep -q 'RW ' || say "$name: a stack that can be run"
    readelf -hW "$file" | grep -q 'Type:.*DYN' || say "$name: at a fixed address"
    nm -D "$file" | grep -q __stack_chk_fail || say "$name: no canaries"
done
if [ "$(uname -m)" = x86_64 ]; then
    objdump -d --disassemble=carom_collide "$(find "$work/prefix" -name libcarom.so)" | grep -q endbr64 ||
        say "carom_collide: a jump target that is not marked"
fi
nm -D "$work/prefix/bin/carom" 2>/dev/null | grep -q _chk@ || say "carom: no checked copies"

# Checks the search path of every program and library of the build tree, too. An empty entry is at either end or between
# two colons.
find "$build" -type f \( -name '*.so.*' -o -name '*.so' -o -perm -100 \) ! -path '*/CMakeFiles/*' \
    ! -path "$build/mods/*" >"$work/binaries"
count=0
while read -r file; do
    path=$(readelf -dW "$file" 2>/dev/null | sed -n 's/.*(R.*PATH).*\[\(.*\)\].*/\1/p') || continue
    count=$((count + 1))
    case ":$path:" in ::) ;; *::*) say "$file searches the current folder: $path" ;; esac
done <"$work/binaries"
[ $count -gt 20 ] || say "only $count binaries were looked at"

# A library in the current directory is not loaded.
mkdir "$work/elsewhere"
cat >"$work/evil.c" <<'END'
#include <stdio.h>
__attribute__((constructor)) static void injected(void) { puts("injected from the current folder"); }
END
for needed in $(readelf -dW "$build/carom" | sed -n 's/.*(NEEDED).*\[\(.*\)\].*/\1/p' | grep -vE '^lib(c|m)\.so|^ld'); do
    cc -shared -fPIC "$work/evil.c" -o "$work/elsewhere/$needed"
done
for command in "$build/carom" "$work/prefix/bin/carom"; do
    said=$(cd "$work/elsewhere" && "$command" --version)
    case $said in *injected*) say "$command loads libraries from the current folder" ;; esac
    case $said in *carom*) ;; *) say "$command --version says: $said" ;; esac
done

# Two HDF5 libraries in one process would define the same symbols twice.
hdf5=$(ldd "$work/prefix/bin/carom" | awk '$1 ~ /^libhdf5[_a-z]*\.so/ && $1 !~ /_hl/ { print $1 }')
[ "$(echo "$hdf5" | wc -w)" -le 1 ] || say "carom loads more than one HDF5:" $hdf5
[ $bad = 0 ] || exit 1
echo "hardened: installed files, and the loader's search of $count binaries"
