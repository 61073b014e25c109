// Reproduces parts of Chatterjee 1997: Pfeiffer & Glocker's law (5.1.5), the span condition (6.5), the combined law
// (6.6) and laws that cover the accessible region (10.6).
#include <math.h>
#include <stdlib.h>

#include "base/worst.h"
#include "carom/geometry.h"
#include "carom/systems.h"
#include "papers/laws.h"
#include "papers/papers.h"
#include "papers/params.h"
#include "papers/span.h"

static const double pi = 3.14159265358979323846;

static carom_contact generic_plane(void) {
    return carom_plane_contact(1.0, 0.45, 1.1, -1.0, -0.65);
}

static carom_contact generic_space(void) {
    return (carom_contact){
        .dim = 3, .W = {{1.0, 0.4, -0.2}, {0.4, 1.5, 0.3}, {-0.2, 0.3, 0.8}}, .v = {-1.0, -0.6, 0.5}};
}

// Returns the contact with the slip rotated by k/of of a full turn.
static carom_contact turned(carom_contact c, int k, int of) {
    const double angle = 2.0 * pi * k / of, slip = hypot(c.v[1], c.v[2]);
    c.v[1] = slip * cos(angle);
    if (c.dim == 3) c.v[2] = slip * sin(angle);
    return c;
}

// Section 5.1.5: Pfeiffer & Glocker's law for one contact.

// Returns the tangential impulse of the expansion phase by the formula of the source, if the expansion ends in slip.
// The stored impulse is P_T* = (mu nu P_EN + e e_t |P_CT|)/2, and P_ET = s P_T* - (mu P_EN - P_T*) sign(V_fT) with s =
// sign(P_CT).
static double expansion(const carom_params *p, const double P_C[2], double slip) {
    const double P_EN = p->e * P_C[0], stored = 0.5 * (p->mu * p->nu * P_EN + p->e * p->e_t * fabs(P_C[1]));
    return copysign(stored, P_C[1]) - copysign(p->mu * P_EN - stored, slip);
}

static carom_params superball(double e) {
    carom_params p = paper_params();
    p.e = e, p.mu = 0.5, p.e_t = 0.8, p.nu = 0.9;
    return p;
}

static void claim_one_contact(carom_reproduction *r) {
    const carom_contact sphere = carom_plane_contact(1.0, 0.0, 3.5, -1.0, 0.6),
                        fast = carom_plane_contact(1.0, 0.0, 3.5, -1.0, 6.0);
    const carom_params p = superball(0.5);
    const carom_result out = carom_plane_solve(&carom_law_pfeiffer_glocker, &sphere, &p),
                       slides = carom_plane_solve(&carom_law_pfeiffer_glocker, &fast, &p);
    carom_claim_formula(r, "a sphere that sticks in compression: P_CN", "V_CN = 0", 1.0, out.Pc[0]);
    carom_claim_formula(r, "the same: P_CT", "V_CT = 0", -0.6 / 3.5, out.Pc[1]);
    carom_claim_formula(r, "its expansion: P_EN", "e P_CN", 0.5 * out.Pc[0], out.P[0] - out.Pc[0]);
    carom_claim_formula(r, "its expansion: P_ET", "P_T* less mu* P_EN", expansion(&p, out.Pc, out.v[1]),
                        out.P[1] - out.Pc[1]);
    carom_claim_fact(r, "its slip, by the stored impulse", "is reversed", out.v[1] < 0.0);
    carom_claim_formula(r, "a sphere that slides all the way: |P_T|/P_N", "mu", p.mu, -slides.P[1] / slides.P[0]);
}

// Tests a rod at many angles, slips and coefficients. According to the source, the law never gains energy.
static void claim_no_gain(carom_reproduction *r) {
    double most = -HUGE_VAL;
    for (int k = 0; k < 5 * 5 * 5 * 16; k++) {
        const double angle = 0.2 * (k % 16), c = cos(angle), s = sin(angle);
        const carom_contact rod =
            carom_plane_contact(1.0 + 3.0 * c * c, 3.0 * s * c, 1.0 + 3.0 * s * s, -1.0, -2.0 + (double)(k / 16 % 5));
        carom_params p = superball(0.25 * (k / 80 % 5));
        p.nu = 0.25 * (k / 400 % 5);
        p.e_t = 1.0;
        const carom_result out = carom_plane_solve(&carom_law_pfeiffer_glocker, &rod, &p);
        most = fmax(most, out.status == CAROM_OK ? out.dE : HUGE_VAL);
    }
    carom_claim_said(r, "energy, one contact", "appears never to be gained", "not in 2000 impacts", most <= 1e-12);
}

// Section 5.1.5, two contacts: tests the same statements at each contact. Maximum compression is simultaneous.
static void claim_two_contacts(carom_reproduction *r) {
    static const double W[16] = {1.0, 0.0, 0.3, 0.1, 0.0, 3.5, 0.1, 0.2, 0.3, 0.1, 1.2, 0.0, 0.1, 0.2, 0.0, 3.0},
                        v[4] = {-1.0, 0.6, -0.8, -0.5};
    const carom_system system = {.nc = 2, .dim = 2, .W = W, .v = v};
    const carom_params contact[2] = {superball(0.5), superball(0.7)};
    const carom_system_params params = carom_system_params_default(contact);
    const size_t bytes = carom_system_memory_size(&carom_law_pfeiffer_glocker, &system, &params);
    void *memory = malloc(bytes ? bytes : 1);
    carom_system_result out;
    double stops = HUGE_VAL, normal[2] = {HUGE_VAL, HUGE_VAL}, friction[2] = {HUGE_VAL, HUGE_VAL}, wanted[2] = {0.0};
    if (carom_system_solve(&carom_law_pfeiffer_glocker, &system, &params, memory, bytes, &out) == CAROM_OK) {
        stops = fmax(fabs(out.v_compression[0]), fabs(out.v_compression[2]));
        for (int i = 0; i < 2; i++) {
            normal[i] = out.P[2 * i] / out.P_compression[2 * i] - 1.0;
            friction[i] = out.P[2 * i + 1] - out.P_compression[2 * i + 1];
            wanted[i] = expansion(&contact[i], out.P_compression + 2 * i, out.v[2 * i + 1]);
        }
    }
    free(memory);
    carom_claim_formula(r, "two contacts: V_CN at both", "0, at the same instant", 0.0, stops);
    carom_claim_formula(r, "two contacts: P_EN/P_CN of the first", "e", 0.5, normal[0]);
    carom_claim_formula(r, "two contacts: P_EN/P_CN of the second", "e", 0.7, normal[1]);
    carom_claim_formula(r, "two contacts: P_ET of the first", "P_T* less mu* P_EN", wanted[0], friction[0]);
    carom_claim_formula(r, "two contacts: P_ET of the second", "P_T* less mu* P_EN", wanted[1], friction[1]);
}

void carom_reproduce_ch_section5_1_5(carom_reproduction *r) {
    claim_one_contact(r);
    claim_no_gain(r);
    claim_two_contacts(r);
}

// Section 6.5: the span condition (6.6), P_T = -(a V_iT + b V_fT) with a, b >= 0.

typedef struct {
    double a, b;
    bool holds;
    carom_result out;
} spanned;

static spanned span_of(const carom_law *law, const carom_contact *c, double r_n, double r_t, double mu) {
    carom_params p = paper_params();
    spanned s = {.a = (double)NAN, .b = (double)NAN};
    p.e = r_n, p.e_t = r_t, p.mu = mu;
    s.out = carom_plane_solve(law, c, &p);
    if (s.out.status == CAROM_OK) carom_span_condition(c, s.out.P, &s.a, &s.b, &s.holds);
    return s;
}

// Returns the number of slips, restitutions and frictions for which the impulse of the law satisfies the condition.
// `tried` receives the number of all results.
static int meets(const carom_law *law, int *tried) {
    int count = 0;
    *tried = 0;
    for (int k = 0; k < 24 * 5 * 4; k++) {
        const carom_contact c = turned(generic_space(), k % 24, 24);
        const spanned s = span_of(law, &c, 0.25 * (k / 24 % 5), -0.5 + 0.5 * (k / 120), 0.1 + 0.2 * (k / 24 % 5));
        count += s.out.status == CAROM_OK && s.holds;
        *tried += s.out.status == CAROM_OK;
    }
    return count;
}

static void claim_smith(carom_reproduction *r) {
    const carom_contact c = generic_space();
    const double mu = 0.3;
    const spanned s = span_of(&carom_law_smith, &c, 0.6, 0.0, mu);
    const double before = hypot(c.v[1], c.v[2]), after = hypot(s.out.v[1], s.out.v[2]),
                 share = mu * s.out.P[0] / (before * before + after * after);
    int tried, held = meets(&carom_law_smith, &tried);
    carom_claim_formula(r, "Smith's a", "by (6.3)", share * before, s.a);
    carom_claim_formula(r, "Smith's b", "by (6.3)", share * after, s.b);
    carom_claim_fact(r, "Smith's law", "meets it always", held == tried && tried == 480);
}

void carom_reproduce_ch_section6_5(carom_reproduction *r) {
    const carom_contact space = generic_space(), plane = generic_plane();
    int tried;
    claim_smith(r);
    const spanned one = span_of(&carom_law_chatterjee1, &space, 0.6, 0.4, 0.5);
    const spanned flat = span_of(&carom_law_chatterjee1, &plane, 0.6, 0.4, 0.5);
    carom_claim_formula(r, "law I: b", "0", 0.0, one.b);
    carom_claim_formula(r, "law I: a", "|P_T|/|V_iT|",
                        hypot(one.out.P[1], one.out.P[2]) / hypot(space.v[1], space.v[2]), one.a);
    carom_claim_formula(r, "law I, 2D: a", "-P_T/V_iT", -flat.out.P[1] / plane.v[1], flat.a);
    const int held = meets(&carom_law_chatterjee1, &tried);
    carom_claim_fact(r, "law I", "meets it always", held == tried && tried == 480);
    int two = meets(&carom_law_chatterjee2, &tried), three = 0;
    const bool some = two > 0 && two < tried;
    three = meets(&carom_law_chatterjee3, &tried);
    carom_claim_fact(r, "laws II and III", "do not meet it in all cases", some && three > 0 && three < tried);
    const carom_contact turns = {
        .dim = 3, .W = {{4.0, 2.0, 0.0}, {2.0, 6.0, -2.0}, {0.0, -2.0, 4.0}}, .v = {-2.92, -1.0, 0.0}};
    const spanned routh = span_of(&carom_law_routh, &turns, 1.0, 0.0, 0.15);
    carom_claim_false(r, "Routh's law", "possibly meets it always", "not always",
                      routh.out.status == CAROM_OK && !routh.holds, "the slip can turn by more than half a circle");
}

// Section 6.6: the combined law, the mean of laws I, II and III with the weights s1, s2 and 1 - s1 - s2.

static carom_params combined(double r_n, double r_t, double s1, double s2) {
    carom_params p = paper_params();
    p.e = r_n, p.e_t = r_t, p.mu = 0.5, p.s1 = s1, p.s2 = s2;
    return p;
}

static void mean(const carom_contact *c, const carom_params *p, double P[3]) {
    static const carom_law *const laws[3] = {&carom_law_chatterjee1, &carom_law_chatterjee2, &carom_law_chatterjee3};
    const double weight[3] = {p->s1, p->s2, 1.0 - p->s1 - p->s2};
    P[0] = P[1] = P[2] = 0.0;
    for (int k = 0; k < 3; k++) {
        const carom_result out = carom_plane_solve(laws[k], c, p);
        for (int i = 0; i < 3; i++) P[i] += weight[k] * out.P[i];
    }
}

void carom_reproduce_ch_section6_6(carom_reproduction *r) {
    const carom_contact contacts[2] = {generic_plane(), generic_space()};
    const carom_params p = combined(0.6, -0.3, 0.2, 0.5);
    bool inside = true;
    double apart = 0.0, P[3];
    mean(&contacts[0], &p, P);
    const carom_result flat = carom_plane_solve(&carom_law_chatterjee, &contacts[0], &p);
    carom_claim_formula(r, "s1 = 0.2, s2 = 0.5, 2D: P_N", "s1 P_I + s2 P_II + (1 - s1 - s2) P_III", P[0], flat.P[0]);
    carom_claim_formula(r, "the same: P_T", "s1 P_I + s2 P_II + (1 - s1 - s2) P_III", P[1], flat.P[1]);
    for (int k = 0; k < 2 * 15 * 25; k++) {
        const carom_contact *c = &contacts[k % 2];
        // The weights are multiples of 1/4 with a sum of at most 1.
        const int one = k / 2 % 15 % 5, two = k / 2 % 15 / 5 * 2;
        if (one + two > 4) continue;
        const carom_params q = combined(0.25 * (k / 30 % 5), -1.0 + 0.5 * (k / 150), 0.25 * one, 0.25 * two);
        const carom_result out = carom_plane_solve(&carom_law_chatterjee, c, &q);
        bool has = false;
        carom_region_contains(c, q.mu, out.P, &has);
        inside = inside && has;
        mean(c, &q, P);
        for (int i = 0; i < c->dim; i++) carom_worsen(&apart, fabs(out.P[i] - P[i]));
    }
    carom_claim_fact(r, "every s1, s2, r_n and r_t, 2D and 3D", "the weighted mean", apart < 1e-12);
    carom_claim_fact(r, "because the region is convex", "the mean lies in it", inside);
}

// Section 10.6: a law whose coefficients give every impulse of the accessible region, and no other impulse.

static carom_result accessible(const carom_contact *c, double mu, double e, double f, double phi) {
    carom_params p = paper_params();
    p.e = e, p.mu = mu, p.own[CAROM_OWN(f)] = f, p.own[CAROM_OWN(phi)] = phi;
    return carom_plane_solve(&carom_law_accessible, c, &p);
}

// Returns how far the impulse is from the friction cone or from dE = 0, whichever is nearer.
static double off_boundary(const carom_contact *c, double mu, const carom_result *out) {
    const double friction = c->dim == 3 ? hypot(out->P[1], out->P[2]) : fabs(out->P[1]);
    return fmin(fabs(mu * out->P[0] - friction), fabs(out->dE));
}

// Checks that f = 1 gives an impulse on the boundary, for several e and phi. Also checks that f = 1/2 gives the mean of
// the impulses for f = 0 and f = 1. Writes the largest errors.
static void follow_rays(const carom_contact *c, double mu, double *edge, double *middle) {
    for (int k = 0; k < 16 * 6; k++) {
        const double e = 0.2 * (k / 16), phi = 2.0 * pi * (k % 16) / 16.0, sign = c->dim == 2 && k % 2 ? -1.0 : 1.0;
        const carom_result at[3] = {accessible(c, mu, e, 0.0, phi), accessible(c, mu, e, 0.5 * sign, phi),
                                    accessible(c, mu, e, sign, phi)};
        carom_worsen(edge, off_boundary(c, mu, &at[2]));
        for (int i = 0; i < c->dim; i++) carom_worsen(middle, fabs(at[1].P[i] - 0.5 * (at[0].P[i] + at[2].P[i])));
    }
}

// Checks for impulses of law I that their coefficients e, f, phi reproduce them. Returns false if an impulse has no
// such coefficients; `apart` receives the largest error.
static bool come_back(const carom_contact *c, double mu, double *apart) {
    for (int k = 0; k < 11 * 11; k++) {
        carom_params p = paper_params();
        carom_location at;
        p.e = 0.1 * (k / 11), p.e_t = -1.0 + 0.2 * (k % 11), p.mu = mu;
        const carom_result out = carom_plane_solve(&carom_law_chatterjee1, c, &p);
        if (carom_region_locate(c, mu, out.P, &at) != CAROM_OK) return false;
        const carom_result again = accessible(c, mu, at.e, at.f, at.phi);
        for (int i = 0; i < c->dim; i++) carom_worsen(apart, fabs(again.P[i] - out.P[i]));
    }
    return true;
}

// Returns true if the impulses for all coefficients, including e > 1, are in the accessible region.
static bool stays_inside(const carom_contact *c, double mu) {
    for (int k = 0; k < 11 * 11 * 8; k++) {
        const double e = 0.15 * (k / 88), f = -1.0 + 0.2 * (k / 8 % 11), phi = 0.25 * pi * (k % 8);
        bool has = false;
        const carom_result out = accessible(c, mu, e, c->dim == 3 ? fabs(f) : f, phi);
        if (out.status != CAROM_OK || carom_region_contains(c, mu, out.P, &has) != CAROM_OK || !has) return false;
    }
    return true;
}

void carom_reproduce_ch_section10_6(carom_reproduction *r) {
    static const char *const where[2] = {"2D", "3D"};
    const carom_contact contacts[2] = {generic_plane(), generic_space()};
    const double mu = 0.5;
    char what[64];
    double smooth = 0.0;
    for (int k = 0; k < 2; k++) {
        const carom_contact *c = &contacts[k];
        double edge = 0.0, middle = 0.0, apart = 0.0;
        for (int i = 0; i <= 10; i++)
            carom_worsen(&smooth, fabs(accessible(c, 0.0, 0.1 * i, 1.0, 0.0).v[0] + 0.1 * i * c->v[0]));
        follow_rays(c, mu, &edge, &middle);
        snprintf(what, sizeof what, "%s: distance f = 1 from the reference", where[k]);
        carom_claim_fact(r, what, "on the boundary", edge < 1e-12);
        snprintf(what, sizeof what, "%s: distance f = 1/2", where[k]);
        carom_claim_fact(r, what, "half of the way", middle < 1e-12);
        const bool all = come_back(c, mu, &apart);
        snprintf(what, sizeof what, "%s: every accessible impulse (121 of law I)", where[k]);
        carom_claim_fact(r, what, "has its coefficients", all && apart < 1e-9);
        snprintf(what, sizeof what, "%s: every choice of coefficients", where[k]);
        carom_claim_fact(r, what, "is accessible", stays_inside(c, mu));
    }
    carom_claim_fact(r, "without friction", "Newton's restitution", smooth < 1e-12);
}
