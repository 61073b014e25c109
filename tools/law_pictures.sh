#!/bin/sh
# Makes docs/laws/img: for each law page the problem it solves, drawn in the plane of impulses.
#   tools/law_pictures.sh CAROM           makes them (needs python3)
#   tools/law_pictures.sh CAROM "" LAW    makes one
#   tools/law_pictures.sh CAROM --check   says whether every page shows its picture, and every picture still its data
set -eu
carom=$1
check=${2:-}
only=${3:-*}
cd "$(dirname "$0")/.."
images=docs/laws/img
mkdir -p "$images"
bad=0

# The words of a page's own command. Smith's is in space, where it has no path to draw.
words_of() {
    case $1 in
    smith) echo '--law smith --e 0.5 --mu 0.7 --W "2.5 -1.5; -1.5 2.5" --v "-1 0.6"' ;;
    *) sed -n 's/^\$ carom solve //p' "docs/laws/$1.md" | head -n 1 ;;
    esac
}

# A sum over the numbers of a picture, to six digits. Contact devices promise a tolerance, not bits: theirs is none.
data_of() {
    grep -qF "\"$1\"" include/carom/compliant_laws.def && { echo none; return; }
    eval "\"$carom\" draw $(words_of "$1") --csv" |
        awk -F, 'NR > 1 { for (i = NF - 1; i <= NF; i++) printf "%.6g ", ($i < 0 ? -$i : $i) < 1e-9 ? 0 : $i; print $2 }' |
        cksum | cut -d' ' -f1
}

for page in docs/laws/$only.md; do
    law=$(basename "$page" .md)
    # Two pages are of no one law; the example of eigen-spring shows that it has no answer; split-mass has no path.
    case $law in index | routh-in-space | eigen-spring | split-mass) continue ;; esac
    picture=$images/$law.svg
    if [ "$check" ]; then
        "$carom" laws "$law" >/dev/null 2>&1 || continue
        grep -qF "src=\"img/$law.svg\"" "$page" || { echo "$page does not show img/$law.svg"; bad=1; }
        grep -qF "<!-- data $(data_of "$law") -->" "$picture" || { echo "$picture is out of date"; bad=1; }
    else
        eval "\"$carom\" draw $(words_of "$law") -o $images/$law.raw.svg"
        python3 tools/squeeze_svg.py "$images/$law.raw.svg" "$picture"
        rm "$images/$law.raw.svg"
        echo "<!-- data $(data_of "$law") -->" >>"$picture"
    fi
done
[ $bad = 0 ] || echo "make them again: tools/law_pictures.sh $carom"
exit $bad
