// Poisson: P_n = (1 + e) P_n at greatest compression. While infinite friction spends no normal impulse, which would grow
// in proportion to the clock for any finite mu, the clock stands for it.
#ifndef CAROM_SRC_STOP_POISSON_H
#define CAROM_SRC_STOP_POISSON_H

enum { carom_poisson_traits = CAROM_STOP_COMPRESSES | CAROM_STOP_DISSIPATES };

CAROM_LANE double carom_poisson_past(const carom_progress *x) {
    return x->p - (1.0 + x->e) * x->p_c;
}

CAROM_LANE carom_stop_rates carom_poisson_rates(const carom_progress *x, double rate) {
    return (carom_stop_rates){1.0, 0.0};
}

// P_n = (1 + e) P_c,   P_c = -v_n/k1 or P1 - c1/k2
CAROM_LANE carom_fraction carom_poisson_closed(const carom_two_pieces *k, double e) {
    return (carom_fraction){k->C >= 0.0 ? -(1.0 + e) * k->vn : (1.0 + e) * (k->S * k->K - k->C * k->U),
                            k->C >= 0.0 ? k->k1 : k->g * k->K};
}

// It depends on where compression ended.
CAROM_LANE bool carom_poisson_line(const carom_contact *c, double e, double line[3]) {
    return false;
}

// e = q / p_c
CAROM_LANE double carom_poisson_ratio(const carom_rebound *r, double q) {
    return q / r->p_c;
}

CAROM_LANE double carom_poisson_since(const carom_rebound *r, double e) {
    return e * r->p_c;
}

#endif
