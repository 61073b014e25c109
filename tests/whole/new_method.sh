# Adds the method `alone` for several contacts, which needs one file, one row and a paragraph in the documentation.
# Tests it in the command and in the tests that run every method. Sourced by new_things.sh.
targets="$targets many_promises"

mkdir src/laws/alone
cat >src/laws/alone/system_alone.c <<'END'
// Each contact without friction as if it were alone, in 2D and in 3D: P_n = -(1 + e) v_n / W_nn.
#include "systems/solution.h"

extern CAROM_API const carom_law carom_law_alone;

static carom_status solve(const carom_law *self, const carom_system *s, const carom_system_params *p, void *memory, size_t bytes,
                          carom_system_result *out) {
    (void)memory;
    if (bytes < 1) return CAROM_SMALL_MEMORY;
    const int n = s->dim * s->nc;
    for (int i = 0; i < n; i++) {
        const carom_params *k = &p->contacts[i / s->dim];
        const bool pushes = i % s->dim == 0 && s->v[i] < 0.0;
        if (pushes && !(s->W[i * n + i] > 0.0)) return CAROM_NO_SOLUTION;
        out->P[i] = pushes ? -(1.0 + k->e) * s->v[i] / s->W[i * n + i] : 0.0;
        out->mode[i / s->dim] = CAROM_MODE_SLIDING;
    }
    return CAROM_OK;
}

static size_t bytes_needed(const carom_law *self, const carom_system *s, const carom_system_params *p) {
    (void)s, (void)p;
    return 1;
}

static const carom_system_vtable code = {
    .solve = solve,
    .memory_size = bytes_needed,
    .solvers = CAROM_PLANE_SOLVERS,
    .always = CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_HOMOGENEOUS,
    .conditions = "",
};

static const carom_coefficient coefficients[] = {CAROM_COEFFICIENT_E("-v_n' / v_n")};

const carom_law carom_law_alone = {
    .name = "alone",
    .module = "core",
    .solves = CAROM_SYSTEM_2D | CAROM_SYSTEM_3D,
    CAROM_COEFFICIENTS(coefficients),
    .conditions = "",
    .summary = "each contact as if it were alone, without friction",
    .citation = "none",
    .system = &code,
};
END
echo 'CAROM_LAW(alone)' >>src/tables/laws.def
sed -i 's/^- \*\*sequence\*\* /- **alone** solves every contact as if it were the only one, without friction.\n&/' docs/several-contacts-methods.md
touched 3 "one file, one row and a paragraph"

prove_method() {
    check build/release/tests/many/many_promises
    says '"P":[0.75,0]' build/release/carom solve --json --law alone - <<'END'
{"W":[[2,0.5],[0.5,1]],"v":[-1,0.3],"params":{"e":0.5}}
END
    says '"P":[0.75,0,0]' build/release/carom solve --json - <<'END'
{"method":"alone","dim":3,"W":[[2,0,0],[0,1,0],[0,0,1]],"v":[-1,0.3,0],"params":{"e":0.5}}
END
    says '"law":"alone"' build/release/carom solve --json --law all - <<'END'
{"W":[[2,0.5],[0.5,1]],"v":[-1,0.3],"params":{"e":0.5}}
END
    says 'alone' build/release/carom solve --help
}
