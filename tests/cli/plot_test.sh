# Tests pictures of results.
. "$(dirname "$0")/expect.sh"
examples=$(dirname "$0")/../../examples

# drawn FILE: checks that the picture exists, or that the command reported that this build cannot draw.
drawn() { [ -s "$1" ] || grep -qF 'Cairo was not found' "$work/err" || fail "$said: no picture"; }
fine=0
"$carom" draw "$examples/falling_rod.json" -o "$work/probe.svg" 2>"$work/err" >"$work/out" || fine=5

run $fine solve "$examples/impact/walker_lands.json" --law hm-differential --plot "$work/walker.svg"
out 'rebound'; drawn "$work/walker.svg"
run 2 solve "$examples/impact/walker_lands.json" --law all --plot "$work/all.svg"; err 'has no effect'

if [ "$unbuilt" ]; then
    run 3 trace --law stronge --e 1 --mu 0 --W '1 0; 0 3.5' --v '-1 1.6' --plot "$work/h.svg"
else
    run $fine trace --law stronge --e 0.8 --mu 0.5 --W '1 0; 0 3.5' --v '-1 1.6' --plot "$work/h.svg"
    out 'stick'; drawn "$work/h.svg"
fi
run 2 trace "$work/nowhere.json" --plot "$work/p.gif"; err 'ends in .svg, .pdf or .png' # before the input is read
finish
