// Runs the cases of ImpactBench in carom itself, which does not know the expected results. --law and --restitution set
// the law for one contact, --method the one for several. carom has no time step; the driver's single step is the
// impact.
#include "driver.h"

#include <carom/bodies.h>
#include <carom/systems.h>

enum { LAW, RESTITUTION, METHOD };
static ib_setting settings[] = {
    {"law", 0, "routh"}, {"restitution", 0, "poisson"}, {"method", 0, "glocker"}, {NULL, 0, NULL}};

static double speeds[2][IB_BODIES][6]; // before and after
static int after;

static carom_params coefficients(const ib_case *c) {
    carom_params p = carom_params_default();
    static const carom_restitution stops[] = {CAROM_NEWTON, CAROM_POISSON, CAROM_ENERGETIC};
    static const char *const names[] = {"newton", "poisson", "energetic"};
    for (int i = 0; i < 3; i++)
        if (!strcmp(settings[RESTITUTION].word, names[i])) p.restitution = stops[i];
    p.e = c->e; // laws read it as e, e_n or r_n
    // The cases contain no values for these coefficients. s1 and s2 are for chatterjee3. With eta = 1, ivanov loses no
    // energy. With ratio, ratio2 and f equal to 0, impulse-ratio and accessible have no friction.
    p.s1 = p.s2 = 0.0;
    p.eta = 1.0;
    p.own[CAROM_OWN(ratio)] = p.own[CAROM_OWN(ratio2)] = p.own[CAROM_OWN(f)] = 0.0;
    p.mu = c->mu;
    return p;
}

static void copy_case(const ib_case *c, carom_body *body, carom_contact_point *touch) {
    for (int i = 0; i < c->bodies; i++) {
        const ib_body *b = &c->body[i];
        body[i] = (carom_body){.mass = b->mass};
        for (int k = 0; k < 3; k++) {
            body[i].inertia[k][k] = b->inertia[k];
            body[i].centre[k] = b->centre[k];
            body[i].velocity[k] = b->velocity[k];
            body[i].spin[k] = b->spin[k];
        }
        if (c->dim == 3) carom_rotation_from_quaternion(b->orientation, body[i].axes);
    }
    for (int i = 0; i < c->contacts; i++) {
        touch[i] = (carom_contact_point){.a = c->contact[i].a,
                                         .b = c->contact[i].b == IB_FLOOR ? CAROM_GROUND : c->contact[i].b};
        memcpy(touch[i].point, c->contact[i].point, sizeof touch[i].point);
        memcpy(touch[i].normal, c->contact[i].normal, sizeof touch[i].normal);
    }
}

static carom_status one(const carom_delassus *d, const carom_params *p, double *P) {
    carom_contact contact;
    carom_result out;
    carom_system_contact(d, 0, &contact);
    const carom_status s =
        carom_collide(carom_law_find(NULL, settings[LAW].word, CAROM_ONE_CONTACT), &contact, p, &out);
    memcpy(P, out.P, (size_t)d->size * sizeof *P);
    return s;
}

static carom_status several(const carom_delassus *d, const carom_params *p, double *P) {
    carom_params each[IB_CONTACTS];
    carom_system_result out;
    for (int i = 0; i < d->contacts; i++) each[i] = *p;
    const carom_system system = {.nc = d->contacts, .dim = d->dim, .W = d->W, .v = d->v};
    const carom_system_params many = carom_system_params_default(each);
    const carom_law *method = carom_law_find(NULL, settings[METHOD].word, CAROM_SYSTEMS);
    const size_t bytes = carom_system_memory_size(method, &system, &many);
    void *memory = malloc(bytes);
    const carom_status s = carom_system_solve(method, &system, &many, memory, bytes, &out);
    if (s == CAROM_OK) memcpy(P, out.P, (size_t)d->size * sizeof *P);
    free(memory);
    return s;
}

static carom_status velocities(const ib_case *c, const carom_assembly *a, void *memory, void *room, double *u) {
    carom_mechanism m;
    carom_delassus d;
    double P[3 * IB_CONTACTS];
    const carom_params p = coefficients(c);
    carom_status s = carom_assembly_mechanism(a, memory, carom_assembly_memory_size(a), &m, NULL);
    if (s == CAROM_OK) s = carom_delassus_compute(&m, room, carom_delassus_memory_size(&m), &d);
    if (s == CAROM_OK) s = c->contacts == 1 ? one(&d, &p, P) : several(&d, &p, P);
    if (s == CAROM_OK) s = carom_delassus_apply(&d, P, u, NULL);
    for (int i = 0; i < c->bodies; i++) {
        memcpy(speeds[0][i], a->body[i].velocity, 3 * sizeof(double));
        memcpy(speeds[0][i] + 3, a->body[i].spin, 3 * sizeof(double));
        if (s == CAROM_OK) carom_assembly_motion(a, u, i, speeds[1][i], speeds[1][i] + 3);
    }
    return s;
}

// Solves the case. Returns NULL, or the reason why there is no result.
static const char *solve(const ib_case *c) {
    static double memory[1 << 16], room[1 << 16], u[6 * IB_BODIES];
    carom_body body[IB_BODIES];
    carom_contact_point touch[IB_CONTACTS];
    if (!carom_law_find(NULL, settings[LAW].word, CAROM_ONE_CONTACT)) return "no such law";
    if (!carom_law_find(NULL, settings[METHOD].word, CAROM_SYSTEMS)) return "no such method";
    copy_case(c, body, touch);
    const carom_assembly a = {
        .dim = c->dim, .bodies = c->bodies, .body = body, .contacts = c->contacts, .contact = touch};
    memset(speeds, 0, sizeof speeds);
    const carom_status s = velocities(c, &a, memory, room, u);
    return s == CAROM_OK ? NULL : carom_status_name(s);
}

static void build(const ib_case *c) {
    (void)c;
    after = 0;
}

static void step(double dt) {
    (void)dt;
    after = 1;
}

static void read_(int i, double u[6]) {
    memcpy(u, speeds[after][i], sizeof speeds[after][i]);
}

static void end(void) {}

int main(int argc, char **argv) {
    ib_engine g = {.name = "carom",
                   .version = CAROM_VERSION,
                   .space = 1,
                   .capsules = 1,
                   .others = settings,
                   .cannot = solve,
                   .build = build,
                   .step = step,
                   .read = read_,
                   .end = end};
    return ib_serve(argc, argv, &g);
}
