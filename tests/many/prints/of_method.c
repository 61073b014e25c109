// What methods can be asked of a system: the impact with all it tells, its derivatives, many of them, why it was refused.
#include <string.h>

#include "carom/carom.h"
#include "carom/many_batch.h"
#include "carom/many_jac.h"
#include "many/prints/prints.h"

static void print_modes(print *to, int count, const carom_mode *mode) {
    for (int i = 0; i < count; i++) print_word(to, (uint64_t)mode[i]);
}

static void print_bytes(print *to, int count, const unsigned char *x) {
    for (int i = 0; i < count; i++) print_word(to, x[i]);
}

static void print_stage(print *to, int nc, const carom_stage *stage) {
    print_word(to, stage->restitution);
    print_number(to, stage->eta);
    print_modes(to, nc, stage->mode);
    print_bytes(to, nc, stage->events);
    if (!stage->joined) return;
    print_bytes(to, nc, stage->joined);
    print_bytes(to, nc, stage->slips);
    print_bytes(to, nc, stage->faults);
}

static void print_sequence(print *to, int n, const carom_sequence_outcome *o) {
    print_numbers(to, n, o->P);
    print_numbers(to, n, o->v);
    print_bytes(to, o->shortest, o->order);
    print_numbers(to, 3, (double[]){o->dE, o->probability, o->sequences});
    print_word(to, (uint64_t)o->shortest * 65536 + (uint64_t)o->longest * 2 + o->limit);
}

void print_many_outcome(print *to, const carom_system *s, const carom_many_outcome *out) {
    const int n = s->dim * s->nc;
    const int64_t counts[] = {out->status,  out->broken,   out->solutions,      out->kept,
                              out->pivots,  out->refused,  out->stages,         out->step,
                              out->limited, out->outcomes, out->refused_contact};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) print_word(to, (uint64_t)counts[i]);
    print_numbers(to, 5, (double[]){out->dE, out->residual, out->eta, out->eta_c, out->ratio_c});
    print_word(to, (out->P ? 1U : 0U) + (out->v ? 2U : 0U) + (out->work ? 4U : 0U) + (out->mode ? 8U : 0U));
    if (!out->P) return;
    print_numbers(to, n, out->P);
    print_numbers(to, n, out->v);
    print_numbers(to, s->nc, out->work);
    print_modes(to, s->nc, out->mode);
    for (int k = 0; k < out->stages; k++) print_stage(to, s->nc, &out->stage[k]);
    if (carom_status_class_of(out->status) != CAROM_FINE) return;
    for (int k = 0; k < out->kept; k++) {
        print_numbers(to, n, out->solution[k].P);
        print_numbers(to, n, out->solution[k].v);
        print_modes(to, s->nc, out->solution[k].mode);
        print_number(to, out->solution[k].dE);
    }
    if (out->P_C) print_numbers(to, n, out->P_C);
    if (out->v_C) print_numbers(to, n, out->v_C);
    for (int k = 0; k < out->outcomes; k++) print_sequence(to, n, &out->outcome[k]);
    if (out->lowest) print_numbers(to, n, out->lowest);
    if (out->highest) print_numbers(to, n, out->highest);
}

bool many_impact(const carom_method *method, uint64_t i, print *to) {
    static problem p;
    carom_many_outcome out;
    many_problem_at(method, i, 9, &p);
    const size_t bytes = carom_impact_memory(method, &p.x.s, &p.all);
    const carom_status status = carom_impact(method, &p.x.s, &p.all, room_of(bytes), bytes, &out);
    print_many_outcome(to, &p.x.s, &out);
    print_room(to, bytes);
    print_word(to, carom_method_promises(method, &p.x.s, &p.all));
    return carom_status_class_of(status) == CAROM_FINE;
}

// Where the lists of one striking contact grow long and its friction gains energy: the others rest, none or few of them slip,
// friction is steep, and nearly all is given back.
bool many_resting(const carom_method *method, uint64_t i, print *to) {
    static problem p;
    carom_many_outcome out;
    random_stream r = random_at(2615, i);
    const double given_back[] = {0.0, 0.5, 0.9, 1.0, 1.0};
    const int nc = random_below(&r, 40) ? 1 + random_below(&r, 3) : 4 + random_below(&r, 3);
    if (i % 3)
        random_many(&p.x, &r, nc, (system_kind)random_below(&r, SYSTEM_KINDS), true);
    else
        many_whole_system(&r, nc, &p.x), random_friction(&p.x, &r, true);
    p.all = carom_default_many_params(p.x.contact);
    p.all.c = random_below(&r, nc);
    p.all.solver = (carom_solver)random_below(&r, 3);
    for (int k = 0; k < nc; k++) {
        p.x.contact[k].e = given_back[random_below(&r, 5)];
        p.x.contact[k].mu = i % 3 == 0 ? random_below(&r, 4) : 2.0 * p.x.contact[k].mu;
        if (k != p.all.c) p.x.v[2 * k] = random_below(&r, 5) ? 0.0 : fabs(p.x.v[2 * k]);
        if (random_below(&r, 3)) p.x.v[2 * k + 1] = 0.0;
    }
    p.x.v[2 * p.all.c] = -1.0;
    if (random_below(&r, 3) == 0) p.all.max_stages = 1 + random_below(&r, 12);
    if (random_below(&r, 4) == 0) p.all.max_solutions = 1 + random_below(&r, 2);
    const size_t bytes = carom_impact_memory(method, &p.x.s, &p.all);
    const carom_status status = carom_impact(method, &p.x.s, &p.all, room_of(bytes), bytes, &out);
    print_many_outcome(to, &p.x.s, &out);
    print_room(to, bytes);
    return carom_status_class_of(status) == CAROM_FINE;
}

static void print_jac(print *to, const carom_many_jac *jac) {
    print_word(to, (uint64_t)jac->smooth * 4096 + (uint64_t)jac->params * 64 + (uint64_t)jac->undefined);
    print_word(to, (uint64_t)jac->n * 65536 + (uint64_t)jac->entries);
    print_number(to, jac->margin);
    for (int k = 0; k < jac->params; k++) print_word(to, (uint64_t)jac->param[k]);
    if (!jac->dP_dv) return;
    print_numbers(to, jac->n * jac->n, jac->dP_dv);
    print_numbers(to, jac->n * jac->entries, jac->dP_dW);
}

bool many_jacobian(const carom_method *method, uint64_t i, print *to) {
    static problem p;
    carom_many_outcome out;
    carom_many_jac jac;
    many_problem_at(method, i, 4, &p);
    const size_t bytes = carom_impact_jac_memory(method, &p.x.s, &p.all);
    const carom_status status = carom_impact_jac(method, &p.x.s, &p.all, room_of(bytes), bytes, &out, &jac);
    print_word(to, (uint64_t)status);
    print_jac(to, &jac);
    if (jac.dP_dparam) print_numbers(to, jac.n * jac.params * p.x.s.nc, jac.dP_dparam);
    print_room(to, bytes);
    return carom_status_class_of(status) == CAROM_FINE;
}

// Bytes, on machines whose pointers have eight; and what is refused with fewer. Counts past both ends of what is taken.
bool many_memory(const carom_method *method, uint64_t i, print *to) {
    static problem p;
    carom_many_outcome out;
    carom_many_jac jac;
    random_stream r = random_at(2612, i);
    memset(&p, 0, sizeof p); // more contacts may be asked than it has
    many_problem_at(method, 8 * i + i % 7, 9, &p);
    const int ends[] = {0,
                        -1,
                        1,
                        CAROM_MOST_SOLUTIONS,
                        CAROM_MOST_SOLUTIONS + 1,
                        CAROM_MOST_STAGES,
                        CAROM_MOST_STAGES + 1,
                        CAROM_MOST_IMPACTS,
                        CAROM_MOST_IMPACTS + 1,
                        CAROM_MOST_STATES,
                        CAROM_MOST_STATES + 1,
                        4,
                        5};
    int *const counts[] = {
        &p.all.max_solutions, &p.all.max_stages, &p.all.max_impacts, &p.all.max_states, &p.all.max_outcomes,
        &p.all.max_strikes,   &p.x.s.nc,         &p.x.s.dim,         &p.all.c};
    const int kind = random_below(&r, 12), end = ends[random_below(&r, 13)];
    if (kind < 9) *counts[kind] = end;
    if (kind == 9) p.all.solver = (carom_solver)(random_below(&r, 7) - 1);
    const int without = random_below(&r, 8);
    const carom_law bare = {.name = "bare"};
    const carom_system *const s = without == 0 ? NULL : &p.x.s;
    const carom_many_params *const all = without == 1 ? NULL : &p.all;
    if (without == 2) p.x.s.W = NULL;
    if (without == 3) p.x.s.v = NULL;
    if (without == 4) p.all.contact = NULL;
    if (without == 5) p.all.single = random_below(&r, 2) ? NULL : &bare;
    const size_t bytes = carom_impact_memory(method, s, all), more = carom_impact_jac_memory(method, s, all);
    print_word(to, sizeof(void *) == 8 ? bytes : 0);
    print_word(to, sizeof(void *) == 8 ? more : 0);
    print_word(to, carom_method_promises(method, s, all));
    print_word(to, carom_impact_memory(NULL, s, all) + carom_impact_jac_memory(NULL, s, all));
    if (p.x.s.nc > 9 || bytes > 100000 || more > 1000000) return true;
    for (size_t less = bytes; less > 0; less = less > 700 ? less - 560 : less / 2) {
        print_word(to, (uint64_t)carom_impact(method, s, all, room_of(less - 1), less - 1, &out));
        print_word(to, (uint64_t)out.status * 2 + (out.P != NULL));
        print_room(to, less - 1);
    }
    print_word(to, (uint64_t)carom_impact(method, s, all, NULL, bytes, &out));
    print_word(to, (uint64_t)carom_impact_jac(method, s, all, room_of(more), more, &out, &jac));
    print_room(to, more);
    for (size_t less = more; less > bytes; less -= (less - bytes + 3) / 4) {
        print_word(to, (uint64_t)carom_impact_jac(method, s, all, room_of(less - 1), less - 1, &out, &jac));
        print_jac(to, &jac);
        print_room(to, less - 1);
    }
    return bytes > 0;
}

static void print_refusal(print *to, const carom_refusal *f) {
    const int64_t all[] = {f->status, f->fault, f->remedy,      f->param,          f->contact,    f->row,
                           f->column, f->count, f->law != NULL, f->method != NULL, f->other_param};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) print_word(to, (uint64_t)all[i]);
    print_numbers(to, 4, (double[]){f->value, f->lowest, f->highest, f->other});
}

// The refusal of what was refused, and of each status beside the same problem; of nothing at all too.
bool many_refusal(const carom_method *method, uint64_t i, print *to) {
    static problem p;
    carom_many_outcome out;
    carom_refusal f;
    random_stream r = random_at(2613, i);
    many_problem_at(method, 8 * i + 7, 9, &p);
    if (random_below(&r, 3) == 0) p.all.c = random_below(&r, 5) - 1;
    if (random_below(&r, 4) == 0)
        p.x.s.nc = random_below(&r, 2) ? random_below(&r, p.x.s.nc + 1) : CAROM_MOST_CONTACTS + 1;
    const int dim = p.x.s.dim, nc = p.x.s.nc;
    if (nc > 9) p.all.solver = (carom_solver)random_below(&r, 3);
    if (random_below(&r, 8) == 0) p.x.s.dim = random_below(&r, 5);
    if (p.x.s.dim > 2 && p.x.s.nc <= CAROM_MOST_CONTACTS) p.x.s.nc = p.x.s.nc * 2 / p.x.s.dim;
    const size_t bytes = carom_impact_memory(method, &p.x.s, &p.all);
    const carom_status status = carom_impact(method, &p.x.s, &p.all, room_of(bytes), bytes, &out);
    print_word(to, (uint64_t)carom_many_refusal_of(status, method, &p.x.s, &p.all, &out, &f));
    print_refusal(to, &f);
    const carom_status about[] = {
        CAROM_PARAM_RANGE, CAROM_OTHERS_APPROACH, CAROM_BAD_INDEX,     CAROM_BAD_COUNT,  CAROM_BAD_DIM,
        CAROM_WRONG_DIM,   CAROM_NOT_PSD,         CAROM_NOT_SYMMETRIC, CAROM_NOT_FINITE, CAROM_OK};
    out.refused = (carom_param)random_below(&r, 8);
    out.refused_contact = random_below(&r, nc + 2) - 1;
    for (size_t k = 0; k < sizeof about / sizeof *about; k++)
        for (int without = 0; without < 5; without++) {
            carom_system bare = p.x.s;
            if (without == 4) *(random_below(&r, 2) ? &bare.W : &bare.v) = NULL;
            carom_many_params none = p.all;
            if (without == 3 && random_below(&r, 2)) none.contact = NULL;
            print_word(to,
                       (uint64_t)carom_many_refusal_of(about[k], without == 1 ? NULL : method, &bare,
                                                       without == 2 ? NULL : &none, without == 3 ? NULL : &out, &f));
            print_refusal(to, &f);
        }
    print_word(to, (uint64_t)carom_many_refusal_of(status, method, NULL, &p.all, &out, &f));
    print_refusal(to, &f);
    print_word(to, (uint64_t)carom_many_refusal_of(status, method, &p.x.s, &p.all, &out, NULL));
    return dim == 2 && status != CAROM_OK;
}

enum { ITEMS = 5 };

typedef struct items {
    double W[ITEMS][36], v[ITEMS][6], mu[ITEMS][3], e[ITEMS];
    double P[ITEMS * 6], after[ITEMS * 6], dE[ITEMS];
    uint8_t mode[ITEMS * 3], broken[ITEMS], status[ITEMS];
} items;

// Five impacts of one shape, in parts, with what is asked for left out now and then.
bool many_batch(const carom_method *method, uint64_t i, print *to) {
    static problem p, other;
    static items x;
    random_stream r = random_at(2614, i);
    memset(&x, 0x7f, sizeof x);
    many_problem_at(method, i, 3, &p);
    const int nc = p.x.s.nc, n = 2 * nc;
    for (int k = 0; k < ITEMS; k++) {
        many_problem_at(method, i + 8 * (uint64_t)(k + 1), 3, &other);
        const bool fits = other.x.s.nc == nc;
        memcpy(x.W[k], fits ? other.x.W : p.x.W, (size_t)(n * n) * sizeof(double));
        memcpy(x.v[k], fits ? other.x.v : p.x.v, (size_t)n * sizeof(double));
        for (int c = 0; c < nc; c++) x.mu[k][c] = p.x.contact[c].mu * (k + c);
        x.e[k] = 0.25 * k * (random_below(&r, 9) ? 1.0 : 9.0);
    }
    carom_impact_batch_in in = {.system = {nc, 2, x.W[0], x.v[0]},
                                .W_stride = random_below(&r, 3) ? sizeof x.W[0] : 0,
                                .v_stride = random_below(&r, 3) ? sizeof x.v[0] : 0,
                                .params = p.all};
    if (random_below(&r, 3)) in.params.c = random_below(&r, nc + 3) - 2;
    if (random_below(&r, 2))
        in.param[CAROM_PARAM_mu] = (carom_contact_column){x.mu[0], sizeof x.mu[0], sizeof x.mu[0][0]};
    if (random_below(&r, 2)) in.param[CAROM_PARAM_e] = (carom_contact_column){x.e, sizeof x.e[0], 0};
    const double stop = random_below(&r, 5);
    if (random_below(&r, 4) == 0) in.param[CAROM_PARAM_restitution] = (carom_contact_column){&stop, 0, 0};
    const size_t parts = 1 + (size_t)random_below(&r, 3), bytes = carom_impact_batch_memory(method, &in),
                 room = parts * ((bytes + 15) / 16 * 16) - (random_below(&r, 12) ? 0 : 16);
    print_word(to, sizeof(void *) == 8 ? bytes : 0);
    in.memory = random_below(&r, 20) ? room_of(bytes ? room : 0) : NULL;
    in.memory_bytes = bytes ? room : 0;
    carom_impact_batch_out out = {x.P, x.after, x.dE, x.mode, x.broken, x.status};
    const int none = random_below(&r, 20);
    if (none == 0) out.P = NULL;
    if (none == 1) out.v = NULL;
    if (none == 2) out.dE = NULL;
    if (none == 3) out.mode = NULL;
    if (none == 4) out.broken = NULL;
    if (none == 5) out.status = NULL;
    const size_t count = (size_t)random_below(&r, ITEMS + 1);
    carom_status status = CAROM_OK;
    print_word(to, carom_impact_batch_memory(method, NULL));
    for (size_t part = 0; part < parts + (none == 7); part++) {
        status = carom_impact_batch_part(method, count, none == 8 ? NULL : &in, none == 9 ? NULL : &out, part, parts);
        print_word(to, (uint64_t)status);
    }
    if (parts == 1) print_word(to, (uint64_t)carom_impact_batch(method, count, &in, &out));
    if (bytes && in.memory) print_room(to, room);
    print_numbers(to, ITEMS * 6, x.P);
    print_numbers(to, ITEMS * 6, x.after);
    print_numbers(to, ITEMS, x.dE);
    print_bytes(to, ITEMS * 3, x.mode);
    print_bytes(to, ITEMS, x.broken);
    print_bytes(to, ITEMS, x.status);
    return status == CAROM_OK && count > 0;
}
