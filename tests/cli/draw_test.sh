# Tests `carom draw`: pictures must be written to the given file, in the right format, and with the same bytes in every
# run.
. "$(dirname "$0")/expect.sh"
draw() { wanted_exit=$1; shift; run "$wanted_exit" draw --e 0.5 --mu 0.7 --W "$rod_W" --v "$rod_v" "$@"; }

# The data of the impulse diagram: the points of the path and the results of other laws.
draw 0 --csv; silent_err
out 'panel,series,x,y'
out '1,path,-0.12923076923076'
out_like '^1,compression-ends,[0-9.]*(e-17)?,0\.4$'
out_like '^1,end,0\.1(2|19999)[0-9]*,0\.(6|59999)[0-9]*$'
# With Newton's restitution the end of the impact lies on a line, which is drawn. With Poisson's it does not.
out_lacks 'line of termination'
draw 0 --restitution newton --csv; out 'line of termination'
draw 0 --law smith --e 1 --mu 0 --csv; out_lacks 'line of termination'
draw 0 --laws all --csv
out_like '^1,"?routh \(newton\)'
out_like '^1,smith,'
draw 0 --laws smith,whittaker --csv; out '1,smith,'; out '1,whittaker,'; out_lacks 'brach'

# The impulses that a law reaches over one or two coefficients. The net has one curve for each value of the second
# coefficient. A coefficient that the law does not read is rejected.
draw 0 --law whittaker --e 1 --mu 0 --vary e=0:1:11 --csv
out_like '^0,"\$W\$ = \[2\.5, -1\.5; -1\.5, 2\.5\] 1/kg,  \$v\$ = \(-1, 0\.6\) m/s",,$'
run 0 draw --mu 0.7 --W "$rod_W" --v "$rod_v" --law chatterjee1 --r_n 0.5 --vary r_n=0:1:3 --vary r_t=-1:1:5 --csv
[ "$(grep -c '^1,\$r_t\$ from' "$work/out")" = 603 ] || fail 'a net of three threads of 201 points has others'
draw 3 --law whittaker --e 1 --mu 0 --vary r_n=0:1:11
draw 2 --vary e=0:1:11
draw 2 --law whittaker --e 1 --mu 0 --vary e=0:1:11

# Contact models have long paths. The curve must end at the result of `carom solve`.
if "$carom" laws stronge >/dev/null 2>&1; then
    device() { run 0 "$@" --law stronge --e 0.8 --mu 0.5 --W '1 0; 0 3.5' --v '-1 0.6'; }
    device draw --csv; lines_of_path=$(grep -c '^1,path,' "$work/out")
    [ "$lines_of_path" -gt 16 ] || fail "the path of a device has $lines_of_path points"
    out_like '^1,end,-0\.[0-9]+,1\.(8|79999)[0-9]*$'
fi

# In 3D the hodograph must end at the result of `carom solve`, and it must contain convergent and divergent slips.
space() { wanted_exit=$1; shift; run "$wanted_exit" "$@" --law routh --e 0.8 --mu 0.5 \
    --W '4 1 -0.5; 1 3 0.8; -0.5 0.8 2' --v '-1 1.2 0.4'; }
space 0 solve --json
after=$(sed 's/.*"v_after":\[[^,]*,\([-0-9.]*\),\([-0-9.]*\)\].*/\1 \2/' "$work/out")
space 0 draw --csv; out '1,convergent,0,0'; out '1,divergent,0,0'; out '4,friction cone,0,0'
checks=$((checks + 1))
sed -n 's/^1,end,//p' "$work/out" | awk -F, -v after="$after" '
    { split(after, v, " "); x = $1 - v[1]; y = $2 - v[2]; exit !(x * x + y * y < 1e-18) }
    END { exit NR != 1 }' || fail "the hodograph does not end at $after"
space 2 draw --laws all -o "$work/x.svg"; err 'in 3D'

# The scene shows the bodies to scale with the result of the law: two cars, a chain and a body in 3D. An input without
# positions is rejected.
examples=$(dirname "$0")/../../examples
run 0 draw "$examples/two_cars.json" --scene --csv; silent_err
out '0,"whittaker, $e$ = 0, $μ$ = 0.6",,'
out '1,eastbound,0,-0.5'; out '1,northbound,1.6,2.6'
out '1,change $Δv$,0.8'
run 0 draw "$examples/two_cars.json" --scene --law frictionless --csv; out '0,"frictionless, $e$ = 0",,'
run 0 draw "$examples/three_link_walker.json" --scene --csv; out '1,trunk,'; out '1,surface,'
run 0 draw "$examples/billiard_cushion.json" --scene --csv; out '3,ball,'
run 0 draw "$examples/falling_rod.json" --with-scene --csv; out '1,rod,0,0'; out '2,path,'
run 2 draw "$examples/billiard_cushion.json" --with-scene --csv; err 'with-scene'
run 2 draw --W "2.5 -1.5; -1.5 2.5" --v "-1 0.6" --e 0.5 --mu 0.7 --with-scene --laws routh,whittaker --csv
draw 2 --scene -o "$work/x.svg"

# Errors.
draw 2
draw 3 --laws routhe,smith -o "$work/x.svg"; err 'did you mean "routh"?'
draw 2 --scale 1e9 -o "$work/x.png"; code usage
draw 0 --law whittaker --e 1 --mu 0 --csv; out '1,whittaker,'; out_lacks '1,path,'
run 2 draw -o "$work/x.svg"

# Free bodies at their positions: two of three balls collide, and the impulse begins at their contact.
cat >"$work/three.json" <<'END'
{"law": "frictionless", "params": {"e": 1}, "colliding": 0,
 "bodies": [{"name": "ball", "mass": 1, "shape": {"sphere": 1}, "centre": [0, 0], "velocity": [1, 0]},
            {"name": "left", "mass": 1, "shape": {"sphere": 1}, "centre": {"size": 2, "angle": {"deg": 30}}},
            {"name": "right", "mass": 1, "shape": {"sphere": 1}, "centre": {"size": 2, "angle": {"deg": -30}}}],
 "contacts": [{"between": ["left", "ball"], "point": {"size": 1, "angle": {"deg": 30}}, "normal": {"size": 1, "angle": {"deg": 30}}},
              {"between": ["right", "ball"], "point": {"size": 1, "angle": {"deg": -30}}, "normal": {"size": 1, "angle": {"deg": -30}}}]}
END
run 0 draw "$work/three.json" --scene --csv; silent_err; out 'impulse on left,0.866025'
out_like '^1,left,2\.73'; out_like '^1,right,2\.73'; out_like 'centre of mass,1\.73205080756887[0-9]*,-'
# Rounding errors of the spin must not be drawn: balls without friction do not turn.
cat >"$work/two.json" <<'END'
{"law": "frictionless", "params": {"e": 1}, "contact": {"point": {"size": 1, "angle": {"deg": 30}}, "normal": {"size": 1, "angle": {"deg": 210}}},
 "bodies": [{"name": "ball", "mass": 1, "shape": {"disc": 1}, "centre": [0, 0], "velocity": [1, 0]},
            {"name": "other", "mass": 1, "shape": {"disc": 1}, "centre": {"size": 2, "angle": {"deg": 30}}}]}
END
run 0 draw "$work/two.json" --scene --csv; silent_err; out 'impulse on ball'; out_lacks ',spin,'
# If the bodies separate, the picture and the terminal must state that nothing happens, and why.
sed 's/"deg": 180/"deg": 0/' "$(dirname "$0")/../../examples/two_cars.json" >"$work/reversed.json"
run 0 draw "$work/reversed.json" --law routh --csv; err 'nothing happens: they already part'
err 'the normal looks reversed'; out 'nothing happens, they part'
run 0 draw "$(dirname "$0")/../../examples/two_cars.json" --law routh --csv; silent_err; out_lacks 'nothing happens'
if "$carom" draw "$(dirname "$0")/../../examples/falling_rod.json" -o "$work/probe.svg" 2>"$work/err"; then
    draw 2 -o "$work/x.gif"; err '.svg, .pdf or .png'
    impacts=$(dirname "$0")/../../examples/impact
    for impact in ladder three_spheres walker_lands; do
        run 0 solve "$impacts/$impact.json" --scene "$work/$impact.svg"; silent_err
        checks=$((checks + 1)); grep -q '<svg' "$work/$impact.svg" || fail 'no scene'
    done
    run 2 solve "$impacts/heel_strike.json" --scene "$work/x.svg"; code usage
    run 2 solve "$impacts/ladder.json" --law all --scene "$work/x.svg"; code usage
    draw 5 -o "$work/no/such/place.svg"; err 'cannot be written'
    draw 5 -o "$work/no/such/place.png"; err 'cannot be written there: No such file or directory'
    mkdir "$work/folder.svg"; draw 5 -o "$work/folder.svg"; err 'Is a directory'
    got=0
    # The size limit would also truncate the coverage counts, so these are written elsewhere.
    (ulimit -f 1; export GCOV_PREFIX="$work/counts"; exec "$carom" draw --law routh --e 1 --mu 0 --W "$rod_W" --v "$rod_v" -o "$work/large.svg" 2>"$work/err") || got=$?
    said='ulimit -f'; [ $got = 5 ] || fail "exit $got, wanted 5"; err 'File too large'
    [ ! -e "$work/large.svg" ] || fail 'a piece of a picture is left'
    for format in svg pdf png; do
        for n in 1 2; do
            draw 0 --laws all -o "$work/d$n.$format"; silent_err
            run 0 map --law routh --e 0.5 --mu 0.7 --W "$rod_W" --v "$rod_v" --x v_t=-2:2:61 --y mu=0:1:41 \
                -o "$work/m$n.$format"
            # The second run is at a later time, which must not change the file.
            [ "$n" = 2 ] || sleep 1
        done
        for kind in d m; do
            checks=$((checks + 1))
            cmp -s "$work/${kind}1.$format" "$work/${kind}2.$format" || fail "$kind.$format differs from run to run"
        done
    done
    checks=$((checks + 3))
    head -c 5 "$work/d1.pdf" | grep -q '%PDF-' || fail 'the PDF is none'
    head -c 8 "$work/d1.png" | grep -q 'PNG' || fail 'the PNG is none'
    grep -q '<svg' "$work/d1.svg" || fail 'the SVG is none'
    draw 0 --dark -o "$work/dark.svg"
    checks=$((checks + 1))
    ! cmp -s "$work/dark.svg" "$work/probe.svg" || fail 'dark is as light'
else
    draw 5 -o "$work/x.svg"; err 'Cairo was not found'
fi
finish
