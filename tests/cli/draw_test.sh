# Pictures: they are written where asked, are what they claim to be, and come out the same every time.
. "$(dirname "$0")/expect.sh"
draw() { wanted_exit=$1; shift; run "$wanted_exit" draw --e 0.5 --mu 0.7 --W "$rod_W" --v "$rod_v" "$@"; }

# The data behind the diagram: the path's corners, the ends of other laws.
draw 0 --csv; silent_err
out 'panel,series,x,y'
out '1,path,-0.12923076923076'
out_like '^1,compression-ends,[0-9.]*(e-17)?,0\.4$'
out_like '^1,end,0\.1(2|19999)[0-9]*,0\.(6|59999)[0-9]*$'
# Newton's restitution ends on a line; Poisson's does not, whatever the end is.
out_lacks 'line of termination'
draw 0 --restitution newton --csv; out 'line of termination'
draw 0 --law smith --e 1 --mu 0 --csv; out_lacks 'line of termination'
draw 0 --laws all --csv
out_like '^1,"?routh \(newton\)'
out_like '^1,smith,'
draw 0 --laws smith,whittaker --csv; out '1,smith,'; out '1,whittaker,'; out_lacks 'brach'

# What a law reaches over a parameter or two: the curve ends where solve says, the net has its threads, and a parameter
# the law does not read is refused.
draw 0 --law whittaker --e 1 --mu 0 --over e=0:1:11 --csv
out_like '^0,"\$W\$ = \[2\.5, -1\.5; -1\.5, 2\.5\] 1/kg,  \$v\$ = \(-1, 0\.6\) m/s",,$'
run 0 draw --mu 0.7 --W "$rod_W" --v "$rod_v" --law chatterjee1 --r_n 0.5 --over r_n=0:1:3 --and r_t=-1:1:5 --csv
[ "$(grep -c '^1,\$r_t\$ from' "$work/out")" = 603 ] || fail 'a net of three threads of 201 points has others'
draw 3 --law whittaker --e 1 --mu 0 --over r_n=0:1:11
draw 2 --over e=0:1:11
draw 2 --law whittaker --e 1 --mu 0 --and e=0:1:11

# Devices have long paths; the curve ends where solve says.
if "$carom" laws stronge >/dev/null 2>&1; then
    device() { run 0 "$@" --law stronge --e 0.8 --mu 0.5 --W '1 0; 0 3.5' --v '-1 0.6'; }
    device draw --csv; lines_of_path=$(grep -c '^1,path,' "$work/out")
    [ "$lines_of_path" -gt 16 ] || fail "the path of a device has $lines_of_path points"
    out_like '^1,end,-0\.[0-9]+,1\.(8|79999)[0-9]*$'
fi

# In space: the hodograph ends where solve says, and slips that die are told from those that grow.
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

# The scene: two cars to scale, the law's answer in it; a chain, a body in space; what has no places is refused.
examples=$(dirname "$0")/../../examples
run 0 draw "$examples/two_cars.json" --scene --csv; silent_err
out '0,"whittaker, $e$ = 0, $μ$ = 0.6",,'
out '1,eastbound,0,-0.5'; out '1,northbound,1.6,2.6'
out '1,change $Δv$,0.8'
run 0 draw "$examples/two_cars.json" --scene --law frictionless --csv; out '0,"frictionless, $e$ = 0",,'
run 0 draw "$examples/three_link_walker.json" --scene --csv; out '1,trunk,'; out '1,surface,'
run 0 draw "$examples/billiard_cushion.json" --scene --csv; out '3,ball,'
run 0 draw "$examples/falling_rod.json" --beside --csv; out '1,rod,0,0'; out '2,path,'
run 2 draw "$examples/billiard_cushion.json" --beside --csv; err 'two pictures'
run 2 draw --W "2.5 -1.5; -1.5 2.5" --v "-1 0.6" --e 0.5 --mu 0.7 --beside --laws routh,whittaker --csv
draw 2 --scene -o "$work/x.svg"

# What is wrong is said.
draw 2
draw 3 --laws routhe,smith -o "$work/x.svg"; err 'did you mean "routh"?'
draw 2 --scale 1e9 -o "$work/x.png"; code usage
draw 0 --law whittaker --e 1 --mu 0 --csv; out '1,whittaker,'; out_lacks '1,path,'
run 2 draw -o "$work/x.svg"

# With Cairo, the same bytes every time; without it, a plain word.
# Free bodies in their places: three balls, of which two meet; the impulse begins at their contact.
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
# Rounding is no spin: balls without friction do not turn.
cat >"$work/two.json" <<'END'
{"law": "frictionless", "params": {"e": 1}, "contact": {"point": {"size": 1, "angle": {"deg": 30}}, "normal": {"size": 1, "angle": {"deg": 210}}},
 "bodies": [{"name": "ball", "mass": 1, "shape": {"disc": 1}, "centre": [0, 0], "velocity": [1, 0]},
            {"name": "other", "mass": 1, "shape": {"disc": 1}, "centre": {"size": 2, "angle": {"deg": 30}}}]}
END
run 0 draw "$work/two.json" --scene --csv; silent_err; out 'impulse on ball'; out_lacks ',spin,'
# And all the contacts of an impact at once; a mechanism has no places.
# Bodies that part are drawn, but not in silence: the picture and the terminal say that nothing happens, and why.
sed 's/"deg": 180/"deg": 0/' "$(dirname "$0")/../../examples/two_cars.json" >"$work/reversed.json"
run 0 draw "$work/reversed.json" --law routh --csv; err 'nothing happens: they already part'
err 'the normal looks reversed'; out 'nothing happens, they part'
run 0 draw "$(dirname "$0")/../../examples/two_cars.json" --law routh --csv; silent_err; out_lacks 'nothing happens'
if "$carom" draw "$(dirname "$0")/../../examples/falling_rod.json" -o "$work/probe.svg" 2>"$work/err"; then
    draw 2 -o "$work/x.gif"; err '.svg, .pdf or .png'
    impacts=$(dirname "$0")/../../examples/impact
    for impact in ladder three_spheres walker_lands; do
        run 0 impact "$impacts/$impact.json" --scene "$work/$impact.svg"; silent_err
        checks=$((checks + 1)); grep -q '<svg' "$work/$impact.svg" || fail 'no scene'
    done
    run 2 impact "$impacts/heel_strike.json" --scene "$work/x.svg"; code usage
    run 2 impact "$impacts/ladder.json" --method all --scene "$work/x.svg"; code usage
    draw 5 -o "$work/no/such/place.svg"; err 'cannot be written'
    draw 5 -o "$work/no/such/place.png"; err 'cannot be written there: No such file or directory'
    mkdir "$work/folder.svg"; draw 5 -o "$work/folder.svg"; err 'Is a directory'
    got=0
    # Counts of coverage, cut short by the limit, would spoil those of every other run: they go elsewhere.
    (ulimit -f 1; export GCOV_PREFIX="$work/counts"; exec "$carom" draw --law routh --e 1 --mu 0 --W "$rod_W" --v "$rod_v" -o "$work/large.svg" 2>"$work/err") || got=$?
    said='ulimit -f'; [ $got = 5 ] || fail "exit $got, wanted 5"; err 'File too large'
    [ ! -e "$work/large.svg" ] || fail 'a piece of a picture is left'
    for format in svg pdf png; do
        for n in 1 2; do
            draw 0 --laws all -o "$work/d$n.$format"; silent_err
            run 0 map --law routh --e 0.5 --mu 0.7 --W "$rod_W" --v "$rod_v" --x v_t=-2:2:61 --y mu=0:1:41 \
                -o "$work/m$n.$format"
            # The clock must not show in the file.
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
