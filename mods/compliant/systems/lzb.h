// Declarations shared by the files of the method lzb, which solves several contacts with distributing energies.
#ifndef CAROM_COMPLIANT_LZB_H
#define CAROM_COMPLIANT_LZB_H

#include <math.h>
#include <stdbool.h>

#include "mods/compliant/ode/piece.h"

// A value below this fraction of its typical size counts as rounding.
#define CAROM_LZB_ROUNDING 1e-13

typedef enum { LZB_OFF, LZB_COMPRESSES, LZB_EXPANDS } lzb_phase;
typedef enum { LZB_NONE, LZB_STICKS, LZB_SLIPS } lzb_grip;

typedef struct lzb_contact {
    double K, eta, e, mu, d;
    double normal_work, friction_work; // work P.v, computed from the stored energies
    lzb_phase phase;
    lzb_grip grip;
    double s;   // sign of slip
    bool holds; // it sticks, and its row does not follow from those of other contacts
    bool quiet; // its force is so small that its effect is negligible
} lzb_contact;

typedef struct lzb {
    const carom_system *sys;
    int nc;
    lzb_contact *c;
    double *v, *P;             // 2 nc
    double *G, *H;             // f_t = G lam, nc x nc; v' = H lam, 2 nc x nc
    double *A;                 // for the sticking contacts, nc x (nc + nc)
    carom_series *d, *lam, *u; // nc, nc, 2 nc series
    double fast;               // the largest |v|
    double unit;               // the shortest time of a contact
} lzb;

static inline double lzb_entry(const lzb *z, int i, int j) {
    return z->sys->W[i * 2 * z->nc + j];
}

static inline double lzb_force(const lzb_contact *c) {
    return c->d > 0.0 ? c->K * pow(c->d, c->eta) : 0.0;
}

static inline double lzb_stored(const lzb_contact *c) {
    return lzb_force(c) * c->d / (c->eta + 1.0);
}

static inline double lzb_along(const lzb *z, const double *row) {
    double sum = 0.0;
    for (int j = 0; j < z->nc; j++) sum += row[j] * lzb_force(&z->c[j]);
    return sum;
}

// Decides which contacts with v_t = 0 stick, as their cones allow, except `leaves`, which has just left its cone (-1:
// none). Computes G and H for the result (lzb_friction.c).
void carom_lzb_settle_friction(lzb *z, int leaves);

// Compute the next step of length h as power series, the fraction of it over which they are accurate, and the series
// over that fraction only (lzb_series.c).
void carom_lzb_write_series(lzb *z, double h);
double carom_lzb_reliable(const lzb *z, double h);
void carom_lzb_rescale(lzb *z, double share);

// The guards of a contact: v_n changes sign, d becomes zero, v_t becomes zero, the cone is reached on either side. The
// function returns false if the guard is not watched.
enum { LZB_TURNS, LZB_CLOSES, LZB_STOPS, LZB_LEAVES, LZB_LEAVES_OTHER, LZB_GUARDS };
bool carom_lzb_guard(const lzb *z, int i, int which, carom_series g, double *size);

// Advances everything by a fraction s of the step, and adds up momentum and energy.
void carom_lzb_move(lzb *z, double h, double s);

#endif
