# Tests `carom reconstruct`: one solution, a family of solutions, no solution, and velocities of bodies before the
# impact.
. "$(dirname "$0")/expect.sh"
root=$(dirname "$0")/../..

run 0 reconstruct --law routh --e 0.5 --mu 0.7 --W "$rod_W" --v '0.5 0.2'; silent_err
out_like 'velocity before +-1 +1\.57324 +m/s$'
out_like 'velocity after +0\.5 +0\.2 +m/s$'
run 0 reconstruct --law routh --e 0.5 --mu 0.7 --W "$rod_W" --v '0.5 0.2' --json; lines 1
out '"status":"ok","count":1,"before":['; out '"family":false'

# The cars drove at 14 m/s east and 11 m/s north. The velocities after the impact in the file are rounded.
run 0 reconstruct "$root/examples/after/two_cars.json"; silent_err
out_like 'eastbound +velocity x +(13\.9|14\.0)'; out_like 'velocity y +(10\.9|11\.0)'

# With --assume-stick the measured slip is treated as an error of measurement, and both ends of the family are printed.
run 0 reconstruct --law routh --restitution newton --e 0.5 --mu 0.3 --W '2 0; 0 3' --v '0.5 0.001' --assume-stick; silent_err
out '2, one end'; out_like 'velocity before +-1 +-0\.675 '; out_like 'velocity before +-1 +0\.675 '

# With e = 0 any approach speed is possible, so the family is unbounded. The printed member must satisfy the equations.
run 0 reconstruct --law routh --e 0 --mu 0.5 --W '1 0; 0 3.5' --v '0 0.2' --json; lines 1
python3 - "$work/out" <<'END' || fail 'a family without end'
import json, sys
(a,) = json.load(open(sys.argv[1]))["before"]
assert a["family"] and a["unbounded"] and a["straight"] and a["from"] == [0, 0.2] and a["direction"][0] == -1, a
assert abs(a["direction"][1] - 1.75) < 1e-12, a # the largest error was 2e-16
v = a["v_before"]
assert v[0] < 0 and abs(v[1] - 0.2 + 1.75 * v[0]) < 1e-12 and abs(a["v_after"][1] - 0.2) < 1e-12, a
END
run 0 reconstruct --law routh --e 0 --mu 0.5 --W '1 0; 0 3.5' --v '0 0.2' --csv
out_like '^1,yes,0,0\.2,straight,-1,1\.7(5|4999999)'
run 0 reconstruct --law routh --restitution newton --e 1 --mu 1.75 --W '5 4; 4 4' --v '3 0' --csv
out_like '^1,yes,-3,-5\.5[0-9]*,straight,0,1'

# Velocities before the impact are rejected, both of a contact and of bodies.
run 3 reconstruct --law routh --e 0.5 --mu 0.7 --W "$rod_W" --v '-0.5 0.2'; err 'v_n = -0.5'
run 3 reconstruct --law routh --e 0.5 --mu 0.7 --W "$rod_W" --v '-0.5 0.2' --json; out '"still-approaches"'
run 3 reconstruct "$root/examples/two_cars.json"; err 'v_n = -14'
run 0 reconstruct --law routh --e 0 --mu 0.7 --W "$rod_W" --v '0.5 0.2'
run 0 reconstruct --law routh --e 0.5 --mu 0.7 --W "$rod_W" --v '0 0'
run 0 reconstruct --law routh --e 0.5 --mu 0.7 --W '1 0 0; 0 1 0; 0 0 1' --v '0.5 0 0'
run 3 reconstruct --law routh --e 0.5 --mu 0.7
run 3 reconstruct --law routh --e 2 --mu 0.7 --W "$rod_W" --v '0.5 0'; err 'e = 2'
finish
