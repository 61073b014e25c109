// Defines the function that the Rust program calls. It takes only numbers, so the structs of carom are used in C alone.
#include "carom.h"

int bridge_routh(const double W[3], const double v[2], double e, double mu, double P[2], double after[2]);

int bridge_routh(const double W[3], const double v[2], double e, double mu, double P[2], double after[2]) {
    const carom_contact contact = {.dim = 2, .W = {{W[0], W[1]}, {W[1], W[2]}}, .v = {v[0], v[1]}};
    carom_params params = carom_params_default();
    carom_result result;
    params.e = e;
    params.mu = mu;
    const carom_status status = carom_collide(&carom_law_routh, &contact, &params, &result);
    for (int i = 0; i < 2 && status == CAROM_OK; i++) {
        P[i] = result.P[i];
        after[i] = result.v[i];
    }
    return status;
}
