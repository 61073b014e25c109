// Tests the units of coefficients by dimensional analysis, for every law, contact model and method. A problem is stated
// in other units of length, mass and time; every coefficient is converted by the unit that its row states. The result
// must be the converted result. Conversely, a coefficient converted by a wrong unit must change the result, so that
// every stated unit is tested.
//   compliant_units COUNT : solves COUNT problems per law in 2D, and 1/4 of COUNT in 3D
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/worst.h"
#include "bench/random.h"
#include "carom/compliant.h"
#include "compliant/devices.h"
#include "many/systems.h"
#include "support/compliant_params.h"
#include "support/floor.h"
#include "support/laws.h"

// The exponents of length, mass and time.
typedef struct {
    double L, M, T;
} dimension;

static int failures;

static dimension times(dimension a, dimension b, double power) {
    return (dimension){a.L + power * b.L, a.M + power * b.M, a.T + power * b.T};
}

// Returns the factor that converts a number of dimension d. `scale` contains the factors by which the units of length,
// mass and time shrink.
static double factor(dimension d, const double scale[3]) {
    return pow(scale[0], d.L) * pow(scale[1], d.M) * pow(scale[2], d.T);
}

// Functions that read a unit such as "N s/m^(q+1)". An exponent is a number, a fraction or the name of a coefficient,
// plus a number.

typedef struct {
    const char *at;
    const carom_law *law;
    const carom_params *params;
    bool bad;
} reader;

static double read_number(reader *r) {
    const size_t length = strspn(r->at, "abcdefghijklmnopqrstuvwxyz");
    if (!length) {
        char *end;
        const double number = strtod(r->at, &end);
        if (end == r->at) r->bad = true;
        r->at = end;
        return number;
    }
    double value[3] = {(double)NAN};
    for (int k = 0; k < r->law->coefficient_count; k++) {
        const carom_coefficient *row = &r->law->coefficients[k];
        if (strlen(row->name) == length && !strncmp(row->name, r->at, length)) carom_params_get(r->params, row, value);
    }
    r->at += length;
    if (isnan(value[0])) r->bad = true;
    return value[0];
}

static double read_exponent(reader *r) {
    if (*r->at != '(') return read_number(r);
    r->at++;
    double number = read_number(r);
    for (; !r->bad && *r->at && *r->at != ')';) {
        const char sign = *r->at++;
        const double other = read_number(r);
        if (sign == '/')
            number /= other;
        else if (sign == '+')
            number += other;
        else
            r->bad = true;
    }
    if (*r->at == ')')
        r->at++;
    else
        r->bad = true;
    return number;
}

static dimension read_symbol(reader *r) {
    static const struct {
        const char *name;
        dimension is;
    } symbols[] = {{"rad", {0, 0, 0}}, {"Pa", {-1, 1, -2}}, {"kg", {0, 1, 0}}, {"N", {1, 1, -2}},
                   {"m", {1, 0, 0}},   {"s", {0, 0, 1}},    {"1", {0, 0, 0}}};
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        const size_t length = strlen(symbols[i].name);
        if (strncmp(r->at, symbols[i].name, length)) continue;
        r->at += length;
        if (*r->at != '^') return symbols[i].is;
        r->at++;
        return times((dimension){0}, symbols[i].is, read_exponent(r));
    }
    r->bad = true;
    return (dimension){0};
}

static dimension read_unit(const carom_coefficient *row, const carom_law *law, const carom_params *p) {
    reader r = {.at = row->unit, .law = law, .params = p};
    dimension found = {0};
    double sign = 1.0;
    while (!r.bad && *r.at) {
        found = times(found, read_symbol(&r), sign);
        if (*r.at == '/') {
            sign = -1.0;
            r.at++;
            if (*r.at == '(') r.at++;
        } else if (*r.at == ' ') {
            r.at++;
        } else if (*r.at == ')' && sign < 0.0) {
            r.at++;
        } else if (*r.at) {
            r.bad = true;
        }
    }
    if (r.bad && failures++ < 20) printf("FAILED to read the unit \"%s\" of %s\n", row->unit, row->name);
    return found;
}

// Random problems.

// Returns a random number near 1, so that every term of a force matters.
static double near_one(random_stream *r) {
    return random_power10(random_between(r, -0.5, 0.5));
}

// Draws every coefficient with a unit, and those without unit that choose between formulas. The ranges are small, so
// that contacts neither jam nor creep.
static void draw_own(random_stream *r, uint64_t reads, carom_params *p, carom_vibration modes[2]) {
    static const int lengths[] = {CAROM_PARAM_gap, CAROM_PARAM_depth, CAROM_PARAM_R_eff};
    static const int plain[] = {CAROM_PARAM_eta2, CAROM_PARAM_kn,    CAROM_PARAM_kt,    CAROM_PARAM_kt + 1,
                                CAROM_PARAM_k,    CAROM_PARAM_k + 1, CAROM_PARAM_k + 2, CAROM_PARAM_cs};
    static const int damping[] = {CAROM_PARAM_cn, CAROM_PARAM_ct,    CAROM_PARAM_ct + 1,
                                  CAROM_PARAM_c,  CAROM_PARAM_c + 1, CAROM_PARAM_c + 2};
    if (!(reads >> CAROM_PARAM_OWN)) return;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        p->own[lengths[i] - CAROM_PARAM_OWN] = 0.3 * near_one(r);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) p->own[plain[i] - CAROM_PARAM_OWN] = near_one(r);
    for (size_t i = 0; i < sizeof damping / sizeof *damping; i++)
        p->own[damping[i] - CAROM_PARAM_OWN] = 0.2 * near_one(r);
    p->own[CAROM_OWN(p)] = random_between(r, 1.2, 2.5);
    p->own[CAROM_OWN(q)] = random_between(r, 0.2, 1.2);
    p->own[CAROM_OWN(pn)] = random_between(r, 1.1, 1.8);
    p->own[CAROM_OWN(kappa)] = random_between(r, 0.7, 1.2);
    p->own[CAROM_OWN(type)] = random_below(r, 2);
    p->own[CAROM_OWN(tension)] = random_below(r, 2);
    p->own[CAROM_OWN(factor)] = random_below(r, CAROM_DAMPING_HU_GUO + 1);
    p->list = modes;
    p->list_count = 2;
    for (int k = 0; k < 2; k++) {
        modes[k] = (carom_vibration){.omega = 3.0 * near_one(r), .zeta = 0.1, .z0 = 0.02, .zdot0 = 0.05};
        for (int i = 0; i < 3; i++) modes[k].phi[i] = random_between(r, -0.5, 0.5);
    }
}

static carom_params draw(random_stream *r, const carom_law *law, int dim, carom_vibration modes[2]) {
    carom_params p = random_params(r, dim);
    give_springs(&p);
    random_own(r, law, &p);
    p.e = random_between(r, 0.3, 0.9);
    p.mu = random_between(r, 0.1, 0.6);
    p.mu_static = CAROM_SAME_AS_MU;
    p.rest_speed = random_below(r, 4) ? 0.0 : near_one(r);
    if (!strcmp(law->module, "compliant")) draw_own(r, carom_law_reads(law), &p, modes);
    return p;
}

// Converts the coefficients to the other units. Coefficient number `wrong` is converted as if its unit contained one
// more metre.
static void convert(const carom_law *law, uint64_t reads, int wrong, const double scale[3], const carom_params *p,
                    carom_params *q) {
    *q = *p;
    for (int i = 0; i < CAROM_PARAM_END; i++) {
        const carom_coefficient *row = (reads >> i) & 1 ? carom_law_coefficient(law, i) : NULL;
        double value[3];
        if (!row || row->kind == CAROM_CHOICE || row->kind == CAROM_LIST || i == CAROM_PARAM_mu_static) continue;
        const size_t count = carom_params_get(p, row, value);
        const double by = factor(read_unit(row, law, p), scale) * (i == wrong ? scale[0] : 1.0);
        for (size_t k = 0; k < count; k++) value[k] *= by;
        if (by != 1.0 && carom_params_set(q, row, value, count) != CAROM_OK && failures++ < 20)
            printf("FAILED to set %s\n", row->name);
    }
}

// Converts vibration modes, by the units that carom_vibration states.
static void convert_modes(const double scale[3], const carom_vibration *from, size_t count, carom_vibration *to) {
    for (size_t k = 0; k < count; k++) {
        to[k] = from[k];
        to[k].omega *= factor((dimension){0, 0, -1}, scale);
        to[k].z0 *= factor((dimension){1, 0.5, 0}, scale);
        to[k].zdot0 *= factor((dimension){1, 0.5, -1}, scale);
        for (int i = 0; i < 3; i++) to[k].phi[i] *= factor((dimension){0, -0.5, 0}, scale);
    }
}

// The numbers of a result, with their dimensions.
enum { MOST_NUMBERS = 3 * 2 * MOST_CONTACTS + 8 };
typedef struct {
    carom_status status;
    int count;
    double number[MOST_NUMBERS];
    dimension is[MOST_NUMBERS];
} answer;

static const dimension IMPULSE = {1, 1, -1}, SPEED = {1, 0, -1}, ENERGY = {2, 1, -2}, FORCE = {1, 1, -2},
                       LENGTH = {1, 0, 0}, DURATION = {0, 0, 1};

static void add(answer *a, double number, dimension is) {
    a->number[a->count] = number;
    a->is[a->count++] = is;
}

static double size_of(const answer *a, dimension is) {
    double size = 0.0;
    for (int j = 0; j < a->count; j++)
        if (!memcmp(&is, &a->is[j], sizeof is)) size = fmax(size, fabs(a->number[j]));
    return size;
}

// Returns the largest difference, relative to the largest number of the same dimension. A difference of energies is
// relative to impulse times speed, because an impact may lose all of its energy or none.
static double apart(const answer *a, const answer *b, const double scale[3]) {
    double worst = 0.0;
    if (a->status != b->status || a->count != b->count) return HUGE_VAL;
    for (int i = 0; i < a->count; i++) {
        const bool energy = a->is[i].L == ENERGY.L;
        const double size = energy ? size_of(a, IMPULSE) * size_of(a, SPEED) : size_of(a, a->is[i]);
        const double off = fabs(b->number[i] / factor(a->is[i], scale) - a->number[i]);
        if (off > 0.0 || isnan(off)) carom_worsen(&worst, isnan(off) ? HUGE_VAL : off / size);
    }
    return worst;
}

static void collide(const carom_law *law, const carom_contact *c, const carom_params *p, answer *a) {
    const bool device = !strcmp(law->module, "compliant");
    carom_history more = {.work_limit = 10 * CAROM_COMPLIANT_WORK};
    carom_result out;
    a->count = 0;
    a->status = device ? carom_record(law, c, p, &more, &out) : carom_collide(law, c, p, &out);
    if (carom_status_classify(a->status) != CAROM_CLASS_OK) return;
    for (int i = 0; i < c->dim; i++) {
        add(a, out.P[i], IMPULSE);
        add(a, out.v[i], SPEED);
        add(a, c->v[i], SPEED);
    }
    add(a, out.dE, ENERGY);
    // Models that only know ratios of stiffnesses compute times, forces and lengths for 1 N/m.
    if (!device || carom_compliant_stiffness(law) == CAROM_STIFFNESS_RATIO) return;
    if (law != &carom_law_series_dashpot)
        add(a, more.summary.duration, DURATION); // the force of series-dashpot decays, so its end is not sharp
    add(a, more.summary.peak_force, FORCE);
    add(a, more.summary.compression, LENGTH);
}

static void draw_scale(random_stream *r, double scale[3]) {
    for (int i = 0; i < 3; i++) scale[i] = random_power10(random_between(r, -1.0, 1.0));
}

typedef struct {
    const char *name;
    int asked, answered;
    double worst;
    uint64_t sensed; // bits of the coefficients whose wrong unit changed a result
} tally;

// The bounds. Integrators are accurate to 1e-12 of a contact, and the steps of mindlin are the same in all units. The
// largest difference was 1.3e-9 (lammps-hertz-history), so the bound is 1e-7. A wrong unit changes the result by at
// least 1e-4.
static const double SAME = 1e-7, OTHER = 1e-4;

static void try_law(const carom_law *law, int dim, uint64_t index, tally *t) {
    random_stream r = random_at(71 + (uint64_t)dim, index);
    double scale[3];
    carom_vibration modes[2], other[2];
    carom_contact c = random_contact(&r, dim, 0.5), there;
    draw_scale(&r, scale);
    c.v[0] = -near_one(&r);
    for (int i = 1; i < dim; i++) c.v[i] = random_between(&r, -1.0, 1.0);
    // Laws for spheres require W without coupling.
    if (law == &carom_law_bilinear || law == &carom_law_walton)
        c = (carom_contact){.dim = dim, .W = {{1, 0, 0}, {0, 3.5, 0}, {0, 0, 3.5}}, .v = {c.v[0], c.v[1], c.v[2]}};
    carom_params p = draw(&r, law, dim, modes);
    // The direction of ivanov must approach.
    if (law == &carom_law_ivanov)
        for (int i = 0; i < dim; i++) p.direction[i] = -c.v[i];
    answer first, second;
    there = c;
    for (int i = 0; i < dim; i++) {
        there.v[i] = c.v[i] * factor(SPEED, scale);
        for (int j = 0; j < dim; j++) there.W[i][j] = c.W[i][j] / scale[1];
    }
    t->asked++;
    collide(law, &c, &p, &first);
    if (carom_status_classify(first.status) != CAROM_CLASS_OK) return;
    t->answered++;
    for (int wrong = -1; wrong < CAROM_PARAM_END; wrong++) {
        carom_params q;
        if (wrong >= 0 && (wrong < CAROM_PARAM_OWN || !((carom_law_reads(law) & ~t->sensed) >> wrong & 1))) continue;
        convert(law, carom_law_reads(law), wrong, scale, &p, &q);
        if (p.list_count) {
            convert_modes(scale, modes, p.list_count, other);
            q.list = other;
        }
        collide(law, &there, &q, &second);
        const double off = apart(&first, &second, scale);
        if (wrong >= 0) {
            if (off > OTHER) t->sensed |= UINT64_C(1) << wrong;
            continue;
        }
        carom_worsen(&t->worst, off);
        if (!(off <= SAME) && failures++ < 20)
            printf("FAILED %s in %dD, problem %llu: %s and %s, off by %.1e\n", law->name, dim,
                   (unsigned long long)index, carom_status_name(first.status), carom_status_name(second.status), off);
    }
}

// Checks that enough problems were solved, and that every coefficient of `law` that has a unit changed a result when
// converted by a wrong unit.
static void report(const tally *t, const carom_law *law, uint64_t reads) {
    printf("%-24s %5d of %5d answered, worst %.1e\n", t->name, t->answered, t->asked, t->worst);
    if (!floor_holds(t->answered, t->asked, 0.6)) {
        printf("BELOW THE FLOOR %s\n", t->name);
        failures++;
    }
    for (int k = 0; law && k < law->coefficient_count; k++) {
        const carom_coefficient *row = &law->coefficients[k];
        if (row->number < CAROM_PARAM_OWN || row->kind == CAROM_CHOICE || row->kind == CAROM_LIST ||
            !((reads >> row->number) & 1) || (t->sensed >> row->number) & 1)
            continue;
        printf("FAILED %s: no answer depends on the unit of %s\n", t->name, row->name);
        failures++;
    }
}

// Laws for several contacts.

static void impact(const carom_law *method, const carom_system *s, const carom_system_params *p, void **memory,
                   answer *a) {
    const size_t bytes = carom_system_memory_size(method, s, p);
    carom_system_result out;
    *memory = realloc(*memory, bytes);
    a->count = 0;
    a->status = carom_system_solve(method, s, p, *memory, bytes, &out);
    if (carom_status_classify(a->status) != CAROM_CLASS_OK) return;
    for (int i = 0; i < s->dim * s->nc; i++) {
        add(a, out.P[i], IMPULSE);
        add(a, out.v[i], SPEED);
        add(a, s->v[i], SPEED);
    }
    add(a, out.dE, ENERGY);
}

static void try_method(const carom_law *method, uint64_t index, random_system *x, random_system *y, void **memory,
                       tally *t) {
    random_stream r = random_at(79, index);
    double scale[3];
    carom_vibration none[2];
    random_many(x, &r, 1 + random_below(&r, 3), ROW_OF_BODIES, false);
    draw_scale(&r, scale);
    carom_system_params p = carom_system_params_default(x->contact), q;
    p.single = &carom_law_routh;
    p.striking = random_below(&r, x->s.nc);
    for (int i = 0; i < x->s.nc; i++) {
        if (method->system->needs & CAROM_NEEDS_STRIKING) x->v[2 * i] = i == p.striking ? -1.0 : 0.0;
        x->contact[i].e = random_between(&r, 0.3, 0.9);
        if (carom_law_reads(method) >> CAROM_PARAM_OWN) draw_own(&r, carom_system_reads(method), &x->contact[i], none);
        x->contact[i].list_count = 0;
    }
    *y = *x;
    y->s.W = y->W;
    y->s.v = y->v;
    for (int i = 0; i < 2 * x->s.nc; i++) y->v[i] *= factor(SPEED, scale);
    for (int i = 0; i < 4 * x->s.nc * x->s.nc; i++) y->W[i] /= scale[1];
    q = p;
    q.contacts = y->contact;
    answer first, second;
    t->asked++;
    impact(method, &x->s, &p, memory, &first);
    if (carom_status_classify(first.status) != CAROM_CLASS_OK) return;
    t->answered++;
    for (int wrong = -1; wrong < CAROM_PARAM_END; wrong++) {
        if (wrong >= 0 && (wrong < CAROM_PARAM_OWN || !((carom_system_reads(method) & ~t->sensed) >> wrong & 1)))
            continue;
        // Only one contact gets the wrong unit. If all contacts become stiffer by the same factor, some results do not
        // change.
        for (int i = 0; i < x->s.nc; i++)
            convert(method, carom_system_reads(method), i ? -1 : wrong, scale, &x->contact[i], &y->contact[i]);
        impact(method, &y->s, &q, memory, &second);
        const double off = apart(&first, &second, scale);
        if (wrong >= 0) {
            if (off > OTHER) t->sensed |= UINT64_C(1) << wrong;
            continue;
        }
        carom_worsen(&t->worst, off);
        if (!(off <= SAME) && failures++ < 20)
            printf("FAILED method %s, system %llu: %s and %s, off by %.1e\n", method->name, (unsigned long long)index,
                   carom_status_name(first.status), carom_status_name(second.status), off);
    }
}

static void run_method(const carom_law *method, int count) {
    tally t = {.name = method->name};
    random_system *x = malloc(2 * sizeof *x);
    void *memory = NULL;
    for (int k = 0; k < count; k++) try_method(method, (uint64_t)k, x, x + 1, &memory, &t);
    report(&t, method, carom_system_reads(method));
    free(memory);
    free(x);
}

static void run_law(const carom_law *law, int count) {
    tally t = {.name = law->name};
    for (int k = 0; k < count; k++)
        if (law->solves & CAROM_2D) try_law(law, 2, (uint64_t)k, &t);
    for (int k = 0; k < (count + 3) / 4; k++)
        if (law->solves & CAROM_3D) try_law(law, 3, (uint64_t)k, &t);
    report(&t, !strcmp(law->module, "compliant") ? law : NULL, carom_law_reads(law));
}

int main(int argc, char **argv) {
    const int count = argc > 1 ? atoi(argv[1]) : 40;
    const carom_law *law;
    for (int i = 0; carom_law_at(NULL, i, CAROM_ONE_CONTACT); i++)
        run_law(carom_law_at(NULL, i, CAROM_ONE_CONTACT), count);
    // mindlin solves 10 % of the problems, because its impacts take 50 ms.
    for (int i = 0; (law = device_at(i)); i++) run_law(law, law == &carom_law_mindlin ? 1 + count / 10 : count);
    for (int i = 0; carom_law_at(NULL, i, CAROM_SYSTEMS); i++) run_method(carom_law_at(NULL, i, CAROM_SYSTEMS), count);
    run_method(&carom_law_springs, count);
    run_method(&carom_law_lzb, count);
    return failures ? 1 : 0;
}
