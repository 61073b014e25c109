# Tests help, versions and misspelt words: exit codes, suggestions, and that errors are printed only on stderr.
. "$(dirname "$0")/expect.sh"

# Functions that return the number of lines of the last output, and the length of the longest line.
lines() { wc -l <"$work/out"; }
widest() { LC_ALL=C.UTF-8 awk '{ if (length > most) most = length } END { print most + 0 }' "$work/out"; }

verbs=$(sed -n 's/^CAROM_VERB(\([a-z]*\),.*/\1/p' "$(dirname "$0")/../../cli/verbs.def")
run 0 --help; out_like '^Usage: carom '; silent_err
for verb in $verbs; do out_like "^  $verb  *[a-z]"; done
most=$(($(echo "$verbs" | wc -w) + 22)) # one line for each verb
[ "$(lines)" -le $most ] || fail "--help has $(lines) lines"
[ "$(widest)" -le 80 ] || fail "--help has a line of $(widest) columns"
cp "$work/out" "$work/help"
run 0 help; cmp -s "$work/out" "$work/help" || fail 'help and --help differ'
run 2; silent_out; cmp -s "$work/err" "$work/help" || fail 'without a verb the help is not on stderr'
for ask in --version -V version; do run 0 $ask; out_like '^carom [0-9]+\.[0-9]+\.[0-9]+$'; silent_err; done
for verb in $verbs; do
    # The module of these verbs may be missing.
    case $verb in sweep | report) "$carom" "$verb" --help >/dev/null 2>&1 || continue ;; esac
    run 0 "$verb" --help; silent_err; out_like '^Options$'
    out_like "^Usage: carom $verb"; out_like '^Examples$'; out_like "^  .*carom $verb"
    [ "$(lines)" -le 45 ] || fail "$verb --help has $(lines) lines"
    [ "$(widest)" -le 80 ] || fail "$verb --help has a line of $(widest) columns"
    cp "$work/out" "$work/help"
    run 0 help "$verb"; cmp -s "$work/out" "$work/help" || fail "help $verb and $verb --help differ"
done
# With --law the help of a verb lists the coefficients that this law reads. Without --law it lists coefficients only if
# there are few.
reads() { "$carom" laws "$1" --json | grep -o '"coefficients":\[.*' | grep -o '"name":"[a-z0-9_]*"' | cut -d'"' -f4; }
listed() { sed -n '/^Coefficients/,$s/^  --\([a-z0-9-]*\) .*/\1/p' "$work/out" | tr - _; }
for law in $("$carom" laws | sed -n '/in the module/d; 2,$s/^  \([a-z0-9-]*\) .*/\1/p'); do
    reads "$law" | sort >"$work/wanted"
    [ -s "$work/wanted" ] || fail "$law reads nothing"
    for verb in solve map; do
        run 0 "$verb" --law "$law" --help
        listed | sort | cmp -s - "$work/wanted" || fail "$verb --law $law --help lists other coefficients than $law reads"
        [ "$(widest)" -le 80 ] || fail "$verb --law $law --help has a line of $(widest) columns"
    done
done
for verb in solve compare explain draw map; do
    run 0 "$verb" --help; [ -z "$(listed)" ] || fail "$verb --help lists coefficients without a law"
done
run 0 check --help; [ "$(listed)" = mu ] || fail 'check reads mu alone'

run 2 slove; code unknown-verb; err '"solve"'; silent_out
run 2 xyzzy; code unknown-verb; err '--help'
run 2 --foo; code unknown-option '--foo'; run 2 -x; code unknown-option '-x'
run 2 cars.json; code unknown-verb; err 'carom solve'
run 3 solve --law routh --e 0.5 --W "2.5 -1.5; -1.5 2.5" --v "-1 0.6"; code coefficient-missing mu; err '--mu'
run 2 report x.h5 --no-title; err '--no-title'; run 2 fit x.csv --no-title; err '--no-title'
run 2 solve --frobnicate 3; code unknown-option '--frobnicate'; err '--help'
run 2 solve --mue 0.3; code unknown-option '--mue'; err '"--mu"'
run 2 solve --my 0.3; code unknown-option '--my'; err '"--mu"' # a key next to "u" on the keyboard
run 2 solve --jsno; code unknown-option '--jsno'; err '"--json"'
run 2 solve --json --law; err '"missing-value"'
run 2 solve --json=yes; code usage
run 2 solve -x; code usage
run 2 solve one two; code usage; err '"two"'
run 2 laws --mu 1; code unknown-option '--mu'; err '--mu'
for verb in solve compare trace; do run 2 "$verb"; code usage; done
run 2 compare --law routh --e 1 --mu 0 --W "$rod_W" --v "$rod_v"; code usage
# The format and the size of a picture are checked before anything is read or computed.
for verb in draw map; do run 2 "$verb" "$work/nowhere.json" -o "$work/p.gif"; code usage; err '.svg'; done
run 2 solve "$work/nowhere.json" --plot "$work/.svg.txt"; code usage; err '.svg'
for verb in draw map; do run 2 "$verb" "$work/nowhere.json" -o p.png --scale 99; code usage; err '"99"'; done
# A missing file name is reported before anything is computed. The 1e8 results of this map would take a minute.
got=0
"$carom" map --law routh --e 1 --W "$rod_W" --v "$rod_v" --x mu=0:1:10000 --y e=0:1:10000 2>/dev/null || got=$?
[ $got = 2 ] || fail "map without a file: exit $got"

run 3 laws ruoth; code unknown-law; err '"routh"'; silent_out
run 3 laws coulomb; code unknown-law; err '"routh"' # a term of the literature
run 3 laws kelvin-voigt; code unknown-law; err '"spring-dashpot"'
if [ -n "$unbuilt" ]; then run 3 laws "$unbuilt"; code module-missing; fi
run 3 solve --law whitaker; code unknown-law; err '"whittaker"'
run 3 solve --set mus=1; code coefficient-unknown; err '"mu"'
run 3 solve --set mu; code bad-value '--set'
run 3 solve --allow qqq; code coefficient-unknown; err '"qqq"'
run 5 solve "$work/nowhere.json"; code file-error; err nowhere.json
run 5 solve "$work"; code file-error
run 5 solve --jsonl "$work/nowhere.jsonl"; code file-error; err nowhere.jsonl
run 5 solve --jsonl "$work"; code file-error
finish
