// Compares the accessible region and the sets of impulses that laws reach with papers.json. The program reports each
// group of numbers of a case as "case/group". The file omits areas that could not be integrated to its tolerance.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/geometry.h"
#include "papers/letters.h"
#include "support/golden.h"
#include "support/laws.h"
#include "support/params.h"

typedef struct {
    const json_t *golden, *inputs, *expect;
    carom_contact c;
    double mu, tol;
    golden_tally *tally;
} problem;

static double number(const json_t *value) {
    const char *text = json_string_value(value);
    return text && !strcmp(text, "inf") ? HUGE_VAL : json_number_value(value);
}

static problem read_problem(const json_t *golden, golden_tally *tally) {
    problem p = {.golden = golden,
                 .inputs = json_object_get(golden, "inputs"),
                 .expect = json_object_get(golden, "expect"),
                 .tol = golden_real(golden, "tol"),
                 .tally = tally};
    double W[9], v[3];
    const int dim = golden_reals(json_object_get(p.inputs, "v"), v, 3);
    golden_reals(json_object_get(p.inputs, "W"), W, 9);
    p.c.dim = dim;
    for (int i = 0; i < dim; i++) {
        p.c.v[i] = v[i];
        for (int j = 0; j < dim; j++) p.c.W[i][j] = W[i * dim + j];
    }
    p.mu = number(json_object_get(p.inputs, "mu"));
    return p;
}

static void judge(const problem *p, const char *group, const golden_case *c) {
    char id[128];
    snprintf(id, sizeof id, "%s/%s", golden_text(p->golden, "id"), group);
    golden_judge(p->tally, id, c);
}

// Compares a number with the tolerance that the file states, relative to the larger of 1 and the wanted number.
static void near(const problem *p, golden_case *c, const char *what, double got, const json_t *wanted) {
    const double value = json_number_value(wanted);
    golden_near(c, what, got, value, p->tol * fmax(1.0, fabs(value)));
}

static void near_point(const problem *p, golden_case *c, const char *what, const double *P, const json_t *wanted) {
    if (!json_is_array(wanted)) {
        c->numbers++;
        if (!isnan(P[0])) golden_differ(c, "%s is a corner, expected none", what);
        return;
    }
    for (size_t k = 0; k < json_array_size(wanted); k++) near(p, c, what, P[k], json_array_get(wanted, k));
}

static carom_result solve(const problem *p, const carom_law *law, carom_restitution restitution, double e) {
    carom_params q = params_plain();
    carom_result out;
    q.mu = p->mu;
    q.e = e;
    q.restitution = restitution;
    carom_collide(law, &p->c, &q, &out);
    return out;
}

static carom_params by(const problem *p) {
    carom_params q = params_plain();
    q.mu = p->mu;
    return q;
}

// Cases in 2D.

static void check_letters(const problem *p) {
    static const char *const names[8] = {"A", "B", "C", "D", "E", "F", "G", "H"};
    const json_t *letters = json_object_get(p->expect, "letters"), *ends = json_object_get(letters, "compression_ends");
    carom_named_points l;
    golden_case c = {0};
    carom_letters_compute(&p->c, p->mu, &l);
    for (int i = 0; i < 8; i++) near_point(p, &c, names[i], l.at[i], json_object_get(letters, names[i]));
    for (int i = 0; i < 2; i++) near_point(p, &c, "end", l.ends[i], json_array_get(ends, (size_t)i));
    judge(p, "letters", &c);
}

static void check_extent(const problem *p) {
    golden_case c = {0};
    carom_extent extent;
    carom_region_extent(&p->c, p->mu, &extent);
    near(p, &c, "e_n_largest", extent.e_most, json_object_get(p->expect, "e_n_largest"));
    judge(p, "e_n_largest", &c);
    const json_t *area = json_object_get(p->expect, "accessible_area");
    if (!area) return;
    c = (golden_case){0};
    near(p, &c, "accessible_area", extent.size, area);
    judge(p, "accessible_area", &c);
}

// Checks that the outline has as many corners as expected, and that every expected corner is one of them.
static void same_corners(const problem *p, golden_case *c, const carom_reach_area *o, const json_t *wanted) {
    size_t corners = 0;
    for (int i = 0; i < o->count; i++) corners += o->corner[i];
    c->numbers++;
    if (corners != json_array_size(wanted))
        golden_differ(c, "%zu corners, expected %zu", corners, json_array_size(wanted));
    for (size_t k = 0; k < json_array_size(wanted); k++) {
        double P[2], best = HUGE_VAL;
        int at = 0;
        golden_reals(json_array_get(wanted, k), P, 2);
        for (int i = 0; i < o->count; i++) {
            const double off = hypot(o->P[i][0] - P[0], o->P[i][1] - P[1]);
            if (!o->corner[i] || !(off < best)) continue;
            best = off;
            at = i;
        }
        near_point(p, c, "corner", o->P[at], json_array_get(wanted, k));
    }
}

static void check_law2(const problem *p) {
    const carom_params q = by(p);
    carom_reach_area o;
    golden_case c = {0};
    carom_reach_outline(&carom_law_chatterjee2, &p->c, &q, &o);
    same_corners(p, &c, &o, json_object_get(p->expect, "law2_polygon"));
    near(p, &c, "law2_area", o.area, json_object_get(p->expect, "law2_area"));
    judge(p, "law2", &c);
}

// Checks law III. The corners of the parallelogram are W^-1 (V_f - v) for the wanted velocities V_f. They are the
// results of law III without cone and without bound on the energy. The outline is its part in the cone, reduced by the
// energy ellipse.
static void check_law3(const problem *p) {
    const json_t *whole = json_object_get(p->expect, "law3_parallelogram");
    const json_t *area = json_object_get(p->expect, "law3_area");
    static const double corner[4][2] = {{0.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {0.0, 1.0}};
    const carom_params q = by(p);
    carom_reach_area o;
    golden_case c = {0};
    for (size_t i = 0; i < 4; i++) {
        double P[3] = {0.0}, got[2];
        carom_verdict v;
        golden_reals(json_array_get(whole, i), P, 2);
        carom_check(&p->c, HUGE_VAL, P, &v);
        for (int k = 0; k < 2; k++) got[k] = -corner[i][k] * p->c.v[k];
        // The test compares velocities, because the impulses of the file already contain W^-1.
        for (int k = 0; k < 2; k++) golden_near(&c, "wanted velocity", v.v[k], got[k], p->tol);
    }
    judge(p, "law3_parallelogram", &c);
    if (!area) return;
    c = (golden_case){0};
    carom_reach_outline(&carom_law_chatterjee3, &p->c, &q, &o);
    if (json_is_null(area))
        golden_near(&c, "law3_area", o.area, 0.0, p->tol);
    else
        near(p, &c, "law3_area", o.area, area);
    judge(p, "law3_area", &c);
}

// Checks the segments on the friction lines. The ends in the file are on a grid of r_n: e_n is 0.53125 and 0.25625,
// multiples of 1/160. The segments of carom must contain those of the file, and exceed them by less than one step.
static void check_segments(const problem *p) {
    static const char *const names[2] = {"plus", "minus"};
    const json_t *segments = json_object_get(p->expect, "law3_friction_segments_P_n");
    const carom_params q = by(p);
    carom_reach_area o;
    golden_case c = {0};
    carom_reach_outline(&carom_law_chatterjee3, &p->c, &q, &o);
    for (int k = 0; k < 2; k++) {
        const json_t *wanted = json_object_get(segments, names[k]);
        double ends[2];
        c.numbers++;
        if (json_is_null(wanted)) {
            if (!isnan(o.friction[k][0])) golden_differ(&c, "%s: reached, expected not", names[k]);
            continue;
        }
        golden_reals(wanted, ends, 2);
        const double step = -p->c.v[0] / (p->c.W[0][0] + (k ? -1.0 : 1.0) * p->mu * p->c.W[0][1]) / 160.0;
        const double low = ends[0] - o.friction[k][0], high = o.friction[k][1] - ends[1];
        c.numbers += 2;
        if (!(low >= -p->tol && low < step && high >= -p->tol && high < step))
            golden_differ(&c, "%s: [%.12g, %.12g], expected [%.12g, %.12g]", names[k], o.friction[k][0],
                          o.friction[k][1], ends[0], ends[1]);
    }
    judge(p, "law3_segments", &c);
}

// Checks law I with r_t = 1 and r_n = 0, 0.5 and 1, without a bound on friction. If the energy does not limit the
// impulse, it is the point of the file.
static void check_law1(const problem *p) {
    static const double r_n[3] = {0.0, 0.5, 1.0};
    const json_t *limit = json_object_get(p->expect, "law1_limit_curve_r0_05_1");
    golden_case c = {0};
    for (size_t i = 0; i < 3; i++) {
        carom_params q = by(p);
        carom_result out;
        double P[2];
        golden_reals(json_array_get(limit, i), P, 2);
        q.mu = HUGE_VAL;
        q.e = r_n[i];
        q.e_t = 1.0;
        carom_collide(&carom_law_chatterjee1, &p->c, &q, &out);
        if (out.mode == CAROM_MODE_RESTITUTION) {
            near_point(p, &c, "limit", out.P, json_array_get(limit, i));
            continue;
        }
        // If the energy limits the impulse, only its ratio P_t / P_n is that of the file. The point of the file must
        // not lose energy.
        carom_verdict v;
        carom_check(&p->c, HUGE_VAL, (double[3]){P[0], P[1], 0.0}, &v);
        if (out.mode == CAROM_MODE_ENERGY)
            golden_near(&c, "ratio", out.P[1] / out.P[0], P[1] / P[0], p->tol * fmax(1.0, fabs(P[1] / P[0])));
        c.numbers++;
        if (!(v.dE > -1e-12) && P[0] > 0.0) golden_differ(&c, "the energy does not stop (%g, %g)", P[0], P[1]);
    }
    judge(p, "law1_limit", &c);
}

static const struct {
    const char *name;
    const carom_law *law;
    carom_restitution restitution;
} curves[] = {{"routh_poisson", &carom_law_routh, CAROM_POISSON},
              {"routh_energetic", &carom_law_routh, CAROM_ENERGETIC},
              {"routh_newton", &carom_law_routh, CAROM_NEWTON},
              {"whittaker", &carom_law_whittaker, CAROM_POISSON},
              {"smith", &carom_law_smith, CAROM_POISSON}};
enum { CURVES = sizeof curves / sizeof *curves };

// Checks the points of the curve of each law at e = 0, 0.25, 0.5, 0.75 and 1.
static void check_curves(const problem *p) {
    const json_t *all = json_object_get(p->expect, "curves");
    golden_case c = {0};
    for (int i = 0; i < CURVES; i++) {
        const json_t *curve = json_object_get(all, curves[i].name);
        const carom_reach_range e = {CAROM_PARAM_e, 0.0, 1.0};
        carom_params q = by(p);
        double P[5][3];
        q.restitution = curves[i].restitution;
        size_t answered;
        carom_reach_net(curves[i].law, &p->c, &q, &e, 4, NULL, 0, P[0], 5, &answered);
        for (size_t k = 0; k < 5; k++) near_point(p, &c, curves[i].name, P[k], json_array_get(curve, k));
    }
    judge(p, "curves", &c);
}

static void check_plane(const problem *p) {
    check_letters(p);
    check_extent(p);
    check_law1(p);
    check_law2(p);
    check_law3(p);
    check_segments(p);
    check_curves(p);
}

static void check_infinite_friction(const problem *p) {
    const json_t *rows = json_object_get(p->expect, "rows");
    carom_named_points l;
    carom_region r;
    golden_case c = {0};
    carom_letters_compute(&p->c, p->mu, &l);
    carom_region_compute(&p->c, p->mu, &r);
    near_point(p, &c, "D", l.at['D' - 'A'], json_object_get(p->expect, "D"));
    near_point(p, &c, "J", r.sticking.point, json_object_get(p->expect, "J"));
    near_point(p, &c, "H", solve(p, &carom_law_whittaker, CAROM_POISSON, 1.0).P, json_object_get(p->expect, "H"));
    near_point(p, &c, "K", solve(p, &carom_law_smith, CAROM_POISSON, 1.0).P, json_object_get(p->expect, "K"));
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        const double e = golden_real(row, "e");
        for (int k = 0; k < CURVES; k++) {
            const json_t *wanted = json_object_get(row, curves[k].name);
            if (wanted) near_point(p, &c, curves[k].name, solve(p, curves[k].law, curves[k].restitution, e).P, wanted);
        }
    }
    // Up to this e the P_n of whittaker is 0.
    const double turn = golden_real(p->expect, "e_turn_whittaker");
    const double before = solve(p, &carom_law_whittaker, CAROM_POISSON, turn - 1e-6).P[0];
    const double after = solve(p, &carom_law_whittaker, CAROM_POISSON, turn + 1e-6).P[0];
    c.numbers++;
    if (fabs(before) > p->tol || !(after > 1e-9)) golden_differ(&c, "the turn is not at e = %g", turn);
    judge(p, "all", &c);
}

static void check_unbounded(const problem *p) {
    const json_t *smith = json_object_get(p->expect, "smith");
    const carom_params q = by(p);
    golden_case c = {0};
    carom_named_points l;
    carom_reach_area o;
    carom_extent extent;
    carom_letters_compute(&p->c, p->mu, &l);
    near_point(p, &c, "A", l.at['B' - 'A'], json_object_get(p->expect, "A"));
    near_point(p, &c, "D", l.at['F' - 'A'], json_object_get(p->expect, "D"));
    near_point(p, &c, "B", l.at['D' - 'A'], json_object_get(p->expect, "B"));
    near_point(p, &c, "E", l.at['E' - 'A'], json_object_get(p->expect, "E"));
    near_point(p, &c, "routh_e1", solve(p, &carom_law_routh, CAROM_POISSON, 1.0).P,
               json_object_get(p->expect, "routh_e1"));
    for (size_t i = 0; i < json_array_size(smith); i++) {
        const json_t *row = json_array_get(smith, i);
        near_point(p, &c, "smith", solve(p, &carom_law_smith, CAROM_POISSON, golden_real(row, "e")).P,
                   json_object_get(row, "P"));
    }
    judge(p, "points", &c);
    // Law II reaches the trapezoid A B E D. The area of the region itself is infinite.
    c = (golden_case){0};
    json_t *trapezoid = json_pack("[O, O, O, O]", json_object_get(p->expect, "A"), json_object_get(p->expect, "B"),
                                  json_object_get(p->expect, "E"), json_object_get(p->expect, "D"));
    carom_reach_outline(&carom_law_chatterjee2, &p->c, &q, &o);
    same_corners(p, &c, &o, trapezoid);
    json_decref(trapezoid);
    carom_region_extent(&p->c, p->mu, &extent);
    c.numbers++;
    if (!isinf(extent.size)) golden_differ(&c, "the region has the area %g", extent.size);
    judge(p, "law2", &c);
    // Below this r_n the ratio of law I for r_t = 1 is mu.
    c = (golden_case){0};
    const double r_n = golden_real(p->expect, "law1_missing_corner_from_r_n");
    for (int side = -1; side <= 1; side += 2) {
        carom_params at = q;
        carom_result out;
        at.e = r_n + side * 1e-6;
        at.e_t = 1.0;
        carom_collide(&carom_law_chatterjee1, &p->c, &at, &out);
        c.numbers++;
        if ((fabs(out.P[1] / out.P[0] - p->mu) < 1e-12) != (side < 0))
            golden_differ(&c, "the corner is not at %g", r_n);
    }
    judge(p, "law1", &c);
}

// Cases in 3D.

static const char *face_name(unsigned face) {
    return face == CAROM_BOUNDARY_FRICTION ? "friction" : face == CAROM_BOUNDARY_ENERGY ? "energy" : "compression";
}

static void check_space(const problem *p) {
    const json_t *directions = json_object_get(p->inputs, "directions");
    const json_t *distances = json_object_get(p->expect, "distance"), *faces = json_object_get(p->expect, "face");
    const json_t *cover = json_object_get(p->expect, "cover");
    double R[3], u[3], interval[2];
    unsigned sides[2];
    golden_case c = {0};
    golden_reals(json_object_get(p->inputs, "reference"), R, 3);
    for (size_t i = 0; i < json_array_size(directions); i++) {
        golden_reals(json_array_get(directions, i), u, 3);
        carom_region_interval(&p->c, p->mu, R, u, interval, sides);
        near(p, &c, "distance", interval[1], json_array_get(distances, i));
        c.numbers++;
        if (strcmp(face_name(sides[1]), json_string_value(json_array_get(faces, i))))
            golden_differ(&c, "direction %zu: %s", i, face_name(sides[1]));
    }
    golden_reals(json_object_get(cover, "direction"), u, 3);
    carom_region_interval(&p->c, p->mu, R, u, interval, sides);
    for (int k = 0; k < 3; k++) u[k] = R[k] + golden_real(cover, "xi") * interval[1] * u[k];
    near_point(p, &c, "cover", u, json_object_get(cover, "P"));
    judge(p, "boundary", &c);
    c = (golden_case){0};
    carom_extent extent;
    const double volume = golden_real(p->expect, "volume");
    carom_region_extent(&p->c, p->mu, &extent);
    golden_near(&c, "volume", extent.size, volume, golden_real(p->golden, "tol_volume") * volume);
    judge(p, "volume", &c);
}

// Checks the construction of law II. P1 is the impulse without friction to v_n = 0, P2 the impulse that stops the
// contact. The wanted impulse follows from these two.
static void check_fig6_1(const problem *p) {
    carom_params q = by(p);
    carom_result out;
    carom_named_points l;
    golden_case c = {0};
    carom_letters_compute(&p->c, p->mu, &l);
    near_point(p, &c, "P1", l.at['B' - 'A'], json_object_get(p->expect, "P1"));
    near_point(p, &c, "P2", l.at['C' - 'A'], json_object_get(p->expect, "P2"));
    q.e = golden_real(p->inputs, "r_n");
    q.e_t = golden_real(p->inputs, "r_t");
    carom_collide(&carom_law_chatterjee2, &p->c, &q, &out);
    near_point(p, &c, "P", out.P, json_object_get(p->expect, "P"));
    q.mu = HUGE_VAL;
    carom_collide(&carom_law_chatterjee2, &p->c, &q, &out);
    near_point(p, &c, "wanted", out.P, json_object_get(p->expect, "wanted"));
    judge(p, "all", &c);
}

static const struct {
    const char *kind;
    void (*check)(const problem *p);
    int cases;
} kinds[] = {{"reach-plane", check_plane, 12},
             {"reach-infinite-friction", check_infinite_friction, 2},
             {"reach-unbounded", check_unbounded, 1},
             {"accessible-space", check_space, 8},
             {"fig6.1", check_fig6_1, 1}};

int main(void) {
    json_t *document = golden_load("papers/golden", "papers");
    if (!document) return EXIT_FAILURE;
    const json_t *cases = json_object_get(document, "cases");
    golden_tally tally = {.name = "papers, what laws reach"};
    bool all = true;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        int count = 0;
        for (size_t i = 0; i < json_array_size(cases); i++) {
            const json_t *golden = json_array_get(cases, i);
            if (strcmp(golden_text(golden, "kind"), kinds[k].kind)) continue;
            const problem p = read_problem(golden, &tally);
            kinds[k].check(&p);
            count++;
        }
        if (count != kinds[k].cases) printf("%s: %d cases, expected %d\n", kinds[k].kind, count, kinds[k].cases);
        all = all && count == kinds[k].cases;
    }
    json_decref(document);
    return golden_report(&tally, 123, 1520) && all ? EXIT_SUCCESS : EXIT_FAILURE;
}
