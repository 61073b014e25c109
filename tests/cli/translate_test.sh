# What is wanted as what to give: restitution as damping, W as bodies that `solve` reads.
. "$(dirname "$0")/expect.sh"

cat >"$work/same.py" <<'PYTHON'
import json, sys
one, other = (json.load(open(name)) for name in sys.argv[1:])
assert one["mode"] == other["mode"]
off = max(abs(x - y) for key in ("P", "v_after") for x, y in zip(one[key], other[key]))
assert off < 1e-13, off
PYTHON

# There and back, in space: one body, two, rods with and without joints; in the plane.
back() { # W WORDS...
    wanted_W=$1
    shift
    run 0 translate --W "$wanted_W" "$@"; silent_err
    cp "$work/out" "$work/bodies.json"
    run 0 solve "$work/bodies.json" --law routh --mu 0.3 --json
    cp "$work/out" "$work/by_bodies"
    run 0 solve --W "$wanted_W" --v "$v" --law routh --mu 0.3 --json
    python3 "$work/same.py" "$work/by_bodies" "$work/out" || fail "$said: the bodies answer otherwise than W"
}
v='-2 -1 0.4'
back '4 2 0; 2 6 -2; 0 -2 4' --to bodies --v "$v" arm=0.1
grep -q '"fixed"' "$work/bodies.json" || fail 'a generic W takes one body'
back '4 2 0; 2 6 -2; 0 -2 4' --to two-bodies --v "$v"
back '4 2 0; 2 6 -2; 0 -2 4' --to rods --v "$v" M_c=5
back '4 2 0; 2 6 -2; 0 -2 4' --to rods --v "$v"
back '1 0 0; 0 1 0; 0 0 3' --to bodies --v "$v"
grep -q 'double' "$work/bodies.json" || fail 'a double eigenvalue takes two bodies, and the file says why'
v='-1 0.6'
back '2.5 -1.5; -1.5 2.5' --to bodies --v "$v" arm=2
v='-1 0'
back '2.5 -1.5; -1.5 2.5' --to bodies

# Refusals.
run 3 translate --to bodies --W '1 2; 2 1'; err 'not positive semi-definite'
run 3 translate --to two-bodies --W '1 0 0; 0 1 0; 0 0 0'; err 'singular'
run 3 translate --to rods --W '4 2 0; 2 6 -2; 0 -2 4' M_c=0.1; err 'make it heavier'
run 3 translate --to rods --W '2.5 -1.5; -1.5 2.5'; err 'three rows'
run 3 translate --to bodies --W '1 0; 0 1' arm=-1; err 'arm='
run 3 translate --to bodies --W '1 0; 0 1' wing=1; err '"wing=1" is not arm='
run 2 translate --to bodies; err '--to bodies wants --W'
run 2 translate --to wheels; err 'bodies, two-bodies or rods'

if "$carom" laws spring-dashpot | grep -q 'zeta'; then
    run 0 translate --to spring-dashpot e=0.8; out 'e_back'
fi
finish
