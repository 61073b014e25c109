# Impulse space for one contact.
. "$(dirname "$0")/expect.sh"

run 0 region --mu 0.5 --W "$rod_W" --v "$rod_v"; silent_err
out 'energy 0.2 J'; out_like 'corner: compression, friction P_t = \+mu P_n'
run 0 region --mu 0.5 --W "$rod_W" --v "$rod_v" --P '0.8 0'
run 0 region --mu 0.5 --W "$rod_W" --v "$rod_v" --P '0.9 0'
run 0 region --mu 0.5 --W "$rod_W" --v "$rod_v" --P '-0.9 0'
run 0 region --mu 0.5 --W "$rod_W" --v "$rod_v" --P '0.8 0' --json; lines 1
out '"centre":[0.4,0]'; out '"impulse":{"P":[0.8,0],"inside":true,"eta":1'; out '"corners":[{"P":['
# Where the impulse lies: the coefficients of law accessible, which give it back.
run 0 region --mu 0.5 --W "$rod_W" --v "$rod_v" --P '0.6 0.12'; out 'e = 0.32, f = 0.318182'
run 0 region --mu 0.5 --W "$rod_W" --v "$rod_v" --P '0.6 0.12' --json; out '"accessible":{"e":0.32'; out_lacks phi
run 0 region --mu 0.5 --W "$rod_W" --v "$rod_v" --P '0.9 0' --json; out '"accessible":null'
run 0 region --mu 0.8 --W '4 1 -1; 1 3 0.5; -1 0.5 2' --v '-1 2 -1' --P '0.4 -0.1 0.05'; out 'phi = 0.059478'
run 0 solve --law accessible --mu 0.8 --e 0.45 --f 0.28208128 --phi 0.05947803 --W '4 1 -1; 1 3 0.5; -1 0.5 2' --v '-1 2 -1'
out_like 'impulse P +0.4 +-0.1 +0.05'
run 0 region --mu 3 --W '10 2 8; 2 4 -1; 8 -1 9' --v '-1 0.6 0'; out_lacks corner
run 0 region --mu inf --W '9 12; 12 16' --v '-3 -4' --json; out '"bounded":false'
run 3 region --W '9 13; 13 16' --v '-3 -4'; code not-psd 'W[0][1]'
run 3 region --W "$rod_W" --v "$rod_v" --mu 0.5 --P '1 2 3'; code bad-value
run 3 region --mu 0.5 --W "$rod_W" --v "$rod_v" --P 'x'; silent_out
run 3 region --mu 0.5 --W "$rod_W" --v "$rod_v" --P '1 inf'; silent_out
run 3 region --W '1e-300 0; 0 1' --v '-1e7 0' --mu 100; code overflow; silent_out
run 2 region; code usage
echo '{"law":"routh","params":{"mu":0.5},"W":[[2.5,-1.5],[-1.5,2.5]],"v":[-1,0.6]}' >"$work/in"
run 0 region -; out 'mu = 0.5'
finish
