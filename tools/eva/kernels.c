// Runs the closed forms of every law, and the check, on unknown numbers, for tools/eva.sh. Asserts for all doubles that
// a kernel's mode is one of the modes, or the value that sends the problem to the general code.
#include "any.h"
#include "collide/admissibility.h"
#include "friction/kernel_whittaker.h"
#include "laws/accessible/kernel_accessible.h"
#include "laws/bilinear/kernel_bilinear.h"
#include "laws/brach/kernel_brach.h"
#include "laws/ccp/kernel_ccp.h"
#include "laws/chatterjee/kernel_chatterjee.h"
#include "laws/chatterjee/kernel_chatterjee_mean.h"
#include "laws/chatterjee/kernel_chatterjee_space.h"
#include "laws/deferred/kernel_deferred.h"
#include "laws/frictionless/kernel_frictionless.h"
#include "laws/glocker/kernel_glocker.h"
#include "laws/impulse_ratio/kernel_impulse_ratio.h"
#include "laws/pfeiffer_glocker/kernel_pfeiffer_glocker.h"
#include "laws/routh/kernel_routh.h"

enum {
    MODES = 0
#define CAROM_MODE(...) +1
#define CAROM_EVENT(...)
#include "tables/modes.def"
};

#define A any_double
static void known(uint64_t mode) {
    //@ assert mode < MODES || mode == 255;
}

static void plane(void) {
    known(carom_frictionless_closed(A, A, A, A, A, A).mode);
    known(carom_accessible_closed(A, A, A, A, A, A, A, A).mode);
    carom_bilinear_closed(A, A, A, A, A, A, A);
    known(carom_brach_closed(A, A, A, A, A, A, A).mode);
    known(carom_ccp_closed(A, A, A, A, A, A, A).mode);
    known(carom_chatterjee1_closed(A, A, A, A, A, A, A, A).mode);
    known(carom_chatterjee2_closed(A, A, A, A, A, A, A, A).mode);
    known(carom_chatterjee3_closed(A, A, A, A, A, A, A, A).mode);
    known(carom_chatterjee_closed(A, A, A, A, A, A, A, A, A, A).mode);
    known(carom_deferred_closed(A, A, A, A, A, A, A).mode);
    known(carom_glocker_in_range(A, A, A, A, A, A, A, A).mode);
    known(carom_impulse_ratio_closed(A, A, A, A, A, A, A, A, A).mode);
    known(carom_pfeiffer_glocker_closed(A, A, A, A, A, A, A, A, A).mode);
    known(carom_whittaker_closed(A, A, A, A, A, A, A, A).mode);
    known(carom_whittaker_equal(A, A, A, A, A, A, A).mode);
    for (int stop = CAROM_NEWTON; stop <= CAROM_ENERGETIC; stop++) {
        const carom_routh_kernel k = carom_routh_closed(A, A, A, A, A, A, A, A, (carom_restitution)stop);
        known(carom_routh_mode(&k, A));
    }
}

static void space(void) {
    const carom_space c = {A, A, A, A, A, A, A, A, A};
    known(carom_frictionless_space(A, A, A, A, A, A, A, A, A, A).mode);
    known(carom_impulse_ratio_space(A, A, A, A, A, A, A, A, A, A, A, A, A, A).mode);
    known(carom_chatterjee_space(A, A, A, A, A, A, A, A, A, A, A, A, A, A).mode);
    known(carom_chatterjee1_space(&c, A, A, A).mode);
    known(carom_chatterjee2_space(&c, A, A, A).mode);
    known(carom_chatterjee3_space(&c, A, A, A).mode);
}

static void judge(void) {
    carom_contact c = {.dim = any_of(2, 3)};
    double P[3];
    any_doubles(&c.W[0][0], 9);
    any_doubles(c.v, 3);
    any_doubles(P, 3);
    const carom_judged j = carom_judge(c.dim, c.W, c.v, P, A);
    carom_judged_finite(&j);
    carom_surely_regular(c.dim, c.W);
}

int main(void) {
    plane();
    space();
    judge();
    return 0;
}
