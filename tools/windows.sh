#!/usr/bin/env bash
# Builds the core, the command and their tests for Windows with Debian's mingw-w64 and runs them under wine. Checks that
# the results have the same bits as on this machine. Jansson, SUNDIALS, cminpack and cmocka are built from Debian's
# sources. It takes too long for CI. It needs root, or an installed gcc and g++ of mingw-w64 and wine64 (1 GB), and
# Debian's sources.
# Usage: tools/windows.sh [WORK]     WORK (default build/windows) keeps the built files for the next run
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "${1:-$root/build/windows}"
work=$(cd "${1:-$root/build/windows}" && pwd)
prefix=$work/prefix
wine=/usr/lib/wine/wine64
failed=0

if ! command -v x86_64-w64-mingw32-g++ >/dev/null || [ ! -x $wine ]; then
    apt-get install -y -qq --no-install-recommends {gcc,g++}-mingw-w64-x86-64-win32 wine64 >/dev/null
fi

# from_debian SOURCE FILE OPTION...: builds a Debian source package for Windows, unless FILE exists in the prefix.
from_debian() {
    local source=$1 file=$prefix/$2 apt=$work/apt
    shift 2
    [ ! -e "$file" ] || return 0
    mkdir -p "$apt"/{lists/partial,cache/archives/partial,parts} "$work/sources"
    sed 's/^Types:.*/Types: deb-src/' /etc/apt/sources.list.d/debian.sources >"$apt/parts/debian.sources"
    local options=(-qq -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$apt/parts"
        -o "Dir::State::lists=$apt/lists" -o "Dir::Cache=$apt/cache" -o APT::Sandbox::User=root)
    [ -e "$apt/updated" ] || apt-get "${options[@]}" update
    touch "$apt/updated"
    rm -rf "$work/sources/$source" "$work/$source"
    mkdir "$work/sources/$source" "$work/$source"
    (cd "$work/sources/$source" && apt-get "${options[@]}" source --download-only --tar-only "$source" >/dev/null &&
        mkdir tree && tar -xf "$source"_*.orig.tar.* -C tree --strip-components=1)
    cd "$work/$source"
    cmake -S "$work/sources/$source/tree" -B . -G Ninja -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_TOOLCHAIN_FILE="$root/cmake/windows.cmake" -DCMAKE_INSTALL_PREFIX="$prefix" "$@" >log.txt 2>&1
    cmake --build . >>log.txt 2>&1
    cmake --install . >>log.txt 2>&1
    [ -e "$file" ] || { echo "$source did not install $file"; exit 1; }
}
from_debian jansson lib/libjansson.a -DJANSSON_BUILD_DOCS=OFF -DJANSSON_EXAMPLES=OFF -DJANSSON_WITHOUT_TESTS=ON
from_debian cmocka bin/cmocka.dll -DWITH_EXAMPLES=OFF
from_debian sundials lib/libsundials_arkode.a -DBUILD_SHARED_LIBS=OFF -DEXAMPLES_ENABLE_C=OFF -DEXAMPLES_INSTALL=OFF \
    -DBUILD_CVODE=OFF -DBUILD_CVODES=OFF -DBUILD_IDA=OFF -DBUILD_IDAS=OFF -DBUILD_KINSOL=OFF
from_debian cminpack lib/libcminpack.a -DBUILD_SHARED_LIBS=OFF -DBUILD_EXAMPLES=OFF -DUSE_BLAS=OFF \
    -DCMAKE_BUILD_TYPE=Plain "-DCMAKE_C_FLAGS_PLAIN=-O2 -DNDEBUG"
cd "$root"

echo "== building for Windows"
build=$work/carom
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCAROM_WERROR=ON -DCAROM_WINDOWS="$prefix" \
    -DCMAKE_TOOLCHAIN_FILE="$root/cmake/windows.cmake" | grep 'with modules'
rooms='base|batch|bodies|collide|fit|laws|many|registry|search|walk|why|whole'
tests=$(ninja -C "$build" -t targets all | grep -oE "^($rooms)_[a-z0-9_]*_test: phony" | cut -d: -f1)
tests+=' compliant_device compliant_input compliant_machine compliant_mindlin'
ninja -C "$build" ${JOBS:+-j$JOBS} carom carom_static carom_cli batch_bits batch_traps $tests | tail -1
echo "== building the same modules for this machine"
cmake -S "$root" -B "$work/here" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCAROM_DRAW=OFF -DCAROM_SWEEP=OFF \
    -DCAROM_SICONOS=OFF | grep 'with modules'
ninja -C "$work/here" ${JOBS:+-j$JOBS} carom_cli golden | tail -1

# All programs use one wine server, which is ended at the end with its services. The services keep the output of the
# first program open, so this program writes to /dev/null.
gcc=$(dirname "$(x86_64-w64-mingw32-gcc -print-libgcc-file-name)")
export WINEPREFIX=$work/wine WINEDEBUG=-all
export WINEPATH="Z:${prefix//\//\\}\\bin;Z:${gcc//\//\\};Z:\\usr\\x86_64-w64-mingw32\\lib"
/usr/lib/wine/wineserver64 -f -p </dev/null >/dev/null 2>&1 &
server=$!
trap '/usr/lib/wine/wineserver64 -k 2>/dev/null || true; kill $server 2>/dev/null || true' EXIT
sleep 1
timeout 300 $wine wineboot </dev/null >/dev/null 2>&1 || true

echo "== the same bits"
x86_64-w64-mingw32-gcc -std=c17 -O2 -ffp-contract=off -DCAROM_STATIC -D__USE_MINGW_ANSI_STDIO=1 -I"$root" -I"$root/include" \
    -I"$root/src" -I"$root/tests" "$root/tests/whole/bits/bits.c" "$build/libcarom.a" -o "$work/bits.exe"
timeout 600 $wine "$work/bits.exe" 1000000 </dev/null | tr -d '\r' | sort >"$work/hashes.txt"
equal=$(sort "$root/tests/whole/bits/hashes.txt" | comm -12 - "$work/hashes.txt" | wc -l)
wanted=$(wc -l <"$root/tests/whole/bits/hashes.txt")
[ "$equal" -eq "$wanted" ] || failed=1

echo "== programs under wine"
passed=0 asked=0
run() {
    asked=$((asked + 1))
    if timeout 600 $wine "$@" </dev/null >"$work/said.txt" 2>&1; then
        passed=$((passed + 1))
    else
        echo "FAILED   $*"
        tail -5 "$work/said.txt"
        failed=1
    fi
}
run "$build/tests/batch/batch_bits.exe" 20000
run "$build/tests/batch/batch_traps.exe"
for test in $tests; do run "$(find "$build/tests" -name "$test.exe")"; done

echo "== the command under wine, beside the one here"
"$root/tools/windows_command.sh" "$work" "$work/here/carom" "$build/carom.exe" || failed=1

echo
echo "built: the core as libcarom.dll and libcarom.a, carom.exe, $asked programs of tests"
echo "hashes of 1000000 problems a law: $equal of $wanted as in tests/whole/bits/hashes.txt"
echo "programs of tests: $passed of $asked passed, none skipped"
cat <<'END'
not built: sweeps (HDF5 does not build so), pictures (Cairo; figures are written as data), Siconos, MPI
not run: `carom judge`, whose drivers need pipes of POSIX; api_fuzz, fuzz, batch/stack, file/atomic_file, signals of whole/environment: fork, mmap,
timers and links of POSIX; campaigns, closed descriptors, pages of manual
END
exit $failed
