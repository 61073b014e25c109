#!/bin/sh
# Tests that carom_inline.h compiles without warnings, alone and together with carom.h, as C99, C17, C++11 and C++17, in
# double and float. tools/inline.py must write the same bytes if it runs in another directory. Usage: alone.sh ROOT
# WORKDIR CC CXX
set -eu
root=$(cd "$1" && pwd) cc=$3 cxx=$4
rm -rf "$2"
mkdir -p "$2/copy/tools" "$2/copy/mods"
cd "$2"
cp -r "$root/src" "$root/include" "$root/LICENSE" copy
cp "$root"/tools/*.py "$root/tools/layers.sh" copy/tools
python3 "$root/tools/inline.py" here
(cd / && LC_ALL=C python3 "$OLDPWD/copy/tools/inline.py" "$OLDPWD/there")
cmp here/carom_inline.h there/carom_inline.h
cat >program.c <<'END'
#include "carom_inline.h"
#include "carom/carom.h"
int main(void) {
    const carom_inline_answer2 x = carom_inline_routh_poisson_2d(2, 0, 2, -1, 0, CAROM_R(0.5), CAROM_R(0.3));
    return x.mode != CAROM_INLINE_UNSOLVED && x.Pn > 0 && (int)CAROM_INLINE_MODE_HIGHEST == (int)CAROM_MODE_HIGHEST ? 0 : 1;
}
END
warnings="-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wdouble-promotion -Werror"
for real in "" -DCAROM_INLINE_FLOAT; do
    for standard in c99 c17; do "$cc" -x c -std=$standard $warnings $real -Ihere -I"$root/include" -fsyntax-only program.c; done
    for standard in c++11 c++17; do "$cxx" -x c++ -std=$standard $warnings $real -Ihere -I"$root/include" -fsyntax-only program.c; done
done
"$cc" -Ihere -I"$root/include" program.c -lm -o program
./program
