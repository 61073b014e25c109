#!/bin/sh
# Installs into a temporary prefix and builds a three-line user program by CMake and by pkg-config; checks that the
# library exports only carom_*, needs only libm, and has a soname.
# Usage: install.sh BUILD_DIR WORKDIR SOURCE_DIR
set -eu
build=$1
work=$2
source=$3
rm -rf "$work"
mkdir -p "$work"
cmake --install "$build" --prefix "$work/prefix" >/dev/null
lib=$(dirname "$(find "$work/prefix" -name libcarom.so)")

# By find_package.
cmake -S "$source" -B "$work/by-cmake" -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
cmake --build "$work/by-cmake" >/dev/null
for program in user user_static; do "$work/by-cmake/$program" | grep -q '^0.6 0.12 c-sticking$'; done
echo "find_package(carom): carom::carom and carom::carom_static build and run"

# By pkg-config.
export PKG_CONFIG_PATH="$lib/pkgconfig"
cc "$source/user.c" $(pkg-config --cflags --libs carom) -Wl,-rpath,"$lib" -o "$work/by-pkg-config"
"$work/by-pkg-config" | grep -q '^0.6 0.12 c-sticking$'
echo "pkg-config carom $(pkg-config --modversion carom): builds and runs"

# A module's own file leads to the library, and to the core's.
for file in "$lib"/pkgconfig/carom_*.pc; do
    [ -e "$file" ] || continue
    module=$(basename "$file" .pc)
    cc "$source/user.c" $(pkg-config --cflags --libs "$module") -Wl,--no-as-needed -l"$module" -Wl,-rpath,"$lib" \
        -o "$work/by-$module"
    "$work/by-$module" | grep -q '^0.6 0.12 c-sticking$'
    echo "pkg-config $module: links and runs"
done

# A program's own names stay its own: no installed file defines or undefines anything but CAROM_*.
cc -Wall -Werror "$source/names.c" $(pkg-config --cflags carom) -lm -o "$work/names"
"$work/names"
foreign=$(grep -nE '^ *# *(define|undef) ' -r "$work/prefix/include" | grep -vE '(define|undef) +CAROM_' || true)
[ -z "$foreign" ] || { echo "names that are not carom's: $foreign"; exit 1; }
echo "headers and tables define only CAROM_*"

# What the library shows the world.
strays=$(nm -D --defined-only "$lib/libcarom.so" | awk '{print $3}' | grep -v '^carom_' || true)
[ -z "$strays" ] || { echo "exported besides carom_*: $strays"; exit 1; }
needed=$(objdump -p "$lib/libcarom.so" | awk '/NEEDED/ {print $2}' | grep -vE '^lib(m|c)\.so' || true)
[ -z "$needed" ] || { echo "needs more than libm: $needed"; exit 1; }
objdump -p "$lib/libcarom.so" | grep -qE 'SONAME +libcarom\.so\.[0-9]+' || { echo "no soname"; exit 1; }
hidden=$(nm -g --defined-only "$lib/libcarom.a" 2>/dev/null | awk 'NF == 3 {print $3}' | grep -v '^carom_' || true)
[ -z "$hidden" ] || { echo "static library defines besides carom_*: $hidden"; exit 1; }
echo "exports only carom_*, needs only libm, $(objdump -p "$lib/libcarom.so" | awk '/SONAME/ {print $2}')"
