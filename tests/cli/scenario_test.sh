# Tests scenario files: the motion of the bodies after the impact, and every error with its name and place.
. "$(dirname "$0")/expect.sh"
file=$work/scenario.json

# rod [CHANGE]: writes a scenario of two bodies, changed by sed. It is the rod of Wang & Mason 1992, section 6, case 2.
rod() {
    cat >"$file" <<'END'
{
  "law": "routh", "params": {"e": 0.5, "mu": 0.7},
  "bodies": [
    {"name": "rod", "mass": 1, "shape": {"rod": 1},
     "centre": {"size": 0.5, "angle": {"deg": 45}}, "velocity": [0.6, -1]},
    "fixed"
  ],
  "contact": {"point": [0, 0], "normal": [0, 1]}
}
END
    [ $# -eq 0 ] || sed -i "$1" "$file"
}
# at "line 4, column 21, bodies[0].masss": checks the place in the last error, as its JSON object states it.
at() {
    path=${1#*column *, }
    [ "$path" != "$1" ] || path=
    numbers=$(printf '%s' "$1" | sed 's/^line \([0-9]*\), column \([0-9]*\).*/"line":\1,"column":\2/')
    grep -qF -- "${path:+\"where\":\"$path\",}$numbers" "$work/code" || fail "$said: wanted $1: $(cat "$work/code")"
}
# refused CHANGE PLACE: the rod, changed by sed, must be rejected with this place.
refused() {
    rod "$1"
    run 3 solve "$file"
    silent_out
    at "$2"
}

rod; run 0 solve "$file"; silent_err
out 'c-sticking'
out_like 'rod +velocity x +0\.6 +0\.72 +m/s$'
out_like 'velocity y +-1 +-0\.4 +m/s$'
out_like 'spin +0 +-2\.03647 +rad/s$'
out_like 'energy +0\.68 +0\.512 +0 +J$'
out_like 'momentum y +-1 +-0\.4 +-0\.6 +N s$'
run 0 solve "$file" --json; lines 1
out '"bodies":[{"name":"rod","velocity":[0.7'; out_like '"balance":\{"before":\{"energy":0\.6[78]'; out '"W":[[2.5'
# Speeds may be given in other units. An incomplete speed is rejected with the reason.
rod 's/\[0.6, -1\]/[{"kmh": 2.16}, {"mph": -2.2369362920544025}]/'; run 0 solve "$file"
out_like 'rod +velocity x +0\.6 +0\.72 +m\/s$'; out_like 'velocity y +-1 +-0\.4 +m\/s$'
rod 's/\[0.6, -1\]/{"size": {"kmh": 3.6}, "angle": {"deg": -90}}/'; run 0 solve "$file"; out_like 'velocity y +-1 '
out_like 'speed +1 +[0-9.]+ +m\/s$'; out_like 'heading +-90 +'
rod 's/\[0.6, -1\]/{"kmh": 60}/'; run 3 solve "$file"; err 'a speed has no direction'
rod 's/\[0.6, -1\]/[{"kmh": 1, "mph": 1}, 0]/'; run 3 solve "$file"; code bad-value 'bodies[0].velocity[0]'
rod 's/\[0.6, -1\]/[{"knots": 1}, 0]/'; run 3 solve "$file"; code unknown-key 'bodies[0].velocity[0].knots'
rod 's/, "mu": 0.7//'; run 0 solve "$file" --mu 0.1; out 'c-reversed'
rod
run 0 compare "$file"; out_like 'whittaker .*sticking'
run 0 trace "$file"; out 'slip-sticks'
cp "$file" "$work/in"; run 0 solve -; out 'c-sticking'
tr -d '\n' <"$file" >"$work/in"; echo >>"$work/in"; run 0 solve --jsonl; lines 1; out '"status":"ok"'
{ cat "$work/in"; sed 's/"mass"/"masss"/' "$work/in"; } >"$work/two"; cp "$work/two" "$work/in"
run 3 solve --jsonl; lines 2; out '"where":"bodies[0].masss"'
: >"$work/in"
rod; run 3 solve "$file" --W "$rod_W"; code bad-value
run 3 solve "$file" --v "$rod_v"; code bad-value; silent_out
# Options have priority over the law and the coefficients of the scenario.
run 0 solve "$file" --mu 0.1; out 'c-reversed'; out_like '^  mu +0\.1$'
run 0 solve "$file" --law whittaker --e 1 --mu 0; out 'whittaker: '; out_like 'rod +velocity x'

# Unknown keys are reported with name and place.
refused 's/"mass"/"masss"/' 'line 4, column 21, bodies[0].masss'
refused 's/"law"/"W_n": 1, "law"/' 'line 2, column 3, W_n'
refused 's/"deg"/"degrees"/' 'line 5, column 40, bodies[0].centre.angle.degrees'
refused 's/"mu"/"muu"/' 'line 2, column 40, params.muu'
refused 's/"normal"/"Normal"/' 'line 8, column 32, contact.Normal'
# Columns count characters, not bytes. A key may contain escapes.
refused 's/"rod", "mass"/"réd", "mass"/;s/"shape"/"sh\\u00e4pe"/' 'line 4, column 32, bodies[0].shäpe'
# Strings may contain brackets, quotes and commas.
refused 's/"rod", "mass"/"a\\"]}, b", "masss"/' 'line 4, column 26, bodies[0].masss'

# The law and its coefficients.
refused 's/"law": "routh"/"law": "ruth"/' 'line 2, column 3, law'
refused 's/"mu": 0.7/"mu": "big"/' 'line 2, column 19, params'

# Missing keys and values of the wrong kind.
refused 's/"mass": 1, //' 'line 4, column 5, bodies[0]'
refused 's/"point": \[0, 0\], //' 'line 8, column 3, contact'
refused 's/"mass": 1/"mass": 0/' 'line 4, column 21, bodies[0].mass'
refused 's/"mass": 1/"mass": "heavy"/' 'line 4, column 21, bodies[0].mass'
refused 's/\[0.6, -1\]/[0.6, "fast"]/' 'line 5, column 53, bodies[0].velocity'
refused 's/\[0.6, -1\]/[0.6, -1, 0]/' 'line 5, column 53, bodies[0].velocity'
refused 's/"fixed"/"wall"/' 'line 6, column 5, bodies[1]'
refused 's/, *$/,/;s/^    "fixed"$/    "fixed", "fixed"/' 'line 3, column 3, bodies'
refused 's/{"deg": 45}/{"deg": 45, "rad": 1}/' 'line 5, column 30, bodies[0].centre.angle'
refused 's/{"deg": 45}/{}/' 'line 5, column 30, bodies[0].centre.angle'
refused 's/"shape": {"rod": 1}/"inertia": 1, "gyration": 2/' 'line 4, column 5, bodies[0]'
refused 's/"shape": {"rod": 1}, *$//;s/, "shape": {"rod": 1}//' 'line 4, column 5, bodies[0]'
refused 's/"rod": 1/"rod": 0/' 'line 4, column 32, bodies[0].shape'
refused 's/"rod": 1/"box": [1,1,1]/' 'line 4, column 32, bodies[0].shape'
refused 's/"rod": 1/"rectangle": [1,1,1]/' 'line 4, column 32, bodies[0].shape'
refused 's/"centre": .*, "velocity"/"velocity"/' 'line 4, column 5, bodies[0]'
refused 's/"normal": \[0, 1\]/"normal": [0, 0]/' 'line 8, column 3, contact'
refused 's/"normal": \[0, 1\]/"normal": [0, 1], "tangent": [1, 1]/' 'line 8, column 3, contact'
refused 's/"contact": .*/"colliding": 0/' 'line 1, column 1'
refused 's/"contact"/"colliding": 0, "contact"/' 'line 8, column 3, colliding'
refused 's/"law"/"chain": {"links": [{"length": 1, "mass": 1, "angle": 0}], "base": {}, "contacts": [{"link": 0}]}, "law"/' \
    'line 1, column 1' 'a scenario has one of "bodies", "chain" and "mechanism"; this has 2'

# Bodies with infinite mass, infinite inertia, or both.
rod 's/"fixed"/{"mass": "inf", "velocity": [0, 1]}/'; run 0 solve "$file"; out_like 'B +velocity x +0 +0 +m/s$'
rod; run 0 solve "$file"; out_lacks 'fixed   velocity'; out '  n = (0, 1), t = (1, 0)'
rod 's/"shape": {"rod": 1}/"inertia": "inf"/'; run 0 solve "$file"; out_like 'spin +0 +0 +rad/s$'
# A scenario in 3D.
cat >"$file" <<'END'
{"law": "frictionless", "params": {"e": 1},
 "bodies": [{"mass": 2, "inertia": [1, 2, "inf"], "orientation": [1, 0, 0, 1], "centre": [0, 0, 1], "velocity": [1, 0, -3],
             "spin": [0, 0, 5]}, "fixed"],
 "contact": {"point": [0, 0, 0], "normal": [0, 0, 1], "tangent": [[0, 1, 0], [1, 0, 0]]}}
END
run 0 solve "$file" --json; silent_err; out '"bodies":[{"name":"A","velocity":[1,0,3],"spin":[0,0,5],'
sed -i 's/\[1, 0, 0, 1\]/[0, 0, 0, 0]/' "$file"
run 3 solve "$file"; code bad-frame 'bodies[0].orientation'
sed -i 's/"orientation": \[0, 0, 0, 0\]/"orientation": [[1,0,0],[0,1,0],[0,0,-1]]/' "$file"
run 3 solve "$file"; code bad-frame 'bodies[0]'

# Chains.
chain() {
    cat >"$file" <<'END'
{"law": "routh", "params": {"e": 0.5, "mu": 0},
 "chain": {"base": {"pinned": true},
  "links": [{"length": 1, "mass": 1, "angle": {"deg": 120}, "rate": 1},
            {"length": 1, "mass": 1, "angle": {"deg": 100}}],
  "contacts": [{"link": 1}]}}
END
    [ $# -eq 0 ] || sed -i "$1" "$file"
}
chain_refused() {
    chain "$1"
    run 3 solve "$file"
    at "$2"
}
chain; run 0 solve "$file"; out_like 'link 0 +rate +1 '
chain 's/"pinned": true//'; run 0 solve "$file" --json; out '"base_velocity":['
chain_refused 's/"contacts": \[{"link": 1}/"contacts": [{"link": 2}/' 'line 5, column 16, chain.contacts[0]'
chain_refused 's/"angle": {"deg": 100}/"angle": 1, "parent": 1/' 'line 4, column 13, chain.links[1]'
chain_refused 's/"length": 1, "mass": 1, "angle": {"deg": 100}/"length": 1, "mass": -1, "angle": 2/' 'line 4, column 13, chain.links[1]'
chain_refused 's/"mass": 1, "angle": {"deg": 100}/"mass": 0, "angle": 2/' 'line 2, column 2, chain'
chain_refused 's/"contacts": \[{"link": 1}\]/"contacts": [{"link": 1}, {"link": 0}]/' 'line 1, column 1'
chain_refused 's/"pinned": true/"pinned": true, "velocity": [0, 0]/' 'line 2, column 12, chain.base'
chain_refused 's/"links": \[.*/"links": [],/;/100/d' 'line 3, column 3, chain.links'
# A link of length 0 is a wheel at the joint.
chain 's/"length": 1, "mass": 1, "angle": {"deg": 100}/"length": 0, "mass": 1, "inertia": 1, "angle": 2/'; run 0 solve "$file"

# Mechanisms. Redundant constraints are dropped, and speeds that violate a constraint are rejected.
mechanism() {
    cat >"$file" <<'END'
{"law": "routh", "params": {"e": 1, "mu": 0.2},
 "mechanism": {"M": [[2, 0, 0], [0, 2, 0], [0, 0, 1]], "u": [1, -1, 0],
  "contacts": [{"normal": [0, 1, 0], "tangent": [1, 0, 0]}],
  "constraints": [[0, 0, 1], [0, 0, 2]]}}
END
    [ $# -eq 0 ] || sed -i "$1" "$file"
}
mechanism_refused() {
    mechanism "$1"
    run 3 solve "$file"
    at "$2"
}
mechanism; run 0 solve "$file"; out 'rank 1'
run 0 solve "$file" --json; out '"rank":1'; out_like '"u_after":\[0\.(6|59999)[0-9]*,1,0\]'; out '"reactions":['
mechanism_refused 's/\[1, -1, 0\]/[1, -1, 0.5]/' 'line 4, column 19, mechanism.constraints[0]'
mechanism_refused 's/\[0, 2, 0\]/[1, 2, 0]/' 'line 2, column 2, mechanism'
mechanism_refused 's/\[0, 2, 0\]/[0, 0, 0]/' 'line 2, column 2, mechanism'
mechanism_refused 's/\[0, 1, 0\]/[0, 1]/' 'line 3, column 17, mechanism.contacts[0].normal'
mechanism_refused 's/\[\[0, 0, 1\], \[0, 0, 2\]\]/[[0, 0], [1, 0]]/' 'line 4, column 3, mechanism.constraints'
mechanism_refused 's/}$/, "colliding": 1}/;$!s/, "colliding": 1}/}/' 'line 4, column 43, colliding'

# Compare moments of inertia of shapes with formulas, computed contact points with given ones, and check the direction
# of gravity.
cat >"$work/bodies.py" <<'PY'
import json, subprocess, sys
carom, folder = sys.argv[1:]
failures = 0


def answer(verb, document, *words):
    with open(f"{folder}/body.json", "w") as to:
        json.dump(document, to)
    done = subprocess.run([carom, verb, f"{folder}/body.json", "--json", *words], capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else sys.exit(f"{verb} {document}: {done.stderr}")


def same(what, got, wanted):
    global failures
    flat = lambda x: [z for y in x for z in flat(y)] if isinstance(x, list) else [x]
    # The numbers are sums of a few products, with errors of about 1e-16. The bound is 1e-13, far below the effect of
    # another shape.
    if len(flat(got)) != len(flat(wanted)) or any(abs(a - b) > 1e-13 * (1 + abs(b)) for a, b in zip(flat(got), flat(wanted))):
        failures += 1
        print(f"{what}: {got}, wanted {wanted}")


def scene(body, point, normal, first=True, tangent=None):
    contact = {"normal": normal, **({"point": point} if point else {}), **({"tangent": tangent} if tangent else {})}
    bodies = [body, "fixed"] if first else ["fixed", body]
    return {"law": "routh", "params": {"e": 0.5, "mu": 0.2}, "bodies": bodies, "contact": contact}


# The mass is 12 and all sides differ, so the moments of the box are sums of two squares. The impact is at a corner, so
# that W depends on all moments.
a, b, c = 0.3, 0.2, 0.1
moments = {"box": [b * b + c * c, a * a + c * c, a * a + b * b],
           "ellipsoid": [2.4 * (b * b + c * c), 2.4 * (a * a + c * c), 2.4 * (a * a + b * b)]}
turns = [None, [0.5, 0.5, 0.5, 0.5], [0.9, 0.1, -0.3, 0.2]]
for shape, wanted in moments.items():
    for turn in turns:
        turned = {"orientation": [x / sum(y * y for y in turn) ** 0.5 for x in turn]} if turn else {}
        body = {"mass": 12, "centre": [0.1, 0.2, 0.3], "velocity": [0.3, 0.1, -1], "spin": [1, 2, 3], **turned}
        got, by_hand = (answer("solve", scene({**body, **own}, [0.4, -0.1, 0.05], [0, 0, 1])) for own in
                        ({"shape": {shape: [a, b, c]}}, {"inertia": wanted}))
        for key in ("W", "v", "P", "v_after"):
            same(f"{shape}, {key}", got[key], by_hand[key])
        same(f"{shape}, spin", got["bodies"][0]["spin"], by_hand["bodies"][0]["spin"])
# W_nn of a box: with an arm along x, an impulse along z turns the box about y.
box = {"mass": 12, "shape": {"box": [a, b, c]}, "centre": [0, 0, 0], "velocity": [0, 0, -1]}
same("W_nn of a box", answer("solve", scene(box, [0.15, 0, -0.05], [0, 0, 1]))["W"][0][0], 1 / 12 + 0.15**2 / (a * a + c * c))
flat = {"rod": [2, 4], "disc": [2, 24], "rectangle": [[2, 1], 5], "sphere": [2, 19.2]}  # size, moment for mass 12
for shape, (size, moment) in flat.items():
    body = {"mass": 12, "centre": [0.1, 0.5], "velocity": [0.3, -1]}
    got, by_hand = (answer("solve", scene({**body, **own}, [0.4, 0], [0, 1])) for own in ({"shape": {shape: size}}, {"inertia": moment}))
    same(f"{shape}, W", got["W"], by_hand["W"])

# An omitted contact point is on the surface of the round body: below body A or above body B.
for first in (True, False):
    for shape, size, centre, normal in (("disc", 0.5, [1, 2], [0.6, 0.8]), ("sphere", 0.5, [1, 2, 3], [0, 0.6, 0.8])):
        body = {"mass": 2, "shape": {shape: size}, "centre": centre, "velocity": [x * (-1 if first else 1) for x in normal],
                "spin": 3 if len(centre) == 2 else [1, 2, 3]}
        point = [x + (-0.5 if first else 0.5) * n for x, n in zip(centre, normal)]
        found, stated = answer("solve", scene(body, None, normal, first)), answer("solve", scene(body, point, normal, first))
        same(f"{shape}, W with its point found", found["W"], stated["W"])
        same(f"{shape}, v with its point found", found["v"], stated["v"])

# Gravity acts along the negative last axis. The contact of a body at rest accelerates towards the floor and away from
# the ceiling.
for up in (1, -1):
    disc = {"mass": 2, "shape": {"disc": 0.1}, "centre": [0, 0.1 * up], "velocity": [0, 0]}
    ball = {"mass": 2, "shape": {"sphere": 0.1}, "centre": [0, 0, 0.1 * up], "velocity": [0, 0, 0]}
    for document, vector, normal in ((scene(disc, [0, 0], [0, up], tangent=[1, 0]), "1 -9.81", 2), (scene(ball, [0, 0, 0], [0, 0, up], tangent=[1, 0, 0]), "1 0 -9.81", 3)):
        same("a weight", answer("explain", document, "--gravity", "9.81")["forces"]["b"], [-9.81 * up] + [0.0] * (normal - 1))
        same("a vector", answer("explain", document, "--gravity", vector)["forces"]["b"], [-9.81 * up, 1.0] + [0.0] * (normal - 2))
sys.exit(1 if failures else 0)
PY
said='shapes, points and weights'; checks=$((checks + 1)); python3 "$work/bodies.py" "$carom" "$work" >"$work/out" 2>"$work/err" || fail "$said"
# Kane & Levinson's double pendulum. Compare the energies with table 1 of Shen & Townsend and with Kane's equations,
# which are solved here.
python3 - "$carom" "$(dirname "$0")/../../examples/kane_pendulum.json" <<'PY' || fail "Kane's double pendulum"
import json, subprocess, sys
from math import cos, radians, sin
m, l, q, rate = 3.0, 2.0, (radians(20), radians(30)), (-0.1, -0.2)
C, D, E = 4 / 3 * m * l * l, m * l * l / 2 * cos(q[1] - q[0]), m * l * l / 3  # mass matrix [[C, D], [D, E]]
J = [[l * sin(x) for x in q], [l * cos(x) for x in q]]  # rows: upwards and along the ground
inverse = [[E / (C * E - D * D), -D / (C * E - D * D)], [-D / (C * E - D * D), C / (C * E - D * D)]]
W = [[sum(a[i] * inverse[i][k] * b[k] for i in (0, 1) for k in (0, 1)) for b in J] for a in J]
v = [sum(a[i] * rate[i] for i in (0, 1)) for a in J]
def gain(e, mu_s, mu):
    """Return dE with Newton's restitution; if the contact cannot stick, friction opposes the final slip."""
    normal, det = -(1 + e) * v[0], W[0][0] * W[1][1] - W[0][1] ** 2
    P = [(W[1][1] * normal + W[0][1] * v[1]) / det, (-W[0][1] * normal - W[0][0] * v[1]) / det]
    if abs(P[1]) > mu_s * P[0]:
        ends = []
        for side in (-1, 1):  # direction of the final slip
            n = normal / (W[0][0] - side * mu * W[0][1])
            if n > 0 and side * (v[1] + W[0][1] * n - side * mu * W[1][1] * n) > 0: ends.append([n, -side * mu * n])
        P = max(ends)  # table 1 uses the friction that reverses the slip
    return sum(P[i] * v[i] for i in (0, 1)) + sum(P[i] * W[i][k] * P[k] for i in (0, 1) for k in (0, 1)) / 2
for e, mu_s, mu, printed in ((0.5, 0.25, 0.2, -0.03), (0.5, 0.5, 0.4, 0.16), (0.3, 0.5, 0.4, -0.12), (0.7, 0.51, 0.5, 0.49)):
    def dE(law):
        return json.loads(subprocess.run([sys.argv[1], "solve", sys.argv[2], "--json", "--law", law, "--e", str(e), "--mu_static", str(mu_s), "--mu", str(mu)],
                                         stdout=subprocess.PIPE, check=True).stdout)["dE"]
    assert abs(dE("whittaker") - gain(e, mu_s, mu)) < 1e-13 and round(dE("whittaker"), 2) == printed, (e, dE("whittaker"), gain(e, mu_s, mu))
    assert dE("routh") < -0.1
PY
# A plain angle of more than one turn was probably meant in degrees.
rod 's/{"deg": 45}/45/'; run 0 solve "$file"; err 'bodies[0].centre.angle'; err '{"deg": 45}'
rod 's/{"deg": 45}/6.28/'; run 0 solve "$file"; silent_err
rod 's/{"deg": 45}/{"deg": 405}/'; run 0 solve "$file"; silent_err
# If a length is a text with a unit, the error names the place and the system of units.
rod 's/"rod": 1/"rod": "1 m"/'; run 3 solve "$file"; code bad-value; err 'shape.rod'; err 'SI'

finish
