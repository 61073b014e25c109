// Compression without restitution, followed by an expansion. The expansion returns the fraction e of the normal impulse
// and part of the friction impulse stored in compression. Pfeiffer & Glocker 1996 in the form of Chatterjee 1997,
// 5.1.5.
//   compression   P_C = Whittaker's impulse for e = 0;  V_C = v + W P_C
//   expansion     P_EN = e P_CN;  P_ET = -(V_CT + W_nt P_EN) / W_tt clipped to sg alpha mu P_EN +- (1 - alpha) mu P_EN,
//                 sg = sign(P_CT),  alpha = (nu + e_t |P_CT| / (mu P_CN)) / 2
// On the side of P_CT the interval ends at mu P_EN, on the other at -mu (1 - nu) P_EN + e e_t |P_CT|. Without friction
// in compression the stored impulse has no direction. Then alpha = 0, and the interval is the whole +-mu P_EN.
#include <math.h>

#include "base/sym.h"
#include "base/systems.h"
#include "collide/set_impulse.h"
#include "derivative/equations.h"
#include "friction/whittaker.h"
#include "laws/pfeiffer_glocker/kernel_pfeiffer_glocker.h"
#include "tables/row.h"

extern CAROM_API const carom_law carom_law_pfeiffer_glocker;

static bool has_side(const carom_contact *c, double P_CT, carom_mode mode) {
    if (mode != CAROM_MODE_STICKING || carom_singular2(c->W)) return P_CT != 0.0;
    const double terms = c->W[0][0] * fabs(c->v[1]) + fabs(c->W[0][1] * c->v[0]);
    return carom_det2(c->W) * fabs(P_CT) > CAROM_NO_SIDE * terms;
}

static carom_mode mode_of(bool sticks, bool clipped) {
    if (sticks) return clipped ? CAROM_MODE_STICKING_SLIDING : CAROM_MODE_STICKING_STICKING;
    return clipped ? CAROM_MODE_SLIDING_SLIDING : CAROM_MODE_SLIDING_STICKING;
}

static void expand(const carom_contact *c, const carom_params *p, carom_result *out) {
    const double W_nt = c->W[0][1], W_tt = c->W[1][1], P_CN = out->P[0], P_CT = out->P[1], P_EN = p->e * P_CN;
    const double slip = c->v[1] + W_nt * P_CN + W_tt * P_CT;
    const double sided = has_side(c, P_CT, out->mode) && p->mu > 0.0 ? HUGE_VAL : 0.0;
    const carom_expansion f = carom_expansion_of(c->W[0][0], W_tt, P_CN, P_CT, sided, p->e, p->mu, p->e_t, p->nu);

    // If no impulse can change the tangential velocity, the slip stays the same, and friction against it has its full
    // value.
    const double endless = slip == 0.0 ? 0.0 : -carom_sign(slip) * HUGE_VAL;
    const double wanted = W_tt > 0.0 ? -(slip + W_nt * P_EN) / W_tt : endless;
    const bool clipped = wanted < f.lo || wanted > f.hi;
    const double P_ET = wanted < f.lo ? f.lo : wanted > f.hi ? f.hi : wanted;
    const bool sticks = out->mode == CAROM_MODE_STICKING;
    out->mode = mode_of(sticks, clipped);
    out->P[0] += P_EN;
    out->P[1] += P_ET;
}

static carom_status solve(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {

    // Compression.
    const carom_status status = carom_whittaker(c, 0.0, p->mu, p->mu, out);
    if (status != CAROM_OK) return status;
    for (int i = 0; i < 2; i++) out->Pc[i] = out->P[i];
    out->has = CAROM_HAS_COMPRESSION;

    if (p->e > 0.0 && out->mode != CAROM_MODE_NONE) expand(c, p, out);
    return CAROM_OK;
}

// Returns the guarantees that depend on nu. If nu > 0, a fraction of the friction bound is stored, however small the
// friction in compression is. The stored impulse therefore jumps if that friction changes its sign.
static unsigned also(const carom_law *self, int dim, const carom_params *p) {
    return p->nu == 0.0 ? CAROM_GUARANTEE_CONTINUOUS : 0u;
}

// Compression C is Whittaker's. Then P_n = (1 + e) C_n, and P_t ends the slip or is clipped. With sg the sign of C_t,
// sg (P_t - C_t) is clipped to mu e C_n on the side of C_t. On the other side it is clipped to e (e_t |C_t| - mu (1 -
// nu) C_n).
typedef struct stages {
    bool sticks, clipped;
    double sg;    // sign of C_t; 0 if it has none
    double bound; // +1 if clipped on the side of C_t (of P_t if C_t has no sign), -1 on the other
} stages;

static stages stages_of(const carom_contact *c, const carom_params *p, const carom_result *out) {
    const carom_mode m = out->mode;
    stages k = {.sticks =
                    m == CAROM_MODE_STICKING || m == CAROM_MODE_STICKING_STICKING || m == CAROM_MODE_STICKING_SLIDING};
    const carom_mode held = k.sticks ? CAROM_MODE_STICKING : CAROM_MODE_SLIDING;
    const double *C = out->Pc, e = p->e > 0.0 ? p->e : 0x1p-60; // e = 0 is the limit of a small e
    k.sg = has_side(c, C[1], held) && p->mu > 0.0 ? carom_sign(C[1]) : 0.0;
    k.clipped = m == CAROM_MODE_STICKING_SLIDING || m == CAROM_MODE_SLIDING_SLIDING;
    double towards = out->P[1] - C[1];
    if (m == held) {
        const double slip = c->v[1] + c->W[0][1] * C[0] + c->W[1][1] * C[1];
        const carom_expansion f = carom_expansion_of(c->W[0][0], c->W[1][1], C[0], C[1], k.sg != 0.0 ? HUGE_VAL : 0.0,
                                                     e, p->mu, p->e_t, p->nu);
        towards = -((k.sticks ? 0.0 : slip) + c->W[0][1] * e * C[0]) / c->W[1][1];
        k.clipped = towards < f.lo || towards > f.hi;
    }
    // If the lower end is above 0, both ends are on the side of C_t, and the nearer one applies.
    const double most = p->mu * e * C[0], least = e * (p->e_t * fabs(C[1]) - p->mu * (1.0 - p->nu) * C[0]);
    k.bound = k.sg * towards > 0.5 * (most + least) ? 1.0 : -1.0;
    if (k.sg == 0.0) {
        k.sg = towards != 0.0 ? carom_sign(towards) : 1.0;
        k.bound = 1.0;
    }
    return k;
}

// Adds the derivatives of sg (P_t - C_t) - (end of the interval) with respect to C and the coefficients. The caller
// adds the part of P_t.
static void end_row(const carom_equations *eq, const carom_params *p, const double C[3], const stages *k, double bound,
                    carom_row *row) {
    row->P[1] = -k->sg;
    // If the contact slid in compression, mu C_n = |C_t|. For large mu only C_t has all its digits.
    if (!k->sticks && k->sg * C[1] > 0.0) {
        const double least = p->e_t - (1.0 - p->nu), share = bound > 0.0 ? 1.0 : least;
        row->P[1] -= p->e * share * k->sg;
        carom_row_param(eq, row, CAROM_PARAM_e, -share * fabs(C[1]));
        if (bound > 0.0) return;
        carom_row_param(eq, row, CAROM_PARAM_nu, -p->e * fabs(C[1]));
        carom_row_param(eq, row, CAROM_PARAM_e_t, -p->e * fabs(C[1]));
        return;
    }
    if (bound > 0.0) {
        row->P[0] = -p->mu * p->e;
        carom_row_param(eq, row, CAROM_PARAM_mu, -p->e * C[0]);
        carom_row_param(eq, row, CAROM_PARAM_e, -p->mu * C[0]);
        return;
    }
    row->P[0] = p->e * p->mu * (1.0 - p->nu);
    row->P[1] -= p->e * p->e_t * k->sg;
    carom_row_param(eq, row, CAROM_PARAM_mu, p->e * (1.0 - p->nu) * C[0]);
    carom_row_param(eq, row, CAROM_PARAM_nu, -p->e * p->mu * C[0]);
    carom_row_param(eq, row, CAROM_PARAM_e_t, -p->e * fabs(C[1]));
    carom_row_param(eq, row, CAROM_PARAM_e, p->mu * (1.0 - p->nu) * C[0] - p->e_t * fabs(C[1]));
}

// Adds the switches of a P_t that is not clipped. It may become clipped at either end.
static void switch_ends(const carom_params *p, const carom_result *out, const stages *k, const carom_slopes *J,
                        carom_equations *eq) {
    const double *C = out->Pc, room = k->sg * (out->P[1] - C[1]), size = p->mu * p->e * C[0];
    const double most = size, least = p->e * (p->e_t * fabs(C[1]) - p->mu * (1.0 - p->nu) * C[0]);
    for (int i = 0; i < 2; i++) {
        const double bound = i ? -1.0 : 1.0;
        carom_row *n = carom_switch_at(eq, bound * ((i ? least : most) - room), size + fabs(room),
                                       mode_of(k->sticks, true), i ? 2 : 1);
        if (!n) continue;
        end_row(eq, p, C, k, bound, n);
        carom_row_chain(eq, J, n);
        n->P[1] = k->sg;
        for (int l = 0; l < CAROM_JACOBIAN_COLUMNS; l++) n->x[l] *= -bound;
        n->P[1] *= -bound;
    }
}

static bool jac(const carom_law *self, const carom_contact *c, const carom_params *p, const carom_result *out,
                carom_equations *eq) {
    const double *C = out->Pc, *P = out->P;
    stages k = stages_of(c, p, out);
    carom_equations part = carom_equations_part(eq);
    carom_slopes J;
    if (eq->side > 0) k.bound = eq->side == 2 ? -1.0 : 1.0;
    part.side = eq->side;
    carom_equations_whittaker(c, p, C, k.sticks, 0.0, CAROM_PARAM_NONE, &part);
    if (!carom_equations_slopes(&part, &J)) return false;
    if (part.margin < eq->margin) eq->margin = part.margin;
    // If C_t is zero up to rounding, a change of its sign moves the interval for nu > 0. P_t then jumps if the interval
    // clips it.
    const double det = carom_det2(c->W), terms = c->W[0][0] * fabs(c->v[1]) + fabs(c->W[0][1] * c->v[0]);
    const double sideless = k.sticks ? det * fabs(C[1]) / terms : 1.0, expanded = fabs(P[1] - C[1]);
    if (k.sticks && p->e > 0.0 && sideless < eq->margin && p->nu > 0.0) eq->margin = sideless;
    if (sideless <= CAROM_AT_SWITCH && p->e > 0.0 && expanded >= p->mu * (1.0 - p->nu) * p->e * C[0]) {
        eq->smooth = p->nu > 0.0 ? CAROM_JUMP : CAROM_DIRECTIONAL;
        return false;
    }
    if (part.switches > 0) {
        const bool named = out->mode == CAROM_MODE_STICKING || out->mode == CAROM_MODE_SLIDING;
        carom_row *n = carom_switch_at(
            eq, 0.0, 1.0, named ? (k.sticks ? CAROM_MODE_SLIDING : CAROM_MODE_STICKING) : mode_of(!k.sticks, k.clipped),
            0);
        if (n) {
            *n = part.normal;
            carom_row_chain(eq, &J, n);
        }
    }
    eq->row[0].P[0] = -(1.0 + p->e);
    carom_row_chain(eq, &J, &eq->row[0]);
    eq->row[0].P[0] = 1.0;
    carom_row_param(eq, &eq->row[0], CAROM_PARAM_e, -C[0]);
    if (!k.clipped) {
        carom_row_after(c, P, 1, 1.0, &eq->row[1]);
        // For e = 0, a slip that does not end in compression does not end at all.
        if (p->e > 0.0) switch_ends(p, out, &k, &J, eq);
        return true;
    }
    end_row(eq, p, C, &k, k.bound, &eq->row[1]);
    carom_row_chain(eq, &J, &eq->row[1]);
    eq->row[1].P[1] = k.sg;
    const double u[2] = {-k.sg * k.bound, 0.0};
    if (p->e > 0.0) carom_switch_slip(eq, c, P, u, mode_of(k.sticks, false));
    return true;
}

// The coefficients of this law.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(e, 0, 1, "expansion to compression normal impulse (Poisson)",
              CAROM_NEWTON_ALIKE "; equals routh's poisson while that slides to the end and e_t = nu = 0"),
    CAROM_ROW(mu, 0, DBL_MAX, "largest |P_t| / P_n of compression and of expansion",
              "must be finite: infinite friction would store an unbounded impulse"),
    CAROM_ROW(e_t, 0, 1, "friction impulse returned in expansion, relative to that of compression",
              "an impulse ratio, unlike glocker's velocity ratio"),
    CAROM_ROW(nu, 0, 1, "share of the friction bound stored regardless of the friction in compression",
              "0 makes the law continuous"),
    CAROM_COEFFICIENT_REST_SPEED,
};

static const carom_contact_vtable code = {
    .solve = solve, .guarantees = also, .equations = CAROM_EXTRA(jac), .differentiable = CAROM_2D};

const carom_law carom_law_pfeiffer_glocker = {
    .name = "pfeiffer-glocker",
    .module = "core",
    .solves = CAROM_2D | CAROM_SYSTEM_2D,
    .closed_form = CAROM_2D,
    CAROM_COEFFICIENTS(coefficients),
    .guarantees = CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING |
                  CAROM_GUARANTEE_HOMOGENEOUS | CAROM_GUARANTEE_UNIQUE,
    .conditions = "continuous while nu = 0; dissipative and nonpenetrating are tested, not proven",
    .summary = "a compression without restitution, then an expansion that returns stored friction impulse",
    .citation = "Pfeiffer & Glocker 1996; Chatterjee 1997, 5.1.5",
    .contact = &code,
    .system = &carom_system_pfeiffer_glocker,
};
