// Tests the sets of impulses that laws reach, and the accessible region, by second methods. Random coefficients give
// impulses inside the outlines, the corners are reached, and areas and volumes agree with other integrations.
#include "support/cmocka.h"
#include "support/params.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/worst.h"
#include "bench/random.h"
#include "carom/geometry.h"
#include "carom/law.h"
#include "support/floor.h"
#include "support/laws.h"

enum { PROBLEMS = 400, SAMPLES = 300 };

static const carom_law *const laws[3] = {&carom_law_chatterjee1, &carom_law_chatterjee2, &carom_law_chatterjee3};

static carom_contact random_problem(uint64_t i, int dim, carom_params *p) {
    random_stream s = random_at(717, i);
    const carom_contact c = random_contact(&s, dim, 1.5);
    *p = params_plain();
    p->mu = i % 16 == 5 ? HUGE_VAL : random_power10(random_between(&s, -1.5, 0.7));
    return c;
}

static double size_of(const carom_contact *c) {
    carom_region r;
    carom_region_compute(c, HUGE_VAL, &r);
    return hypot(r.axes[0][0], r.axes[0][1]) + hypot(r.centre[0], r.centre[1]);
}

// Returns true if P is in the region up to rounding: moved slightly inwards, P lies in the region.
static bool nearly_in(const carom_contact *c, double mu, const double P[3]) {
    const double hair = 1e-6; // 1e-9 is too small if the region is 1e6 times as long as wide
    double Q[3] = {P[0] + hair * (-1.5 * c->v[0] / c->W[0][0] - P[0]), P[1] * (1.0 - hair), P[2] * (1.0 - hair)};
    bool has;
    carom_region_contains(c, mu, Q, &has);
    return has;
}

// Returns the distance of P from the polygon, 0 if P is inside.
static double outside(const carom_reach_area *o, const double P[3]) {
    double best = HUGE_VAL;
    bool in = false;
    for (int i = 0; i < o->count; i++) {
        const double *p = o->P[i], *q = o->P[(i + 1) % o->count];
        const double d[2] = {q[0] - p[0], q[1] - p[1]}, x[2] = {P[0] - p[0], P[1] - p[1]},
                     dd = d[0] * d[0] + d[1] * d[1];
        const double s = dd > 0.0 ? fmin(1.0, fmax(0.0, (x[0] * d[0] + x[1] * d[1]) / dd)) : 0.0;
        best = fmin(best, hypot(x[0] - s * d[0], x[1] - s * d[1]));
        if ((p[1] > P[1]) != (q[1] > P[1]) && P[0] < p[0] + (P[1] - p[1]) / (q[1] - p[1]) * d[0]) in = !in;
    }
    return in ? 0.0 : best;
}

// Returns true if P lies on a boundary curve of the region on which the law also reaches points outside the outline.
static bool besides(const carom_reach_area *o, const carom_contact *c, double mu, const double P[3], double near) {
    carom_verdict v;
    carom_check(c, mu, P, &v);
    if ((o->touches & CAROM_BOUNDARY_ENERGY) && fabs(v.dE) <= near * fabs(P[0] * c->v[0])) return true;
    if (!(o->touches & CAROM_BOUNDARY_FRICTION)) return false;
    if (isinf(mu)) return fabs(P[0]) <= near * fabs(P[1]);
    const double *line = o->friction[P[1] > 0.0 ? 0 : 1], slack = near * fabs(P[0]);
    return fabs(fabs(P[1]) - mu * P[0]) <= slack && P[0] >= line[0] - slack && P[0] <= line[1] + slack;
}

// The outline replaces each arc by 48 points, so it lies inside the arc by up to 5e-4 of the arc's size. The tolerance
// is 1e-3.
static void samples_fall_inside(void **state) {
    (void)state;
    carom_reach_area *o = malloc(sizeof *o);
    long asked = 0, answered = 0, areas = 0;
    double worst = 0.0;
    for (uint64_t i = 0; i < PROBLEMS; i++) {
        carom_params p;
        const carom_contact c = random_problem(i, 2, &p);
        const double size = size_of(&c);
        for (int k = 0; k < 3; k++) {
            asked++;
            if (carom_reach_outline(laws[k], &c, &p, o) != CAROM_OK) continue;
            answered++;
            areas += o->count > 0;
            random_stream s = random_at(718, i);
            for (int n = 0; n < SAMPLES; n++) {
                carom_result out;
                p.e = n < 4 ? n % 2 : random_unit(&s);
                p.e_t = n < 4 ? n / 2 * 2.0 - 1.0 : random_between(&s, -1.0, 1.0);
                assert_int_equal(carom_collide(laws[k], &c, &p, &out), CAROM_OK);
                // Without slip, laws I and II reach only normal impulses, and the outline has no area.
                const double off = o->count ? outside(o, out.P) / size : 0.0;
                if (!o->count && fabs(out.P[1]) <= 1e-9 * fabs(out.P[0])) continue;
                if (off <= 1e-3 && o->count) {
                    carom_worsen(&worst, off);
                    continue;
                }
                if (!besides(o, &c, p.mu, out.P, 1e-6))
                    fail_msg("%s, problem %d, r_n = %g, r_t = %g: (%g, %g) lies %g outside", laws[k]->name, (int)i, p.e,
                             p.e_t, out.P[0], out.P[1], off);
            }
        }
    }
    free(o);
    printf("%ld outlines have an area; samples up to %.2g of the ellipse's size beyond the polygon\n", areas, worst);
    assert_true(floor_met("outlines", answered, asked, 0.95)); // law III has no outline without slip
    assert_true(areas > asked / 2);
}

// Returns how close the law comes to P. It tries 17 x 17 pairs of coefficients, then repeatedly 5 x 5 pairs around the
// best, with ever smaller steps.
static double nearest(const carom_law *law, const carom_contact *c, carom_params p, const double P[3]) {
    double best = HUGE_VAL, at[2] = {0.5, 0.0}, step = 0.0625;
    for (int n = -1; n < 60; n++) {
        const double from[2] = {at[0], at[1]}, before = best;
        const int wide = n < 0 ? 8 : 2;
        for (int i = -wide; i <= wide; i++)
            for (int j = -wide; j <= wide; j++) {
                carom_result out;
                p.e = fmin(1.0, fmax(0.0, from[0] + (n < 0 ? 1.0 : 0.5) * i * step));
                p.e_t = fmin(1.0, fmax(-1.0, from[1] + (n < 0 ? 2.0 : 1.0) * j * step));
                carom_collide(law, c, &p, &out);
                const double off = hypot(out.P[0] - P[0], out.P[1] - P[1]);
                if (!(off < best)) continue;
                best = off;
                at[0] = p.e;
                at[1] = p.e_t;
            }
        if (n >= 0 && best == before) step *= 0.5;
    }
    return best;
}

// The search may end in a local minimum, so up to 5 % of the points may be missed. The largest share seen was 2.1 %.
static void corners_are_reached(void **state) {
    (void)state;
    carom_reach_area *o = malloc(sizeof *o);
    long corners = 0, reached = 0;
    for (uint64_t i = 0; i < PROBLEMS; i += 8) {
        carom_params p;
        const carom_contact c = random_problem(i, 2, &p);
        const double size = size_of(&c);
        for (int k = 0; k < 3; k++) {
            if (carom_reach_outline(laws[k], &c, &p, o) != CAROM_OK) continue;
            for (int n = 0; n < o->count; n++) {
                if (!o->corner[n] && n % 16) continue;
                const double off = nearest(laws[k], &c, p, o->P[n]) / size;
                corners++;
                reached += off < 1e-6;
            }
        }
    }
    free(o);
    assert_true(floor_met("points of outlines reached", reached, corners, 0.95));
    assert_true(corners > 300);
}

// Compares the area by formula with the area by raster, for the same law without its formula. The cells are 1/512 and
// 1/1024 of the box, and a steep law is followed to 1/4096 of its coefficients. The largest relative difference was
// 5.3e-3.
static void raster_agrees(void **state) {
    (void)state;
    carom_cover *cover = malloc(sizeof *cover);
    carom_reach_range own[CAROM_MAX_REACH_RANGES];
    double worst = 0.0;
    long compared = 0;
    for (uint64_t i = 0; i < PROBLEMS; i += 10)
        for (int k = 0; k < 3; k++) {
            carom_params p;
            const carom_contact c = random_problem(i, 2, &p);
            carom_contact_vtable code = *laws[k]->contact;
            carom_law plain = *laws[k];
            carom_reach exact, found;
            code.outline = NULL;
            plain.contact = &code;
            const int count = carom_reach_ranges(&plain, 0, own);
            assert_int_equal(count, 2);
            assert_int_equal(carom_reach_compute(laws[k], &c, &p, own, count, cover, &exact), CAROM_OK);
            assert_int_equal(carom_reach_compute(&plain, &c, &p, own, count, cover, &found), CAROM_OK);
            assert_true(exact.exact == (k < 2 || c.v[1] != 0.0) && !found.exact);
            assert_int_equal(exact.left, 0);
            assert_true(exact.outside == 0.0 && exact.share <= 1.0 + 1e-9);
            assert_near(exact.share * exact.region, exact.area, 1e-12 * exact.area);
            assert_near(found.share * found.region, found.area - found.outside, 1e-12 * found.area);
            // Areas that are small compared with the box or the region are skipped, since the raster cannot resolve
            // them.
            const double cell = cover->step[0] * cover->step[1], box = cell * CAROM_COVER_ROWS * CAROM_COVER_COLUMNS;
            if (!exact.exact || exact.area < 0.02 * fmax(exact.region, box)) continue;
            carom_worsen(&worst, fabs(found.area / exact.area - 1.0));
            compared++;
        }
    free(cover);
    printf("raster against formula: %ld areas, %.2g apart at worst\n", compared, worst);
    assert_true(compared > 40);
    assert_true(worst < 1e-2);
}

// Computes the area again by integrating over slices P_t = const between the ends of the outline. Each slice is a chord
// of the ellipse, cut by the friction lines and the compression line. The integrand has kinks and ends like a square
// root. With 1e5 midpoints the largest relative error was 1.1e-8.
static double by_slices(const carom_contact *c, double mu, double from, double to) {
    enum { SLICES = 100000 };
    const double a = c->W[0][0], w = c->W[0][1], T = c->W[1][1], h = (to - from) / SLICES;
    double sum = 0.0;
    for (int i = 0; i < SLICES; i++) {
        const double x = from + (i + 0.5) * h, b = c->v[0] + w * x;
        const double under = b * b - 2.0 * a * x * (c->v[1] + 0.5 * T * x);
        if (!(under > 0.0)) continue;
        const double low = fmax(-b / a, isinf(mu) ? 0.0 : fabs(x) / mu);
        sum += fmax(0.0, (-b + sqrt(under)) / a - fmax(low, (-b - sqrt(under)) / a)) * h;
    }
    return sum;
}

static void areas_agree(void **state) {
    (void)state;
    double worst = 0.0, round = 0.0;
    for (uint64_t i = 0; i < PROBLEMS; i += 4) {
        carom_params p;
        const carom_contact c = random_problem(i, 2, &p);
        carom_extent e;
        double P[2003][3], area = 0.0;
        int count;
        assert_int_equal(carom_region_extent(&c, p.mu, &e), CAROM_OK);
        assert_int_equal(carom_region_outline(&c, p.mu, 1000, P[0], 2003, &count), CAROM_OK);
        for (int n = 0; n < count; n++) {
            const double *q = P[(n + 1) % count];
            area += 0.5 * (P[n][0] * q[1] - P[n][1] * q[0]);
            assert_true(nearly_in(&c, p.mu, P[n]));
        }
        double from = 0.0, to = 0.0;
        for (int n = 0; n < count; n++) {
            from = fmin(from, P[n][1]);
            to = fmax(to, P[n][1]);
        }
        carom_worsen(&worst, fabs(by_slices(&c, p.mu, from, to) / e.size - 1.0));
        carom_worsen(&round, fabs(fabs(area) / e.size - 1.0));
        // The impulse `highest` is in the region, and its v_n' is the largest of the outline.
        carom_verdict v;
        carom_check(&c, p.mu, e.highest, &v);
        assert_int_equal(v.violations, 0);
        assert_near(v.v[0] / -c.v[0], e.e_most, 1e-9);
        for (int n = 0; n < count; n++) {
            carom_check(&c, p.mu, P[n], &v);
            assert_true(v.v[0] / -c.v[0] <= e.e_most * (1.0 + 1e-9));
        }
    }
    printf("areas: slices %.2g apart at worst, polygon %.2g\n", worst, round);
    assert_true(worst < 1e-6);
    assert_true(round < 1e-3); // 1000 pieces per side, few of them at the tip of the thin region of a jam
}

static double triple(const double *p, const double *q, const double *r) {
    return p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) + p[2] * (q[0] * r[1] - q[1] * r[0]);
}

enum { AROUND = 240, ACROSS = 60, POINTS = (AROUND + 1) * (ACROSS + 1) };

// Returns the volume between a face and the origin: the sum of the tetrahedra of its triangles with the origin.
static double under(double (*P)[3]) {
    double sum = 0.0;
    for (int i = 0; i < AROUND; i++)
        for (int j = 0; j < ACROSS; j++) {
            const double *p = P[i * (ACROSS + 1) + j], *q = P[(i + 1) * (ACROSS + 1) + j];
            const double *r = P[(i + 1) * (ACROSS + 1) + j + 1], *s = P[i * (ACROSS + 1) + j + 1];
            sum += (triple(p, q, r) + triple(p, r, s)) / 6.0;
        }
    return sum;
}

// In 3D the faces form a closed surface. They share their rims, all points lie on the boundary of the region, and the
// enclosed volume is that of carom_region_extent.
static void meshes_close(void **state) {
    (void)state;
    static double low[POINTS][3], high[POINTS][3], cone[POINTS][3];
    double worst = 0.0;
    int usual = 0;
    for (uint64_t i = 0; i < 60; i++) {
        carom_params p;
        const carom_contact c = random_problem(i, 3, &p);
        carom_extent e;
        assert_int_equal(carom_region_extent(&c, p.mu, &e), CAROM_OK);
        assert_int_equal(carom_region_mesh(&c, p.mu, CAROM_BOUNDARY_COMPRESSION, AROUND, ACROSS, low[0], POINTS),
                         CAROM_OK);
        assert_int_equal(carom_region_mesh(&c, p.mu, CAROM_BOUNDARY_ENERGY, AROUND, ACROSS, high[0], POINTS), CAROM_OK);
        assert_int_equal(carom_region_mesh(&c, p.mu, CAROM_BOUNDARY_FRICTION, AROUND, ACROSS, cone[0], POINTS),
                         CAROM_OK);
        for (int k = 0; k <= AROUND; k++)
            for (int n = 0; n < 3; n++) {
                const int row = k * (ACROSS + 1);
                assert_true(low[row + ACROSS][n] == cone[row][n]);
                assert_near(high[row + ACROSS][n], cone[row + ACROSS][n], 1e-12);
            }
        for (int n = 0; n < POINTS; n += 7) {
            assert_true(nearly_in(&c, p.mu, high[n]) && nearly_in(&c, p.mu, cone[n]) && nearly_in(&c, p.mu, low[n]));
            carom_verdict v;
            carom_check(&c, p.mu, low[n], &v);
            assert_true(fabs(v.v[0]) <= 1e-9 * fabs(c.v[0]) * (1.0 + p.mu));
            assert_true(v.v[0] / -c.v[0] <= e.e_most * (1.0 + 1e-9));
        }
        // The planes of the cone's triangles contain the origin, so they add no volume.
        usual += fabs(fabs(under(high) - under(low)) / e.size - 1.0) < 1e-3;
        carom_worsen(&worst, fabs(fabs(under(high) - under(low)) / e.size - 1.0));
    }
    printf("volumes: mesh %.2g apart at worst, %d of 60 below 1e-3\n", worst, usual);
    assert_true(worst < 5e-2); // thin regions of jams: 960 half-planes give 2e-3, 3840 give 1e-4
    assert_true(usual > 35);   // volumes within 1e-3
}

// A ray from inside the region ends on the face that carom_region_interval returns.
static void exits(void **state) {
    (void)state;
    static const unsigned names[3] = {CAROM_BOUNDARY_COMPRESSION, CAROM_BOUNDARY_ENERGY, CAROM_BOUNDARY_FRICTION};
    long seen[3] = {0};
    for (uint64_t i = 0; i < PROBLEMS; i++) {
        carom_params p;
        const int dim = 2 + (int)(i % 2);
        const carom_contact c = random_problem(i, dim, &p);
        random_stream s = random_at(719, i);
        double R[3] = {-1.5 * c.v[0] / c.W[0][0], 0.0, 0.0}, u[3] = {0.0}, P[3], interval[2];
        unsigned faces[2];
        random_direction(&s, dim, u);
        assert_int_equal(carom_region_interval(&c, p.mu, R, u, interval, faces), CAROM_OK);
        const double distance = interval[1];
        const unsigned face = faces[1];
        for (int k = 0; k < 3; k++) P[k] = R[k] + distance * u[k];
        carom_verdict v;
        carom_check(&c, p.mu, P, &v);
        const double Pt = hypot(P[1], P[2]), scale = fabs(c.v[0]) * (R[0] + distance);
        if (face == CAROM_BOUNDARY_COMPRESSION)
            assert_true(fabs(v.v[0]) <= 1e-9 * (fabs(c.v[0]) + c.W[0][0] * distance));
        if (face == CAROM_BOUNDARY_ENERGY) assert_true(fabs(v.dE) <= 1e-6 * (scale + hypot(c.v[1], c.v[2]) * Pt));
        if ((face & CAROM_BOUNDARY_FRICTION) && isfinite(p.mu))
            assert_true(fabs(Pt - p.mu * P[0]) <= 1e-9 * (Pt + R[0]));
        for (int k = 0; k < 3; k++) seen[k] += (face & names[k]) != 0;
    }
    assert_true(seen[0] > 50 && seen[1] > 50 && seen[2] > 50);
}

// A law with one coefficient reaches a curve, whose share of the region is 0. Separating bodies have no region and lose
// no energy. On the rod, Newton's restitution gains energy (Kane's example), and Poisson's does not. Without friction
// the outlines have no area.
static void curves_and_gains(void **state) {
    (void)state;
    carom_contact c = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};
    carom_params p = params_plain();
    carom_reach_range own[CAROM_MAX_REACH_RANGES];
    carom_reach_area *o = malloc(sizeof *o);
    carom_reach r;
    for (int k = 0; k < 3; k++) {
        p.mu = 0.0;
        assert_int_equal(carom_reach_outline(laws[k], &c, &p, o), CAROM_OK);
        assert_true(o->count == 0 && o->area == 0.0 && !(o->touches & CAROM_BOUNDARY_FRICTION));
        assert_true(isnan(o->friction[0][0]) && isnan(o->friction[1][1]));
    }
    free(o);
    p.mu = 0.5;
    const int count = carom_reach_ranges(&carom_law_routh, 0, own);
    p.restitution = CAROM_POISSON;
    assert_int_equal(carom_reach_compute(&carom_law_routh, &c, &p, own, count, NULL, &r), CAROM_OK);
    assert_true(r.exact && r.area == 0.0 && r.share == 0.0 && r.region > 0.0 && !r.gains && r.dE[0] < 0.0);
    assert_near(r.e_n[0], 0.0, 1e-14);
    c.v[0] = 1.0;
    assert_int_equal(carom_reach_compute(&carom_law_routh, &c, &p, own, count, NULL, &r), CAROM_OK);
    assert_true(r.region == 0.0 && isnan(r.share) && isnan(r.e_n[0]) && r.dE[1] == 0.0 && !r.gains);
    c.v[0] = -1.0, p.mu = 1.0, p.restitution = CAROM_NEWTON;
    assert_int_equal(carom_reach_compute(&carom_law_routh, &c, &p, own, count, NULL, &r), CAROM_OK);
    assert_true(r.gains && r.left > 0);
    assert_near(r.dE[1], 0.1125, 1e-14); // e = 1: v' = (1, 0), P = W^-1 (2, -0.6), dE = P.(v + v')/2
}

// The outline by formula is that of the full ranges of all coefficients. For a part of these ranges the area is
// computed by raster. The range of e in `accessible` is infinite, because only the energy limits e.
static void parts_are_painted(void **state) {
    (void)state;
    const carom_contact c = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};
    carom_params p = params_plain();
    carom_cover *cover = malloc(sizeof *cover);
    carom_reach_range own[CAROM_MAX_REACH_RANGES];
    carom_reach all, part;
    p.mu = 0.7;
    const int count = carom_reach_ranges(&carom_law_accessible, 0, own);
    assert_int_equal(carom_reach_compute(&carom_law_accessible, &c, &p, own, count, cover, &all), CAROM_OK);
    assert_true(all.exact);
    for (int k = 0; k < count; k++) {
        if (isinf(own[k].high)) own[k].high = 0.5;
    }
    assert_int_equal(carom_reach_compute(&carom_law_accessible, &c, &p, own, count, cover, &part), CAROM_OK);
    assert_false(part.exact);
    assert_true(part.area > 0.0 && part.area < 0.9 * all.area);
    free(cover);
}

// Invalid arguments are rejected, among them arrays that are too small.
static void refusals(void **state) {
    (void)state;
    const carom_contact c = {.dim = 2, .W = {{1.0, 0.45}, {0.45, 1.1}}, .v = {-1.0, -0.65}};
    const carom_contact parting = {.dim = 2, .W = {{1.0, 0.0}, {0.0, 1.0}}, .v = {1.0, 0.0}};
    const carom_contact ball = {
        .dim = 3, .W = {{1.0, 0.0, 0.0}, {0.0, 3.5, 0.0}, {0.0, 0.0, 3.5}}, .v = {-1.0, 0.3, 0.2}};
    carom_params p = params_plain();
    carom_reach_range own[CAROM_MAX_REACH_RANGES];
    carom_reach_area *o = malloc(sizeof *o);
    carom_reach r;
    carom_extent e;
    double P[8][3];
    int count;
    p.mu = 0.5;
    assert_int_equal(carom_reach_ranges(&carom_law_chatterjee, 0, own), 4);
    assert_int_equal(carom_reach_ranges(&carom_law_chatterjee, CAROM_PARAM_BIT(s1) | CAROM_PARAM_BIT(s2), own), 2);
    assert_int_equal(carom_reach_ranges(&carom_law_routh, 0, own), 1);
    assert_int_equal(own[0].param, CAROM_PARAM_e);
    assert_int_equal(carom_reach_ranges(NULL, 0, own), 0);
    assert_int_equal(carom_reach_outline(&carom_law_routh, &c, &p, o), CAROM_NOT_APPLICABLE);
    assert_int_equal(carom_reach_outline(&carom_law_chatterjee1, NULL, &p, o), CAROM_NULL_POINTER);
    assert_int_equal(carom_reach_compute(&carom_law_glocker, &c, &p, own, 5, NULL, &r), CAROM_BAD_VALUE);
    assert_int_equal(carom_reach_compute(&carom_law_ivanov, &c, &p, own, 1, NULL, &r), CAROM_COEFFICIENT_UNKNOWN);
    count = carom_reach_ranges(&carom_law_glocker, 0, own);
    assert_int_equal(carom_reach_compute(&carom_law_glocker, &c, &p, own, count, NULL, &r), CAROM_NULL_POINTER);
    size_t got;
    assert_int_equal(carom_reach_net(&carom_law_routh, &c, &p, &own[1], 7, NULL, 0, P[0], 8, &got),
                     CAROM_COEFFICIENT_UNKNOWN);
    carom_reach_ranges(&carom_law_routh, 0, own);
    assert_int_equal(carom_reach_net(&carom_law_routh, &c, &p, &own[0], 0, NULL, 0, P[0], 8, &got), CAROM_BAD_VALUE);
    assert_int_equal(carom_reach_net(&carom_law_routh, &c, &p, &own[0], 8, NULL, 0, P[0], 8, &got), CAROM_BAD_VALUE);
    assert_int_equal(carom_reach_net(&carom_law_routh, &c, &p, &own[0], 7, NULL, 0, P[0], 8, &got), CAROM_OK);
    assert_int_equal(got, 8);
    assert_int_equal(carom_region_outline(&c, 0.5, 0, P[0], 8, &count), CAROM_BAD_VALUE);
    assert_int_equal(carom_region_outline(&parting, 0.5, 2, P[0], 8, &count), CAROM_NOT_APPLICABLE);
    assert_int_equal(carom_region_mesh(&c, 0.5, CAROM_BOUNDARY_ENERGY, 3, 1, P[0], 8), CAROM_WRONG_DIM);
    assert_int_equal(carom_region_outline(&c, 0.5, 3, P[0], 8, &count), CAROM_BAD_VALUE);
    assert_int_equal(carom_region_outline(&c, 0.5, 2, P[0], 8, &count), CAROM_OK);
    assert_int_equal(count, 7);
    assert_int_equal(carom_region_mesh(&ball, 0.5, CAROM_BOUNDARY_ENERGY, 3, 1, P[0], 8), CAROM_OK);
    assert_int_equal(carom_region_mesh(&ball, 0.5, CAROM_BOUNDARY_ENERGY, 3, 1, P[0], 7), CAROM_BAD_VALUE);
    assert_int_equal(carom_region_mesh(&ball, 0.5, CAROM_BOUNDARY_ENERGY, 2, 1, P[0], 8), CAROM_BAD_VALUE);
    assert_int_equal(carom_region_mesh(&ball, 0.5, CAROM_BOUNDARY_ENERGY, 3, 0, P[0], 8), CAROM_BAD_VALUE);
    assert_int_equal(carom_region_mesh(&ball, 0.5, CAROM_BOUNDARY_FRICTION_UP, 3, 1, P[0], 8), CAROM_BAD_VALUE);
    assert_int_equal(carom_region_extent(&parting, 0.5, &e), CAROM_OK);
    assert_true(e.size == 0.0);
    assert_int_equal(carom_region_extent(&c, -1.0, &e), CAROM_COEFFICIENT_RANGE);
    p.mu = -1.0;
    assert_int_equal(carom_reach_compute(&carom_law_routh, &c, &p, own, 1, NULL, &r), CAROM_COEFFICIENT_RANGE);
    free(o);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_fall_inside), cmocka_unit_test(corners_are_reached), cmocka_unit_test(raster_agrees),
        cmocka_unit_test(areas_agree),         cmocka_unit_test(meshes_close),        cmocka_unit_test(exits),
        cmocka_unit_test(curves_and_gains),    cmocka_unit_test(parts_are_painted),   cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
