#!/bin/sh
# Builds carom as a subdirectory of another project. By default CMake builds only the core, optimised, and installs
# nothing of carom. Also checks a build of carom without the command, and uninstalling.
# Usage: subproject.sh ROOT WORKDIR CONSUMER_DIR GENERATOR
set -eu
root=$1
work=$2
consumer=$3
generator=$4
rm -rf "$work"
mkdir -p "$work/project"
ln -s "$root" "$work/project/carom"
cp "$consumer/user.c" "$consumer/module.c" "$work/project"
cat >"$work/project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.22)
project(host C)
add_subdirectory(carom)
foreach(kind carom carom_static)
  add_executable(user_${kind} user.c)
  target_link_libraries(user_${kind} carom::${kind})
endforeach()
foreach(module ${MODULES})
  foreach(kind "" _static)
    add_executable(${module}${kind} module.c)
    target_compile_definitions(${module}${kind} PRIVATE USE_${module})
    target_link_libraries(${module}${kind} carom::${module}${kind})
  endforeach()
endforeach()
install(TARGETS user_carom_static)
END

# By default CMake does not look for optional packages, and builds only the core and the two programs.
cmake -G "$generator" -S "$work/project" -B "$work/plain" >"$work/plain.log"
sought=$(grep -E '^(JANSSON|MPI|CAIRO|HDF5|SICONOS|SUNDIALS|CMOCKA)_' "$work/plain/CMakeCache.txt" || true)
[ -z "$sought" ] || { echo "looked for: $sought"; exit 1; }
cmake --build "$work/plain" >"$work/build.log"
for program in user_carom user_carom_static; do "$work/plain/$program" | grep -q '^0.6 0.12 c-sticking$'; done
others=$(find "$work/plain" -name 'libcarom_*' -o -name carom -type f)
[ -z "$others" ] || { echo "also made: $others"; exit 1; }
cmake --install "$work/plain" --prefix "$work/prefix" >/dev/null
installed=$(find "$work/prefix" -type f | grep -v user_carom_static || true)
[ -z "$installed" ] || { echo "also installed: $installed"; exit 1; }
grep -q -- '-O2' "$work/plain/compile_commands.json" || { echo "the core is not optimised"; exit 1; }
echo "add_subdirectory(carom): the core alone, optimised, installs nothing"

# With the command and modules. The command has the same name as the directory in which it is built.
modules="compliant;draw"
cmake -G "$generator" -S "$work/project" -B "$work/more" -DCAROM_CLI=ON -DCAROM_COMPLIANT=ON -DCAROM_DRAW=ON \
    -DMODULES="$modules" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O0 >"$work/more.log"
cmake --build "$work/more" >"$work/build.log" || { tail -20 "$work/build.log"; exit 1; }
"$work/more/carom/carom" --version | grep -q carom
for module in compliant draw; do
    for kind in "" _static; do "$work/more/$module$kind" | grep -q '^1 '; done
done
echo "add_subdirectory(carom) with the command and $modules: builds and runs"

# With CAROM_INSTALL=ON carom is installed with the other project.
cmake -G "$generator" -S "$work/project" -B "$work/plain" -DCAROM_INSTALL=ON >"$work/plain.log"
cmake --build "$work/plain" >"$work/build.log"
cmake --install "$work/plain" --prefix "$work/with" >/dev/null
cmake -S "$consumer" -B "$work/of-host" -DCMAKE_PREFIX_PATH="$work/with" >/dev/null
cmake --build "$work/of-host" >/dev/null
"$work/of-host/user" | grep -q '^0.6 0.12 c-sticking$'
echo "add_subdirectory(carom) with CAROM_INSTALL=ON: installed with its host, and found"

# carom as the top project. The default build type is Release. With CAROM_CLI=OFF CMake looks for no packages and builds
# only the library.
cmake -G "$generator" -S "$root" -B "$work/alone" -DCAROM_CLI=OFF >/dev/null
sought=$(grep -E '^(JANSSON|MPI|CAIRO|HDF5|CAROM_HDF5|SICONOS|SUNDIALS|CMOCKA|CAROM_CMINPACK)_' "$work/alone/CMakeCache.txt" || true)
[ -z "$sought" ] || { echo "CAROM_CLI=OFF looked for: $sought"; exit 1; }
cmake --build "$work/alone" >"$work/build.log" || { tail -20 "$work/build.log"; exit 1; }
made=$(find "$work/alone" -maxdepth 3 \( -name '*.so' -o -name '*.a' -o -name 'carom' -type f \) | sed 's,.*/,,' | sort | tr '\n' ' ')
[ "$made" = "libcarom.a libcarom.so " ] || { echo "CAROM_CLI=OFF made: $made"; exit 1; }
cmake --install "$work/alone" --prefix "$work/alone-prefix" >/dev/null
[ ! -e "$work/alone-prefix/bin" ] || { echo "CAROM_CLI=OFF installs a command"; exit 1; }
echo "CAROM_CLI=OFF: the library alone"
grep -q '^CMAKE_BUILD_TYPE:.*=Release$' "$work/alone/CMakeCache.txt" || { echo "no build type by default"; exit 1; }
grep -q '^CAROM_WERROR:BOOL=OFF$' "$work/alone/CMakeCache.txt" || { echo "warnings are errors by default"; exit 1; }
echo "cmake -B: Release, warnings are warnings"

# The command of docs/install.md deletes every installed file.
xargs rm -f <"$work/alone/install_manifest.txt"
left=$(find "$work/alone-prefix" ! -type d)
[ -z "$left" ] || { echo "left after uninstalling: $left"; exit 1; }
echo "uninstalled: nothing is left"
