# Tests `carom fit` with measured impacts from CSV and JSON: the text, JSON and CSV output, the report, and
# errors.
. "$(dirname "$0")/expect.sh"
pucks=$(dirname "$0")/../../examples/fit/pucks.csv
"$carom" fit </dev/null 2>&1 | grep -q 'made without cminpack' && exit 77

# docs/fit.md must show what the command prints.
root=$(dirname "$0")/../..
awk '/^\$ carom fit/ { on = 1; next } /^```/ { if (on) exit } on' "$root/docs/fit.md" >"$work/wanted"
run 0 fit "$root/examples/fit/pucks.csv" --laws routh,smith,chatterjee,bilinear
sed 's/ *$//' "$work/out" | cmp -s - "$work/wanted" || fail 'docs/fit.md prints something else'
[ "$(wc -l <"$work/wanted")" -gt 20 ] || fail 'docs/fit.md prints nothing'

# Output for programs.
run 0 fit "$pucks" --laws bilinear --json; silent_err; lines 1
python3 - "$work/out" <<'END' || fail 'the JSON lacks something'
import json, sys
answer = json.load(open(sys.argv[1]))
law = answer["laws"][0]
assert abs(law["params"]["e_n"]["estimate"] - 0.9203708126341639) < 1e-5
assert abs(law["params"]["e_t"]["low"] - 0.1935330326358921) < 1e-4
assert abs(law["chi2"] - 208.42517037783261) < 0.25 and not law["rejected"]
assert answer["best"] == "bilinear" and answer["checks"]["alarms"] == [] and len(law["cov"]) == 3
assert abs(answer["checks"]["moment"]["tangential"]["value"] - 1) < 0.01 and answer["checks"]["moment"]["normal"]["value"] is None
END
run 0 fit "$pucks" --laws bilinear --csv; lines 4; out 'law,parameter,estimate,stderr'
run 0 fit "$pucks" --laws bilinear --md; out '| bilinear | e_n |'; out '| bilinear | 0.9785 |'
run 0 fit "$pucks" --laws bilinear --robust --json; out '"inliers"'

# A report page.
run 0 fit "$pucks" --laws bilinear,smith --report "$work/page.html"
said='the page'; checks=$((checks + 1))
[ "$(grep -c 'data:image/svg+xml,\|no figure' "$work/page.html")" = 2 ] || fail 'the page has not two figures'
grep -q 'data-check=verdict' "$work/page.html" && grep -q 'Covariance of the best' "$work/page.html" || fail 'the page has no verdict'
run 5 fit "$pucks" --laws bilinear --report "$work/none/page.html"; code file-error
# Figures are made in memory. The page must be the same if temporary files cannot be written, and if /tmp is read-only.
said='a page without temporary files'; checks=$((checks + 1))
TMPDIR=/nowhere "$carom" fit "$pucks" --laws bilinear,smith --report "$work/other.html" >/dev/null 2>&1 &&
    cmp -s "$work/page.html" "$work/other.html" || fail "$said: another page"
case $carom$PWD in */tmp/*) ;; *) if unshare -rm true 2>/dev/null; then
    said='a page with a read-only /tmp'; checks=$((checks + 1))
    unshare -rm sh -c 'mount -t tmpfs -o ro none /tmp && exec "$@"' sh "$carom" fit "$pucks" \
        --laws bilinear,smith --report "$PWD/fit_$$.html" >"$work/out" 2>"$work/err"
    cmp -s "$work/page.html" "$PWD/fit_$$.html" || fail "$said: another page"
    rm -f "$PWD/fit_$$.html"
fi ;; esac

# CSV with other column names. --W and --sigma apply to all impacts.
cat >"$work/in" <<'END'
# a disc: e = 0.8, sticks
VN, VT, v_n_after, v_t_after
-1.0, 0.10, 0.80, 0.0001
-2.0, 0.15, 1.60, -0.0001
-1.5, 0.05, 1.20, 0.0001
-1.2, 0.02, 0.96, 0.0
END
run 0 fit --laws routh --W '1 0; 0 3' --sigma 0.001 --columns 'v_n=VN, v_t=VT'
out 'in 4 groups'
out_like 'routh  *e  *0\.[78]'
out_like 'mu .*undetermined'
run 3 fit --laws routh --W '1 0; 0 3' --columns 'v_n=VN, v_t=VT'; code bad-value; silent_out
run 3 fit --laws routh --sigma 0.001 --columns 'v_n=VN, v_t=VT'; code bad-value
run 3 fit --laws routh --W '1 0; 0 3' --sigma 0.001; code bad-value
run 3 fit --laws routh --W '1 0' --sigma 0.001 --columns 'v_n=VN, v_t=VT'; code bad-value
run 3 fit --laws ruoth --W '1 0; 0 3' --sigma 0.001 --columns 'v_n=VN, v_t=VT'; code unknown-law
run 2 fit --threads none; code usage

# Errors in the data name their row.
printf 'v_n,v_t,v_n_after,v_t_after\n-1,0,x,0\n' >"$work/in"
run 3 fit --W '1 0; 0 3' --sigma 0.1; code bad-value
printf 'v_n,v_t,v_n_after,v_t_after\n-1,0,0.5\n' >"$work/in"
run 3 fit --W '1 0; 0 3' --sigma 0.1; code bad-value
printf 'v_n,v_t,v_n_after,v_t_after\n-1,0,0.5,0\n1,0,0.5,0\n' >"$work/in"
run 3 fit --W '1 0; 0 3' --sigma 0.1; code bad-value '[1]'
printf 'v_n,v_t,v_n_after,v_t_after\n-1,0,0.5,0\n-1,nan,0.5,0\n' >"$work/in"
run 3 fit --W '1 0; 0 3' --sigma 0.1; code bad-value '[1]'
printf 'v_n,v_t\n' >"$work/in"
run 3 fit --sigma 0.1; code bad-value
printf '{"rows": [{"v_n": -1}, {"v_n": "a"}]}' >"$work/in"
run 3 fit --sigma 0.1; code bad-value
printf '[{"v_n": -1, "v_t": 0, "v_n_after": 1, "v_t_after": 0, "group": 1e300}]' >"$work/in"
run 3 fit --W '1 0; 0 3' --sigma 0.1; code bad-value
printf '{"rows": ' >"$work/in"
run 3 fit --sigma 0.1; code bad-file
run 5 fit "$work/no such file"; code file-error

# Numbers may be separated by semicolons or tabs if the names are not separated by commas. --columns must name columns
# of the file.
for between in ';' '\t'; do
    printf "v_n${between}v_t${between}v_n_after${between}v_t_after\n-1${between}0.5${between}0.9${between}0.3\n" >"$work/in"
    run 0 fit --W '1 0; 0 3' --sigma 0.1 --laws routh --quick --json; out '"impacts":1'
done
run 3 fit --W '1 0; 0 3' --sigma 0.1 --columns 'v_n=VN3'; code bad-value

# Coefficients that depend on speed, next to constant ones, and invalid forms.
run 0 fit "$root/examples/fit/pucks.csv" --laws bilinear --quick --e-of fifth --mu-of exp --csv; lines 17; silent_err
out 'bilinear e:fifth mu:exp,mu_c,'
run 2 fit "$root/examples/fit/pucks.csv" --e-of exp; code usage
run 2 fit "$root/examples/fit/pucks.csv" --mu-of ''; code usage

# JSON rows of bodies in which the sign of the spin is wrong.
python3 - >"$work/in" <<'END'
import json
rows = []
for k in range(12):
    v, s = -1.0 - 0.05 * k, 0.2 + 0.01 * k
    Pn, Pt = 1.8 * -v, -0.1 * 1.8 * -v
    rows.append(dict(group="ab"[k % 2], mass=1.0, inertia=0.5, r_n=-1.0, u_n=v, u_t=s, spin=0.0,
                     u_n_after=v + Pn, u_t_after=s + Pt, spin_after=-Pt / 0.5))
print(json.dumps(rows))
END
run 1 fit --laws routh --sigma 0.001 --sigma-spin 0.001 --strict
out 'in 2 groups'; out_like ' -1 \+- '; out_like 'routh .* no verdict'
run 0 fit --laws routh --sigma 0.001 --sigma-spin 0.001 --json
python3 - "$work/out" <<'END' || fail 'the JSON does not name the sign'
import json, sys
answer = json.load(open(sys.argv[1]))
checks, law = answer["checks"], answer["laws"][0]
assert "sign" in checks["alarms"] and sorted(checks["signs"]["wrong"] + checks["signs"]["or"]) == ["spin", "u_t"]
assert law["rejected"] is None and law["verdict"] == "no verdict" and "best" not in answer
END

# Without stated errors, an impossible inertia must be reported as a wrong sign or unit, and not as a wrong inertia.
run 0 fit --laws routh --quick; out_like '^Alarm: .*sign'; out_lacks 'the inertia is wrong'
python3 - "$work/in" >"$work/degrees.json" <<'END'
import json, math, sys
rows = json.load(open(sys.argv[1]))
for row in rows:
    row["spin_after"] = -math.degrees(row["spin_after"])
print(json.dumps(rows))
END
run 0 fit "$work/degrees.json" --laws routh --sigma 0.001 --sigma-spin 0.001 --quick; out_like '^Alarm: .*rad'
# An inertia in the wrong unit, too large by 1e4 or too small by 1e2. On a terminal the alarms must follow the tables.
for factor in 1e4 1e-2; do
    python3 - "$work/in" $factor >"$work/unit.json" <<'END'
import json, sys
rows = json.load(open(sys.argv[1]))
for row in rows:
    row["inertia"] *= float(sys.argv[2])
    row["spin_after"] *= -1
print(json.dumps(rows))
END
    run 0 fit "$work/unit.json" --laws routh --quick
    out_like '^Alarm: .*kg m'; out_lacks 'the inertia is wrong'
done
"$carom" fit "$work/unit.json" --laws routh --quick >"$work/both" 2>&1
tail -n 1 "$work/both" | grep -q '^carom: ' || fail 'an alarm is not after the tables'

# All errors of a file are reported: two invalid cells, a short row, an invalid body, and separating impacts.
printf 'mass,inertia,r_n,u_n,u_t,spin,u_n_after,u_t_after,spin_after\n1,x,-1,-1,0,0,1,0,0\n1,1,-1\n0,1,-1,-1,0,0,1,0,0\n1,1,-1,-1,0,y,1,0,0\n' >"$work/in"
run 3 fit --laws routh; code bad-value
said='all problems'; checks=$((checks + 1))
[ "$(wc -l <"$work/err")" = 4 ] || fail 'not every problem is reported'
printf 'mass,inertia,r_n,u_n,u_t,spin,u_n_after,u_t_after,spin_after\n1,1,-1,1,0,0,1,0,0\n1,1,-1,-1,0,0,1,0,0\n1,1,-1,2,0,0,1,0,0\n' >"$work/in"
run 3 fit --laws routh --sigma 0.1 --sigma-spin 0.1; code bad-value
said='all receding impacts'; checks=$((checks + 1))
[ "$(wc -l <"$work/err")" = 2 ] || fail 'not every receding impact is reported'

# The template must be a valid file.
run 0 fit --template; cp "$work/out" "$work/in"
run 0 fit --laws routh --quick --sigma 0.01 --sigma-spin 0.5; out 'in 2 groups'

# The title of the picture states the number of impacts. --no-title omits it.
if "$carom" draw --W '1 0; 0 1' --v '-1 0' -o "$work/probe.svg" 2>"$work/err"; then
    for title in '' --no-title; do
        run 0 fit "$root/examples/fit/pucks.csv" --laws bilinear --quick $title -o "$work/fit$title.svg"
    done
    checks=$((checks + 1))
    [ "$(sed -n 's/.*<svg[^>]*height="\([0-9]*\).*/\1/p' "$work/fit.svg")" -gt \
      "$(sed -n 's/.*<svg[^>]*height="\([0-9]*\).*/\1/p' "$work/fit--no-title.svg")" ] || fail 'the title is missing'
fi
# Errors in a file name the file.
echo '{"rows": [' >"$work/open.json"; run 3 fit "$work/open.json"; err 'open.json, line 2'
echo '[{"vn": 1}]' >"$work/vn.json"; run 3 fit "$work/vn.json"; err 'vn.json, line 1'
printf 'v_n,v_t\n1,2\n' >"$work/few.csv"; run 3 fit "$work/few.csv"; err 'few.csv'
# A spread may be 0, but not negative.
zero() { printf 'v_n,v_t,v_n_after,v_t_after,sd_v_n,sd_v_t,sd_v_n_after,sd_v_t_after\n-1,0.1,0.8,0.0001,%s\n-2,0.15,1.6,-0.0001,%s\n-1.5,0.05,1.2,0,%s\n' "$1" "$1" "$1" >"$work/zero.csv"; }
zero 0,0,0.001,0.001; run 0 fit "$work/zero.csv" --W '1 0; 0 3' --laws bilinear --quick; out_like '^  bilinear  e_n  +0\.[78]'
zero 0,-1,0.001,0.001; run 3 fit "$work/zero.csv" --W '1 0; 0 3' --laws bilinear --quick; code bad-value
# A missing arm is the missing column, not a wrong mass. A decimal comma is named.
printf 'u_n,u_t,spin,u_n_after,u_t_after,spin_after\n-1,0.5,0,0.5,0.4,1\n-1,0.3,0,0.5,0.2,1\n' >"$work/arm.csv"
run 3 fit "$work/arm.csv" --mass 0.0577 --inertia 3.456e-5; code bad-value; err '"r_n"'; checks=$((checks + 1)); [ "$(wc -l <"$work/err")" = 1 ] || fail 'more than one error'
printf 'v_n;v_t\n-1,5;0,25\n' >"$work/comma.csv"; run 3 fit "$work/comma.csv"; code bad-value; err '"-1,5" has a decimal comma'
run 2 fit "$work/nowhere.csv" -o "$work/p.gif"; code usage; err '.svg' # before the input is read
finish
