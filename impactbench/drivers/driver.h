// Implements the protocol of ImpactBench for drivers in C and C++: one JSON line in, one JSON line out
// (docs/impactbench.md). A driver runs the cases of ImpactBench in one engine. Include this file once, fill an
// ib_engine and call ib_serve() from main. The ib_engine contains functions that build, step, read and end a case. The
// loop and the rules for placing bodies and reading velocities are the same for every engine. If the environment
// variable IMPACTBENCH_TRACE is set, the driver prints the velocities of the first body in every step.
#ifndef IMPACTBENCH_DRIVER_H
#define IMPACTBENCH_DRIVER_H

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef IB_MOST_BODIES
#define IB_MOST_BODIES 8
#endif

enum { IB_BODIES = IB_MOST_BODIES, IB_COLLIDERS = 2, IB_CONTACTS = 16, IB_FLOOR = -1, IB_ID = 96, IB_LINE = 1 << 16 };

// World axes: x right, y up, z towards the reader. The bodies of a 2D case are at z = 0 and have the same moment of
// inertia about every axis.
typedef struct ib_collider {
    int box;               // nonzero for a box with sides size[]; otherwise a ball or capsule of radius size[0]
    int capsule;           // nonzero for a capsule whose straight part has the length size[1] along x
    double size[3], at[3]; // at: position from the centre of mass, in body axes. Colliders have no mass
} ib_collider;

typedef struct ib_body {
    double mass, inertia[3];          // principal moments along the body's axes, kg m^2
    double centre[3], orientation[4]; // centre of mass, m; quaternion w x y z
    double angle;                     // the orientation for 2D engines, rad
    double velocity[3], spin[3];      // m/s, rad/s
    int colliders;                    // 1, except for bodies of long runs
    ib_collider collider[IB_COLLIDERS];
} ib_body;

typedef struct ib_contact {
    int a, b; // b may be IB_FLOOR, the half-space y <= 0
    double point[3], normal[3];
} ib_contact;

typedef struct ib_case {
    char id[IB_ID];
    int dim, floor, bodies, contacts;
    double e, mu;
    double gravity;     // m/s^2 downwards; 0 for one impact
    double time, every; // s, duration and reading interval of a long run; 0 for one impact
    ib_body body[IB_BODIES];
    ib_contact contact[IB_CONTACTS];
} ib_case;

// A setting is a number or a word. The handshake prints it, and the option --NAME VALUE changes it. Any other option
// ends the driver, so that no results are published with wrong settings. A name of NULL ends the list.
typedef struct ib_setting {
    const char *name;
    double value;
    const char *word;
} ib_setting;

typedef struct ib_engine {
    const char *name, *version;
    int space;          // 1: supports 3D cases, and answers 2D cases with six velocities
    double dt;          // s
    double overlap[3];  // m, for ball on floor, box on floor, ball on ball; negative means a gap
    int lead;           // 1: the engine moves bodies before it detects contacts; cases start one step early
    ib_setting *others; // further settings
    void (*build)(const ib_case *c);
    void (*step)(double dt);
    void (*read)(int body, double u[6]); // vx vy vz wx wy wz; for a 2D engine vx vy w
    void (*pose)(int body, double p[7]); // x y z, quaternion w x y z; for a 2D engine x y angle. NULL: no long runs
    void (*end)(void);
    int precesses; // 1 if the gyroscopic torque cannot be disabled; orientations are sent and momenta compared
    int capsules;  // 1 if the engine has capsules
    // May be NULL:
    int (*touching)(void); // for contacts that last: velocities are read when nothing touches any more
    const char *(*cannot)(const ib_case *c); // returns why the engine cannot solve this case, or NULL
} ib_engine;

#ifndef IB_REACH
#define IB_REACH 20
#endif

// Returns half the width of a floor that is a box. In a long run a body moves far, so the floor is wide. Otherwise the
// floor is small, which is more accurate.
static inline double ib_reach(const ib_case *c) {
    return c->time > 0 ? 5000 : IB_REACH;
}

// ---- JSON: a value is a pointer into the line, and lookups scan the line. No pointer is beyond the end of the line
// ----
static inline const char *ib_skip(const char *s) {
    while (isspace((unsigned char)*s) || *s == ',' || *s == ':') s++;
    return s;
}

static inline const char *ib_past_string(const char *s) {
    for (s++; *s && *s != '"'; s++)
        if (*s == '\\' && s[1]) s++;
    return *s ? s + 1 : s;
}

static inline const char *ib_past(const char *s) { // returns the end of the value at s
    int depth = 0;
    s = ib_skip(s);
    do {
        if (*s == '"') {
            s = ib_past_string(s);
        } else if (*s == '[' || *s == '{') {
            depth++, s++;
        } else if (*s == ']' || *s == '}') {
            depth--, s++;
        } else {
            while (*s && !strchr(",]}", *s)) s++;
        }
        if (depth > 0) s = ib_skip(s);
    } while (*s && depth > 0);
    return s;
}

static inline const char *ib_key(const char *object, const char *key) { // returns the value of a key, or NULL
    const size_t n = strlen(key);
    if (!object || *object != '{') return NULL;
    for (const char *s = ib_skip(object + 1); *s == '"'; s = ib_skip(ib_past(ib_past_string(s))))
        if (!strncmp(s + 1, key, n) && s[n + 1] == '"') return ib_skip(ib_past_string(s));
    return NULL;
}

static inline const char *ib_item(const char *array, int k) { // returns the k-th item, or NULL
    if (!array || *array != '[') return NULL;
    const char *s = ib_skip(array + 1);
    for (; k > 0 && *s && *s != ']'; k--) s = ib_skip(ib_past(s));
    return !*s || *s == ']' ? NULL : s;
}

// Reads a number, or an array of which at most n numbers are read. Returns how many numbers were read.
static inline int ib_numbers(const char *value, double *x, int n) {
    int k = 0;
    if (!value) return 0;
    if (*value != '[') {
        x[0] = atof(value);
        return 1;
    }
    for (const char *s; k < n && (s = ib_item(value, k)); k++) x[k] = atof(s);
    return k;
}

static inline double ib_number(const char *value, double otherwise) {
    ib_numbers(value, &otherwise, 1);
    return otherwise;
}

// ---- reading a case ----
static inline void ib_read_collider(const char *k, ib_collider *C) {
    ib_numbers(ib_key(k, "at"), C->at, 3);
    ib_numbers(ib_key(k, "ball"), C->size, 1);
    const int sides = ib_numbers(ib_key(k, "box"), C->size, 3);
    C->box = sides > 0;
    C->capsule = ib_numbers(ib_key(k, "capsule"), C->size, 2) > 0;
    if (sides == 2) C->size[2] = 1; // a rectangle in 3D is 1 m deep
}

static inline void ib_read_body(const char *b, int dim, ib_body *B) {
    const char *list = ib_key(b, "colliders");
    B->mass = ib_number(ib_key(b, "mass"), 0);
    if (ib_numbers(ib_key(b, "inertia"), B->inertia, 3) == 1) B->inertia[1] = B->inertia[2] = B->inertia[0];
    B->orientation[0] = 1;
    ib_numbers(ib_key(b, "centre"), B->centre, 3);
    ib_numbers(ib_key(b, "orientation"), B->orientation, 4);
    B->angle = ib_number(ib_key(b, "angle"), 0);
    if (dim == 2) B->orientation[0] = cos(B->angle / 2), B->orientation[3] = sin(B->angle / 2);
    ib_numbers(ib_key(b, "velocity"), B->velocity, 3);
    ib_numbers(ib_key(b, "spin"), dim == 2 ? &B->spin[2] : B->spin, dim == 2 ? 1 : 3);
    for (const char *k; B->colliders < IB_COLLIDERS && (k = ib_item(list, B->colliders)); B->colliders++)
        ib_read_collider(k, &B->collider[B->colliders]);
}

static inline void ib_read_contact(const char *k, ib_contact *C) {
    const char *b = ib_key(k, "b");
    C->a = (int)ib_number(ib_key(k, "a"), 0);
    C->b = !b || *b == '"' ? IB_FLOOR : (int)ib_number(b, 0);
    ib_numbers(ib_key(k, "point"), C->point, 3);
    ib_numbers(ib_key(k, "normal"), C->normal, 3);
}

// Reads a case from a JSON line. Returns NULL, or the reason why no driver that uses this file can solve the case.
static inline const char *ib_parse(const char *line, ib_case *c) {
    memset(c, 0, sizeof *c);
    const char *s = ib_key(line, "id");
    if (s && *s == '"') {
        const size_t n = (size_t)(ib_past_string(s) - s);
        memcpy(c->id, s + 1, n < 2 ? 0 : n - 2 < IB_ID ? n - 2 : IB_ID - 1);
    }
    c->dim = (int)ib_number(ib_key(line, "dim"), 2);
    c->e = ib_number(ib_key(line, "e"), 0);
    c->mu = ib_number(ib_key(line, "mu"), 0);
    c->gravity = ib_number(ib_key(ib_key(line, "run"), "gravity"), 0);
    c->time = ib_number(ib_key(ib_key(line, "run"), "time"), 0);
    c->every = ib_number(ib_key(ib_key(line, "run"), "every"), 0);
    const char *list = ib_key(line, "bodies");
    for (const char *b; c->bodies < IB_BODIES && (b = ib_item(list, c->bodies)); c->bodies++) {
        ib_read_body(b, c->dim, &c->body[c->bodies]);
        if (ib_item(ib_key(b, "colliders"), IB_COLLIDERS)) return "a body of more than 2 colliders";
        const ib_body *B = &c->body[c->bodies];
        if (!B->colliders || !(B->mass > 0 && B->inertia[0] > 0 && B->inertia[1] > 0 && B->inertia[2] > 0))
            return "a body without mass, inertia or shape";
    }
    if (ib_item(list, IB_BODIES)) return "more than 8 bodies";
    if (!c->bodies) return "no body";
    list = ib_key(line, "contacts");
    for (const char *k; c->contacts < IB_CONTACTS && (k = ib_item(list, c->contacts)); c->contacts++) {
        ib_contact *C = &c->contact[c->contacts];
        ib_read_contact(k, C);
        if (C->a < 0 || C->a >= c->bodies || C->b < IB_FLOOR || C->b >= c->bodies) return "a contact of no body";
        c->floor |= C->b == IB_FLOOR;
    }
    return ib_item(list, IB_CONTACTS) ? "more than 16 contacts" : NULL;
}

// ---- placing: in a case the bodies just touch. Some engines have a collision margin or detect only overlapping
// bodies. For these, bodies are moved to the distance in ib_engine.overlap ----
static inline void ib_place(ib_case *c, const ib_engine *g) {
    double shift[IB_BODIES][3] = {{0}};
    for (int k = 0; k < c->contacts; k++) {
        const int a = c->contact[k].a, b = c->contact[k].b;
        const int boxes = c->body[a].collider[0].box + (b == IB_FLOOR || c->body[b].collider[0].box);
        const double d = g->overlap[boxes == 2 ? 1 : boxes == 1 ? 0 : 2]; // the floor counts as a box
        for (int i = 0; i < 3; i++) shift[a][i] = (b == IB_FLOOR ? 0 : shift[b][i]) - d * c->contact[k].normal[i];
    }
    for (int n = 0; n < c->bodies; n++) {
        ib_body *b = &c->body[n];
        for (int i = 0; i < 3; i++) b->centre[i] += shift[n][i] - g->lead * g->dt * b->velocity[i];
        b->angle -= g->lead * g->dt * b->spin[2];
    }
}

// ---- reading velocities ----
typedef struct ib_watch {
    double u[IB_BODIES][6], p[IB_BODIES][7];
    // The number of velocities of a body in the answer, and how many of them show that the impact is over.
    int width, watched;
    // The number of steps so far, and whether an impact was seen. `still` counts the steps since the last change. The
    // case is over when `still` reaches `quiet`.
    int steps, hit, still, quiet;
} ib_watch;

// Reads the velocities. Returns the largest change of a watched velocity since the last call, m/s or rad/s.
static inline double ib_look(const ib_case *c, const ib_engine *g, ib_watch *w) {
    double change = 0, u[6] = {0};
    for (int i = 0; i < c->bodies; i++) {
        g->read(i, u);
        for (int k = 0; k < w->watched; k++) change = fmax(change, fabs(u[k] - w->u[i][k]));
        memcpy(w->u[i], u, sizeof u);
        if (g->precesses) g->pose(i, w->p[i]);
    }
    return change;
}

// Steps the engine until the velocities have changed and are then constant for one step, or for three steps with
// several contacts. A change of more than 2 mm/s counts. This is more than the position correction of the given
// overlaps causes, and less than the change by the impact in any case.
static inline void ib_settle(const ib_case *c, const ib_engine *g, ib_watch *w) {
    const int trace = getenv("IMPACTBENCH_TRACE") != NULL;
    const int most = g->touching ? (int)(0.3 / g->dt) : 60;
    for (ib_look(c, g, w); w->steps < most && w->still < w->quiet && (g->touching || w->hit || w->steps < 10);
         w->steps++) {
        g->step(g->dt);
        const double change = ib_look(c, g, w);
        if (trace) {
            fprintf(stderr, "%s step %d:", c->id, w->steps);
            for (int k = 0; k < w->width; k++) fprintf(stderr, " %g", w->u[0][k]);
            fprintf(stderr, "\n");
        }
        const int struck = g->touching ? g->touching() : change > 2e-3;
        if (struck) {
            w->hit = 1, w->still = 0;
        } else if (w->hit) {
            w->still += g->touching ? w->quiet : 1;
        }
    }
}

static inline void ib_print_numbers(const char *before, const double *x, int n) {
    for (int k = 0; k < n; k++) {
        printf("%s", k ? "," : before);
        if (isfinite(x[k])) {
            printf("%.17g", x[k]);
        } else {
            printf("null");
        }
    }
    printf("]");
}

static inline void ib_answer(const ib_case *c, const ib_engine *g) {
    static ib_watch w;
    memset(&w, 0, sizeof w);
    const int precesses = g->precesses && c->dim == 3;
    w.width = g->space ? 6 : 3;
    w.watched = precesses ? 3 : w.width; // then only the velocities of the centres become constant
    w.quiet = c->contacts > 1 ? 3 : 1;
    g->build(c);
    ib_settle(c, g, &w);
    g->end();
    printf("{\"id\":\"%s\",\"u\":", c->id);
    for (int i = 0; i < c->bodies; i++) ib_print_numbers(i ? ",[" : "[[", w.u[i], w.width);
    for (int i = 0; precesses && i < c->bodies; i++) ib_print_numbers(i ? ",[" : "],\"q\":[[", w.p[i] + 3, 4);
    printf("],\"steps\":%d%s}\n", w.steps,
           !w.hit              ? ",\"note\":\"nothing happened\""
           : w.still < w.quiet ? ",\"note\":\"still changing\""
                               : "");
}

// ---- long runs: bodies are not placed, and the state is read at the step nearest to every multiple of `every` ----
static inline void ib_trail(const ib_case *c, const ib_engine *g) {
    const int width = g->space ? 6 : 3, places = g->space ? 7 : 3;
    long steps = 0;
    g->build(c);
    printf("{\"id\":\"%s\",\"trail\":[", c->id);
    for (int k = 1; k * c->every <= c->time * (1 + 1e-9); k++) {
        for (const long until = lround(k * c->every / g->dt); steps < until; steps++) g->step(g->dt);
        for (int i = 0; i < c->bodies; i++) {
            double state[13] = {0};
            g->pose(i, state);
            g->read(i, state + places);
            ib_print_numbers(i ? ",[" : k > 1 ? ",[[" : "[[", state, places + width);
        }
        printf("]");
    }
    g->end();
    printf("],\"steps\":%ld}\n", steps);
}

// ---- settings and the loop ----
static inline ib_setting *ib_find(ib_setting *s, const char *name) {
    while (s && s->name && strcmp(s->name, name) != 0) s++;
    return s && s->name ? s : NULL;
}

static inline void ib_options(int argc, char **argv, ib_engine *g) {
    for (int i = 1; i < argc; i += 2) {
        const char *name = argv[i] + 2, *value = i + 1 < argc ? argv[i + 1] : "";
        ib_setting *other = strncmp(argv[i], "--", 2) == 0 ? ib_find(g->others, name) : NULL;
        if (!strcmp(argv[i], "--dt") && *value) {
            g->dt = atof(value);
        } else if (!strcmp(argv[i], "--overlap") && *value) {
            g->overlap[0] = g->overlap[1] = g->overlap[2] = atof(value);
        } else if (other && *value && other->word) {
            other->word = value;
        } else if (other && *value) {
            other->value = atof(value);
        } else {
            fprintf(stderr, "%s: no option %s with a value\n", argv[0], argv[i]);
            exit(2);
        }
    }
}

static inline void ib_greet(const ib_engine *g) {
    printf("{\"impactbench\":1,\"engine\":\"%s\",\"version\":\"%s\",\"dims\":[2%s],\"families\":\"ABCDFHRSTZ%s\","
           "\"settings\":{",
           g->name, g->version, g->space ? ",3" : "", g->pose ? "G" : "");
    if (g->dt > 0) printf("\"dt\":%.9g,", g->dt);
    printf("\"overlap\":[%g,%g,%g],\"lead\":%d", g->overlap[0], g->overlap[1], g->overlap[2], g->lead);
    for (const ib_setting *s = g->others; s && s->name; s++) {
        if (s->word) {
            printf(",\"%s\":\"%s\"", s->name, s->word);
        } else {
            printf(",\"%s\":%.9g", s->name, s->value);
        }
    }
    printf("}}\n");
}

// Returns the reason why the engine cannot solve the case, or NULL. A slow engine needs about a minute for 2e6 steps.
static inline const char *ib_why_not(const ib_case *c, const ib_engine *g) {
    if (c->dim == 3 && !g->space) return "the engine is planar";
    if (c->time > 0 && !g->pose) return "a long run";
    if (c->time > 2e6 * g->dt) return "more than two million steps";
    for (int i = 0; i < c->bodies && !g->capsules; i++)
        if (c->body[i].collider[0].capsule) return "the engine or its driver has no capsules";
    return g->cannot ? g->cannot(c) : NULL;
}

static inline int ib_serve(int argc, char **argv, ib_engine *g) {
    static char line[IB_LINE];
    static ib_case c;
    ib_options(argc, argv, g);
    while (fgets(line, sizeof line, stdin)) {
        const char *cannot = ib_parse(ib_skip(line), &c);
        const int greeting = ib_key(ib_skip(line), "impactbench") != NULL;
        if (!cannot && !greeting) cannot = ib_why_not(&c, g);
        if (greeting) {
            ib_greet(g);
        } else if (cannot) {
            printf("{\"id\":\"%s\",\"cannot\":\"%s\"}\n", c.id, cannot);
        } else if (c.time > 0) {
            ib_trail(&c, g);
        } else {
            ib_place(&c, g);
            ib_answer(&c, g);
        }
        fflush(stdout);
    }
    return 0;
}

#endif
