#!/bin/sh
# Creates two locales with another decimal separator: a comma (German) and a character of two bytes (Pashto). Checks
# that the libraries and the command read and write numbers as in the "C" locale.
# Usage: locale.sh LOCALE_PROGRAM CAROM; exit code 77 if localedef or its sources (the package locales) are missing.
set -eu
program=$1 carom=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tried=0
# glibc keeps memory for a locale, which is not a leak of carom.
export ASAN_OPTIONS="detect_leaks=0:${ASAN_OPTIONS:-}"
for name in de_DE 'ps_AF core'; do
    of=${name#??_??}
    name=${name%% *}
    localedef -i $name -f UTF-8 "$work/$name.UTF-8" >/dev/null 2>&1 || continue
    if LOCPATH=$work "$program" $name.UTF-8 $of; then
        tried=$((tried + 1))
    else
        code=$?
        [ $code = 77 ] || exit 1
    fi
done
if [ $tried = 0 ]; then
    echo "no locale with another decimal point can be made here; nothing is compared"
    exit 77
fi
ask() {
    "$carom" solve --law routh --W '1.5 0.25; 0.25 3' --v '-1.5 0.5' --mu 0.25 --e 0.5 2>&1 || true
    "$carom" solve --json --law routh --W '1.5 0.25; 0.25 3' --v '-1.5 0.5' --mu 0.25 --e 1.5 2>&1 || true
    "$carom" explain --W "1.5 0.25; 0.25 3" --v "-1.5 0.5" --mu 0.25 2>&1 || true
}
ask >"$work/plain"
LOCPATH=$work LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8 ask >"$work/there"
cmp "$work/plain" "$work/there"
grep -q '0\.[0-9]' "$work/plain"
echo "the command: $(wc -l <"$work/plain") lines the same"
