#!/bin/sh
# Tests the files of the amalgamation, carom.c and carom.h. Two copies of the sources give files with the same bytes. No
# compiler warns about carom.c in C99, in C17 and with each option, or about the header in C++17.
# Usage: alone.sh ROOT WORKDIR
set -eu
root=$(cd "$1" && pwd)
rm -rf "$2"
mkdir -p "$2/copy/tools" "$2/copy/mods"
work=$(cd "$2" && pwd)
cd "$work"
for command in gcc g++ clang clang++ x86_64-w64-mingw32-gcc tcc; do
    command -v $command >/dev/null || { echo "$command is missing"; exit 77; }
done

# Makes the files from the sources, and from a copy in another directory with another locale, time zone and hash seed.
cp -r "$root/src" "$root/include" "$root/LICENSE" copy
cp "$root/tools/amalgamate.py" "$root/tools/layers.sh" copy/tools
for module in "$root"/mods/*/; do mkdir "copy/mods/$(basename "$module")"; done
python3 "$root/tools/amalgamate.py" here &
(cd / && LC_ALL=C TZ=Asia/Tokyo PYTHONHASHSEED=1 python3 "$work/copy/tools/amalgamate.py" "$work/there")
wait $!
cmp here/carom.h there/carom.h
cmp here/carom.c there/carom.c

# try LABEL COMMAND...: fails if the command fails or prints anything.
try() {
    label=$1
    shift
    "$@" >try.log 2>&1 || { head -20 try.log; echo "alone: $label fails"; exit 1; }
    [ ! -s try.log ] || { head -20 try.log; echo "alone: $label warns"; exit 1; }
    compiled=$((compiled + 1))
}
compiled=0
warnings="-Wall -Wextra -Wpedantic -Werror"
cat >program.c <<'END'
#include "carom.h"
int main(void) {
    carom_contact contact;
    carom_params params = carom_params_default();
    carom_result result;
    int i, j;
    contact.dim = 2;
    for (i = 0; i < 3; i++) {
        contact.v[i] = 0.0;
        for (j = 0; j < 3; j++) contact.W[i][j] = i == j ? 2.0 : 0.0;
    }
    contact.v[0] = -1.0;
    params.e = 0.5;
    params.mu = 0.3;
    return carom_collide(&carom_law_routh, &contact, &params, &result) == CAROM_OK && result.v[0] == 0.5 ? 0 : 1;
}
END
# With optimisation gcc also looks for uninitialised variables. This takes longest, so it runs in parallel.
gcc -O2 $warnings -c here/carom.c -o optimised.o >optimised.log 2>&1 &
optimised=$!
for standard in c99 c17; do
    for compiler in gcc clang x86_64-w64-mingw32-gcc; do
        try "$compiler -std=$standard" $compiler -std=$standard $warnings -fsyntax-only here/carom.c
    done
done
# The first lines of carom.c list the options. Each is compiled without -std and with _GNU_SOURCE, so that system
# headers declare the most.
options=$(sed -n 's/^\/\/   \(CAROM_NO_[A-Z0-9]*\) .*/\1/p' here/carom.c)
[ "$(echo $options | wc -w)" -ge 3 ]
for option in $options; do try "gcc $option" gcc -D_GNU_SOURCE -D$option -fsyntax-only here/carom.c; done
for compiler in g++ clang++; do try "$compiler" $compiler -std=c++17 $warnings -fsyntax-only -x c++ -Ihere program.c; done
# A small program also compiles with tcc, and with all options together, and runs.
try tcc tcc -Wall -Ihere program.c here/carom.c -lm -o program
./program
try "all options" gcc -O0 $(for option in $options; do echo "-D$option"; done) -Ihere program.c here/carom.c -lm -o program
./program
# The program of README.md compiles as README.md shows, and prints the same.
sed -n '/^```c$/,/^```$/p' "$root/README.md" | sed '/^```/d' >impact.c
try "README.md" tcc -Ihere impact.c here/carom.c -lm -o impact
[ "$(./impact)" = "$(sed -n '/^\$ cc impact.c carom.c/{n;p;}' "$root/README.md")" ] || { echo "alone: README.md shows another output"; exit 1; }
wait $optimised || { head -20 optimised.log; echo "alone: gcc -O2 fails or warns"; exit 1; }
compiled=$((compiled + 1))
try "fast-math check" sh -c '! gcc -ffast-math -fsyntax-only here/carom.c 2>/dev/null'
echo "alone: $compiled compilations without a warning; options: $(echo $options)"
