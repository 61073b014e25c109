// Impacts at one time: one contact by the scene's law, several by the scene's rule.
#ifndef CAROM_SRC_MOTION_IMPACT_H
#define CAROM_SRC_MOTION_IMPACT_H

#include "motion/touching.h"

// A method solves at most this many contacts at once.
enum { CAROM_METHOD_TOUCHING = 8 };

typedef struct carom_bounce {
    const carom_motion_scene *scene;
    const carom_touching *list;
    double rest_speed, cut;
    const carom_law *law;
    double plastic_step; // s; not 0: a step of a stepped phase, without restitution, whose hits are not kept
    carom_pose pose;     // before; `state` becomes the state after
    void *memory;        // of the method
    size_t bytes;        //
    carom_motion_hit *hit;
    int room, hits; // hits that fit, and made
    int orders;     // followed by the rule "mean"
    bool tie;
    double slow_speed; // what restitution would leave of the fastest approach below rest_speed; 0: none
    double slow_e;     // and its coefficient
    int slow_site;
} carom_bounce;

// Resolves all contacts of the list by the scene's law or rule. CAROM_TRUNCATED: the hits do not fit; any other status
// that is not CAROM_CLASS_OK is the law's. The state is then not changed.
carom_status carom_bounce_resolve(carom_bounce *bounce);

// By the rule "fastest", whatever the scene's rule is.
carom_status carom_bounce_fastest(carom_bounce *bounce);

// The normal restitution that a law reads.
double carom_law_restitution(const carom_law *law, const carom_params *params);

const carom_params *carom_plane_params(const carom_motion_scene *scene, int plane);

// Bytes that the scene's method needs; 0: it has none.
size_t carom_bounce_memory(const carom_motion_scene *scene);

// The speed at which a site may close without a hit.
double carom_site_slack(const carom_bounce *bounce, int site);

// One hit at a site: fills it and changes velocity and spin.
carom_status carom_hit_resolve(carom_bounce *bounce, int site, carom_motion_state *state, carom_motion_hit *hit);

// The directions n, t (and t2) of a site in world axes.
void carom_site_frame(const carom_motion_scene *scene, const carom_site *site, double frame[3][3]);

#endif
