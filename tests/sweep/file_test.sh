# Tests sweep files and their results: rejected input, replay, layout, and resuming a complete study.
. "$(dirname "$0")/../cli/expect.sh"
. "$(dirname "$0")/study.sh"
page=$(cd "$(dirname "$0")/../../docs" && pwd)/sweep.md
cd "$work" || exit 1
study s.json 20000 true

run 0 sweep s.json --dry-run; out 'samples  20000, 4 inputs, 2 laws, 4 outputs each'; out 'with all samples'; silent_err
run 2 sweep s.json; err '-o FILE'; run 2 sweep; ! grep -q -- '-o FILE' err || fail 'sweep without a file wants -o'
run 5 sweep none.json -o x.h5; err 'No such file'
run 0 sweep s.json -o s.h5; err 's.h5: 20000 of 20000 samples'; silent_out
run 2 sweep s.json -o s.h5; err '--resume goes on with it'
run 0 sweep s.json -o s.h5 --resume; err 'all 20000 samples are there'
run 5 sweep s.json -o s.h5 --resume --samples 30000; err 'holds another study'
run 5 report none.h5; err 'No such file'
run 5 report s.json; err 'is not an HDF5 file'
run 2 sweep s.json -o y.h5 --samples many; err '--samples takes a number'

# Newton's restitution gains energy. The worst case, replayed alone, must have exactly the same dE.
run 0 report s.h5; silent_err
out_like 'newton +20000 +0\.[0-9]+'; out_like 'delta_v_a.*, m/s'; out '█'; out_like 'newton +bodies\[0\]\.velocity\[0\]'
run 0 report s.h5 --json; lines 1
worst=$(sed 's/.*"worst":\[{"value":\([0-9.e+-]*\),.*"name":"initial-slip".*/\1/' out)
run 0 report s.h5 --replay 1 --law newton; cp out worst.json
run 0 solve worst.json --json; out "\"dE\":$worst,"; out '"violations":["dE>0"'
# A picture, if this build can draw.
run 2 report s.h5 -o picture.txt
if "$carom" report s.h5 -o picture.svg >out 2>err; then
    grep -q '<svg' picture.svg || fail 'the picture is no SVG'
fi
for k in 6 0 -1 -2147483648 99999999999999999999 1x ''; do run 2 report s.h5 --replay "$k"; err '1 to 5'; done
run 2 report s.h5 --replay 1 --law smith; err 'smith'
run 2 report s.h5 --law smith; err '"smith"'; err 'initial-slip'; silent_out
run 0 report s.h5 --law newton; out_like '^  newton '; out_lacks initial-slip
run 2 report s.h5 --law newton --json; err '--law'

# Invalid sweep files are rejected, and the message names the place.
refuses() { rm -f bad.h5; printf '%s' "$1" >bad.json; run 3 sweep bad.json -o bad.h5; err "$2"; }
base='"scenario":{"W":[[2.5,-1.5],[-1.5,2.5]],"v":[-1,0.6],"params":{"e":0.5,"mu":0.7}},"samples":100'
refuses '{' 'not JSON'
refuses '{"law":"routh","params":{"e":0.5,"mu":0.7},"bodies":[]}' 'a scenario, not a sweep file'
refuses "{$base,\"inptus\":{}}" 'did you mean "inputs"'
refuses "{$base,\"laws\":[\"routh\"]}" 'nothing varies'
refuses "{$base,\"laws\":[\"routh\"],\"inputs\":{\"v[7]\":{\"uniform\":[0,1]}}}" 'no number at "v[7]"'
refuses "{$base,\"laws\":[\"routh\"],\"inputs\":{\"params.nu\":{\"uniform\":[0,1]}}}" 'no law of this sweep reads params.nu'
refuses "{$base,\"laws\":[\"ruth\"],\"inputs\":{\"v[1]\":{\"uniform\":[0,1]}}}" 'did you mean "routh"'
refuses "{$base,\"laws\":[\"routh\"],\"inputs\":{\"v[1]\":{\"uniform\":[1,0]}}}" 'low < high'
refuses "{$base,\"laws\":[\"routh\"],\"inputs\":{\"v[1]\":{\"normal\":[0,1],\"truncate\":[50,51]}}}" 'must leave some'
refuses "{$base,\"laws\":[\"routh\"],\"inputs\":{\"v[1]\":{\"cauchy\":[0,1]}}}" 'inputs.v[1].cauchy: there is no key "cauchy" here; it takes uniform, normal'
refuses "{$base,\"laws\":[\"routh\"],\"correlated\":[{\"inputs\":[\"v[0]\",\"v[1]\"],\"mean\":[-1,0],\"covariance\":[[1,2],[2,1]]}]}" 'positive definite'
refuses "{$base,\"laws\":[\"routh\"],\"outputs\":[\"delta_v_a\"],\"inputs\":{\"v[1]\":{\"uniform\":[0,1]}}}" 'outputs: this scenario has no "delta_v_a"'
refuses "{$base,\"laws\":[\"routh\"],\"design\":\"halton\",\"inputs\":{\"v[1]\":{\"uniform\":[0,1]}}}" 'latin-hypercube'
refuses '{"scenario":{"W":[[1,2],[2]],"v":[-1,0]}}' 'scenario.W: W must be'
refuses "{$base,\"laws\":[\"routh\"],\"inputs\":{\"v[1]\":{\"uniform\":[-1e308,1e308]}}}" 'low < high'
refuses "{$base,\"laws\":[\"routh\"],\"inputs\":{\"v[1]\":{\"triangular\":[-1e308,0,1e308]}}}" 'in this order'
refuses "{$base,\"laws\":[\"routh\"],\"inputs\":{\"v[1]\":{\"grid\":[-1e308,1e308,5]}}}" '"grid" is'
refuses "{$base,\"laws\":[\"routh\"],\"inputs\":{\"v[1]\":{\"uniform\":[0,1],\"normal\":[0,1]}}}" 'inputs.v[1].normal: there is no key "normal" here'
refuses "{$base,\"laws\":\"routh\",\"inputs\":{\"v[1]\":{\"uniform\":[0,1]}}}" '"laws" must be a list of names'
refuses "{$base,\"laws\":[],\"inputs\":{\"v[1]\":{\"uniform\":[0,1]}}}" '"laws" must be a list of names'
# A number that the scenario does not read cannot vary. The name of a number has only one spelling. W is symmetric, so
# W[0][1] and W[1][0] are one input.
one='"laws":["routh"],"inputs"'
refuses "{\"scenario\":{\"W\":[[2,0],[0,2]],\"v\":[-1,0.5],\"id\":3.5},\"samples\":10,$one:{\"id\":{\"uniform\":[0,1]}}}" '"id" cannot vary'
for name in .v[0] v[00] v[+0] '"v[ 0]"' v[0]. .params.mu v..x; do
    refuses "{$base,$one:{\"$(echo "$name" | tr -d '"')\":{\"uniform\":[0,1]}}}" 'the scenario has no number at'
done
refuses "{$base,$one:{\"W[0][1]\":{\"uniform\":[-1,0]},\"W[1][0]\":{\"uniform\":[-1,0]}}}" 'W[0][1] and W[1][0] are one number'
refuses "{$base,\"laws\":[\"routh\"],\"correlated\":[{\"inputs\":[\"W[0][1]\",\"W[1][0]\"],\"mean\":[0,0],\"covariance\":[[1,0],[0,1]]}]}" 'are one number'
vary='"inputs":{"v[1]":{"uniform":[0,1]}}'
refuses "{$base,$vary,\"laws\":[{\"name\":\"x\",\"law\":5}]}" 'laws[0]: each is a name'
refuses "{$base,$vary,\"laws\":[{\"name\":\"x\",\"foo\":1}]}" 'laws[0].foo: there is no key "foo" here'
refuses "{$base,$vary,\"laws\":[{\"name\":\"samples\",\"law\":\"routh\"}]}" 'not "inputs" or "samples"'
refuses "{$base,$vary,\"laws\":[{\"name\":\"\\u001b[31m\",\"law\":\"routh\"}]}" 'control characters'
# Grids with too many points are rejected for every design, also if the product of their counts overflows to 0 or to a
# small number.
axis() { printf '"%s":{"grid":[0,1,%s]}' "$1" "$2"; }
for count in 65536 65537 1000000; do
    for design in random sobol latin-hypercube; do
        refuses "{$base,\"design\":\"$design\",$one:{$(axis 'v[0]' $count),$(axis 'v[1]' $count),$(axis 'W[0][0]' $count),$(axis 'W[1][1]' $count),\"params.mu\":{\"uniform\":[0,1]}}}" 'more than 2^53 points'
    done
done
# Columns that are too large for any file.
printf '%s' "{$base,$one:{\"v[1]\":{\"uniform\":[0,1]}},\"columns\":true}" >huge.json
run 5 sweep huge.json -o huge.h5 --samples 9007199254740992; [ ! -e huge.h5 ] || fail 'a piece of a file is left'

# Samples outside the range of a coefficient are counted and do not end the run. Grids need no number of samples.
printf '%s' '{"scenario":{"W":[[2.5,-1.5],[-1.5,2.5]],"v":[-1,0.6],"params":{"e":0.5,"mu":0.7}},"laws":["routh"],
"inputs":{"params.e":{"list":[-0.5,0,0.5,1]},"v[1]":{"grid":[-1,1,5]}}}' >grid.json
run 0 sweep grid.json -o grid.h5; err '20 of 20 samples'
run 0 report grid.h5; out_like 'routh +coefficient-range +5'

# The example of docs/sweep.md must still give the report that is printed there.
sed -n '/^```json/,/^```/p' "$page" | sed '1d;$d' >rod.json
run 0 sweep rod.json -o rod.h5
run 0 report rod.h5
sed -n '/^\$ carom report/,/^\.\.\./p' "$page" | sed '1d;$d' >wanted
[ "$(wc -l <wanted)" -gt 5 ] || fail 'the page shows no report'
head -n "$(wc -l <wanted)" out | cmp -s - wanted || fail 'docs/sweep.md shows another report'

# The results can be read from Python with h5py: names, units and columns. The mean of a column must be that of the
# summary.
if /usr/bin/python3 -c 'import h5py' 2>/dev/null; then
    said='h5py'; checks=$((checks + 1))
    /usr/bin/python3 - >out 2>err <<'EOF' || fail 'h5py cannot read the results'
import h5py, numpy as np
f = h5py.File("s.h5")
assert f.attrs["format"] == b"carom sweep 5", f.attrs["format"]
assert [x.decode() for x in f["laws"]] == ["newton", "initial-slip"]
dE = f["columns/newton/dE"]
assert dE.shape == (20000,) and dE.attrs["unit"] == b"J" and not np.isnan(dE[:]).any()
n = len(f["inputs"])
assert np.isclose(f["summary/newton/mean"][n], dE[:].mean(), rtol=1e-12)
assert np.isclose(f["summary/newton/covariance"][n, n], dE[:].var(ddof=1), rtol=1e-9)
assert f["summary/samples"][0] == 20000 and b"Wang" in f["summary/newton"].attrs["citation"]
assert f["summary/newton/worst_value"][0] == dE[:].max() == dE[f["summary/newton/worst_sample"][0]]
q = np.quantile(dE[:], f["quantile_shares"][:])
assert (abs(f["summary/newton/quantiles"][0] - q) <= abs(q) / 32 + 1e-3).all()
EOF
fi

# If no sample has a result, there is neither a minimum nor a maximum. Here the approach is so fast that numbers
# overflow.
printf '%s' "{$base,\"laws\":[\"routh\"],\"inputs\":{\"v[0]\":{\"uniform\":[-1e308,-9e307]}}}" >none.json
run 0 sweep none.json -o none.h5
run 0 report none.h5 --json; out '"min":null'; out '"max":null'; out_lacks inf
run 0 report none.h5; out_like '^  routh  *-  *-  *-  *-  *-  *-  *-$'
finish
