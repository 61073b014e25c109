// Stronge 1990: the work released by the normal force (v_n > 0) is e^2 times the work absorbed by it (v_n < 0). Each is
// summed over the whole path.
#ifndef CAROM_SRC_STOP_ENERGETIC_H
#define CAROM_SRC_STOP_ENERGETIC_H

enum {
    carom_energetic_traits =
        CAROM_STOP_COMPRESSES | CAROM_STOP_WORKS | CAROM_STOP_DISSIPATES | CAROM_STOP_DISSIPATES_MANY
};

CAROM_LANE double carom_energetic_past(const carom_progress *x) {
    return x->released - x->e * x->e * x->absorbed;
}

CAROM_LANE carom_stop_rates carom_energetic_rates(const carom_progress *x, double rate) {
    return (carom_stop_rates){x->v_n, rate};
}

// Computes P_n in two cases:
//   slip ends in compression    (g v_n')^2 = e^2 X,  X = C^2 - (K/U) |v_t| (v_n g + C)
//   slip ends in restitution    (g v_n')^2 = C^2 + K/(U k1) Q,  Q = (e v_n g)^2 - C^2,
//                               P_n = P1 + Q / (g k1 (g v_n' + C)), free of cancellation
CAROM_LANE carom_fraction carom_energetic_closed(const carom_two_pieces *k, double e) {
    const double C = k->C, S = k->S, evg = e * k->vn * k->g;
    const double Q = (evg - C) * (evg + C);
    const double X = C * C * k->U - k->K * S * (k->vn * k->g + C);
    const double part = (C >= 0.0 ? k->K * Q : X) / (k->U * (C >= 0.0 ? k->k1 : 1.0));
    const double square = (C >= 0.0 ? C * C : 0.0) + part;
    const double root = sqrt(square > 0.0 ? square : 0.0);
    const double rise = k->k1 * (root + C);
    const double in_r = rise > 0.0 ? S * rise + Q : S;
    const double in_c = S * k->K + (e * root - C) * k->U;
    return (carom_fraction){C >= 0.0 ? in_r : in_c, k->g * (C >= 0.0 ? (rise > 0.0 ? rise : 1.0) : k->K)};
}

// Returns false: the work is a sum along the path, so there is no line.
CAROM_LANE bool carom_energetic_line(const carom_contact *c, double e, double line[3]) {
    return false;
}

// Uses e^2 = released / absorbed. The work is k q^2 / 2 on the first piece. With x = q - turn and b = v_n there, b x +
// k2 x^2 / 2 is added.
CAROM_LANE double carom_energetic_ratio(const carom_rebound *r, double q) {
    return sqrt(carom_rebound_released(r, q) / r->absorbed);
}

CAROM_LANE double carom_energetic_since(const carom_rebound *r, double e) {
    const double q = e * sqrt(2.0 * r->absorbed / r->k);
    if (q <= r->turn) return q;
    const double b = r->k * r->turn, more = 0.5 * r->k * (q - r->turn) * (q + r->turn);
    return r->turn + 2.0 * more / (b + sqrt(b * b + 2.0 * r->k2 * more));
}

#endif
