#!/bin/sh
# Installs into a temporary prefix. Builds user programs by CMake and by pkg-config, shared and static, with the core
# and with every module. Checks which symbols the libraries export.
# Usage: install.sh BUILD_DIR WORKDIR SOURCE_DIR
set -eu
build=$1
work=$2
source=$3
rm -rf "$work"
mkdir -p "$work"
cmake --install "$build" --prefix "$work/prefix" >/dev/null
lib=$(dirname "$(find "$work/prefix" -name libcarom.so)")
modules=$(cd "$lib" && ls libcarom_*.so 2>/dev/null | sed 's/libcarom_\(.*\)\.so/\1/')

# The documentation, and every file to which README.md refers, are installed.
doc=$work/prefix/share/doc/carom
for file in README.md LICENSE CHANGELOG.md CITATION.cff docs/laws/index.md docs/images/impact-light.png examples/falling_rod.json \
    examples/impact/walker_lands.json; do
    [ -s "$doc/$file" ] || { echo "not installed: $file"; exit 1; }
done
missing=$(cd "$doc" && grep -oE '(docs|examples)/[A-Za-z0-9_./-]*[a-z]' README.md | sort -u | while read -r path; do
    [ -e "$path" ] || echo "$path"; done)
[ -z "$missing" ] || { echo "README leads to what is not installed: $missing"; exit 1; }
if [ -x "$work/prefix/bin/carom" ]; then
    grep -q '^complete .* carom$' "$work/prefix/share/bash-completion/completions/carom"
    "$work/prefix/bin/carom" solve "$doc/examples/falling_rod.json" --strict >/dev/null
    # libcarom_siconos, which is loaded when it is needed, is found in the installation and nowhere else.
    if [ -e "$lib/libcarom_siconos.so" ]; then
        problem='{"law":"glocker","dim":3,"params":{"e_n":0.5,"e_t":0,"mu":0.3,"solver":"nsgs"},"W":[[2,0,0],[0,3,0],[0,0,3]],"v":[-1,0.5,0.2]}'
        echo "$problem" | (cd / && "$work/prefix/bin/carom" solve - --strict >/dev/null)
        mv "$lib/libcarom_siconos.so.0"* "$work"
        ! echo "$problem" | (cd "$work" && "$work/prefix/bin/carom" solve - --strict >/dev/null 2>&1) ||
            { echo "libcarom_siconos is taken from elsewhere"; exit 1; }
        mv "$work/libcarom_siconos.so.0"* "$lib"
    fi
fi
echo "docs, examples, licence and completion are installed"

# find_package finds each module as a component and rejects an unknown one.
cmake -S "$source" -B "$work/by-cmake" -DCMAKE_PREFIX_PATH="$work/prefix" \
    -DMODULES="$(echo $modules | tr ' ' ';')" >/dev/null
cmake --build "$work/by-cmake" >/dev/null
for program in user user_static; do "$work/by-cmake/$program" | grep -q '^0.6 0.12 c-sticking$'; done
for module in $modules; do
    for kind in "" _static; do "$work/by-cmake/$module$kind" | grep -q '^1 '; done
    readelf -d "$work/by-cmake/$module" | grep -q "NEEDED.*libcarom_$module\.so" || { echo "$module: not shared"; exit 1; }
    ! readelf -d "$work/by-cmake/${module}_static" | grep -q 'NEEDED.*libcarom' || { echo "$module: not static"; exit 1; }
done
! cmake -S "$source" -B "$work/absent" -DCMAKE_PREFIX_PATH="$work/prefix" -DMODULES=billiards >"$work/absent.log" 2>&1 ||
    { echo "a component nobody has is found"; exit 1; }
grep -q '"billiards"' "$work/absent.log" || { echo "find_package does not name the missing component"; exit 1; }
echo "find_package(carom): carom::carom and carom::carom_static, and as components: $(echo $modules)"

# pkg-config finds the core and each module.
export PKG_CONFIG_PATH="$lib/pkgconfig"
cc "$source/user.c" $(pkg-config --cflags --libs carom) -Wl,-rpath,"$lib" -o "$work/by-pkg-config"
"$work/by-pkg-config" | grep -q '^0.6 0.12 c-sticking$'
for module in $modules; do
    cc -DUSE_$module "$source/module.c" $(pkg-config --cflags --libs carom_$module) -Wl,-rpath,"$lib" -o "$work/by-$module"
    "$work/by-$module" | grep -q '^1 '
done
# The same in a prefix with static libraries only.
cp -r "$work/prefix" "$work/only-static"
find "$work/only-static" -name 'libcarom*.so*' -exec rm {} +
export PKG_CONFIG_PATH="$work/only-static/${lib#"$work/prefix/"}/pkgconfig"
cc "$source/user.c" $(pkg-config --static --cflags --libs carom) -o "$work/by-pkg-config-static"
"$work/by-pkg-config-static" | grep -q '^0.6 0.12 c-sticking$'
for module in $modules; do
    cc -DUSE_$module "$source/module.c" $(pkg-config --static --cflags --libs carom_$module) -o "$work/by-$module-static"
    "$work/by-$module-static" | grep -q '^1 '
done
echo "pkg-config carom $(pkg-config --modversion carom), shared and --static, and: $(echo $modules)"

# Builds the installed examples with the installed library as their comments describe, in C and in C++, and runs them.
export PKG_CONFIG_PATH="$lib/pkgconfig"
built=""
for example in "$doc"/examples/c/*.c; do
    name=$(basename "$example" .c)
    package=$(sed -n 's/.*pkg-config --cflags --libs \([a-z_]*\)).*/\1/p' "$example" | head -n 1)
    package=${package:-carom}
    cc -std=c17 -Wall -Wextra -Werror -Wno-missing-field-initializers -O2 "$example" $(pkg-config --cflags --libs $package) -lm \
        -Wl,-rpath,"$lib" -o "$work/$name"
    "$work/$name" >"$work/$name.out" 2>&1 || { echo "examples/c/$name.c fails:"; cat "$work/$name.out"; exit 1; }
    if command -v c++ >/dev/null; then
        c++ -x c++ -std=c++20 -Wall -Wextra -Werror -Wno-missing-field-initializers -O2 "$example" $(pkg-config --cflags $package) \
            -x none $(pkg-config --libs $package) -lm -Wl,-rpath,"$lib" -o "$work/$name-c++"
        "$work/$name-c++" >/dev/null 2>&1 || { echo "examples/c/$name.c fails as C++"; exit 1; }
    fi
    built="$built $name"
done
[ "$(echo $built | wc -w)" -ge 4 ] || { echo "examples/c: only $built"; exit 1; }
echo "examples in C and C++, run:$built"

# No installed file defines or undefines a macro without the prefix CAROM_.
cc -Wall -Werror "$source/names.c" $(pkg-config --cflags carom) -lm -o "$work/names"
"$work/names"
foreign=$(grep -nE '^ *# *(define|undef) ' -r "$work/prefix/include" | grep -vE '(define|undef) +CAROM_' || true)
[ -z "$foreign" ] || { echo "names that are not carom's: $foreign"; exit 1; }
echo "headers and tables define only CAROM_*"

# The libraries export only symbols with the prefix carom_. The soname contains the major version, and before 1.0 also
# the minor one.
version=$(pkg-config --modversion carom)
case $version in 0.*) abi=${version%.*} ;; *) abi=${version%%.*} ;; esac
for name in libcarom $(for module in $modules; do echo libcarom_$module; done); do
    strays=$(nm -D --defined-only "$lib/$name.so" | awk '{print $3}' | grep -v '^carom_' || true)
    [ -z "$strays" ] || { echo "$name exports besides carom_*: $strays"; exit 1; }
    objdump -p "$lib/$name.so" | grep -qE "SONAME +$name\.so\.$abi\$" || { echo "$name: soname is not $name.so.$abi"; exit 1; }
done
needed=$(objdump -p "$lib/libcarom.so" | awk '/NEEDED/ {print $2}' | grep -vE '^lib(m|c)\.so' || true)
[ -z "$needed" ] || { echo "needs more than libm: $needed"; exit 1; }
hidden=$(nm -g --defined-only "$lib/libcarom.a" 2>/dev/null | awk 'NF == 3 {print $3}' | grep -v '^carom_' || true)
[ -z "$hidden" ] || { echo "static library defines besides carom_*: $hidden"; exit 1; }
echo "exports only carom_*, needs only libm, $(objdump -p "$lib/libcarom.so" | awk '/SONAME/ {print $2}')"
