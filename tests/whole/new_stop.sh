# Adds the restitution hypothesis `geometric`, which needs one file, its include, one row and an enumerator. The source
# calls a hypothesis a stop, because it ends the impact. Tests `geometric` in the command, in 2D and 3D, in vectorised
# batches and in the tests that run every hypothesis. Sourced by new_things.sh.
targets="$targets conform batch_ordinary batch_bits why_translate_campaign"
clis="$clis laws usage solve output"

# e^2 is Newton's ratio of velocities times Poisson's ratio of impulses: v_n (p - p_c) = e^2 (-v_n before) p_c.
cat >src/walk/stop_geometric.h <<'STOP'
// The geometric mean of Newton's ratio and Poisson's is e: v_n (p - p_c) = e^2 (-v_n before) p_c.
#ifndef CAROM_SRC_STOP_GEOMETRIC_H
#define CAROM_SRC_STOP_GEOMETRIC_H

enum { carom_geometric_traits = CAROM_STOP_COMPRESSES };

CAROM_LANE double carom_geometric_past(const carom_progress *x) {
    return x->v_n * (x->p - x->p_c) + x->e * x->e * x->v_before * x->p_c;
}

CAROM_LANE carom_stop_rates carom_geometric_rates(const carom_progress *x, double rate) {
    return (carom_stop_rates){x->v_n + rate * (x->p - x->p_c), 2.0 * rate};
}

CAROM_LANE carom_fraction carom_geometric_closed(const carom_two_pieces *k, double e) {
    return carom_stop_closed(k, e, carom_geometric_past, carom_geometric_rates);
}

CAROM_LANE double carom_geometric_ratio(const carom_rebound *r, double q) {
    return sqrt(carom_rebound_speed(r, q) * q / (r->N * r->p_c));
}

CAROM_LANE double carom_geometric_since(const carom_rebound *r, double e) {
    return carom_stop_since(r, e, carom_geometric_past, carom_geometric_rates);
}

CAROM_LANE bool carom_geometric_line(const carom_contact *c, double e, double line[3]) {
    (void)c;
    (void)e;
    (void)line;
    return false;
}

#endif
STOP
awk '/^#undef CAROM_STOP$/ {
    print "CAROM_STOP(geometric, GEOMETRIC, 3, \"e^2 = ratio of velocities times ratio of impulses\")\n"
} { print }' src/tables/stops.def >"$work/stops.def"
cp "$work/stops.def" src/tables/stops.def
sed -i 's|^#include "walk/stop_energetic.h"|&\n#include "walk/stop_geometric.h"|' src/walk/stop.h
sed -i 's|^    CAROM_ENERGETIC = 2 \(//.*\)|    CAROM_ENERGETIC = 2, \1\n    CAROM_GEOMETRIC = 3 // e^2 = ratio of velocities times ratio of impulses|' include/carom/carom.h
grep -q CAROM_GEOMETRIC include/carom/carom.h || { echo "FAILED: carom_restitution has no new enumerator"; exit 1; }
touched 4 "one file, its include, one row and an enumerator"

# The code does not compile if one member is missing.
for member in past rates closed line ratio since traits; do
    sed "s/carom_geometric_$member\b/carom_geometric_forgotten/" src/walk/stop_geometric.h >"$work/stop_geometric.h"
    mkdir -p "$work/short/walk"
    cp "$work/stop_geometric.h" "$work/short/walk/"
    if cat src/walk/stop.c src/laws/routh/law_routh.c |
        cc -std=c17 -fsyntax-only -I"$work/short" -Iinclude -Isrc -x c - 2>"$work/log"; then
        echo "FAILED: a stop without $member compiles"
        bad=1
    fi
    grep -q "carom_geometric_$member" "$work/log" || { cat "$work/log"; bad=1; }
done
echo "passed: without one of its seven members it does not compile"

# holds OPTION...: solves the problem by the command and checks the definition of e. This is
# (-v_n'/v_n) (P_n/P_c - 1) = e^2, with e = 0.5 and v_n = -1.
holds() {
    said=$(build/release/carom solve --law routh --restitution geometric --json "$@") || { echo "$said"; return 1; }
    echo "$said" | awk -v wanted=0.25 '{
        match($0, /"P":\[[^,]*/); P = substr($0, RSTART + 5, RLENGTH - 5)
        match($0, /"v_after":\[[^,]*/); v = substr($0, RSTART + 11, RLENGTH - 11)
        match($0, /"P_compression":\[[^,]*/); Pc = substr($0, RSTART + 17, RLENGTH - 17)
        got = v * (P / Pc - 1)
        print "(v_n / v_n before) (P_n / P_c - 1) =", got
        exit !(got > wanted - 1e-12 && got < wanted + 1e-12) }'
}
prove_stop() {
    check holds --e 0.5 --mu 0.7 --W "2.5 -1.5; -1.5 2.5" --v "-1 0.6"
    check holds --e 0.5 --mu 0.3 --W "2.5 -1.5; -1.5 2.5" --v "-1 0.2"
    check holds --e 0.5 --mu 0.7 --W "2.5 -1.5 0.3; -1.5 2.5 0.1; 0.3 0.1 1.2" --v "-1 0.6 0.4"
    check holds --e 0.5 --mu inf --W "2 1; 1 2" --v "-1 0"
    check build/release/tests/whole/conform/conform 10000 routh
    check build/release/tests/why/why_translate_campaign 20000
    check build/release/tests/batch/batch_bits 20000 routh
}
