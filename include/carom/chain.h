// A planar tree of links, to a mechanism in its own speeds.
//
// Link i points along (sin phi, cos phi): phi is the absolute angle from the upward vertical, towards +x. Speeds are
// ordered (phi_1', ..., phi_n', x0', y0'); a pinned base leaves the last two out.
#ifndef CAROM_CHAIN_H
#define CAROM_CHAIN_H

#include "carom/mechanism.h"

CAROM_BEGIN

#define CAROM_BASE (-1) // stands for the base where a link's index is asked for

typedef struct carom_link {
    double length;  // from the near joint to the far end, m; 0 is legal: a wheel at a joint
    double mass;    // kg, >= 0
    double inertia; // about the centre of mass, kg m^2, >= 0
    double centre;  // distance of the centre of mass from the near joint, m
    int parent;     // the link whose far end carries this one, before it in the list; CAROM_BASE for the base point
    double angle;   // phi, rad
    double rate;    // phi', rad/s
} carom_link;

// A uniform bar: centre in the middle, inertia m l^2 / 12.
CAROM_API carom_link carom_link_bar(double length, double mass, int parent, double angle, double rate);

typedef struct carom_chain_mass {
    int link;        // on which link, or CAROM_BASE
    double distance; // from its near joint, m; not read at the base
    double mass;     // kg, >= 0
} carom_chain_mass;

typedef struct carom_chain_contact {
    int link;        // which link touches, or CAROM_BASE
    double distance; // of the touching point from its near joint, m; not read at the base
    double slope;    // theta of the surface, rad: tangent (cos, sin), normal (-sin, cos)
} carom_chain_contact;

typedef struct carom_chain {
    int links, masses, contacts;
    const carom_link *link;
    const carom_chain_mass *mass; // point masses; NULL if there are none
    const carom_chain_contact *contact;
    int pinned;              // the base cannot move
    double base_velocity[2]; // m/s; not read if pinned
} carom_chain;

// No chain has more links, point masses or contacts than this.
#define CAROM_MAX_LINKS 4000

// Speeds of the chain; bytes carom_chain_mechanism needs, aligned for double, 0 if the counts make no chain.
CAROM_API int carom_chain_speeds(const carom_chain *chain);
CAROM_API size_t carom_chain_memory_size(const carom_chain *chain);

// M, u and R in the caller's memory. A chain with massless links may have a singular M: carom_delassus_compute refuses it.
// BAD_CHAIN and BAD_MASS are about the link `at` (which may be NULL); -1 if about something else.
CAROM_API carom_status carom_chain_mechanism(const carom_chain *chain, void *memory, size_t bytes,
                                             carom_mechanism *mechanism, int *at);

// Velocity of a point of the chain for given speeds (carom_chain_speeds of them), m/s. Refuses links that make no
// chain, as carom_chain_mechanism does.
CAROM_API carom_status carom_chain_velocity(const carom_chain *chain, const double *u, int link, double distance,
                                            double velocity[2]);

CAROM_END

#endif
