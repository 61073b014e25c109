// Newton: v_n after is -e times v_n before, for any impulse that reaches it. Friction that turns the slip can therefore
// cause a gain of energy.
#ifndef CAROM_SRC_STOP_NEWTON_H
#define CAROM_SRC_STOP_NEWTON_H

enum { carom_newton_traits = 0 };

CAROM_LANE double carom_newton_past(const carom_progress *x) {
    return x->v_n + x->e * x->v_before;
}

CAROM_LANE carom_stop_rates carom_newton_rates(const carom_progress *x, double rate) {
    return (carom_stop_rates){rate, 0.0};
}

// Returns P_n = P1 + (-e v_n - c1)/k2.
CAROM_LANE carom_fraction carom_newton_closed(const carom_two_pieces *k, double e) {
    return (carom_fraction){k->S * k->K - (e * k->vn * k->g + k->C) * k->U, k->g * k->K};
}

// Computes the line W_nn P_n + W_nt P_t = -(1 + e) v_n.
CAROM_LANE bool carom_newton_line(const carom_contact *c, double e, double line[3]) {
    line[0] = c->W[0][0];
    line[1] = c->W[0][1];
    line[2] = -(1.0 + e) * c->v[0];
    return true;
}

// Returns e = v_n / N, with N = -v_n before the impact.
CAROM_LANE double carom_newton_ratio(const carom_rebound *r, double q) {
    return carom_rebound_speed(r, q) / r->N;
}

CAROM_LANE double carom_newton_since(const carom_rebound *r, double e) {
    const double v = e * r->N, q = v / r->k;
    return q <= r->turn ? q : r->turn + (v - r->k * r->turn) / r->k2;
}

#endif
