#!/bin/sh
# Writes docs/laws/img: a picture for each law page, drawn by the command that the page shows under its picture.
#   tools/law_pictures.sh CAROM           makes them (needs python3)
#   tools/law_pictures.sh CAROM "" LAW    makes one
#   tools/law_pictures.sh CAROM --check   checks that every page shows its picture and every picture is up to date
set -eu
binary=$1
check=${2:-}
only=${3:-*}
cd "$(dirname "$0")/.."
images=docs/laws/img
mkdir -p "$images"
bad=0

carom() { "$binary" "$@"; }

# Prints the command under the picture of a page, `carom draw` or `carom history`, up to the name of the file. For a
# page without a picture it prints a command for the example of the page.
command_of() {
    command=$(sed -n '/^<img /,/^## /s/^\(.*carom .*\) \(-o\|--plot\) .*/\1/p' "docs/laws/$1.md" | head -n 1)
    [ "$command" ] || command="carom draw $(sed -n 's/^\$ carom solve //p' "docs/laws/$1.md" | head -n 1)"
    echo "$command"
}

# Prints a checksum of the numbers of a picture, rounded to six digits. Results of contact models have a tolerance, so
# it prints "none" for these.
data_of() {
    grep -qF "\"$1\"" src/tables/compliant_laws.def && { echo none; return; }
    eval "$(command_of "$1") --csv" |
        awk -F, 'NR > 1 { for (i = NF - 1; i <= NF; i++) printf "%.6g ", ($i < 0 ? -$i : $i) < 1e-9 ? 0 : $i; print $2 }' |
        cksum | cut -d' ' -f1
}

out_of() { case $1 in *"carom history"*) echo --plot ;; *) echo -o ;; esac; }

for page in docs/laws/$only.md; do
    law=$(basename "$page" .md)
    # These two pages do not describe a law.
    case $law in index | routh-in-space) continue ;; esac
    picture=$images/$law.svg
    if [ "$check" ]; then
        carom laws "$law" >/dev/null 2>&1 || continue
        grep -qF "src=\"img/$law.svg\"" "$page" || { echo "$page does not show img/$law.svg"; bad=1; }
        grep -qF "<!-- data $(data_of "$law") -->" "$picture" || { echo "$picture is out of date"; bad=1; }
    else
        command=$(command_of "$law")
        eval "$command $(out_of "$command") $images/$law.raw.svg" >/dev/null
        python3 tools/squeeze_svg.py "$images/$law.raw.svg" "$picture"
        rm "$images/$law.raw.svg"
        echo "<!-- data $(data_of "$law") -->" >>"$picture"
    fi
done
[ $bad = 0 ] || echo "make them again: tools/law_pictures.sh $binary"
exit $bad
