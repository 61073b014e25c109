# Tests `carom trace --slips` for a 3D contact, and the law routh in 3D with other verbs.
. "$(dirname "$0")/expect.sh"
W='4 1 0.5; 1 3 0.7; 0.5 0.7 2'

run 0 trace --slips --mu 0.3 --W "$W"; silent_err
out_like '^  critical mu_static +0\.332797'
out_like '0\.898839 +0\.438279 .* divergent +attracted'
run 0 trace --slips --mu 0.4 --W "$W"; out_lacks 'divergent'
run 0 trace --slips --mu 0.3 --mu_static 0.4 --W "$W"
run 0 trace --slips --mu 0.3 --W "$W" --json; lines 1
out '"mu_critical":0.33279711108697'; out '"holds":false'; out '"kind":"divergent"'; out '"trajectories":[[[1,0],['
run 0 trace --slips --mu 0.4 --W "$W" --json; out '"escape":null'
run 0 trace --slips --mu 0.3 --W '1 0 0; 0 3.5 0; 0 0 3.5'
run 3 trace --slips --mu 0.3 --W "$rod_W"; err '3 x 3'
run 3 trace --slips --mu inf --W "$W"; err 'finite mu'
run 3 trace --slips --mu 0.3 --W '-4 1 0.5; 1 3 0.7; 0.5 0.7 2'; err 'negative'
run 2 trace --slips --mu 0.3; code usage
run 3 trace --slips --mu 0.3 --v '-1 0 0'; code bad-value
run 2 trace --slips --nonsense

# The slip turns by more than 180 degrees, so its curve has many points.
run 0 trace --law routh --mu 0.15 --e 1 --W '4 2 0; 2 6 -2; 0 -2 4' --v '-2.92 -1 0' --json; lines 1
out '"event":"passes"'; out '"event":"compression-ends"'; out '"mode":"sliding"'
run 0 solve --law routh --mu 0.15 --e 1 --W '4 2 0; 2 6 -2; 0 -2 4' --v '-2.92 -1 0'; out_like 'impulse P +1\.46203 +-0\.11033'
finish
