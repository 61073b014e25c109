// What a law can be asked.
#include <string.h>

#include "carom/before.h"
#include "carom/jac.h"
#include "carom/reach.h"
#include "carom/refusal.h"
#include "carom/sensitivity.h"
#include "carom/solutions.h"
#include "carom/translate.h"
#include "whole/prints/prints.h"

static void print_refusal(print *to, const carom_refusal *x) {
    const int whole[] = {(int)x->status, (int)x->fault, (int)x->remedy, (int)x->param,      x->contact,
                         x->row,         x->column,     x->count,       (int)x->other_param};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) print_word(to, (uint64_t)whole[i]);
    print_numbers(to, 4, (double[]){x->value, x->lowest, x->highest, x->other});
}

bool print_collide(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    carom_outcome out = {0};
    carom_refusal why = {0};
    const carom_status status = carom_collide(law, c, p, &out);
    print_word(to, (uint64_t)status);
    print_outcome(to, &out);
    print_word(to, carom_law_promises(law, c->dim, p));
    print_word(to, (uint64_t)carom_refusal_of(status, law, c, p, &out, &why));
    print_refusal(to, &why);
    for (int i = 0; status == CAROM_OK && carom_law_tell(law, i); i++)
        print_number(to, carom_law_tell(law, i)->of(c, p, &out));
    return status == CAROM_OK;
}

static bool path(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    carom_path_point points[200];
    memset(points, 0, sizeof points);
    carom_path path = {points, 200, 0};
    carom_outcome out = {0};
    const carom_status status = carom_trace(law, c, p, &path, &out);
    print_word(to, (uint64_t)status);
    if (status != CAROM_OK) return false;
    print_outcome(to, &out);
    print_word(to, path.count);
    for (size_t i = 0; i < path.count; i++) {
        print_word(to, (uint64_t)points[i].event);
        print_numbers(to, c->dim, points[i].P);
        print_numbers(to, c->dim, points[i].v);
        print_numbers(to, 2, (double[]){points[i].dE, points[i].work_normal});
    }
    return true;
}

bool print_solutions(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    carom_alternative list[CAROM_MOST_ALTERNATIVES];
    memset(list, 0, sizeof list);
    int count = 0;
    const carom_status status = carom_solutions(law, c, p, list, &count);
    print_word(to, (uint64_t)status);
    print_word(to, (uint64_t)count);
    for (int i = 0; i < count; i++) {
        print_outcome(to, &list[i].outcome);
        print_word(to, (uint64_t)(4 * list[i].index + 2 * list[i].given + list[i].kept));
    }
    return status == CAROM_OK;
}

bool print_slopes(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    carom_outcome out = {0};
    carom_jac J;
    memset(&J, 0, sizeof J);
    const carom_status status = carom_collide_jac(law, c, p, &out, &J);
    print_word(to, (uint64_t)status);
    if (status != CAROM_OK) return false;
    print_word(to, (uint64_t)J.smooth);
    for (int i = 0; i < c->dim; i++) {
        print_numbers(to, c->dim, J.dP_dv[i]);
        print_numbers(to, c->dim == 2 ? 3 : 6, J.dP_dW[i]);
        print_numbers(to, J.params, J.dP_dparam[i]);
    }
    for (int i = 0; i < J.params; i++) print_word(to, (uint64_t)J.param[i]);
    print_number(to, J.margin);
    print_numbers(to, c->dim, J.c);
    print_numbers(to, c->dim, J.n_v);
    print_numbers(to, c->dim == 2 ? 3 : 6, J.n_W);
    print_numbers(to, J.params, J.n_param);
    return true;
}

static bool outline(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    static carom_reach_area area;
    memset(&area, 0, sizeof area);
    const carom_status status = carom_reach_outline(law, c, p, &area);
    print_word(to, (uint64_t)status);
    if (status != CAROM_OK) return false;
    for (int i = 0; i < area.count; i++) {
        print_numbers(to, 2, area.P[i]);
        print_word(to, area.corner[i]);
    }
    print_number(to, area.area);
    print_word(to, area.also);
    for (int i = 0; i < 2; i++) print_numbers(to, 2, area.friction[i]);
    return true;
}

static bool net(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    carom_coefficient own[CAROM_MOST_COEFFICIENTS];
    const int count = carom_law_coefficients(law, 0, own);
    print_word(to, (uint64_t)count);
    if (count < 1) return false;
    double P[3 * 9] = {0};
    size_t answered = 0;
    const carom_status status =
        carom_reach_net(law, c, p, &own[0], 2, count > 1 ? &own[1] : NULL, 2, P, sizeof P / sizeof *P / 3, &answered);
    print_word(to, (uint64_t)status);
    if (status != CAROM_OK) return false;
    print_numbers(to, sizeof P / sizeof *P, P);
    print_word(to, answered);
    return true;
}

static bool highest_e(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    carom_e_max most = {0};
    const carom_status status = carom_e_max_of(law, c, p, &most);
    print_word(to, (uint64_t)status);
    if (status != CAROM_OK) return false;
    print_numbers(to, 2, (double[]){most.e, most.allowed});
    print_word(to, (uint64_t)most.mode * 16 + (uint64_t)most.why * 2 + most.exact);
    return true;
}

static bool before(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    carom_before found[CAROM_MOST_BEFORE];
    memset(found, 0, sizeof found);
    int count = 0;
    carom_contact after = *c;
    after.v[0] = -0.5 * after.v[0];
    const carom_status status = carom_before_of(law, &after, p, found, &count);
    print_word(to, (uint64_t)status);
    for (int i = 0; i < count; i++) {
        print_numbers(to, 2, found[i].v);
        print_numbers(to, 2, found[i].P);
        print_word(to, (uint64_t)found[i].mode * 1024 + found[i].broken * 2 + found[i].family);
    }
    return status == CAROM_OK;
}

static bool of_mass(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    carom_sensitivity s;
    memset(&s, 0, sizeof s);
    const carom_status status = carom_sensitivity_of(law, c, p, &s);
    print_word(to, (uint64_t)status);
    if (status != CAROM_OK) return false;
    for (int i = 0; i < c->dim; i++) {
        print_numbers(to, c->dim, s.M[i]);
        print_numbers(to, s.columns, s.J[i]);
        print_numbers(to, s.columns, s.error[i]);
    }
    print_outcome(to, &s.at);
    print_word(to, (uint64_t)s.unsmooth * 16 + (uint64_t)(s.column + 1));
    return true;
}

// The coefficients of this law for what another one answers.
static bool reworded(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    carom_outcome out = {0};
    carom_coefficients found;
    memset(&found, 0, sizeof found);
    carom_untranslated why = CAROM_TRANSLATED;
    if (carom_collide(&carom_law_routh, c, p, &out) != CAROM_OK) return false;
    const carom_status status = carom_coefficients_for(law, c, p, out.P, &found, &why);
    print_word(to, (uint64_t)status);
    print_word(to, (uint64_t)why);
    if (status != CAROM_OK || why) return false;
    print_numbers(to, 2, (double[]){found.e, found.mu});
    print_outcome(to, &found.outcome);
    return true;
}

// As many as take a third of a second a question, all laws together; before, of_mass and reworded search.
const question questions_of_law[] = {{"collide", print_collide, true, 4000},
                                     {"path", path, true, 4000},
                                     {"solutions", print_solutions, true, 2000},
                                     {"slopes", print_slopes, true, 2400},
                                     {"outline", outline, true, 800},
                                     {"net", net, true, 800},
                                     {"highest_e", highest_e, true, 240},
                                     {"before", before, true, 56},
                                     {"of_mass", of_mass, true, 400},
                                     {"reworded", reworded, true, 160},
                                     {"batch", print_batch, true, 160},
                                     {"lanes", print_lanes, true, 160},
                                     {"card", print_card, true, 1},
                                     {"edges", print_edges, true, 200},
                                     {"standard", print_standard, true, 400},
                                     {"rank2", print_rank2, true, 3000},
                                     {NULL, NULL, false, 0}};
