# Tests `carom convert`: damping for a restitution and coefficients of other laws; and `carom explain --bodies`, whose
# bodies have a given W.
. "$(dirname "$0")/expect.sh"

cat >"$work/same.py" <<'PYTHON'
import json, sys
one, other = (json.load(open(name)) for name in sys.argv[1:])
assert one["mode"] == other["mode"]
off = max(abs(x - y) for key in ("P", "v_after") for x, y in zip(one[key], other[key]))
assert off < 1e-13, off
PYTHON

# back W WORDS...: makes bodies for W and solves them, which must give the result for W. Bodies are one body, two
# bodies, and rods with and without joints.
back() {
    wanted_W=$1
    shift
    run 0 explain --W "$wanted_W" "$@"; silent_err
    cp "$work/out" "$work/bodies.json"
    run 0 solve "$work/bodies.json" --law routh --e 1 --mu 0.3 --json
    cp "$work/out" "$work/by_bodies"
    run 0 solve --W "$wanted_W" --v "$v" --law routh --e 1 --mu 0.3 --json
    python3 "$work/same.py" "$work/by_bodies" "$work/out" || fail "$said: the bodies answer otherwise than W"
}
v='-2 -1 0.4'
back '4 2 0; 2 6 -2; 0 -2 4' --bodies one --v "$v" --arm 0.1
grep -q '"fixed"' "$work/bodies.json" || fail 'a generic W takes one body'
back '4 2 0; 2 6 -2; 0 -2 4' --bodies two --v "$v"
back '4 2 0; 2 6 -2; 0 -2 4' --bodies rods --v "$v" --M-c 5
back '4 2 0; 2 6 -2; 0 -2 4' --bodies rods --v "$v"
back '1 0 0; 0 1 0; 0 0 3' --bodies one --v "$v"
grep -q 'double' "$work/bodies.json" || fail 'a double eigenvalue takes two bodies, and the file says why'
v='-1 0.6'
back '2.5 -1.5; -1.5 2.5' --bodies one --v "$v" --arm 2
v='-1 0'
back '2.5 -1.5; -1.5 2.5' --bodies one

# Errors.
run 3 explain --bodies one --W '1 2; 2 1'; code not-psd 'W[0][1]'
run 3 explain --bodies two --W '1 0 0; 0 1 0; 0 0 0'; code bad-value
run 3 explain --bodies rods --W '4 2 0; 2 6 -2; 0 -2 4' --M-c 0.1; code bad-value
run 3 explain --bodies rods --W '2.5 -1.5; -1.5 2.5'; code bad-value
run 3 explain --bodies one --W '1 0; 0 1' --arm -1; code bad-value; err 'arm'
run 2 explain --bodies one; code usage; err '--W'
run 2 convert --to wheels; code usage; err mujoco-solref

# Options set the coefficients of the contact model. With the damping that is found, the model must return the wanted e.
if [ -z "$unbuilt" ]; then
    run 0 convert --to lammps-hertz-history e=0.8 kn=2e5 m=0.01 --R_eff 0.005 --json; out '"R_eff":0.005'
    gamma=$(sed 's/.*"cn":\([^,]*\),.*/\1/' "$work/out")
    run 0 solve --law lammps-hertz-history --mu 0 --kn 2e5 --cn "$gamma" --R_eff 0.005 --W '100 0; 0 350' --v '-1 0' --json
    out_like '"v_after":\[0\.(8|79999999|80000000)'
    run 0 convert --to tsuji --e 0.5 --p 2 --json; out '"p":2'
    run 3 convert --to tsuji e=0.5 --R_eff 2
    run 2 convert --to tsuji e=0.5 --e 0.6
fi
# --r_n is another name for e.
run 0 compare --r_n 0.25 --mu 0 --W '1 0; 0 3.5' --v '-1 0' --json; out '"law":"frictionless","params":{"e":0.25}'; out '"v_after":[0.25,0]'

# Conversions for one impact. The rod sticks during compression, so Poisson's e = 0.75 is Newton's e = 0.48. By hand
# this is k2 p_c e = 1.6 * 0.4 e.
impact() { # impact EXIT WORDS...
    exit_wanted=$1
    shift
    run "$exit_wanted" convert "$@" --W "$rod_W" --v "$rod_v" --mu 0.7
}
impact 0 --from poisson --e 0.75; out 'e = 0.48'; out_like 'newton  *0.48  *0.7  *0.8 '
out 'bullet, ode'; silent_err
impact 0 --from poisson --to newton --e 0.75 --json; out '"name":"newton"'; out '"case":"invertible"'; out '"e":0.48'
impact 0 --from poisson --to newton --e 0.75 --csv; out_like '^newton,0.48'
impact 0 --from newton --to bullet e=0.36; out whittaker; out 'e = 0.36, mu = 0.7'; out_like '0\.6 .*0\.83666'
impact 0 --from bullet --to dart --e 0.5 --json; out '"law":null,"case":"not-applicable"'
impact 0 --law whittaker --mu 0 --e 0.9; out 'sticking, dE = 0.053125 J'
impact 0 --law routh --mu 0 --restitution energetic --e 0.5 --json; out '"from":"energetic","law":"routh"'
# The equivalent coefficients for an engine: v_n' = 0.32, P_t/P_n = 0.12/0.6. If friction pushes along the final slip,
# none exist.
impact 0 --from poisson --e 0.5 --json; out_like '"equivalent":{"e":0.3200*[0-9]?,"mu":0.2000*[0-9]?,"reached":true'; out '"e_max_alone":0.8'
run 0 convert --from poisson --e 0.9 --mu 0.3 --W '2.5 -1.5; -1.5 1.5' --v '-1 1.1' --json; out '"reached":false'
run 0 convert --from poisson --e 0.9 --mu 0.3 --W '2.5 -1.5; -1.5 1.5' --v '1 1.1' --json; out '"equivalent":null'
impact 3 --from bulet; code unknown-law; err '"bullet"'
impact 3 --e -0.5; code coefficient-range; err 'e = -0.5'
impact 3 --from dart; code not-applicable; err DART
impact 3 --to newton zeta=3; code bad-value; err '"zeta=3"'
run 0 convert --from newton --to jolt --e 0.5 --mu 0.2 --W '1 0; 0 3.5' --v '-0.1 1'; out '1 m/s'
run 0 convert --from poisson --to newton --e 0.5 --mu 0.8 --W '1 2; 2 4' --v '-1 -2' --json; out '"case":"singular"'
run 3 convert --from newton --W '1 2; 2 1' --v '-1 0'; code not-psd
# In 3D each engine has its own friction model. The result of ODE's box friction is not that of whittaker's cone.
space='2 0.5 -0.3; 0.5 3 0.8; -0.3 0.8 4'
run 0 convert --from ode --to whittaker --e 0.5 --mu 0.3 --W "$space" --v '-1 3 2' --json; out '"case":"unlike"'
run 0 convert --from ode --to ode --e 0.5 --mu 0.3 --W "$space" --v '-1 3 2'; out 'e = 0.5, mu = 0.3'
run 0 laws --engines; out_like 'bullet  *whittaker  *one-direction  *product'
# Rapier computes sub-stepped, whose mu is found by bisection.
run 0 laws sub-stepped; out 'Rapier (0.21)'
run 0 convert --from bullet --to rapier --e 0.75 --mu 0.3 --W "$rod_W" --v '-1 -1.6333' --json; out '"law":"sub-stepped"'
mu=$(sed -n 's/.*"e":0.75[0-9]*,"mu":\([0-9.]*\).*/\1/p' "$work/out")
run 0 solve --law sub-stepped --e 0.75 --mu "$mu" --W "$rod_W" --v '-1 -1.6333' --json; out_like '"P":\[0.85365853658[0-9]*,0.2560975609[0-9]*\]'
run 0 convert --from bullet --to rapier --e 0.75 --mu 0.3 --W "$rod_W" --v '-1 0.6' --json; out '"case":"unlike"'

if "$carom" laws spring-dashpot | grep -q 'zeta'; then
    run 0 convert --to spring-dashpot e=0.8; out 'e_back'
    run 0 convert --to mujoco-solref e=0.6 kn=160000 m=2; out_like '^  e_back +0\.6$' # of the contact with this kn and m
    # From a contact model: its e in a direct impact is converted to the coefficients of one other model, or of all
    # models.
    run 0 convert --from tsuji --cn 0.3 --to spring-dashpot m=0.2 kn=1e5; out 'e = 0.6778047873 '; out_like '^  e_back +0\.67780478'
    run 0 convert --from adams-impact --cn 0.5 v=2; out_like '^  adams-impact +kn = 1, p = 1\.5, depth = 0\.1, cn = 0\.5,'
    run 0 convert --from hertz; out_like '^ *series-dashpot  *[a-z]'
    run 0 convert --from thornton --depth 0.1 --to tsuji --json; out '"from":"thornton"'
    run 0 convert --from viscoelastic --cn 0.2 --json; out '"to":"thornton"'
    # If an impact is given, the contact model is simulated in this impact.
    run 0 convert --from tsuji --kn 1 --kt 1 --cn 0.5 --mu 0.5 --to newton --W '1 0; 0 3.5' --v '-1 0.6'
    out 'cn = 0.5, mu = 0.5'; out 'e = 0.539421, f ='
    run 0 convert --from tsuji --kn 1 --kt 1 --cn 0.5 --mu 0.5 --to spring-dashpot --W '1 0; 0 3.5' --v '-1 0.6'
    out_like '^  spring-dashpot +0\.539421 '
    run 0 convert --from newton --e 0.5 --mu 0 --to thornton --W '1 0; 0 3.5' --v '-1 0.6' --json; out '"v_after":[0.49999999999'
    # Conversions without a result, and their reasons.
    run 3 convert --from routh --to tsuji; code unknown-law; err '--from'; err '"routh"'
    run 3 convert --from tsujy --to tsuji; code unknown-law; err '"tsuji"'
    run 3 convert --from tsuji e=0.5; code bad-value; err '"tsuji"'
    run 3 convert --from tsuji --e 0.5; code coefficient-unused; err '"tsuji"'
    run 3 convert --from tsuji --cn 1 --to thornton v=-1; code bad-value
    run 3 convert --from tsuji --cn 9 --tension allowed --to thornton; code not-applicable
    run 3 convert --to series-dashpot e=1; code not-applicable; err 'e = 1'
    run 3 convert --from newton --e 0 --mu 0 --to tsuji --W '1 0; 0 3.5' --v '-1 0.6'; code not-applicable
    run 2 convert; code usage; err '--to'
    run 0 convert --to mujoco --e 0.5 --mu 0 --W '1 0; 0 3.5' --v '-1 0'; out 'solref="-4000000 -1021.102551" solreffriction="-1 -4000"'
    run 0 convert --to mujoco --e 0.5 --mu 0 --W '1 0; 0 3.5' --v '-1 0' omega=100 --json; out '"solref":[-10000,-51.0551'
    out 'only a contact <pair> has solreffriction'
    run 3 convert --to mujoco --e 0 --mu 0 --W '1 0; 0 3.5' --v '-1 0'; code bad-value
fi
finish
