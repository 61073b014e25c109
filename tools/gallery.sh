#!/bin/sh
# Writes docs/gallery.md and its pictures: each figure in small size, with the command that draws it.
#   tools/gallery.sh CAROM           makes them
#   tools/gallery.sh CAROM --check   fails if the text of docs/gallery.md is out of date
set -eu
carom=$1
cd "$(dirname "$0")/.."
check=${2:-}
images=docs/images/gallery
page=docs/gallery.md
if [ "$check" ]; then
    images=$(mktemp -d)
    page=$images/gallery.md
fi
mkdir -p "$images"

rod='--W "2.5 -1.5; -1.5 2.5" --v "-1 0.6"'
bar='--W "4 0; 0 1" --v "-1 0"'

# Commands that print a result write their picture with --plot, the others with -o.
out_of() { case $1 in trace* | solve*) echo --plot ;; *) echo -o ;; esac; }
# Draw two pixels per point and show the picture at half size, so that it is sharp on any screen.
scale_of() { case $1 in trace* | impact*) ;; *) echo --scale 2 ;; esac; }

# show NAME WORDS COMMAND: writes the picture NAME with the caption WORDS and the command.
show() {
    printf '<img src="images/gallery/%s.png" width="460" alt="">\n\n*%s:* `%s`\n\n' "$1" "$2" "carom $3 $(out_of "$3") $1.svg"
    [ "$check" ] || eval "\"$carom\" $3 $(scale_of "$3") $(out_of "$3") $images/$1.png" >/dev/null
}

{
    cat <<'END'
<!-- made by tools/gallery.sh -->
# Gallery

This page shows pictures that carom draws, each with its command. It is for users who want to draw similar pictures. The extension of the file name selects SVG, PDF or PNG.
`--dark` draws on a dark background, and `--csv` writes the data of the picture. `carom reproduce -o DIRECTORY` draws the figures of [papers](papers.md).

END
    show scene 'Two cars to scale, before and after the impact' 'draw examples/two_cars.json --scene'
    show views 'A billiard ball at a cushion, from three sides' 'draw examples/billiard_cushion.json --scene'
    show impact 'The results of all laws for one impact' \
        "draw $rod --e 0.9 --e_t 0.4 --mu 0.45 --restitution energetic --laws all"
    show poisson 'The impulse path of a falling rod' "draw examples/falling_rod.json"
    show dark 'A slip that reverses, on a dark background' "draw $rod --e 0.5 --mu 0.4 --laws routh,smith --dark"
    show outcomes 'All solutions of one law' \
        'draw --all-solutions --law glocker --e_n 0.5 --mu 2 --W "2.5 -1.5; -1.5 2.5" --v "0 -0.2"'
    show space '3D: the slip turns by more than 180 degrees' \
        'draw --law routh --e 1 --mu 0.15 --W "4 2 0; 2 6 -2; 0 -2 4" --v "-2.92 -1 0"'
    show recompression '3D: compression ends, resumes and ends again' \
        'draw --law routh --e 1 --mu 1.8 --W "14 16 0; 16 21 3; 0 3 5" --v "-0.38 0.1 -2"'
    show history "Forces of Stronge's contact model over time" \
        'trace --law stronge --e 0.8 --mu 0.5 --W "1 0; 0 3.5" --v "-1 1.6"'
    show contacts 'Two contacts during a foot strike' 'solve examples/impact/walker_lands.json --law hm-differential'
    show cradle "Newton's cradle: possible results and methods" 'solve examples/impact/cradle.json --spread 1000'
    show gain "Energy gain of Newton's restitution for a bar" \
        "map --law routh --restitution newton --e 0.9 --mu 0.5 $bar --x ratio=-4:4:721 --y angle=0:180:721 --show gain"
    show modes 'Contact modes of the same bar with more friction' \
        "map --law routh --e 0.5 --mu 1.5 $bar --x ratio=-8:8:721 --y angle=0:180:721"
    show disagreement 'The difference between Routh and Smith' \
        "map --law routh --e 0.5 --mu 0.5 $bar --x ratio=-3:3:361 --y angle=0:180:361 --show disagreement --second-law smith"
    show painleve "Painlevé's paradox of a sliding rod" \
        'map examples/leaning_rod.json --gravity 9.81 --show forces --x bodies[0].centre.angle.deg=5:85:321 --y mu=0:4:321'

} >"$page"

if [ "$check" ]; then
    cmp "$page" docs/gallery.md
    rm -r "$images"
else
    # A figure of another page.
    "$carom" reproduce machado factors --format png --scale 2 -o "$images" >/dev/null
    rm -f "$images"/*.csv
    du -sh "$images"
fi
