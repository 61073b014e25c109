// Describes the checks that are made before any law is fitted.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/fit/study.h"

const char *carom_fit_sign_name(const carom_fit_study *s, int bit) {
    static const char *const flat[] = {"u_t", "", "spin", "", "", "r_n", "r_t", ""};
    static const char *const solid[] = {"u_t1", "u_t2", "w_n", "w_t1", "w_t2", "r_n", "r_t1", "r_t2"};
    if (bit < 0 || bit > 7) return NULL;
    return (s->data->impacts[0].contact.dim == 2 ? flat : solid)[bit];
}

// Lists the columns whose signs are wrong, such as "u_t, spin".
static const char *signs_of(const carom_fit_study *s, unsigned signs, char *text, size_t size) {
    *text = 0;
    for (int k = 0; k < 8; k++)
        if (signs >> k & 1u) carom_join(text, size, ", ", carom_fit_sign_name(s, k));
    return text;
}

static int of_number(char *text, size_t size, carom_fit_number x) {
    return isnan(x.value) ? snprintf(text, size, "not determined")
                          : snprintf(text, size, "%.4g +- %.2g", x.value, x.error);
}

// Writes a point in the body's axes, such as "(0.001, 0.002, 0.103) +- (...)".
static void of_centre(const carom_fit_study *s, char *text, size_t size) {
    const int dim = s->data->impacts[0].contact.dim;
    size_t at = 0;
    for (int part = 0; part < 2; part++)
        for (int j = 0; j < dim && at < size; j++) {
            const carom_fit_number x = s->checks.body.centre[j];
            at += (size_t)snprintf(text + at, size - at, part ? "%s%.2g%s" : "%s%.4f%s",
                                   j      ? ", "
                                   : part ? " +- ("
                                          : "(",
                                   part ? x.error : x.value, j + 1 == dim ? ")" : "");
        }
}

bool carom_fit_check_row(const carom_fit_study *s, int row, const char **label, char *text, size_t size) {
    static const char *const labels[] = {"best impulse at the contact misses",
                                         "chi-square of the best impulses",
                                         "errors",
                                         "slope of the normal impulse's moment",
                                         "slope of the tangential impulse's moment",
                                         "inertia that fits, of the stated one",
                                         "centre of mass that fits, m",
                                         "gained energy, by two standard deviations",
                                         "pulled, by two standard deviations",
                                         "|P_t|/P_n"};
    const carom_fit_checks *c = &s->checks;
    const carom_fit_body_checks *b = &c->body;
    *text = 0;
    *label = row < (int)(sizeof labels / sizeof *labels) ? labels[row] : NULL;
    switch (row) {
    case 0:
        if (b->count)
            snprintf(text, size, "%.2f %% of the motion after (median %.2f %%)", 100.0 * b->floor_mean,
                     100.0 * b->floor_median);
        break;
    case 1:
        if (b->count && !(s->data->guessed > 0.0))
            snprintf(text, size, "%.4g for %.0f, p = %.2g", c->floor_chi2, c->floor_dof, c->floor_p);
        break;
    case 2:
        if (s->data->guessed > 0.0)
            snprintf(text, size, "not stated; from the best impulses: %.3g m/s", s->data->guessed);
        if (!b->count) snprintf(text, size, "as stated; without spins nothing checks them, nor signs, nor bodies");
        break;
    case 3:
        if (b->count) of_number(text, size, b->normal);
        break;
    case 4:
        if (b->count) of_number(text, size, b->tangent);
        break;
    case 5:
        if (b->count) of_number(text, size, b->inertia);
        break;
    case 6:
        if (b->count && !isnan(b->centre[0].value)) of_centre(s, text, size);
        break;
    case 7: snprintf(text, size, "%zu", c->gains); break;
    case 8: snprintf(text, size, "%zu", c->pulls); break;
    case 9: snprintf(text, size, "median %.4g, 95 %% below %.4g", c->ratio_median, c->ratio_95); break;
    default: break;
    }
    return *label != NULL;
}

const char *carom_fit_alarm_name(int bit) {
    static const char *const names[] = {"floor", "normal-moment", "tangential-moment", "sign", "inertia", "centre"};
    return bit >= 0 && bit < (int)(sizeof names / sizeof *names) ? names[bit] : NULL;
}

static bool alarmed(const carom_fit_study *s, unsigned alarms) {
    return (s->checks.body.alarms & alarms) != 0;
}

// Writes that the inertia is wrong. A factor that no inertia can explain has another cause.
static void doubt_inertia(carom_fit_number factor, char *text, size_t size) {
    char number[80];
    of_number(number, sizeof number, factor);
    if (factor.value < -0.1)
        snprintf(text, size, "the sign of a velocity, a spin or an arm is wrong: the spins fit %s times the inertia",
                 number);
    else if (factor.value < 0.1 || factor.value > 10.0)
        snprintf(text, size,
                 "the unit of spin (rad/s), arm (m) or inertia (kg m^2) is wrong: %s times the stated inertia fits the "
                 "spins",
                 number);
    else
        snprintf(text, size, "the inertia is wrong: %s times the stated one fits the spins", number);
}

// Writes an alarm, unless a known cause explains it.
bool carom_fit_alarm_sentence(const carom_fit_study *s, int bit, char *text, size_t size) {
    const carom_fit_body_checks *b = &s->checks.body;
    const unsigned causes = CAROM_FIT_ALARM_SIGN | CAROM_FIT_ALARM_INERTIA | CAROM_FIT_ALARM_CENTRE;
    const double degrees = 57.29577951308232; // in one radian
    char signs[80], other[80];
    double slope;
    if (!alarmed(s, 1u << bit) || (!(1u << bit & causes) && alarmed(s, causes))) return false;
    switch (1u << bit) {
    case CAROM_FIT_ALARM_FLOOR:
        snprintf(
            text, size,
            "no impulse at the contact explains the motion: the errors are %.2g times those stated, or arm, inertia "
            "or centre of mass are wrong",
            sqrt(s->checks.floor_chi2 / s->checks.floor_dof));
        return true;
    case CAROM_FIT_ALARM_NORMAL:
    case CAROM_FIT_ALARM_TANGENT:
        slope = 1u << bit == CAROM_FIT_ALARM_NORMAL ? b->normal.value : b->tangent.value;
        snprintf(text, size, "the spin changes by %.3g times the moment of the %s impulse: %s", slope,
                 1u << bit == CAROM_FIT_ALARM_NORMAL ? "normal" : "tangential",
                 slope < 0.0                          ? "the sign of a velocity, a spin or an arm is wrong"
                 : fabs(slope / degrees - 1.0) < 0.03 ? "convert the spins from degrees to radians"
                                                      : "arm or inertia is wrong");
        return true;
    case CAROM_FIT_ALARM_SIGN:
        snprintf(text, size,
                 "the sign of %s%s%s is wrong in the data: with the opposite sign chi-square falls by a factor of %.3g",
                 signs_of(s, b->signs, signs, sizeof signs), b->other_signs ? " or of " : "",
                 signs_of(s, b->other_signs, other, sizeof other), b->sign_factor);
        return true;
    case CAROM_FIT_ALARM_INERTIA: doubt_inertia(b->inertia, text, size); return true;
    case CAROM_FIT_ALARM_CENTRE:
        of_centre(s, signs, sizeof signs);
        snprintf(text, size, "the stated centre of mass is wrong: it fits if moved by %s m in the body's axes", signs);
        return true;
    default: return false;
    }
}
