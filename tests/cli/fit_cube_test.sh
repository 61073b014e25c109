# Tests fits of measured impacts of bodies in 3D. The sanitizer build skips this script, because it takes ten times as
# long there.
. "$(dirname "$0")/expect.sh"
"$carom" fit </dev/null 2>&1 | grep -q 'made without cminpack' && exit 77

# The cube tosses. The errors of the laws must lie within the 95 % intervals of the prototype (docs/reality.md).
cube="$(dirname "$0")/../../examples/cube_tosses/corner_impacts.csv"
run 0 fit "$cube" --mass 1 --inertia 1.0213 --columns group=toss --laws routh,deferred,frictionless --quick --json
python3 - "$work/out" <<'END' || fail 'the cube has other errors'
import json, sys
answer = json.load(open(sys.argv[1]))
checks, laws = answer["checks"], {law["name"]: law for law in answer["laws"]}
assert answer["impacts"] == 482 and answer["groups"] == 350 and checks["alarms"] == []
assert abs(checks["floor"]["mean"] - 0.0137) < 5e-5, checks["floor"]
for name, low, high in (("routh poisson", 0.043, 0.048), ("routh energetic", 0.043, 0.048), ("deferred cone", 0.0488, 0.0532),
                        ("deferred box", 0.0844, 0.0931), ("frictionless", 0.2467, 0.2682)):
    mean, below, above = laws[name]["heldout_error"]
    assert low <= mean <= high and below < mean < above, (name, mean)
assert laws["routh poisson"]["rejected"] and abs(laws["routh poisson"]["params"]["mu"]["estimate"] - 0.167) < 0.003
END
# One axis is mirrored, but only in the velocities.
awk -F, -v OFS=, 'NR > 1 { $7 = -$7; $13 = -$13 } 1' "$cube" >"$work/in"
run 1 fit --mass 1 --inertia 1.0213 --columns group=toss --laws frictionless --quick --strict --json
python3 - "$work/out" <<'END' || fail 'the mirrored axis is not named'
import json, sys
checks = json.load(open(sys.argv[1]))["checks"]
assert checks["signs"]["wrong"] == ["u_t1"] and checks["signs"]["or"] == [] and checks["signs"]["factor"] > 100
END
run 2 fit "$cube" --mass 1 --inertia 1.0213 --laws rising; code usage # a curve in 2D
run 3 fit "$cube" --mass 1 --inertia '1 1 2' --laws routh; code bad-value # in body axes, but the orientation is unknown
finish
