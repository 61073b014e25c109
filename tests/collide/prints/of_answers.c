// What a law can be asked, every field of what it tells.
#include <math.h>
#include <string.h>

#include "carom/carom.h"
#include "collide/prints/asks.h"
#include "support/whole.h"

// All of it, known or not: what is not known is NaN, and no answer leaves nothing behind.
static void print_all(print *to, const carom_outcome *out) {
    print_word(to, (uint64_t)out->status * 256 + (uint64_t)out->mode);
    print_word(to, out->broken * 16 + out->known);
    print_numbers(to, 3, out->P);
    print_numbers(to, 3, out->v);
    print_numbers(to, 3, out->Pc);
    print_numbers(to, 4, (double[]){out->dE, out->work_normal, out->work_friction, out->residual});
    print_numbers(to, 3, (double[]){out->solutions, out->evaluations, (int)out->refused});
}

static bool stands(carom_status status) {
    return carom_status_class_of(status) == CAROM_FINE;
}

static void print_why(print *to, const carom_refusal *x) {
    print_word(to, (uint64_t)x->fault * 64 + (uint64_t)x->remedy);
    print_numbers(to, 5, (double[]){(int)x->param, x->row, x->column, x->count, (int)x->other_param});
    print_numbers(to, 4, (double[]){x->value, x->lowest, x->highest, x->other});
}

bool ask_answer(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    carom_outcome out;
    carom_refusal x;
    carom_params at = *p;
    memset(&out, 0, sizeof out);
    memset(&x, 0, sizeof x);
    const carom_status status = carom_collide(law, c, p, &out);
    print_all(to, &out);
    (void)carom_refusal_of(status, law, c, p, &out, &x);
    print_why(to, &x);
    print_word(to, (uint64_t)carom_params_at(law, c, p, &at));
    print_numbers(to, 4, (double[]){at.e, at.e_n, at.r_n, at.mu});
    for (int dim = 2; dim <= 3; dim++) print_word(to, carom_law_promises(law, dim, p));
    for (int i = -1; stands(status) && (i < 0 || carom_law_tell(law, i)); i++)
        if (carom_law_tell(law, i)) print_number(to, carom_law_tell(law, i)->of(c, p, &out));
    return stands(status);
}

// Which parameters it takes, by name and by number.
bool ask_taken(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    static const char *const names[] = {"e",     "mu", "mu_static", "e_t", "s1",   "direction",
                                        "ratio", "of", "f",         "phi", "none", ""};
    bool any = false;
    for (int dim = 1; dim <= 4; dim++) {
        carom_param refused = CAROM_PARAM_LAST;
        const carom_status status = carom_params_validate(law, p, dim, &refused);
        print_word(to, (uint64_t)status * 128 + (uint64_t)((int)refused + 1));
        print_word(to, (uint64_t)carom_params_validate(law, p, dim, NULL));
        any |= status == CAROM_OK;
    }
    // What is wrong with each of them, had it been refused.
    for (int n = 0; n < CAROM_PARAM_ROOM; n++) {
        if (n > CAROM_PARAM_friction && n < CAROM_PARAM_ratio) continue;
        const carom_outcome refused = {.refused = (carom_param)n};
        carom_refusal x;
        memset(&x, 0, sizeof x);
        (void)carom_refusal_of(CAROM_PARAM_RANGE, n % 2 ? law : NULL, n % 5 ? c : NULL, p, n % 7 ? &refused : NULL, &x);
        print_why(to, &x);
        (void)carom_refusal_of(CAROM_PARAM_RANGE, law, c, p, &refused, &x);
        print_why(to, &x);
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        carom_params given = *p;
        const carom_param_info *row = carom_law_param_find(law, names[i]);
        print_word(to, row ? (uint64_t)row->number + 1 : 0);
        const carom_status status = carom_param_give(law, &given, names[i], c->v, i == 5 ? 3 : 1 + (size_t)(i == 6));
        print_word(to, (uint64_t)status);
        if (!row || status != CAROM_OK) continue;
        double values[3] = {0.0, 0.0, 0.0};
        print_word(to, carom_param_read(&given, row, values));
        print_numbers(to, 3, values);
    }
    return any;
}

bool ask_path(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    static const size_t rooms[] = {64, 2, 0};
    bool any = false;
    for (int k = 0; k < 4; k++) {
        carom_path_point points[64];
        memset(points, 0, sizeof points);
        carom_path path = {k == 2 ? NULL : points, k < 3 ? rooms[k] : 64, 17};
        if (k == 3) path.points = NULL;
        carom_outcome out;
        memset(&out, 0, sizeof out);
        const carom_status status = carom_trace(law, c, p, &path, &out);
        print_word(to, (uint64_t)status);
        print_all(to, &out);
        print_word(to, path.count);
        for (size_t i = 0; i < path.count && i < path.capacity && stands(status); i++) {
            print_word(to, (uint64_t)points[i].event);
            print_numbers(to, c->dim, points[i].P);
            print_numbers(to, c->dim, points[i].v);
            print_numbers(to, 2, (double[]){points[i].dE, points[i].work_normal});
        }
        any |= stands(status);
    }
    return any;
}

bool ask_solutions(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    carom_alternative list[CAROM_MOST_ALTERNATIVES];
    memset(list, 0, sizeof list);
    int count = -1;
    const carom_status status = carom_solutions(law, c, p, list, &count);
    print_word(to, (uint64_t)status * 64 + (uint64_t)(count + 1));
    for (int i = 0; i < count; i++) {
        print_all(to, &list[i].outcome);
        print_word(to, (uint64_t)(4 * (list[i].index + 2) + 2 * list[i].given + list[i].kept));
    }
    return stands(status);
}

// What came before, asked of what the law itself leaves, so that there is something.
bool ask_before(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    carom_before found[CAROM_MOST_BEFORE];
    carom_outcome out;
    int count = -1;
    memset(found, 0, sizeof found);
    memset(&out, 0, sizeof out);
    carom_contact after = *c;
    if (c->dim == 2 && stands(carom_collide(law, c, p, &out))) memcpy(after.v, out.v, 2 * sizeof *out.v);
    const carom_status status = carom_before_of(law, &after, p, found, &count);
    print_word(to, (uint64_t)status * 64 + (uint64_t)(count + 1));
    for (int i = 0; i < count; i++) {
        print_numbers(to, 2, found[i].v);
        print_numbers(to, 2, found[i].P);
        print_word(to, (uint64_t)found[i].mode * 65536 + found[i].broken * 2 + found[i].family);
    }
    return stands(status);
}

// A law whose directions after are a given function of the direction before, angle(s), v = (-(1 - s^2), 2 s)/(1 + s^2): zero is
// what is looked for. Twice through zero between two looks, nearly, along a stretch; a jump; another mode; no answer.
static struct {
    int kind;
    double at, width, sign;
} made;

static double angle(double s) {
    const double x = s - made.at, w = made.width;
    switch (made.kind) {
    case 0: return x;
    case 1: return (x - w) * (x + w);
    case 2: return 1e3 * (x - w) * (x + w);
    case 3: return x * x + w * w;
    case 4: return x * x;
    case 5: return x < 0.0 ? -0.5 : 0.5;
    case 6: return fabs(x) <= w ? 0.0 : x - copysign(w, x);
    case 7: return 3.14159265358979323846 + x;
    case 8: return 0.5 * sin(12.0 * x);
    case 9: return x > 0.0 ? 0.5 : x < 0.0 ? -0.5 : 0.0;
    case 10: return fabs(x) - w;
    case 11: return (x - w) * (x + w) * (x - 2.0 * w);
    default: return x * (1.0 + 0.5 * s);
    }
}

static carom_status turn_by_angle(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    (void)p;
    const double size = hypot(c->v[0], c->v[1]), s = c->v[1] / (size - c->v[0]), x = s - made.at;
    const double f = made.sign * angle(s), rests = made.kind == 12 && x > made.width ? 0.0 : 1.0;
    if (made.kind == 13 && fabs(x) < made.width) return CAROM_NO_SOLUTION;
    out->P[0] = (rests * size * cos(f) - c->v[0]) / c->W[0][0];
    out->P[1] = (rests * size * sin(f) - c->v[1]) / c->W[1][1];
    out->mode = made.kind < 14 || x < -made.width ? CAROM_MODE_SLIDING
                : x < made.width                  ? CAROM_MODE_STICKING
                                                  : CAROM_MODE_FRICTION;
    return CAROM_OK;
}

bool ask_ways_back(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    (void)law;
    static const carom_law_code code = {.solve = turn_by_angle};
    static const carom_law own = {
        .name = "own", .module = "test", .dims = CAROM_PLANE, .promises = CAROM_HOMOGENEOUS, .code = &code};
    print seed = print_nothing;
    print_numbers(&seed, 2, c->v);
    print_numbers(&seed, 2, c->W[0]);
    print_number(&seed, p->mu);
    random_stream r = random_at(seed.hash, 1);
    made.kind = random_below(&r, 16);
    made.at = random_below(&r, 6) ? random_between(&r, -0.98, 0.98) : whole(&r, 500) / 512.0;
    made.width = random_power10(random_between(&r, -9.0, -0.5));
    made.sign = random_below(&r, 2) ? 1.0 : -1.0;
    if (random_below(&r, 10) == 0) made.at = copysign(1.0 - made.width, made.at);
    carom_contact after = {.dim = 2, .W = {{1.0, 0.0}, {0.0, 1.0}}, .v = {2.0, 0.0}};
    const int turn = random_below(&r, 3);
    if (turn == 1) after.W[1][1] = 3.0;
    if (turn == 2) after.W[0][0] = 0.5;
    const carom_params plain = carom_default_params();
    carom_before found[CAROM_MOST_BEFORE];
    memset(found, 0, sizeof found);
    int count = -1;
    const carom_status status = carom_before_of(&own, &after, &plain, found, &count);
    print_word(to, (uint64_t)status * 64 + (uint64_t)(count + 1));
    bool leads = stands(status);
    for (int i = 0; i < count; i++) {
        carom_outcome out;
        carom_contact again = after;
        memcpy(again.v, found[i].v, sizeof found[i].v);
        leads = leads && stands(carom_collide(&own, &again, &plain, &out)) && fabs(out.v[1]) <= 1e-9 * out.v[0];
        print_numbers(to, 2, found[i].v);
        print_numbers(to, 2, found[i].P);
        print_word(to, (uint64_t)found[i].mode * 65536 + found[i].broken * 2 + found[i].family);
    }
    print_word(to, leads);
    return leads;
}

bool ask_mass(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    carom_sensitivity s;
    memset(&s, 0, sizeof s);
    const carom_status status = carom_sensitivity_of(law, c, p, &s);
    print_word(to, (uint64_t)status * 16 + (uint64_t)s.unsmooth);
    print_numbers(to, 2, (double[]){s.column, s.columns});
    if (!stands(s.at.status)) return false;
    for (int i = 0; i < c->dim; i++) {
        print_numbers(to, c->dim, s.M[i]);
        print_numbers(to, CAROM_SENSITIVITY_COLUMNS, s.J[i]);
        print_numbers(to, CAROM_SENSITIVITY_COLUMNS, s.error[i]);
    }
    return status == CAROM_OK;
}

static void print_reach(print *to, carom_status status, const carom_reach *r) {
    print_word(to, (uint64_t)status * 4 + 2U * r->exact + r->gains);
    print_numbers(to, 8,
                  (double[]){r->area, r->region, r->share, r->outside, r->e_n[0], r->e_n[1], r->dE[0], r->dE[1]});
    print_numbers(to, 4, (double[]){r->coefficients, (double)r->asked, (double)r->answered, (double)r->left});
}

// What it reaches over all its coefficients, over one of them, over a part of them, and without a raster.
bool ask_reach(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    static carom_cover cover;
    static carom_reach_area area;
    carom_coefficient own[CAROM_MOST_COEFFICIENTS];
    carom_reach r;
    memset(own, 0, sizeof own);
    const int count = carom_law_coefficients(law, 0, own);
    print_word(to, (uint64_t)count);
    for (int i = 0; i < count; i++) print_numbers(to, 3, (double[]){(int)own[i].param, own[i].low, own[i].high});
    memset(&r, 0, sizeof r);
    const carom_status status = carom_reach_of(law, c, p, own, count > 2 ? 2 : count, &cover, &r);
    print_reach(to, status, &r);
    if (count > 0) {
        memset(&r, 0, sizeof r);
        const carom_status one = carom_reach_of(law, c, p, own, 1, NULL, &r);
        print_reach(to, one, &r);
    }
    memset(&area, 0, sizeof area);
    print_word(to, (uint64_t)carom_reach_outline(law, c, p, &area));
    print_numbers(to, 2, (double[]){area.count, area.area});
    return status == CAROM_OK;
}
