#!/usr/bin/env bash
# Builds only the programs that the selected tests need, and runs these tests. Usage: tools/test.sh [--list] [PRESET or
# BUILD [SELECTION OF CTEST]], by default the quick tests of the preset dev
#   tools/test.sh dev -L fit        the tests of fit
#   tools/test.sh release -R many/  by name
#   --list                          prints the programs instead
set -euo pipefail
list=
[ "${1:-}" != --list ] || { list=1; shift; }
build=${1:-dev}
shift || true
[ $# -gt 0 ] || set -- -L quick
if [ -e "$build/build.ninja" ]; then
    build=$(cd "$build" && pwd)
else
    cd "$(dirname "$0")/.."
    [ -e "build/$build/build.ninja" ] || cmake --preset "$build"
    build=$PWD/build/$build
fi
# Find the programs in the commands of the tests; ctest lists these only after they are built. Some tests need more than
# a program: the completion script of the command, or the static libraries of the Python package.
needed=$(ctest --test-dir "$build" "$@" -N | python3 -c '
import pathlib, re, subprocess, sys
build = pathlib.Path(sys.argv[1])
listed = subprocess.check_output(["ninja", "-C", build, "-t", "targets", "all"], text=True)
targets = {line.split(":")[0] for line in listed.splitlines()}
commands = {}
for file in build.rglob("CTestTestfile.cmake"):
    commands |= {m[1]: m[2] for m in re.finditer(r"add_test\(\[=*\[(.*?)\]=*\] (.*)\)", file.read_text())}
names = re.findall(r"Test +#\d+: (\S+)", sys.stdin.read())
words = {word for name in names for word in re.findall(re.escape(str(build)) + r"/([^\s\";|]+)", commands[name])}
for prefix, also in {"cli/": r"cli/all", "python/": r"(mods/\w+|tests/python)/all"}.items():
    if any(name.startswith(prefix) for name in names):
        words |= {target for target in targets if re.fullmatch(also, target)}
print(*sorted(words & targets))' "$build")
[ -z "$list" ] || { echo "$needed"; exit 0; }
[ -z "$needed" ] || cmake --build "$build" --target $needed | tail -1
ctest --test-dir "$build" --output-on-failure "$@" -j2
