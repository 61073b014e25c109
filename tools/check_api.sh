#!/bin/sh
# Checks the public interface: the names in the headers, their tests, and the names that the libraries export.
#   check_api.sh BUILD [--run]
# Without --run it checks the names, headers and libraries, and that every test below exists. With --run it also runs
# these tests (about 10 minutes). It prints a line for each check; the exit code is 1 if one fails.
build=${1:?usage: check_api.sh BUILD [--run]}
run=${2:-}
root=$(cd "$(dirname "$0")/.." && pwd)
failed=0
tests=$(ctest --test-dir "$build" -N | sed -n 's/^ *Test *#[0-9]*: //p')

report() { # report NUMBER TITLE RESULT [DETAIL]
    printf '%2s  %-62s %s\n' "$1" "$2" "$3"
    [ -z "${4:-}" ] || printf '%s\n' "$4" | sed 's/^/      /'
    [ "$3" = passed ] || [ "$3" = "test exists" ] || failed=1
}

tested() { # tested NUMBER TITLE TEST...
    number=$1 title=$2
    shift 2
    for name in "$@"; do
        printf '%s\n' "$tests" | grep -qxF "$name" || { report "$number" "$title" FAILED "no test $name"; return; }
    done
    [ "$run" = --run ] || { report "$number" "$title" "test exists"; return; }
    pattern=$(printf '%s|' "$@")
    if out=$(ctest --test-dir "$build" -R "^(${pattern%|})\$" -j2 --output-on-failure 2>&1); then
        report "$number" "$title" passed
    else
        report "$number" "$title" FAILED "$(printf '%s\n' "$out" | tail -n 20)"
    fi
}

# 1: the libraries export exactly the names that the headers declare.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
nm -D --defined-only "$build"/libcarom*.so | awk '$2 ~ /^[TDRB]$/ { print $3 }' | LC_ALL=C sort -u > "$scratch/exported"
cat "$root"/include/carom/*.h | sed 's,//.*,,' > "$scratch/headers"
tr '\n' ' ' < "$scratch/headers" | sed 's/;/;\n/g; s/{/{\n/g; s/}/}\n/g' |
    sed -nE 's/.*CAROM_[A-Z]*_?API [^(;]*[ *](carom_[a-z0-9_A-Z]+)(\(|;).*/\1/p' | LC_ALL=C sort -u > "$scratch/declared"
sed -n 's/.*CAROM_LAW(\([a-z0-9_]*\).*/carom_law_\1/p' "$root"/src/tables/*.def >> "$scratch/declared"
LC_ALL=C sort -u -o "$scratch/declared" "$scratch/declared"
extra=$(LC_ALL=C comm -23 "$scratch/exported" "$scratch/declared" | grep -vE '^(carom_law|carom_module)_' | tr '\n' ' ')
functions=$(nm -D --defined-only "$build"/libcarom*.so | awk '$2 == "T" { print $3 }' | sort -u | wc -l)
objects=$(nm -D --defined-only "$build"/libcarom*.so | awk '$2 ~ /^[DRB]$/ { print $3 }' | sort -u | wc -l)
strange=$(grep -v '^carom_' "$scratch/exported" | tr '\n' ' ')
if [ -z "$extra$strange" ]; then
    report 1 "only declared names are exported ($functions functions, $objects objects)" passed
else
    report 1 "only declared names are exported" FAILED "not declared: $extra$strange"
fi

# 2: headers.
headers=$(ls "$root/include/carom" | wc -l)
if [ "$headers" = 14 ] && ! ls "$root"/include/carom/*.def > /dev/null 2>&1; then
    report 2 "14 headers, no tables" passed
else
    report 2 "14 headers, no tables" FAILED "$headers files"
fi
tested 3 "every header compiles alone as C99, C17, C++11 and C++20" headers/alone
tested 4 "the example of every header compiles and runs" headers/examples
tested 5 "no name of 0.2 that changed is left" migration/check
tested 6 "public names explain themselves" whole/names

# 7: every enumerator states its number.
loose=$(sed 's,//.*,,' "$root"/include/carom/*.h | tr '\n' ' ' | grep -oE 'typedef enum carom_[a-z_]+ \{[^}]*\}' |
    grep -oE 'CAROM_[A-Z0-9_]+ *(,|\})' | grep -v = | tr -d ' ,}' | sort -u | tr '\n' ' ')
if [ -z "$loose" ]; then report 7 "every enumerator has its number" passed; else report 7 "every enumerator has its number" FAILED "$loose"; fi

tested 8 "the ABI is the recorded one" whole/abi whole/abi_record
tested 9 "required coefficients are required everywhere" cli/missing registry/card python/tests
tested 10 "two modules with 16 coefficients each" whole/two_modules
tested 11 "a thousand laws in Python, called from four threads" python/tests
tested 12 "unknown keys are rejected" cli/unknown_key
tested 13 "text, JSON, CSV, Markdown and Python have the same numbers" cli/numbers
tested 14 "instructions of one impact" batch/instructions
tested 15 "the batch of routh in 3D" batch/instructions batch/bits

if out=$(python3 "$root/tools/unreached.py" "$root"); then
    report 16 "every private function is called" passed
else
    report 16 "every private function is called" FAILED "$out"
fi
tested 17 "includes point downwards, and there are no rings" layers layers/planted
tested 18 "every module has a quick test" whole/labels
tested 19 "programs build against every installed component" install
tested 20 "every name of 0.2 has its row in the migration page" migration/table migration/page
exit $failed
