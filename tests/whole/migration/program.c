// A program for carom 0.2, which migration.py converts. It solves the impact of two cars, computes the derivative and
// the events of one impact, and solves an impact with two contacts.
#include <carom/body.h>
#include <carom/carom.h>
#include <carom/status.h>
#include <stdio.h>
#include <stdlib.h>

#include "carom/trace.h"

static int two_cars(void) {
    carom_planar_pair cars = {
        {1200, 2028, {-2, 0.3}, {14, 0}, 0}, {1500, 2940, {0.8, 0.5}, {0, 11}, 0}, {0, 0}, {-1, 0}, {0, 0}};
    carom_contact contact;
    carom_outcome out;
    carom_params p = carom_default_params();
    p.e = 0.2, p.mu = 0.6;
    if (carom_planar_contact(&cars, &contact) || carom_collide(&carom_law_routh, &contact, &p, &out)) return 1;
    if (carom_planar_apply(&cars, out.P, &cars)) return 1;
    printf("%.4f %.4f %s\n", cars.a.velocity[0], cars.a.velocity[1], carom_mode_name(out.mode));
    return 0;
}

static int one_contact(void) {
    const carom_contact contact = {2, {{2.5, -1.5}, {-1.5, 2.5}}, {-1, 0.6}};
    carom_params p;
    carom_params_default(&p, sizeof p, carom_params_layout());
    p.e = 0.5, p.mu = 0.7;
    carom_outcome out;
    carom_jac jac;
    if (carom_collide_jac(&carom_law_routh, &contact, &p, &out, &jac) != CAROM_OK) return 1;
    printf("%s %d\n", carom_smoothness_name(jac.smooth), (int)out.broken);
    if (jac.smooth == CAROM_NO_DERIVATIVE) return 1;
    carom_path_point points[8];
    carom_path path = {points, 8, 0};
    if (carom_trace(&carom_law_routh, &contact, &p, &path, &out)) return 1;
    for (size_t i = 0; i < path.count; i++) printf("%s ", carom_event_name(points[i].event));
    const unsigned kept = carom_law_promises(&carom_law_routh, 2, &p);
    printf("%d %s\n", (kept & CAROM_DISSIPATIVE) != 0, carom_promise_name(CAROM_DISSIPATIVE));
    const carom_contact odd = {2, {{2.5, -1.5}, {-2.5, 2.5}}, {-1, 0.6}};
    const carom_status status = carom_collide(&carom_law_routh, &odd, &p, &out);
    return status != CAROM_NOT_SYMMETRIC || carom_status_class_of(status) != CAROM_BAD_INPUT;
}

static int two_contacts(void) {
    const double W[16] = {2, 0, -1, 0, 0, 0, 0, 0, -1, 0, 2, 0, 0, 0, 0, 0}, v[4] = {-1, 0, 0, 0};
    const carom_system system = {2, 2, W, v};
    carom_params contacts[2];
    for (int i = 0; i < 2; i++) {
        contacts[i] = carom_default_params();
        contacts[i].e = contacts[i].e_n = 1.0, contacts[i].mu = 0.0;
    }
    carom_many_params params = carom_default_many_params(contacts);
    const size_t bytes = carom_impact_memory(&carom_method_glocker, &system, &params);
    void *memory = malloc(bytes);
    carom_many_outcome out;
    const carom_status status = carom_impact(&carom_method_glocker, &system, &params, memory, bytes, &out);
    if (status == CAROM_OK) printf("%.4f %.4f\n", out.P[0], out.P[2]);
    free(memory);
    return status != CAROM_OK;
}

int main(void) {
    return two_cars() || one_contact() || two_contacts();
}
