#!/bin/sh
# Writes docs/laws/img: a picture for each law page. figures.txt in this folder lists for each law a checksum of the data of
# the picture and the command that draws it. Writes the picture of README.md likewise, with the checksum in a comment.
#   tools/law_pictures.sh CAROM           makes them
#   tools/law_pictures.sh CAROM "" LAW    makes one
#   tools/law_pictures.sh CAROM --check   checks that every page shows its picture and every picture is up to date
set -eu
binary=$1
check=${2:-}
only=${3:-*}
cd "$(dirname "$0")/.."
images=docs/laws/img
list=$images/figures.txt
mkdir -p "$images"
bad=0

carom() { "$binary" "$@"; }

is_model() { grep -qF "\"$1\"" src/tables/compliant_laws.def; }

# Prints the command of the picture of a law, up to the name of the file. For a law that is not in the list the picture
# shows the example of the page: its history for a contact model, its impulse plane for another law.
command_of() {
    command=$(sed -n "s/^$1 [0-9a-z]* //p" "$list")
    if is_model "$1"; then verb=trace; else verb=draw; fi
    [ "$command" ] || command="carom $verb $(sed -n 's/^\$ carom solve //p' "docs/laws/$1.md" | head -n 1)"
    echo "$command"
}

# Prints a checksum of the numbers of the picture that a command draws, rounded to six digits.
data_of() {
    eval "$1 --csv" |
        awk -F, 'NR > 1 { for (i = NF - 1; i <= NF; i++) printf "%.6g ", ($i < 0 ? -$i : $i) < 1e-9 ? 0 : $i; print $2 }' |
        cksum | cut -d' ' -f1
}

# listed LAW SUM COMMAND: the list has this line, or gets it.
listed() {
    grep -qxF "$1 $2 $3" "$list" && return
    [ "$check" ] && { echo "the picture of $1 is out of date"; bad=1; return; }
    { grep -v "^$1 " "$list" || true; echo "$1 $2 $3"; } | LC_ALL=C sort >"$list.new"
    mv "$list.new" "$list"
}

# same PAGE SUM: the page has this checksum below its picture, or gets it.
same() {
    [ "$check" ] || sed -i "s/^<!-- data .*-->$/<!-- data $2 -->/" "$1"
    grep -qxF "<!-- data $2 -->" "$1" || { echo "the picture of $1 is out of date"; bad=1; }
}

out_of() { case $1 in *"carom trace"*) echo --plot ;; *) echo -o ;; esac; }

for page in docs/laws/$only.md; do
    law=$(basename "$page" .md)
    # These two pages do not describe a law.
    case $law in index | routh-in-space) continue ;; esac
    command=$(command_of "$law")
    if [ "$check" ]; then
        carom laws "$law" >/dev/null 2>&1 || continue
        grep -qF "src=\"img/$law.png\"" "$page" || { echo "$page does not show img/$law.png"; bad=1; }
    else
        eval "$command $(out_of "$command") $images/$law.png" >/dev/null
    fi
    # Results of contact models have a tolerance, so their numbers are not compared.
    if is_model "$law"; then sum=none; else sum=$(data_of "$command"); fi
    listed "$law" "$sum" "$command"
done

# The picture of two cars in README.md, drawn from the file that README.md shows.
if [ "$only" = "*" ]; then
    work=$(mktemp -d)
    sed -n '/^```json$/,/^```$/p' README.md | sed -n '2,/^```$/p' | sed '/^```/d' >"$work/cars.json"
    command=$(sed -n 's/.*`\(carom draw cars.json .*\) -o cars.svg`.*/\1/p' README.md | sed "s#cars.json#$work/cars.json#")
    [ "$check" ] || for kind in light dark; do
        eval "$command $([ $kind = light ] || echo --dark) -o docs/images/impact-$kind.png" >/dev/null
    done
    same README.md "$(data_of "$command")"
    rm -r "$work"
fi
[ $bad = 0 ] || echo "make them again: tools/law_pictures.sh $binary"
exit $bad
