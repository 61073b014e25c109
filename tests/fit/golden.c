// Compares fits with golden files. The files contain readings of strobe pictures with bounds, estimates with intervals,
// checks of the data, tests of laws, and held-out scores.
//   fit_golden FILE: pucks_synthetic or papers
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/worst.h"
#include "carom/fit.h"
#include "fit/pucks.h"
#include "mods/fit/body.h"
#include "support/golden.h"
#include "support/laws.h"

enum { MOST = 200 };

static const char *id;
static int compared, failed;
static double worst;

static double number(const json_t *object, const char *key) {
    return json_number_value(json_object_get(object, key));
}

// The tolerance is relative to max(1, |wanted|).
static void compare(const char *what, double got, double wanted, double tol) {
    const double error = fabs(got - wanted) / (tol * fmax(1.0, fabs(wanted)));
    compared++;
    carom_worsen(&worst, error);
    if (error <= 1.0) return;
    failed++;
    printf("%s: %s is %.17g, wanted %.17g: %.3g times the tolerance\n", id, what, got, wanted, error);
}

// The strobe pictures of one case of pucks_synthetic, with the bodies and impacts computed from them.
typedef struct {
    carom_strobe strobe[MOST];
    carom_fit_body body[MOST];
    carom_fit_impact impact[MOST];
    size_t count;
} experiment;

static void fill(carom_strobe *s, const json_t *px, const json_t *about) {
    s->scale = 1e3 * number(about, "pixels_per_mm"), s->rate = number(about, "strobe_hz");
    for (int i = 0; i < 16; i++) s->at[i / 4][i % 4] = json_number_value(json_array_get(px, (size_t)i));
}

static void read_experiment(const json_t *golden, double sigma_mm, experiment *x) {
    const json_t *params = json_object_get(golden, "params"), *row;
    size_t k;
    x->count = 0;
    json_array_foreach(json_object_get(golden, "data"), k, row) {
        carom_strobe *s = &x->strobe[x->count];
        carom_fit_body *body = &x->body[x->count];
        *s = puck_strobe((int)number(row, "puck"));
        fill(s, json_object_get(row, "px"), params);
        s->sigma = 1e-3 * sigma_mm * s->scale;
        if (carom_strobe_body(s, body) || carom_fit_impact_from_body(body, &x->impact[x->count])) failed++;
        x->count++;
    }
}

static void check_readings(const json_t *golden, const experiment *x) {
    static const char *const name[] = {"theta", "e", "ratio", "tanphi", "vft"};
    const json_t *per = json_object_get(json_object_get(golden, "expect"), "per_collision");
    const json_t *bounds = json_object_get(json_object_get(golden, "expect"), "error_bound_2px");
    for (size_t k = 0; k < x->count; k++) {
        carom_strobe_reading r;
        carom_strobe_read(&x->strobe[k], 2.0, &r);
        const double got[] = {r.theta, r.e, r.ratio, r.tan_phi, r.vft};
        const double bound[] = {r.theta_bound, r.e_bound, r.ratio_bound};
        for (int i = 0; i < 5; i++)
            compare(name[i], got[i], json_number_value(json_array_get(json_object_get(per, name[i]), k)),
                    number(golden, "tol"));
        for (int i = 0; i < 3 && bounds; i++)
            compare("bound", bound[i], json_number_value(json_array_get(json_object_get(bounds, name[i]), k)),
                    number(golden, "tol"));
    }
}

static double matrix(const json_t *rows, int i, int j) {
    return json_number_value(json_array_get(json_array_get(rows, (size_t)i), (size_t)j));
}

// Compares covariances after division by the expected standard errors, so that small entries count as much as large
// ones.
static void check_cov(const json_t *expect, const carom_fit_estimate *e, const int *order, double tol) {
    const json_t *rows = json_object_get(expect, "cov"), *errors = json_object_get(expect, "stderr");
    for (int i = 0; i < e->count && rows; i++) {
        const double si = json_number_value(json_array_get(errors, (size_t)i));
        compare("stderr, relative", e->error[order[i]] / si, 1.0, tol);
        for (int j = 0; j < e->count; j++) {
            const double sj = json_number_value(json_array_get(errors, (size_t)j));
            compare("covariance, relative", e->cov[order[i]][order[j]] / (si * sj), matrix(rows, i, j) / (si * sj),
                    tol);
        }
    }
}

// The model has its coefficients in the order of the table, e_n, mu, e_t. The golden file has the order e, e_t, mu.
static const int bilinear_order[] = {0, 2, 1};

// Checks the robust fit of the law bilinear. If the data were made by this law, the estimate must also lie within three
// standard errors of the true coefficients.
static void check_robust(const json_t *golden, const experiment *x) {
    static const char *const name[] = {"e", "e_t", "mu"};
    const json_t *expect = json_object_get(json_object_get(golden, "expect"), "fit");
    const json_t *truth = json_object_get(json_object_get(golden, "params"), "truth");
    const double tol = number(golden, "tol_fit");
    carom_fit_model model;
    carom_fit_estimate e;
    carom_fit_model_from_law(&carom_law_bilinear, NULL, 0, &model);
    carom_fit *fit = carom_fit_create(&model, x->impact, x->count, &(carom_fit_options){.robust = true});
    compare("status", carom_fit_run(fit, &e), CAROM_OK, 1e-9);
    for (int j = 0; j < 3; j++) {
        const int at = bilinear_order[j];
        compare(name[j], e.b[at], number(expect, name[j]), tol);
        if (json_object_get(truth, "e_t") && json_object_get(expect, "cov"))
            compare("truth", e.b[at], number(truth, name[j]), 3.0 * e.error[at]);
    }
    check_cov(expect, &e, bilinear_order, tol);
    if (json_object_get(expect, "chi2_per_dof")) {
        compare("chi2/dof", e.chi2 / e.dof, number(expect, "chi2_per_dof"), tol);
        compare("inliers", e.inliers, number(expect, "inlier_fraction"), 1e-12);
    }
    carom_fit_free(fit);
}

// Predicts the ratio P_t/P_n as a function of the angle of incidence, in two straight pieces. The angle is passed as
// v[0].
static bool two_pieces(const carom_fit_model *model, const carom_contact *c, const double *b, double *y, int *branch) {
    const double theta = c->v[0], right = 2.0 * atan(1.0);
    (void)model;
    *branch = theta < b[0];
    y[0] = *branch ? b[1] * theta / b[0] : b[1] + (b[2] - b[1]) * (theta - b[0]) / (right - b[0]);
    return true;
}

// Returns a point of this curve: theta = atan(v_t/v_n) and ratio = (a/T) dv_t/dv_n, with a = W_nn and T = W_tt. Only
// the ratio has an error, as in the golden file.
static carom_fit_impact curve_point(const carom_fit_impact *at) {
    const double *v = at->contact.v, s = v[1] > 0.0 ? -1.0 : 1.0, rho = at->contact.W[0][0] / at->contact.W[1][1];
    const double dn = at->after[0] - v[0], dt = s * (at->after[1] - v[1]);
    const double slope[4] = {rho * dt / (dn * dn), -s * rho / dn, -rho * dt / (dn * dn), s * rho / dn};
    carom_fit_impact p = {.contact.dim = 1, .group = at->group};
    p.contact.v[0] = atan2(fabs(v[1]), fabs(v[0])), p.after[0] = rho * dt / dn;
    for (int k = 0; k < 16; k++) p.S[1][1] += slope[k / 4] * at->S[k / 4][k % 4] * slope[k % 4];
    return p;
}

static void check_two_pieces(const json_t *golden, const experiment *x) {
    static const char *const name[] = {"theta_b", "ratio_b", "ratio_90"};
    static const int order[] = {0, 1, 2};
    const json_t *expect = json_object_get(json_object_get(golden, "expect"), "two_piece");
    static carom_fit_impact points[MOST];
    const carom_fit_model model = {.name = "two pieces",
                                   .count = 3,
                                   .parameter = {name[0], name[1], name[2]},
                                   .lowest = {0.01, 0.0, 0.0},
                                   .highest = {1.5, 1.0, 1.0},
                                   .start = {0.6, 0.1, 0.15},
                                   .predict = two_pieces};
    carom_fit_estimate e;
    if (!expect) return;
    for (size_t k = 0; k < x->count; k++) points[k] = curve_point(&x->impact[k]);
    carom_fit *fit = carom_fit_create(&model, points, x->count, NULL);
    carom_fit_run(fit, &e);
    for (int j = 0; j < 3; j++) compare(name[j], e.b[j], number(expect, name[j]), number(golden, "tol_fit"));
    check_cov(expect, &e, order, number(golden, "tol_fit"));
    compare("chi2/dof", e.chi2 / e.dof, number(expect, "chi2_per_dof"), number(golden, "tol_fit"));
    carom_fit_free(fit);
}

static void check_pucks(const json_t *document) {
    size_t k;
    json_t *golden;
    static experiment x;
    json_array_foreach(json_object_get(document, "cases"), k, golden) {
        id = json_string_value(json_object_get(golden, "id"));
        if (!json_array_size(json_object_get(golden, "data"))) continue;
        read_experiment(golden, number(json_object_get(golden, "params"), "sigma_mm"), &x);
        check_readings(golden, &x);
        check_robust(golden, &x);
        check_two_pieces(golden, &x);
    }
}

// The cases of papers.json.

static const struct {
    const char *name;
    const carom_law *law;
    int order[4];
} asked[] = {{"frictionless", &carom_law_frictionless, {0}},
             {"whittaker", &carom_law_whittaker, {0, 1}},
             {"smith", &carom_law_smith, {0, 1}},
             {"bilinear", &carom_law_bilinear, {0, 2, 1}},
             {"rising", NULL, {0, 1, 2, 3}}};

enum { ASKED = sizeof asked / sizeof *asked };

static double item(const json_t *object, const char *key, size_t k) {
    return json_number_value(json_array_get(json_object_get(object, key), k));
}

static void check_profiles(const json_t *golden, const json_t *expect, carom_fit *fit, const int *order) {
    const json_t *profile = json_object_get(expect, "profile95"), *ends;
    const char *name;
    int j = 0;
    json_object_foreach((json_t *)profile, name, ends) {
        double low, high;
        carom_fit_interval(fit, order[j++], &low, &high);
        compare("low end", low, json_number_value(json_array_get(ends, 0)), number(golden, "tol_profile"));
        compare("high end", high, json_number_value(json_array_get(ends, 1)), number(golden, "tol_profile"));
    }
}

static void check_law(const json_t *golden, const experiment *x, const carom_fit_checks *checks, int k, double *score) {
    const json_t *expect = json_object_get(json_object_get(json_object_get(golden, "expect"), "laws"), asked[k].name);
    const double tol = number(golden, "tol"), tol_chi2 = number(golden, "tol_chi2");
    carom_fit_model model = carom_fit_model_piecewise();
    carom_fit_estimate e;
    double rms;
    if (asked[k].law) carom_fit_model_from_law(asked[k].law, NULL, 0, &model);
    carom_fit *fit = carom_fit_create(&model, x->impact, x->count, NULL);
    compare("status", carom_fit_run(fit, &e), CAROM_OK, 1e-9);
    for (int j = 0; j < e.count; j++) {
        compare(model.parameter[asked[k].order[j]], e.b[asked[k].order[j]], item(expect, "params", (size_t)j), tol);
        compare("stderr, relative", e.error[asked[k].order[j]] / item(expect, "stderr", (size_t)j), 1.0, 1e-3);
    }
    compare("chi2", e.chi2, number(expect, "chi2"), tol_chi2);
    compare("dof", e.dof, number(expect, "dof"), 1e-12);
    compare("p", e.p, number(expect, "p_value"), tol_chi2);
    const carom_fit_verdict v = carom_fit_test(&e, checks);
    compare("F", v.F, number(expect, "F_against_floor"), tol_chi2);
    compare("p of F", v.p, number(expect, "p_F"), tol_chi2);
    compare("rejected", v.rejected, json_is_true(json_object_get(expect, "rejected")), 1e-9);
    check_profiles(golden, expect, fit, asked[k].order);
    carom_fit_cross_validate(fit, score, NULL, &rms);
    compare("held-out rms", rms, number(expect, "heldout_rms"), tol_chi2);
    carom_fit_free(fit);
}

static void check_floor(const json_t *golden, const experiment *x, carom_fit_checks *c) {
    const json_t *expect = json_object_get(golden, "expect"), *floor = json_object_get(expect, "floor");
    const json_t *sign = json_object_get(expect, "sign");
    const double tol = number(golden, "tol");
    carom_fit_check_data(x->impact, x->body, x->count, c, NULL);
    compare("floor", c->floor_chi2, number(floor, "chi2"), tol);
    compare("floor's dof", c->floor_dof, number(floor, "dof"), tol);
    compare("chi2+", carom_fit_floor(x->body, x->count, 0), number(sign, "chi2_plus"), tol);
    compare("chi2-", carom_fit_floor(x->body, x->count, CAROM_FIT_SIGN_W_N), number(sign, "chi2_minus"), tol);
    compare("alarms", c->body.alarms, 0.0, tol);
    // Check the same data with the opposite sign of the spin.
    static experiment turned;
    carom_fit_checks t;
    turned = *x;
    for (size_t k = 0; k < x->count; k++) {
        carom_fit_body *b = &turned.body[k];
        for (int i = 2; i < 6; i += 3) {
            b->u[i] *= -1.0;
            for (int j = 0; j < 8; j++) b->S[i][j] *= -1.0, b->S[j][i] *= -1.0;
        }
    }
    carom_fit_check_data(turned.impact, turned.body, x->count, &t, NULL);
    compare("chi2+ turned", t.floor_chi2, number(sign, "chi2_plus_flipped"), tol);
    // For a disc, the moment cannot show whether the sign of the spin or that of u_t is wrong.
    compare("signs turned", t.body.signs | t.body.other_signs, CAROM_FIT_SIGN_U_T1 | CAROM_FIT_SIGN_W_N, tol);
}

static void check_fit(const json_t *golden) {
    static experiment x;
    static double score[ASKED][MOST];
    const json_t *inputs = json_object_get(golden, "inputs"), *one;
    const json_t *expect = json_object_get(json_object_get(golden, "expect"), "laws");
    json_t *data = golden_load("fit/golden", "pucks_synthetic");
    carom_fit_checks checks = {0};
    size_t k;
    int best = 0;
    json_array_foreach(json_object_get(data, "cases"), k, one) {
        const char *name = json_string_value(json_object_get(one, "id"));
        if (!strcmp(name, json_string_value(json_object_get(inputs, "case"))))
            read_experiment(one, number(inputs, "sigma_mm"), &x);
    }
    check_floor(golden, &x, &checks);
    for (int i = 0; i < ASKED; i++) {
        check_law(golden, &x, &checks, i, score[i]);
        if (!strcmp(asked[i].name, json_string_value(json_object_get(expect, "best_held_out")))) best = i;
    }
    for (int i = 0; i < ASKED; i++)
        if (i != best)
            compare(asked[i].name, carom_fit_compare(x.count, score[i], score[best]),
                    number(json_object_get(expect, "z_against_best"), asked[i].name), number(golden, "tol_chi2"));
    json_decref(data);
}

static void check_strobe(const json_t *golden) {
    const json_t *inputs = json_object_get(golden, "inputs"), *expect = json_object_get(golden, "expect");
    const json_t *bound = json_object_get(expect, "bound");
    const double tol = number(golden, "tol");
    carom_strobe s = puck_strobe((int)number(inputs, "puck"));
    carom_strobe_reading r;
    fill(&s, json_object_get(inputs, "px"), inputs);
    carom_strobe_read(&s, number(inputs, "pixels_error"), &r);
    compare("theta", r.theta, number(expect, "theta"), tol);
    compare("e", r.e, number(expect, "e"), tol);
    compare("ratio", r.ratio, number(expect, "ratio"), tol);
    compare("tan phi", r.tan_phi, number(expect, "tan_phi"), tol);
    compare("bound of theta", r.theta_bound, number(bound, "theta"), tol);
    compare("bound of e", r.e_bound, number(bound, "e"), tol);
    compare("bound of ratio", r.ratio_bound, number(bound, "ratio"), tol);
    compare("bound of tan phi", r.tan_phi_bound, number(bound, "tan_phi"), tol);
}

// Checks the W of a puck of table 11.1, computed from its mass, radius and inertia.
static void check_puck(const json_t *golden) {
    const json_t *expect = json_object_get(golden, "expect");
    const carom_strobe s = puck_strobe(atoi(id + strlen("puck-")));
    carom_fit_body body = {.dim = 2, .mass = s.mass, .inertia = {{s.inertia}}, .arm = {-s.radius, 0.0}};
    carom_fit_impact impact;
    for (int i = 0; i < 6; i++) body.S[i][i] = 1.0;
    compare("status", carom_fit_impact_from_body(&body, &impact), CAROM_OK, 1e-9);
    compare("inertia", s.inertia, number(expect, "inertia_kg_m2"), number(golden, "tol"));
    for (int k = 0; k < 4; k++)
        compare("W", impact.contact.W[k / 2][k % 2], matrix(json_object_get(expect, "W"), k / 2, k % 2),
                number(golden, "tol"));
}

static void check_papers(const json_t *document) {
    const json_t *golden;
    size_t k;
    json_array_foreach(json_object_get(document, "cases"), k, golden) {
        const char *kind = json_string_value(json_object_get(golden, "kind"));
        id = json_string_value(json_object_get(golden, "id"));
        if (!strcmp(kind, "fit")) check_fit(golden);
        if (!strcmp(kind, "strobe")) check_strobe(golden);
        if (!strcmp(kind, "puck")) check_puck(golden);
    }
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    json_t *document = golden_load(strcmp(argv[1], "papers") ? "fit/golden" : "papers/golden", argv[1]);
    if (!document) return 1;
    (strcmp(argv[1], "papers") ? check_pucks : check_papers)(document);
    json_decref(document);
    printf("%s: %d numbers, worst %.3g of its tolerance, %d failed\n", argv[1], compared, worst, failed);
    return failed || compared == 0;
}
