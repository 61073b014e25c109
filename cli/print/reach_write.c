#include "cli/print/reach_write.h"

#include <math.h>

#include "mods/scenario/json.h"

enum { CURVE = 200, FIRST = 20, SECOND = 40 };

carom_status carom_reach_row_of(const carom_reach_question *q, const carom_law *law, carom_reach_row *r) {
    *r = (carom_reach_row){.law = law};
    r->count = carom_reach_ranges(law, q->problem->given, r->own);
    carom_extent extent;
    for (int k = 0; k < r->count; k++)
        if (isinf(r->own[k].high) &&
            carom_region_extent(&q->problem->contact, q->problem->params.mu, &extent) == CAROM_OK &&
            isfinite(extent.e_most))
            r->own[k].high = extent.e_most;
    return carom_reach_compute(law, &q->problem->contact, &q->problem->params, r->own, r->count, q->cover, &r->reach);
}

const char *carom_reach_name(const carom_reach_row *r, int k) {
    return carom_law_coefficient(r->law, (int)r->own[k].param)->name;
}

// Returns the kind of set that a law reaches: a point, a curve or a surface.
const char *carom_reach_kind(const carom_reach_row *r, int dim) {
    static const char *const kinds[3] = {"a point", "a curve", "a surface"};
    if (!r->reach.answered) return "nothing";
    if (dim == 2 && r->count > 1) return r->reach.area > 0.0 ? "an area" : "a curve";
    return r->count < 3 ? kinds[r->count] : "a body";
}

void carom_reach_over(const carom_reach_row *r, char *text, size_t size) {
    text[0] = 0;
    for (int k = 0; k < r->count; k++) {
        char one[96];
        snprintf(one, sizeof one, "%s from %g to %g", carom_reach_name(r, k), r->own[k].low, r->own[k].high);
        carom_join(text, size, ", ", one);
    }
    if (!r->count) snprintf(text, size, "no coefficient of its own");
}

static json_t *impulses_json(const carom_reach_question *q, const carom_reach_row *r) {
    const int dim = q->problem->contact.dim, first = r->count > 1 ? FIRST : CURVE, second = r->count > 1 ? SECOND : 0;
    const size_t most = (size_t)(first + 1) * (size_t)(second + 1);
    double *P = r->count ? carom_json_room(3 * most, sizeof *P) : NULL;
    json_t *array = json_array();
    size_t answered;
    if (P && carom_reach_net(r->law, &q->problem->contact, &q->problem->params, &r->own[0], first,
                             r->count > 1 ? &r->own[1] : NULL, second, P, most, &answered) == CAROM_OK)
        for (size_t i = 0; i < most; i++) json_array_append_new(array, carom_json_numbers(P + 3 * i, (size_t)dim));
    carom_json_leave(P);
    return array;
}

static json_t *outline_json(const carom_reach_question *q, const carom_reach_row *r) {
    carom_reach_area *area = carom_json_room(1, sizeof *area);
    json_t *array = json_array();
    if (area && r->reach.exact && r->count > 1 &&
        carom_reach_outline(r->law, &q->problem->contact, &q->problem->params, area) == CAROM_OK)
        for (int i = 0; i < area->count; i++) json_array_append_new(array, carom_json_numbers(area->P[i], 2));
    carom_json_leave(area);
    return array;
}

static json_t *row_json(const carom_reach_question *q, const carom_reach_row *r, bool points) {
    const carom_reach *a = &r->reach;
    json_t *object = json_object(), *own = json_array();
    for (int k = 0; k < r->count; k++)
        json_array_append_new(own, json_pack("{s:s, s:o, s:o}", "name", carom_reach_name(r, k), "low",
                                             carom_json_real(r->own[k].low), "high", carom_json_real(r->own[k].high)));
    json_object_set_new(object, "law", json_string(r->law->name));
    json_object_set_new(object, "coefficients", own);
    json_object_set_new(object, "reaches", json_string(carom_reach_kind(r, q->problem->contact.dim)));
    json_object_set_new(object, "exact", carom_json_boolean(a->exact));
    json_object_set_new(object, "area", carom_json_real(a->area));
    json_object_set_new(object, "share", carom_json_real(a->share));
    json_object_set_new(object, "outside", carom_json_real(a->outside));
    json_object_set_new(object, "e_n", carom_json_numbers(a->e_n, 2));
    json_object_set_new(object, "dE", carom_json_numbers(a->dE, 2));
    json_object_set_new(object, "asked", json_integer(a->asked));
    json_object_set_new(object, "answered", json_integer(a->answered));
    json_object_set_new(object, "left", json_integer(a->left));
    if (!points) return object;
    json_object_set_new(object, "outline", outline_json(q, r));
    json_object_set_new(object, "impulses", impulses_json(q, r));
    return object;
}

json_t *carom_reach_json(const carom_reach_question *q, const carom_reach_row *one) {
    const int dim = q->problem->contact.dim;
    json_t *object = json_object(), *points = json_object(), *laws = json_array();
    json_object_set_new(object, "mu", carom_json_real(q->problem->params.mu));
    json_object_set_new(object, "region", carom_json_real(q->extent.size));
    json_object_set_new(object, "e_n_most", carom_json_real(q->extent.e_most));
    for (int i = 0; i < 8 && dim == 2; i++) {
        const double *P = q->letters.at[i];
        const char name[2] = {(char)('A' + i), 0};
        json_object_set_new(points, name, isnan(P[0]) ? json_null() : carom_json_numbers(P, 2));
    }
    if (dim == 2) json_object_set(object, "letters", points);
    json_decref(points);
    for (int i = 0; carom_law_at(NULL, i, CAROM_ONE_CONTACT) && !one; i++) {
        carom_reach_row r;
        if (carom_reach_row_of(q, carom_law_at(NULL, i, CAROM_ONE_CONTACT), &r) == CAROM_OK)
            json_array_append_new(laws, row_json(q, &r, false));
    }
    if (one) json_array_append_new(laws, row_json(q, one, true));
    json_object_set_new(object, "laws", laws);
    return object;
}

// Writes CSV: the coefficients and the impulse.
void carom_reach_csv(const carom_reach_question *q, const carom_reach_row *r, FILE *file) {
    const int dim = q->problem->contact.dim, first = r->count > 1 ? FIRST : CURVE, second = r->count > 1 ? SECOND : 0;
    const size_t across = (size_t)second + 1, most = (size_t)(first + 1) * across;
    double *P = carom_json_room(3 * most, sizeof *P);
    size_t answered = 0;
    if (!P) return;
    carom_reach_net(r->law, &q->problem->contact, &q->problem->params, &r->own[0], first,
                    r->count > 1 ? &r->own[1] : NULL, second, P, most, &answered);
    fprintf(file, "%s%s%s,P_n,%s\n", carom_reach_name(r, 0), r->count > 1 ? "," : "",
            r->count > 1 ? carom_reach_name(r, 1) : "", dim == 2 ? "P_t" : "P_t1,P_t2");
    for (size_t i = 0; i < most; i++) {
        const double x = (double)(i / across) / first, y = second ? (double)(i % across) / second : 0.0;
        if (isnan(P[3 * i])) continue;
        fprintf(file, "%.17g", r->own[0].low + x * (r->own[0].high - r->own[0].low));
        if (r->count > 1) fprintf(file, ",%.17g", r->own[1].low + y * (r->own[1].high - r->own[1].low));
        for (int k = 0; k < dim; k++) fprintf(file, ",%.17g", P[3 * i + (size_t)k]);
        fprintf(file, "\n");
    }
    carom_json_leave(P);
}
