// Computes impacts in ODE. In each step the program detects contacts; then ODE adds gravity, solves contacts and moves
// bodies. So ODE's solver starts from the velocities that are set during detection.
#include "carom_ode.h"

static carom_body body_of(dBodyID b, const carom_ode *o, double kick[3]) {
    carom_body r = carom_body_fixed();
    if (!b) return r;
    const dReal *R = dBodyGetRotation(b), *x = dBodyGetPosition(b), *v = dBodyGetLinearVel(b),
                *w = dBodyGetAngularVel(b);
    for (int i = 0; i < 3; i++) r.centre[i] = x[i], r.velocity[i] = v[i], r.spin[i] = w[i];
    if (dBodyIsKinematic(b)) return r;
    dMass m;
    dVector3 g;
    dBodyGetMass(b, &m);
    dWorldGetGravity(o->world, g);
    const dReal *f = dBodyGetForce(b);
    r.mass = m.mass;
    for (int i = 0; i < 3; i++) {
        kick[i] = ((dBodyGetGravityMode(b) ? g[i] : 0) + f[i] / m.mass) * o->dt;
        for (int j = 0; j < 3; j++) r.inertia[i][j] = m.I[4 * i + j], r.axes[i][j] = R[4 * i + j];
    }
    return r;
}

static void give(dBodyID b, const carom_body *r) {
    if (!b || dBodyIsKinematic(b)) return;
    dBodySetLinearVel(b, (dReal)r->velocity[0], (dReal)r->velocity[1], (dReal)r->velocity[2]);
    dBodySetAngularVel(b, (dReal)r->spin[0], (dReal)r->spin[1], (dReal)r->spin[2]);
    dBodyEnable(b);
}

void carom_ode_begin(carom_ode *bounce) {
    bounce->together = true;
    carom_strikes_begin(&bounce->all);
}

void carom_ode_free(carom_ode *bounce) {
    carom_strikes_free(&bounce->all);
}

// Solves the pair together with the pairs that share a body with it. Returns whether velocities changed.
static bool strike_together(carom_ode *bounce, carom_strike *s, dBodyID a, dBodyID b) {
    carom_body *now;
    if (!carom_strikes_add(&bounce->all, &bounce->rule, s, a, b)) return false;
    for (dBodyID body; (body = carom_strikes_next(&bounce->all, &now));) give(body, now);
    return true;
}

bool carom_ode_strike(carom_ode *bounce, const dContact *contact, int n) {
    if (n < 1) return false;
    dBodyID a = dGeomGetBody(contact->geom.g1), b = dGeomGetBody(contact->geom.g2);
    if (!a && !b) return false;
    carom_strike s = {.dim = 3, .mu = contact->surface.mu, .dt = bounce->dt};
    s.e = contact->surface.mode & dContactBounce ? contact->surface.bounce : 0;
    s.pair.a = body_of(a, bounce, s.kick[0]);
    s.pair.b = body_of(b, bounce, s.kick[1]);
    for (int i = 0; i < 3; i++)
        s.pair.normal[i] = contact->geom.normal[i]; // ODE's normal points into the first geom, A
    for (int k = 0; k < n; k++) {
        const dReal *p = contact[k].geom.pos;
        const double at[3] = {p[0], p[1], p[2]};
        carom_strike_point(&s, at, at, -contact[k].geom.depth);
    }
    if (bounce->together) {
        bounce->struck += strike_together(bounce, &s, a, b);
    } else if (carom_strike_solve(&bounce->rule, &s)) {
        give(a, &s.pair.a);
        give(b, &s.pair.b);
        bounce->struck++;
    }
    return s.hide;
}
