# The path of one impact.
. "$(dirname "$0")/expect.sh"
trace() { wanted_exit=$1; shift; run "$wanted_exit" trace "$@" --W "$rod_W" --v "$rod_v"; }

# Slip ends at P = (0.6/3.25, ...), compression at P_n = 0.4, the end at (0.6, 0.12).
trace 0 --law routh --e 0.5 --mu 0.7; silent_err
out_like '^  slip-sticks +0\.184615 +-0\.129231 +-0\.344615 +0 '
out_like '^  compression-ends +0\.4 +0 +0 +0 +-0\.2 '
out_like '^  end +0\.6 +0\.12 +0\.32 +0 +-0\.168 +-0\.129231 '
trace 0 --law routh --e 0.5 --mu 0.7 --json; lines 1
out '"status":"ok"'; out '"path":[{"event":"start","P":[0,0],"v":[-1,0.6],"dE":0,"work_normal":0},{"event":"slip-sticks"'
trace 1 --law routh --restitution newton --e 0.9 --mu 0.7 --strict
run 0 trace --law routh --W "$rod_W" --v '1 0'; out 'no path'
trace 3 --law whittaker; err 'no path to trace'; silent_out
trace 3 --law whittaker --json; out '"status":"no-path"'
trace 3 --law routh --e 2; err 'e = 2 is outside'
finish
