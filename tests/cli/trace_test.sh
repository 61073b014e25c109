# Tests `carom trace`: the path of one impact, and the forces of a contact model over time.
. "$(dirname "$0")/expect.sh"
trace() { wanted_exit=$1; shift; run "$wanted_exit" trace "$@" --W "$rod_W" --v "$rod_v"; }

# The slip ends at P = (0.6/3.25, ...), compression at P_n = 0.4, and the impact at (0.6, 0.12).
trace 0 --law routh --e 0.5 --mu 0.7; silent_err
out_like '^  slip-sticks +0\.184615 +-0\.129231 +-0\.344615 +0 '
out_like '^  compression-ends +0\.4 +0 +0 +0 +-0\.2 '
out_like '^  end +0\.6 +0\.12 +0\.32 +0 +-0\.168 +-0\.129231 '
trace 0 --law routh --e 0.5 --mu 0.7 --json; lines 1
out '"status":"ok"'; out '"path":[{"event":"start","P":[0,0],"v":[-1,0.6],"dE":0,"work_normal":0},{"event":"slip-sticks"'
trace 1 --law routh --restitution newton --e 0.9 --mu 0.7 --strict
run 0 trace --law routh --e 1 --mu 0 --W "$rod_W" --v '1 0'
trace 3 --law whittaker --e 1 --mu 0; silent_out
trace 3 --law whittaker --e 1 --mu 0 --json; out '"status":"no-path"'
trace 3 --law routh --mu 0 --e 2
# A contact model has forces over time.
if [ -z "$unbuilt" ]; then
    run 3 trace --W "$rod_W" --v "$rod_v"
    run 0 trace --law stronge --e 0.8 --mu 0.5 --W '1 0; 0 3.5' --v '-1 0.6'; out_like '^  duration +2\.82743  s/√kn$'
    run 0 trace --law stronge --e 0.8 --mu 0.5 --W '1 0; 0 3.5' --v '-1 0.6' --json
    run 0 trace --law hertz --k 1e9 --W '1 0; 0 3.5' --v '-1 0.6'; out_like '^  duration +[0-9.e-]+  s$'; out_lacks 'reads only ratios'
    run 3 trace --law hertz --W '1 0; 0 3.5' --v '-1 0.6'; err ' k'
fi
# An option without effect is rejected.
run 2 trace --law routh --e 0.5 --mu 0.7 --W "$rod_W" --v "$rod_v" --plot "$work/p.svg"; code usage
run 2 trace --law routh --e 0.5 --mu 0.7 --W "$rod_W" --v "$rod_v" --no-title; code usage
run 2 trace --slips --mu 0.3 --W '4 1 0.5; 1 3 0.7; 0.5 0.7 2' --strict; code usage
finish
