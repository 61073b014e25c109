#include "cli/print/reason.h"

#include "carom/geometry.h"
#include "carom/law.h"

#include <math.h>
#include <stdio.h>

bool carom_reason_ratio(const carom_problem *problem, carom_mode mode, char *text, size_t size) {
    const carom_params *p = &problem->params;
    const carom_law *law = problem->law;
    const bool sticks = mode == CAROM_MODE_STICKING || mode == CAROM_MODE_STICK;
    const bool slips =
        mode == CAROM_MODE_SLIDING || mode == CAROM_MODE_FORWARD_SLIP || mode == CAROM_MODE_BACKWARD_SLIP;
    if (!(carom_law_reads(law) & CAROM_PARAM_BIT(mu)) || law->contact->mu_checks_only || problem->contact.dim != 2 ||
        !(sticks || slips))
        return false;
    const double e = carom_law_reads(law) & CAROM_PARAM_BIT(e) ? p->e : p->e;
    const double e_t = carom_law_reads(law) & CAROM_PARAM_BIT(e_t) ? p->e_t : 0.0;
    const bool holds = carom_law_reads(law) & CAROM_PARAM_BIT(mu_static) && p->mu_static != CAROM_SAME_AS_MU;
    const double mu = holds ? p->mu_static : p->mu;
    double ratio;
    carom_critical_ratio(&problem->contact, e, e_t, &ratio);
    const char *aim = e_t == 0.0 ? "stopping the slip" : "reversing the slip by e_t";
    // If comparing the two numbers does not give the mode, they are not the reason for it.
    if (isnan(ratio) || sticks != (ratio <= mu)) return false;
    if (isinf(ratio))
        snprintf(text, size, "no push reaches the end of the slip");
    else
        snprintf(text, size, "%s takes |P_t| = %g P_n, %s %s = %g", aim, ratio, sticks ? "within" : "beyond",
                 holds ? "mu_static" : "mu", mu);
    return true;
}

// Describes the effect of friction after the slip has ended.
static void say_hold(const carom_critical *k, double mu_static, char *text, size_t size) {
    snprintf(text, size, "friction %s it: mu_static = %g %s |mu_s| = %g (34)",
             mu_static >= k->mu_hold ? "holds" : "cannot hold", mu_static, mu_static >= k->mu_hold ? ">=" : "<",
             k->mu_hold);
}

void carom_reason_slip(const carom_contact *c, const carom_params *p, char *text, size_t size) {
    carom_critical k;
    char then[120];
    carom_critical_compute(c, p->e, p->mu, &k); // Routh's law has already accepted these inputs
    const double P_end = (1.0 + p->e) * k.P_q;
    say_hold(&k, p->mu_static == CAROM_SAME_AS_MU ? p->mu : p->mu_static, then, sizeof then);
    switch (k.slip_end) {
    case CAROM_SLIP_END_NONE: snprintf(text, size, "there is no slip at first; %s", then); return;
    case CAROM_SLIP_END_AT_ONCE:
        snprintf(text, size, "mu is infinite: the slip ends at once, or presses the bodies apart first");
        return;
    case CAROM_SLIP_END_NEVER:
        snprintf(text, size, "the slip never ends: friction cannot brake it, mu B1 + s B3 = %g <= 0 (32)", k.braking);
        return;
    case CAROM_SLIP_END_COMPRESSION:
        snprintf(text, size, "the slip ends in compression: P_d = %g < P_q = %g (table 1); %s", k.P_d, k.P_q, then);
        return;
    case CAROM_SLIP_END_RESTITUTION:
        snprintf(text, size, "the slip ends in restitution: P_q = %g <= P_d = %g < (1 + e) P_q = %g (table 1); %s",
                 k.P_q, k.P_d, P_end, then);
        return;
    case CAROM_SLIP_END_OUTLASTS:
        snprintf(text, size, "the slip outlasts the impact: P_d = %g >= (1 + e) P_q = %g (table 1)", k.P_d, P_end);
        return;
    }
}
