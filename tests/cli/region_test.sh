# Tests `carom region`: the accessible region in impulse space for one contact.
. "$(dirname "$0")/expect.sh"

run 0 region --mu 0.5 --W "$rod_W" --v "$rod_v"; silent_err
out_like '^  energy +0\.2  J$'; out_like 'corner: compression, friction P_t = \+mu P_n'
run 0 region --mu 0.5 --W "$rod_W" --v "$rod_v" --format json; lines 1; out '"centre":[0.4,0]'; out '"corners":[{"P":['
run 0 region --mu 3 --W '10 2 8; 2 4 -1; 8 -1 9' --v '-1 0.6 0'; out_lacks corner
run 0 region --mu inf --W '9 12; 12 16' --v '-3 -4' --json; out '"bounded":false'
run 3 region --W '9 13; 13 16' --v '-3 -4'; code not-psd 'W[0][1]'
run 3 region --W '1e-300 0; 0 1' --v '-1e7 0' --mu 100; code overflow; silent_out
run 2 region; code usage
echo '{"law":"routh","params":{"mu":0.5},"W":[[2.5,-1.5],[-1.5,2.5]],"v":[-1,0.6]}' >"$work/in"
run 0 region -; out_like '^  mu +0\.5'
finish
