# Tests the studies of examples/sweeps with fewer samples: they run, and their reports contain the known results.
. "$(dirname "$0")/../cli/expect.sh"
examples=$(cd "$(dirname "$0")/../../examples/sweeps" && pwd)
cd "$work" || exit 1

# Correlated speeds. The correlation of the inputs, 0.6 / (1 * 0.9), follows from the covariance in the study.
run 0 sweep "$examples/two_cars.json" -o cars.h5 --samples 50000
run 0 report cars.h5; out_like 'routh +8\.7[0-9]+ +0\.81'; out_like 'routh +bodies\[0\]\.velocity\.size +0\.75'

# routh with Newton's restitution and Whittaker's law gain energy. The other laws below never do.
run 0 sweep "$examples/rods.json" -o rods.h5 --samples 50000
run 0 report rods.h5
out_like 'routh-newton +50000 +0\.[0-9]'; out_like 'whittaker +50000 +0\.[0-9]'
for law in routh-poisson routh-energetic brach smith chatterjee1 chatterjee2 chatterjee3 pfeiffer-glocker; do
    out_like "$law +50000 +0 "
done
run 0 report rods.h5 --replay 1 --law routh-newton; cp out worst.json
run 0 solve worst.json --json; out '"violations":["dE>0"]'

run 0 sweep "$examples/planar.json" -o planar.h5 --samples 100000; err '100000 of 100000'
run 2 report "$work/nowhere.h5" -o "$work/p.gif"; err 'ends in .svg, .pdf or .png' # before anything is read
finish
