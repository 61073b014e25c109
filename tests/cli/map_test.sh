# Tests `carom map`. Every reference state of Payr & Glocker's figures must be a cell of a map.
. "$(dirname "$0")/expect.sh"
bar_W='4 0; 0 1'

# The bar at the angle phi is W turned by phi. Each golden case is the first of four cells.
golden=$(dirname "$0")/../golden/payr_glocker.json
sed -n 's/.*"id": "pg-fig\(4-7\|5-8\)-[^"]*".*"mu": \([0-9.]*\)}.*"mode": "\([a-z-]*\)", "ratio_before": \([-0-9.]*\),.*"phi_deg": \([0-9.]*\)}.*/\2 \3 \4 \5/p' \
    "$golden" >"$work/cases"
[ "$(wc -l <"$work/cases")" -ge 70 ] || { : >"$work/out"; : >"$work/err"; fail 'golden cases not found'; }
while read -r mu mode ratio phi; do
    run 0 map --law glocker --e_n 1 --e_t 1 --mu "$mu" --W "$bar_W" --v '-1 0' \
        --x "ratio=$ratio:100:2" --y "angle=$phi:200:2" --csv
    [ "$(sed -n '2s/.*,//p' "$work/out")" = "$mode" ] || fail "$said: wanted $mode"
done <"$work/cases"

rod() { wanted_exit=$1; shift; run "$wanted_exit" map --law routh --e 0.9 --W "$rod_W" --v "$rod_v" "$@"; }
rod 0 --restitution newton --x mu=0.7:1:2 --y e=0.9:1:2 --show dE --json; lines 1
out_like '"show":"dE","values":\[\[0\.0531(25|2499|2500)'
rod 0 --x mu=0:1:3 --y v_t=-1:1:3 --show mode --csv; out '1,mode,1,0,c-sticking'; out '1,mode,0.5,1,r-reversed'
rod 0 --x mu=0.7:1:2 --y e=0.5:1:2 --show disagreement --second-law routh:newton --csv
out_like '^1,disagreement .*,0\.7,0\.5,0\.15[0-9]*$'

rod 3 --x mu=0:1:3; code bad-value
rod 3 --x mu=0:1 --y e=0:1:3 --csv; err 'NAME=LOW:HIGH:COUNT'
rod 3 --x mo=0:1:3 --y e=0:1:3 --csv; err 'did you mean "mu"?'
rod 3 --x mu=0:1:3 --y e=0:2:3 --csv; code coefficient-range
rod 3 --x mu=0:1:3 --y e=0:1:3 --show tempo --csv; err 'cannot show "tempo"'
rod 3 --x mu=0:1:3 --y e=0:1:3 --show disagreement --csv; code bad-value
rod 3 --x mu=0:1:1 --y e=0:1:3 --csv; code bad-value
rod 3 --x mu=0:1:4294967299 --y e=0:1:3 --csv; code bad-value
rod 2 --x mu=0:1:3 --y e=0:1:3; err 'needs a file'
# A map is for one contact.
run 3 map "$(dirname "$0")/../../examples/impact/walker_lands.json" --x v_n=-2:-1:3 --y mu=0:0.5:2 --csv
# Numbers of two bodies, given by their place in the file. A corner of the map must have the result of `carom solve`.
cars=$(dirname "$0")/../../examples/two_cars.json
run 0 map "$cars" --x bodies[0].velocity.size=5:20:2 --y contact.normal.angle.deg=150:180:2 --show P_n --csv; silent_err
cp "$work/out" "$work/map"
sed 's/"size": 14, "angle": 0/"size": 20, "angle": 0/; s/"deg": 180/"deg": 150/' "$cars" >"$work/cars.json"
run 0 solve "$work/cars.json" --json
P=$(sed 's/.*"P":\[\([^,]*\),.*/\1/' "$work/out")
checks=$((checks + 1))
grep -qF ",20,150,$P" "$work/map" || fail "the corner of the map is not $P: $(cat "$work/map")"
run 0 map "$cars" --x params.mu=0:1:3 --y bodies[1].mass=1000:2000:3 --csv; out '1,mode,0.5,1500,'
run 3 map "$cars" --x mu=0:1:3 --y bodies[1].weight=1:2:3 --csv; code bad-value
run 3 map "$cars" --x mu=0:1:3 --y bodies[1].mass=-1:2:3 --csv; err 'at mu = 0, bodies[1].mass = -1'
# If e is an axis, it replaces a function of speed.
run 0 map --law frictionless --e-of 'fifth 0.2' --W '1 0; 0 1' --v '-1 0' --x e=0:1:3 --y v_n=-2:-1:2 --show v_n --csv; out ',0.5,-1,0.5'

# Forces of a closed contact. A uniform rod jams at an angle of atan 2 for mu > 4/3. A map over the spin must agree with
# `carom explain` in every cell.
rod=$(dirname "$0")/../../examples/leaning_rod.json
run 0 map "$rod" --gravity 9.81 --show forces --x bodies[0].centre.angle.deg=63.43494882:64:2 --y mu=1.3333:1.3334:2 --csv
out_like '63.4349[0-9]*,1.3333,contact$'; out_like '63.4349[0-9]*,1.3334,inconsistent$'
sed 's/"velocity": \[-0.2, 0\]/"velocity": [-5, 0], "spin": 1/' "$rod" >"$work/spin.json"
run 0 map "$work/spin.json" --mu 1.8 --gravity 9.81 --show forces --x bodies[0].centre.angle.deg=20:80:4 --y bodies[0].spin=2:7:2 --csv
cp "$work/out" "$work/map"
for spin in 2 7; do
    for angle in 20 40 60 80; do
        sed "s/\"spin\": 1/\"spin\": $spin/; s/\"deg\": 45/\"deg\": $angle/" "$work/spin.json" >"$work/cell.json"
        run 0 explain "$work/cell.json" --mu 1.8 --gravity 9.81 --json
        named=$(sed 's/.*"case":"\([a-z]*\)".*/\1/' "$work/out")
        checks=$((checks + 1))
        grep -q ",$angle,$spin,$named\$" "$work/map" || fail "at $angle degrees and spin $spin explain says $named: $(cat "$work/map")"
    done
done
run 0 map --show forces --mu 1 --W '4 0; 0 1' --v '0 -1' --acceleration '-9.81 0' --x angle=0:180:5 --y mu=0:3:4 --json; out '"inconsistent"'
run 3 map "$rod" --show forces --x angle=0:90:2 --y mu=0:3:4 --csv; code bad-value
run 3 map "$rod" --show forces --gravity 9.81 --x angle=0:90:2 --y mu=0:3:4 --csv; err 'bodies[0].centre.angle.deg'
run 3 map "$rod" --show dE --gravity 9.81 --x mu=0:1:2 --y v_t=-1:1:3 --csv; code bad-value
run 3 map --show forces --W '4 0; 0 1' --v '0 -1' --gravity 9.81 --x angle=0:90:2 --y mu=0:3:4 --csv; code bad-value

# A choice cannot be an axis.
run 3 map --law routh --e 0.5 --mu 0.5 --W '4 0; 0 1' --v '-1 0' --x mu=0:1:5 --y restitution=0:1:2 -o "$work/no.png"
code bad-value; err '--restitution'
finish
