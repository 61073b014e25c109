# Adds the contact model `trial-dashpot`, whose damping is given as a time. This needs one file, its page and picture,
# and rows in four tables. Its own coefficient needs one more row and an enumerator. Sourced by new_things.sh.
targets="$targets $(printf 'compliant_%s ' device input machine golden frames unread campaign)"
clis="$clis laws usage solve"

cat >mods/compliant/models/model_trial_dashpot.c <<'END'
// A linear spring and dashpot whose damping is a time: N = kn (d + trial_time d').
#include "linear.h"

extern CAROM_COMPLIANT_API const carom_law carom_law_trial_dashpot;

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_result *out) {
    carom_params damped = *p;
    if (!(CAROM_OF(p, trial_time) >= 0.0)) return carom_device_refuse(out, CAROM_PARAM_trial_time);
    damped.own[CAROM_OWN(cn)] = CAROM_OF(p, trial_time) * CAROM_OF(p, kn);
    carom_touch touch = {.contact = c, .params = &damped};
    return carom_linear_run(&touch, 1e-12, recorder, out);
}

#define CAROM_UNIT_trial_time "s"
#define CAROM_ROW_trial_time                                                                                           \
    .name = "trial_time", .number = CAROM_PARAM_trial_time, .kind = CAROM_REAL, .symbol = "τ", .default_value = 0.25,       \
    .example = 0.25, .meaning = "damping to stiffness of the normal dashpot"

static const carom_coefficient coefficients[] = {
    CAROM_ROW(kn, CAROM_LEAST, CAROM_MOST, "N / d at rest: normal force to overlap",
              "its square root sets the duration"),
    CAROM_ROW(trial_time, 0, CAROM_MOST, "N / (kn d') at no overlap", "spring-dashpot's cn is trial_time kn"),
    CAROM_DEVICE_KT_ROW,
    CAROM_DEVICE_CT_ROW,
    CAROM_DEVICE_MU_ROW,
};

CAROM_DEVICE(trial_dashpot, simulate, NULL);

const carom_law carom_law_trial_dashpot = {
    .name = "trial-dashpot",
    .module = "compliant",
    .solves = CAROM_2D | CAROM_3D,
    CAROM_COEFFICIENTS(coefficients),
    .guarantees = CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING | CAROM_GUARANTEE_CONTINUOUS | CAROM_GUARANTEE_UNIQUE,
    .conditions = "",
    .summary = "N = kn (d + trial_time d'), a tangential spring and dashpot behind a slipping point",
    .citation = "none",
    .contact = &carom_device_trial_dashpot,
};
END
# The number of the new coefficient is one past the last. A TANGENT takes two numbers, an EACH three.
next=$(sed -n 's/^CAROM_PARAM(\([0-9]*\), [a-z_0-9A-Z]*, \([A-Z]*\)).*/\1 \2/p' src/tables/compliant_params.def |
    awk '{ end = $1 + ($2 == "EACH" ? 3 : $2 == "TANGENT" ? 2 : 1); if (end > most) most = end } END { print most }')
cat >>src/tables/compliant_params.def <<END
CAROM_PARAM($next, trial_time, REAL)
END
sed -i "s|^    CAROM_PARAM_R_eff = 62 .*|    CAROM_PARAM_trial_time = $next, // damping to stiffness (trial-dashpot), s\n&|" include/carom/compliant.h
grep -q CAROM_PARAM_trial_time include/carom/compliant.h || { echo "FAILED: compliant.h has no new enumerator"; exit 1; }
echo 'CAROM_LAW(trial_dashpot, "trial-dashpot")' >>src/tables/compliant_laws.def
# The compiler reports the missing row.
if cc -std=c17 -fsyntax-only -Wswitch -Werror -I. -Iinclude -Isrc -Imods/compliant/models cli/convert/targets.c 2>"$work/log"; then
    echo "FAILED: convert.c compiles without a row for the contact model"
    bad=1
fi
grep -q DEVICE_trial_dashpot "$work/log" || { cat "$work/log"; bad=1; }
sed -i 's/^    case DEVICES: break;/    case DEVICE_trial_dashpot:\n&/' cli/convert/targets.c
touched 5 "one file, three rows and an enumerator"

# Writes the page, which contains output of the command, and adds rows to two other pages with tables of all contact
# models.
document_device() {
    words='solve --law trial-dashpot --kn 1 --trial_time 0.3 --kt 1 --mu 0.4 --W "1 0.3; 0.3 2.5" --v "-1 0.8"'
    {
        printf '# trial-dashpot\n\nA spring and a dashpot whose damping is a time.\n\n'
        printf '**Use it when** you test carom.\n**Do not use it when** you do not.\n\n| | |\n|---|---|\n'
        printf '| Problems | 2D and 3D, one contact |\n| Solution | numerical |\n| Coefficients | `kn`, `kt`, `mu`, `trial_time` |\n'
        printf '| Energy | never gains energy |\n| Unique | always one result |\n\n'
        printf '<img src="img/trial-dashpot.svg" width="460" alt="The example of trial-dashpot in time">\n\n*The force in time.*\n\n'
        printf '```sh\n%s --plot trial-dashpot.svg\n```\n\n' "carom history${words#solve}"
        printf '## Model\n\nA spring.\n\n## Coefficients\n\n'
        printf '| | unit | range | meaning | relation to other laws |\n|---|---|---|---|---|\n'
        build/release/carom laws trial-dashpot --json | python3 -c '
import json, sys
for p in json.load(sys.stdin)["coefficients"]:
    ratio, relation = (p.get(key, "").replace("|", "\\|") for key in ("ratio", "relation"))
    print("| `%s` | %s | %s | %s | %s |" % (p["name"], p["unit"] or "-", p["range"], ratio, relation))'
        printf '\n## Behaviour\n\nIt does not fail.\n\n## Example\n\n```\n$ carom %s\n' "$words"
        eval "build/release/carom $words"
        printf '```\n\n## References\n\nNone.\n'
    } >docs/laws/trial-dashpot.md
    sed -i 's/^| \[spring-dashpot\](laws\/spring-dashpot.md) .*/&\n| [trial-dashpot](laws\/trial-dashpot.md) | kn (d + trial_time d) | spring, dashpot | a test |/' docs/compliant.md
    sed -i 's/^| split-mass | 5e-9 .*/&\n| trial-dashpot | 3e-10 | 10 |/' docs/derivatives.md
    check sh tools/law_pictures.sh build/release/carom "" trial-dashpot
    touched 4 "a page with its picture, and two rows"
}

# Checks that the impulse is bit for bit that of spring-dashpot with the damping cn = trial_time kn, with --trial_time
# and with its default.
impulse() { build/release/carom solve --json --mu 0.4 --kn 2 --kt 1.5 "$@" | sed 's/.*"P":\(\[[^]]*\]\).*/\1/'; }
prove_device() {
    for contact in '--W|2 0.5; 0.5 1|--v|-1 0.3' '--W|2 0.5 0.1; 0.5 1 0; 0.1 0 1.5|--v|-1 0.3 0.2'; do
        flag=$(echo "$contact" | cut -d'|' -f2)
        v=$(echo "$contact" | cut -d'|' -f4)
        impulse --law spring-dashpot --cn 0.5 --W "$flag" --v "$v" >"$work/wanted"
        for given in '--trial_time 0.25' ''; do
            impulse --law trial-dashpot $given --W "$flag" --v "$v" >"$work/said"
            [ -s "$work/said" ] || { echo "FAILED: no impulse"; bad=1; }
            check cmp "$work/wanted" "$work/said"
        done
    done
    says 'trial_time' build/release/carom laws trial-dashpot
    says 'trial_time = -1 is outside' build/release/carom solve --law trial-dashpot --trial_time -1 --W "2 0.5; 0.5 1" --v "-1 0.3"
    says 'trial-dashpot' build/release/carom compare --contact-models --e 0.5 --mu 0 --W "2 0.5; 0.5 1" --v "-1 0.3"
    for program in device input machine; do check build/release/tests/compliant/compliant_$program; done
    for file in restitution_1d compliant_2d compliant_3d; do check build/release/tests/compliant/compliant_golden $file; done
    check build/release/tests/compliant/compliant_frames 5 trial-dashpot
    check build/release/tests/compliant/compliant_campaign 5 trial-dashpot
}
