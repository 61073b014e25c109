#include "cli/counterexample/integers.h"

#include "carom/law.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int divisor(int a, int b) {
    while (b) {
        const int rest = a % b;
        a = b;
        b = rest;
    }
    return abs(a);
}

// Describes a mirroring or swap of the tangents: component i becomes sign[i] times component from[i]. The table below
// holds all such symmetries, the identity first.
typedef struct {
    int from[CAROM_COMPONENTS], sign[CAROM_COMPONENTS];
    bool swaps_contacts; // the symmetry swaps the contacts and their coefficients
} image;

static const image plane[] = {
    {.from = {0, 1}, .sign = {1, 1}},
    {.from = {0, 1}, .sign = {1, -1}},
};
static const image space[] = {
    {.from = {0, 1, 2}, .sign = {1, 1, 1}},  {.from = {0, 1, 2}, .sign = {1, -1, 1}},
    {.from = {0, 1, 2}, .sign = {1, 1, -1}}, {.from = {0, 1, 2}, .sign = {1, -1, -1}},
    {.from = {0, 2, 1}, .sign = {1, 1, 1}},  {.from = {0, 2, 1}, .sign = {1, -1, 1}},
    {.from = {0, 2, 1}, .sign = {1, 1, -1}}, {.from = {0, 2, 1}, .sign = {1, -1, -1}},
};
static const image two_contacts[] = {
    {.from = {0, 1, 2, 3}, .sign = {1, 1, 1, 1}},
    {.from = {0, 1, 2, 3}, .sign = {1, -1, 1, 1}},
    {.from = {0, 1, 2, 3}, .sign = {1, 1, 1, -1}},
    {.from = {0, 1, 2, 3}, .sign = {1, -1, 1, -1}},
    {.from = {2, 3, 0, 1}, .sign = {1, 1, 1, 1}, .swaps_contacts = true},
    {.from = {2, 3, 0, 1}, .sign = {1, -1, 1, 1}, .swaps_contacts = true},
    {.from = {2, 3, 0, 1}, .sign = {1, 1, 1, -1}, .swaps_contacts = true},
    {.from = {2, 3, 0, 1}, .sign = {1, -1, 1, -1}, .swaps_contacts = true},
};

static const image *images_of(const carom_integers *k, int *count) {
    *count = k->contacts == 1 && k->dim == 2 ? 2 : 8;
    return k->contacts == 2 ? two_contacts : k->dim == 2 ? plane : space;
}

// Compares W with its mirror image. Of all mirror images of a W, only the one with the largest numbers is tried.
static int compare_W(const carom_integers *k, const image *m) {
    for (int i = 0; i < k->n; i++)
        for (int j = i; j < k->n; j++) {
            const int other = m->sign[i] * m->sign[j] * k->W[m->from[i]][m->from[j]];
            if (other != k->W[i][j]) return other - k->W[i][j];
        }
    return 0;
}

static int compare_v(const carom_integers *k, const image *m) {
    for (int i = 0; i < k->n; i++) {
        const int other = m->sign[i] * k->v[m->from[i]];
        if (other != k->v[i]) return other - k->v[i];
    }
    return 0;
}

static bool first_of_its_images(carom_integers *k) {
    int count;
    const image *all = images_of(k, &count);
    k->stays = 0;
    for (int i = 1; i < count; i++) {
        // A swap of contacts is not a symmetry if only one of them strikes.
        if (k->striking && all[i].swaps_contacts) continue;
        const int later = compare_W(k, &all[i]);
        if (later > 0) return false;
        if (later == 0 && !all[i].swaps_contacts) k->stays |= 1u << i;
    }
    return true;
}

static bool velocity_is_first(const carom_integers *k) {
    int count;
    const image *all = images_of(k, &count);
    for (int i = 1; i < count; i++)
        if ((k->stays >> i & 1) && compare_v(k, &all[i]) > 0) return false;
    return true;
}

// Returns true if all leading minors are positive. Uses elimination without fractions (Bareiss), which is exact below
// 2^53.
static bool positive_definite(const carom_integers *k) {
    double A[CAROM_COMPONENTS][CAROM_COMPONENTS], before = 1.0;
    for (int i = 0; i < k->n; i++)
        for (int j = 0; j < k->n; j++) A[i][j] = k->W[i][j];
    for (int p = 0; p < k->n; p++) {
        if (!(A[p][p] > 0.0)) return false;
        for (int i = p + 1; i < k->n; i++)
            for (int j = p + 1; j < k->n; j++) A[i][j] = (A[p][p] * A[i][j] - A[i][p] * A[p][j]) / before;
        before = A[p][p];
    }
    return true;
}

static int divisor_of_W(const carom_integers *k) {
    int d = 0;
    for (int i = 0; i < k->n; i++)
        for (int j = i; j < k->n; j++) d = divisor(k->W[i][j], d);
    return d;
}

// Enumerates coefficients. Each coefficient that varies is a slot.

static bool fits(const carom_slot *s, int numerator, int denominator) {
    const double value = (double)numerator / denominator;
    return value >= s->low && value <= s->high && divisor(numerator, denominator) == 1;
}

static bool each_slot(carom_integers *k, int at, int left);

// Tries all components of a direction. The length of the direction is arbitrary. The cost of a direction is the sum of
// the sizes of its components.
static bool each_vector(carom_integers *k, int at, int component, int cost, int left) {
    carom_slot *s = &k->slot[at];
    const bool last = component == 2 || component == k->dim - 1;
    for (int x = last ? cost : 0; x <= cost; x++)
        for (int sign = 1; sign >= (x ? -1 : 1); sign -= 2) {
            s->numerator[component] = sign * x;
            if (!(last ? each_slot(k, at + 1, left) : each_vector(k, at, component + 1, cost - x, left))) return false;
        }
    return true;
}

static bool each_fraction(carom_integers *k, int at, int cost, int left) {
    carom_slot *s = &k->slot[at];
    for (int numerator = 0; numerator < cost; numerator++)
        for (int sign = 1; sign >= (numerator ? -1 : 1); sign -= 2) {
            if (!fits(s, sign * numerator, cost - numerator)) continue;
            s->numerator[0] = sign * numerator;
            s->denominator = cost - numerator;
            if (!each_slot(k, at + 1, left)) return false;
        }
    return true;
}

static bool each_choice(carom_integers *k, int at, int left) {
    carom_slot *s = &k->slot[at];
    for (int x = (int)s->low; x <= (int)s->high; x++) {
        s->numerator[0] = x;
        if (!each_slot(k, at + 1, left)) return false;
    }
    return true;
}

static int least_from(const carom_integers *k, int at) {
    int least = 0;
    for (int i = at; i < k->slots; i++) least += k->slot[i].least;
    return least;
}

// Tries every way to distribute exactly the size `left` over the slots numbered `at` and above.
static bool each_slot(carom_integers *k, int at, int left) {
    if (at == k->slots) return left > 0 || k->ask(k);
    carom_slot *s = &k->slot[at];
    s->denominator = 1;
    if (s->row->kind == CAROM_CHOICE) return each_choice(k, at, left);
    const int most = left - least_from(k, at + 1);
    bool costs = false; // true if the slots after this one cost anything; otherwise this one takes all that is left
    for (int i = at + 1; i < k->slots; i++) costs = costs || k->slot[i].row->kind != CAROM_CHOICE;
    for (int cost = costs ? s->least : most; cost <= most; cost++) {
        s->denominator = s->optional && cost == 0 ? 0 : 1;
        const bool goes_on = s->row->kind == CAROM_VECTOR ? each_vector(k, at, 0, cost, left - cost)
                             : s->optional && cost == 0   ? each_slot(k, at + 1, left)
                                                          : each_fraction(k, at, cost, left - cost);
        if (!goes_on) return false;
    }
    return true;
}

bool carom_integers_take(carom_integers *k, const carom_coefficient *row, int contact, double low, double high) {
    const bool ratio = row->unit && !strcmp(row->unit, "1");
    if (k->slots == CAROM_MAX_FRACTIONS) return false;
    carom_slot s = {.row = row, .contact = contact, .low = low, .high = high};
    switch (row->kind) {
    case CAROM_CHOICE: break;
    case CAROM_VECTOR: break;
    case CAROM_REAL:
    case CAROM_TANGENT:
    case CAROM_PAIR:
    case CAROM_EACH:
        if (!ratio) return true;
        s.optional = row->default_value == CAROM_SAME_AS_MU && row->number == CAROM_PARAM_mu_static;
        s.least = s.optional ? 0 : low <= 0.0 && high >= 0.0 ? 1 : 2;
        break;
    case CAROM_LIST: return true;
    }
    k->slot[k->slots++] = s;
    return true;
}

// Enumerates velocities.

static bool approaches(const carom_integers *k) {
    bool any = false;
    for (int i = 0; i < k->n; i += k->dim) any = any || k->v[i] < 0;
    return any;
}

static bool each_v(carom_integers *k, int at, int cost, int left) {
    const bool last = at == k->n - 1, normal = at % k->dim == 0;
    const int most_sign = normal && (k->contacts == 1 || (k->striking && at == 0)) ? -1 : 1;
    const int least_sign = normal && k->striking && at > 0 ? 1 : -1;
    for (int x = last ? cost : 0; x <= cost; x++)
        for (int sign = x ? most_sign : 1; sign >= (x ? least_sign : 1); sign -= 2) {
            k->v[at] = sign * x;
            if (!last) {
                if (!each_v(k, at + 1, cost - x, left)) return false;
                continue;
            }
            int d = 0;
            for (int i = 0; i < k->n; i++) d = divisor(k->v[i], d);
            if (!approaches(k) || (k->scale_free && d != 1) || !velocity_is_first(k)) continue;
            if (!each_slot(k, 0, left)) return false;
        }
    return true;
}

// Enumerates inverse masses. `left` is the cost that remains for W, v and the coefficients.

static bool each_with_W(carom_integers *k, int left) {
    if (!positive_definite(k) || (k->scale_free && divisor_of_W(k) != 1) || !first_of_its_images(k)) return true;
    const int slots = least_from(k, 0);
    for (int cost = 1; cost <= left - slots; cost++)
        if (!each_v(k, 0, cost, left - cost)) return false;
    return true;
}

// Tries the entry above the diagonal in row i, column j, and the entries after it.
static bool each_coupling(carom_integers *k, int i, int j, int left) {
    if (i == k->n - 1) return each_with_W(k, left);
    const int next_i = j == k->n - 1 ? i + 1 : i, next_j = j == k->n - 1 ? i + 2 : j + 1;
    const int least = 1 + least_from(k, 0); // least cost of v and the coefficients
    for (int x = 0; x <= left - least && x * x < k->W[i][i] * k->W[j][j]; x++)
        for (int sign = 1; sign >= (x ? -1 : 1); sign -= 2) {
            k->W[i][j] = k->W[j][i] = sign * x;
            if (!each_coupling(k, next_i, next_j, left - x)) return false;
        }
    return true;
}

static bool each_diagonal(carom_integers *k, int at, int left) {
    if (at == k->n || at == CAROM_COMPONENTS) return each_coupling(k, 0, 1, left);
    const int behind = k->n - 1 - at + 1 + least_from(k, 0);
    for (int x = 1; x <= left - behind; x++) {
        k->W[at][at] = x;
        if (!each_diagonal(k, at + 1, left - x)) return false;
    }
    return true;
}

bool carom_integers_of_size(carom_integers *k, int size) {
    return each_diagonal(k, 0, size);
}

// Converts slots.

carom_status carom_slot_put(const carom_slot *s, int dim, carom_params *params) {
    double values[3];
    if (s->denominator == 0) return CAROM_OK;
    const int count = s->row->kind == CAROM_VECTOR ? dim : 1;
    for (int i = 0; i < count; i++) values[i] = (double)s->numerator[i] / s->denominator;
    return carom_params_set(params, s->row, values, (size_t)count);
}

void carom_slots_tell(const carom_integers *k, carom_looked *looked) {
    looked->count = 0;
    for (int i = 0; i < k->slots; i++) {
        const carom_slot *s = &k->slot[i];
        if (s->denominator == 0 || s->row->kind == CAROM_VECTOR || s->row->kind == CAROM_CHOICE) continue;
        looked->fraction[looked->count++] =
            (carom_tried){(carom_param)s->row->number, s->contact, s->numerator[0], s->denominator};
    }
}
