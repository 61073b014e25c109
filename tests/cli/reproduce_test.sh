# Tests `carom reproduce`: every claim of the papers must agree, the data of the figures must have known properties, and
# the files must be the same in every run.
. "$(dirname "$0")/expect.sh"
papers=$work/papers
run 0 reproduce --list; out 'wang-mason'; out 'payr-glocker'
run 2 reproduce wang-masson; code usage; err '"wang-mason"'
run 2 reproduce wang-mason fig99; code usage; err '--list'
run 2 reproduce --format gif; code usage

run 0 reproduce -o "$papers"; out ', 0 differ'; out_lacks 'UNEXPLAINED'
items=$(sed -n 's/^\([0-9]*\) items: .*/\1/p' "$work/out")
[ "$items" = "$(($("$carom" reproduce --list | wc -l) - 1))" ] || fail 'not every listed item was made'
run 0 reproduce --json; lines 1; out '"verdict":"misprint"'; out_lacks '"verdict":"differs"'
: >"$work/out"

# Every figure must state the data it was made from, with numbers and units of mass and velocity.
for data in "$papers"/*-fig*.csv; do
    case $data in *.claims.csv) continue ;; esac
    [ -e "${data%.csv}.svg" ] || continue # claims without a picture
    checks=$((checks + 1))
    sed -n 2p "$data" | grep -q '^0,' || fail "$(basename "$data") does not say what it was made from"
done

# landmark TEXT FILE AWK: checks the data with an awk program, which must exit with 0.
landmark() {
    checks=$((checks + 1))
    awk -F, "$3" "$papers/$2.csv" || fail "$2: $1"
}
landmark "Newton's termination is tangent to the ellipse" wang-mason-fig8 '
    $1 == 1 && $2 == "line of termination" { n++; x[n] = $3; y[n] = $4 }
    $1 == 1 && $2 == "no loss" { m++; ex[m] = $3; ey[m] = $4 }
    END {
        dx = x[2] - x[1]; dy = y[2] - y[1]; best = 1e9
        for (i = 1; i <= m; i++) {
            d = dy * (ex[i] - x[1]) - dx * (ey[i] - y[1]); s = d < 0 ? -d : d
            if (d > 1e-9) right++; if (d < -1e-9) left++; if (s < best) best = s
        }
        exit !(n == 2 && m == 361 && (right == 0 || left == 0) && best < 1e-4)
    }'
landmark 'the end under Newton is (0.375, 1.025)' wang-mason-fig8 '
    $1 == 1 && $2 == "end" { x = $3; y = $4 }
    END { exit !(x > 0.3749999 && x < 0.3750001 && y > 1.0249999 && y < 1.0250001) }'
landmark 'least critical friction 4/3 at 63.435 degrees' payr-glocker-fig6 '
    $2 == "minimum" { x = $3; y = $4 }
    $2 == "alpha/delta" { n++; if ($4 < 4 / 3 - 1e-12) low++ }
    END { exit !(n > 300 && !low && x > 63.43 && x < 63.44 && y > 1.33333333 && y < 1.33333334) }'
landmark 'laws I and II part near E' chatterjee-fig7.11 '
    $2 == "law I" && $3 / ($4 + 1e-9) > 0.45 && $4 > 2.4 { one++ }
    $2 == "law II" && $3 / ($4 + 1e-9) > 0.45 && $4 > 2.4 { two++ }
    END { exit !(two > 0 && one == 0) }'

landmark 'the two formulations differ for phi1 from -89.5 to -38 and from 15.5 to 19 degrees' hurmuzlu-marghitu-fig4 '
    $2 == "differential" { d[$1 "/" $3] = $4 }
    $2 ~ /^algebraic/ { x = $4 - d[$1 "/" $3]; if (x > 1e-9 || x < -1e-9) { differ[$3] = 1; n++ } }
    END {
        a = 90; b = -90; c = 90; e = -90
        for (p in differ) {
            x = p + 0
            if (x < 0) { if (x < a) a = x; if (x > b) b = x } else { if (x < c) c = x; if (x > e) e = x }
        }
        exit !(n > 100 && a == -89.5 && b == -38 && c == 15.5 && e == 19)
    }'
# Compare the curves with the reference results.
chain=$(dirname "$0")/../golden/chain_three_link.json
for row in 4:kinematic:differential:1 '4:whittaker:algebraic (Whittaker):1' 5:kinetic:kinetic:1 5:energetic:energetic:1 5:brach:Brach:1; do
    figure=${row%%:*}; rest=${row#*:}; id=parallel-fig4-6-e0.9-${rest%%:*}; rest=${rest#*:}; series=${rest%%:*}
    checks=$((checks + 1))
    sed -n "s/.*\"id\":\"$id\".*\"dE\":\[\([^]]*\)\].*/\1/p" "$chain" | tr ',' '\n' >"$work/dE"
    awk -F, -v series="$series" 'NR == FNR { want[NR - 1] = $1; next }
        $1 == 1 && $2 == series { i = int(($3 + 90) * 2 + 0.5); x = $4 + want[i]; n++; if (x > 1e-12 || x < -1e-12) bad++ }
        END { exit !(n == 359 && !bad) }' "$work/dE" "$papers/hurmuzlu-marghitu-fig$figure.csv" ||
        fail "figure $figure, $series: differs from the reference outcomes"
done

# Compare the table of docs/compliant.md with the curves of its figure: 45 numbers with three digits.
checks=$((checks + 1))
awk -F, 'NR == FNR { if (split($0, cell, / *[|] */) == 9 && cell[4] ~ /^[.][0-9]+$/) for (i = 4; i <= 8; i++) want[cell[2] "/" sprintf("%.2f", 0.2 * i - 0.7)] = cell[i]; next }
    { key = $2 "/" sprintf("%.2f", $3); if (key in want) { d = $4 - want[key]; if (d < 5.001e-4 && d > -5.001e-4) met++ } }
    END { exit met != 45 }' "$(dirname "$0")/../../docs/compliant.md" "$papers/machado-factors.csv" ||
    fail 'the table of docs/compliant.md is not what its figure shows'

# Compare figure 9 with the reference results that lie on its grid.
sed -n 's/.*"id": "pg-fig9-[^"]*".*"ratio_before": \([-0-9.]*\), "ratio_after": \([-0-9.e]*\),.*"phi_deg": \([0-9.]*\)}.*/\1,\2,\3/p' \
    "$(dirname "$0")/../golden/payr_glocker.json" >"$work/fig9"
checks=$((checks + 1))
awk -F, 'NR == FNR { key = sprintf("%.4f", $1) ($3 == 90 ? "/2" : "/4"); want[key] = $2; wanted++; next }
    $2 ~ /π/ { key = sprintf("%.4f", $3) ($2 ~ /π\/2/ ? "/2" : "/4")
               if (key in want && $2 !~ /stick/) { d = $4 - want[key]; if (d < 1e-9 && d > -1e-9) met++; else bad++ } }
    END { exit !(wanted >= 10 && met >= 5 && !bad) }' "$work/fig9" "$papers/payr-glocker-fig9.csv" ||
    fail 'figure 9 differs from the reference outcomes'

# The files must have the same bytes in every run and format, and a single figure the same bytes as in a run of all.
if [ -s "$papers/wang-mason-fig8.svg" ]; then
    run 0 reproduce payr-glocker fig13 -o "$work/alone"
    checks=$((checks + 1))
    cmp "$work/alone/payr-glocker-fig13.svg" "$papers/payr-glocker-fig13.svg" || fail 'a picture is another alone'
    for format in svg pdf png; do
        for n in 1 2; do
            run 0 reproduce wang-mason fig8 -o "$work/again$n" --format "$format"
            run 0 reproduce payr-glocker fig5 -o "$work/again$n" --format "$format"
        done
    done
    checks=$((checks + 1))
    diff -r "$work/again1" "$work/again2" >"$work/out" || fail 'files differ from run to run'
fi
# The name of a picture is rejected as the name of a directory.
run 2 reproduce wang-mason fig8 -o "$work/fig8.png"; code usage; err '--format'
checks=$((checks + 1)); [ ! -e "$work/fig8.png" ] || fail 'it was made'
run 0 reproduce wang-mason fig8; out '1 item: 10 agree with a paper'
finish
