# Tests `carom check`, which checks an impulse against the conditions of every impact.
. "$(dirname "$0")/expect.sh"

run 0 check --mu 0.5 --W "$rod_W" --v "$rod_v" --P '0.8 0'
run 0 check --mu 0.5 --W "$rod_W" --v "$rod_v" --P '0.9 0'
run 0 check --mu 0.5 --W "$rod_W" --v "$rod_v" --P '-0.9 0'
run 0 check --mu 0.5 --W "$rod_W" --v "$rod_v" --P '0.8 0' --json; lines 1
# The command prints the coefficients with which the law accessible gives this impulse.
run 0 check --mu 0.5 --W "$rod_W" --v "$rod_v" --P '0.6 0.12'; out_like '^  e +0\.32'; out_like '^  f +0\.318182'
run 0 check --mu 0.5 --W "$rod_W" --v "$rod_v" --P '0.6 0.12' --json; out '"accessible":{"e":0.32'; out_lacks phi
run 0 check --mu 0.5 --W "$rod_W" --v "$rod_v" --P '0.9 0' --json; out '"accessible":null'
run 0 check --mu 0.8 --W '4 1 -1; 1 3 0.5; -1 0.5 2' --v '-1 2 -1' --P '0.4 -0.1 0.05'; out_like '^  phi +0\.059478'
run 0 solve --law accessible --mu 0.8 --e 0.45 --f 0.28208128 --phi 0.05947803 --W '4 1 -1; 1 3 0.5; -1 0.5 2' --v '-1 2 -1'
out_like 'impulse P +0.4 +-0.1 +0.05'
run 3 check --W "$rod_W" --v "$rod_v" --mu 0.5 --P '1 2 3'; code bad-value
run 3 check --mu 0.5 --W "$rod_W" --v "$rod_v" --P 'x'; silent_out
run 3 check --mu 0.5 --W "$rod_W" --v "$rod_v" --P '1 inf'; silent_out
run 0 check --mu 0.5 --W "$rod_W" --v "$rod_v" --P '0.8 0' --json; lines 1; out '"violations":[]'; out '"eta":1'
run 1 check --mu 0.5 --W "$rod_W" --v "$rod_v" --P '0.9 0' --strict; out_like 'energy change dE +0.1125'
run 1 check --mu 0.5 --W "$rod_W" --v "$rod_v" --P '0.9 0.8' --strict --format json; out '"violations":["dE>0","|P_t|>mu P_n"]'
run 0 check --mu inf --W "$rod_W" --v "$rod_v" --P '0.6 0.5' --csv; out 'condition,value,unit,verdict'
run 3 check --W "$rod_W" --v "$rod_v" --P '0.8 0'; code coefficient-missing mu
run 3 check --mu 0.5 --W "$rod_W" --v "$rod_v"; code bad-value
run 2 check; code usage
finish
