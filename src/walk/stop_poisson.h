// Poisson: the final P_n is (1 + e) times P_n at maximum compression. While infinite friction has no normal impulse,
// the tangential impulse replaces it. For any finite mu, P_n is proportional to the tangential impulse.
#ifndef CAROM_SRC_STOP_POISSON_H
#define CAROM_SRC_STOP_POISSON_H

enum { carom_poisson_traits = CAROM_STOP_COMPRESSES | CAROM_STOP_DISSIPATES };

CAROM_LANE double carom_poisson_past(const carom_progress *x) {
    return x->p - (1.0 + x->e) * x->p_c;
}

CAROM_LANE carom_stop_rates carom_poisson_rates(const carom_progress *x, double rate) {
    return (carom_stop_rates){1.0, 0.0};
}

// Returns P_n = (1 + e) P_c, where P_c is -v_n/k1 or P1 - c1/k2.
CAROM_LANE carom_fraction carom_poisson_closed(const carom_two_pieces *k, double e) {
    return (carom_fraction){k->C >= 0.0 ? -(1.0 + e) * k->vn : (1.0 + e) * (k->S * k->K - k->C * k->U),
                            k->C >= 0.0 ? k->k1 : k->g * k->K};
}

// Returns false: the end depends on where compression ended, so there is no line.
CAROM_LANE bool carom_poisson_line(const carom_contact *c, double e, double line[3]) {
    return false;
}

// Returns e = q / p_c.
CAROM_LANE double carom_poisson_ratio(const carom_rebound *r, double q) {
    return q / r->p_c;
}

CAROM_LANE double carom_poisson_since(const carom_rebound *r, double e) {
    return e * r->p_c;
}

#endif
