#!/bin/sh
# Writes tests/golden/*.json and tests/{compliant,fit,motion,papers}/golden/*.json, the golden files of a clone. They
# are made from the complete golden files in $CAROM_GOLDEN, or in ../shared/golden next to the project. Cases are kept
# complete and unchanged, one per line. Only the "about" of a thinned file is changed, to state this.
#   tools/thin_golden.sh          writes tests/golden
#   tools/thin_golden.sh --check  only compares
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
from=${CAROM_GOLDEN:-$root/../shared/golden}
to=$root/tests/golden
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# thin NAME RULE CONDITION: keeps the cases for which the awk condition is true. n is the number of the case, from 0.
thin() {
    awk -v rule="$2" '
        BEGIN { last = "" }
        NR == 1 { sub(/",$/, " Thinned copy: " rule ".\","); print; next }
        /^\{"id"/ { n = cases++; if ('"$3"') { sub(/,$/, ""); if (last != "") print last ","; last = $0 } next }
        /^\]/ { print last }
        { print }
    ' "$from/$1.json" >"$work/$1.json"
}

# folder NAME: prints the folder of the copy of a file.
folder() {
    case $1 in
    restitution_1d | compliant_* | hertz_mindlin | modal | devices2) echo "$root/tests/compliant/golden" ;;
    pucks_synthetic) echo "$root/tests/fit/golden" ;;
    papers) echo "$root/tests/papers/golden" ;;
    motion) echo "$root/tests/motion/golden" ;;
    *) echo "$to" ;;
    esac
}

for name in restitution_1d compliant_2d compliant_3d hertz_mindlin modal devices2; do
    cat "$from/$name.json" >"$work/$name.json"
done
for name in pucks_synthetic papers motion; do cat "$from/$name.json" >"$work/$name.json"; done
for name in wang_mason shen_townsend routh3d mechanism multi_poisson engine_laws translate derivatives lzb; do cat "$from/$name.json" >"$work/$name.json"; done
thin random2d "every 33rd problem, all its laws" 'substr($0, 8, 4) % 33 == 0'
thin chatterjee "every 5th case, and every case without or with several solutions or a singular W in the plane" \
    'n % 5 == 0 || /"status"|solutions"|-singular2-/'
thin payr_glocker "every 4th case, and every case with several solutions" 'n % 4 == 0 || /"lcp_solutions"/'
thin multi_hm "every 4th case, and every case without or with several solutions" \
    'n % 4 == 0 || /"status": *"(several|no-solution)"/'
thin multi_lcp "every 5th case, and every case without or with several solutions" \
    'n % 5 == 0 || /"status": *"(several|no-solution)"/'
thin sequences "all but the rack of six balls, every other case" 'n % 2 == 0 && !/"id": *"rack6/'
thin chain_three_link "the sweeps of figures 4 to 6, an algebraic one of figure 7, and one equal to it" \
    '/"id": *"parallel-(fig7-e0-(whittaker|brach)|fig4-6-e0.9-[a-z]*)"/'

for file in "$work"/*.json; do
    if [ "${1:-}" = --check ]; then
        cmp "$file" "$(folder "$(basename "$file" .json)")/${file##*/}"
    else
        cat "$file" >"$(folder "$(basename "$file" .json)")/${file##*/}"
    fi
done
