// Writes a page that plays motions. A flight is written as its first state, from which the page computes all later
// ones. Rotations with different moments of inertia and stepped phases are written as short pieces.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/motion.h"
#include "cli/motion/player.h"
#include "cli/motion/wire.h"
#include "cli/report/pages.h"
#include "mods/scenario/read_error.h"

// Returns a name without the markup of figures.
static json_t *string_json(const char *text) {
    char shown[400], *to = shown;
    carom_visible(shown, sizeof shown, text);
    for (const char *at = shown; *at; at++)
        if (*at != '$') *to++ = *at;
    return json_stringn(shown, (size_t)(to - shown));
}

static json_t *number_json(double value) {
    const bool whole = fabs(value) < 1e9 && value == floor(value);
    return whole ? json_integer((json_int_t)value) : isfinite(value) ? json_real(value) : json_null();
}

static json_t *append(json_t *list, const double *values, int count) {
    for (int i = 0; i < count; i++) json_array_append_new(list, number_json(values[i]));
    return list;
}

static json_t *points_json(const double (*points)[3], size_t count, int dim) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) json_array_append_new(list, append(json_array(), points[i], dim));
    return list;
}

// Adds pieces: t, energy, whether gravity acts, centre, velocity, then angle and spin, or quaternion and spin.

typedef struct {
    json_t *list;
    const carom_motion_view *view;
} run_pieces;

static void add_piece(run_pieces *p, const carom_motion_state *s, bool flies, const double velocity[3],
                      const double spin[3]) {
    const int dim = p->view->scene->dim;
    const double begin[] = {s->t, carom_motion_energy(p->view->scene, s), flies};
    json_t *piece = append(append(append(json_array(), begin, 3), s->centre, dim), velocity, dim);
    if (dim == 2)
        append(append(piece, &s->angle, 1), &spin[2], 1);
    else
        append(append(piece, s->orientation, 4), spin, 3);
    json_array_append_new(p->list, piece);
}

// Computes the constant spin that rotates a into b in this time.
static void mean_spin(const carom_motion_state *a, const carom_motion_state *b, double time, double spin[3]) {
    const double *p = a->orientation, *q = b->orientation;
    // q p*, the rotation in world axes.
    double r[4] = {
        q[0] * p[0] + q[1] * p[1] + q[2] * p[2] + q[3] * p[3], -q[0] * p[1] + q[1] * p[0] - q[2] * p[3] + q[3] * p[2],
        -q[0] * p[2] + q[2] * p[0] - q[3] * p[1] + q[1] * p[3], -q[0] * p[3] + q[3] * p[0] - q[1] * p[2] + q[2] * p[1]};
    const double sign = r[0] < 0.0 ? -1.0 : 1.0, sine = sqrt(r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
    const double angle = 2.0 * atan2(sine, sign * r[0]);
    for (int i = 0; i < 3; i++) spin[i] = sine > 0.0 ? sign * r[i + 1] / sine * angle / time : 0.0;
}

// Adds the piece from one known state to another, as a straight line with a constant spin, plus the fall if the body
// flies.
static void add_between(run_pieces *p, const carom_motion_state *a, const carom_motion_state *b, bool flies) {
    const double time = b->t - a->t;
    double velocity[3], spin[3] = {0.0, 0.0, 0.0};
    if (!(time > 0.0)) return;
    for (int i = 0; i < 3; i++) velocity[i] = flies ? a->velocity[i] : (b->centre[i] - a->centre[i]) / time;
    if (p->view->scene->dim == 2)
        spin[2] = (b->angle - a->angle) / time;
    else
        mean_spin(a, b, time, spin);
    add_piece(p, a, flies, velocity, spin);
}

static bool has_equal_moments(const carom_motion_scene *s) {
    return s->dim == 2 || (s->inertia[0] == s->inertia[1] && s->inertia[1] == s->inertia[2]);
}

// Adds the motion from one event to the next.
static void add_phase(run_pieces *p, const carom_motion_state *from, double until, bool stepped) {
    const carom_motion_scene *scene = p->view->scene;
    const carom_motion_result *r = p->view->result;
    carom_motion_state a = *from, b;
    if (!(until > from->t)) return;
    if (!stepped && has_equal_moments(scene)) {
        add_piece(p, from, true, from->velocity, from->spin);
        return;
    }
    // Returns the number of pieces per second. It is 120 for a rotation with different moments of inertia, but at least
    // 8 per radian, and 240 for a stepped phase.
    const double rate =
        sqrt(from->spin[0] * from->spin[0] + from->spin[1] * from->spin[1] + from->spin[2] * from->spin[2]);
    const int pieces = (int)fmin(2000.0, ceil((until - from->t) * (stepped ? 240.0 : fmax(120.0, 8.0 * rate))));
    for (int i = 1; i <= pieces; i++) {
        const double t = i == pieces ? until : from->t + (until - from->t) * i / pieces;
        // At an event, use the state after it: the place is the same, the velocity is not.
        if (carom_status_classify(carom_motion_state_at(scene, r, t, &b)) != CAROM_CLASS_OK) return;
        add_between(p, &a, &b, !stepped);
        a = b;
    }
}

static json_t *pieces_json(const carom_motion_view *view) {
    static const double still[3] = {0.0, 0.0, 0.0};
    const carom_motion_result *r = view->result;
    run_pieces p = {json_array(), view};
    const carom_motion_state *from = &r->start;
    bool stepped = false;
    for (int i = 0; i < r->events; i++) {
        add_phase(&p, from, r->event[i].after.t, stepped);
        from = &r->event[i].after;
        stepped = r->event[i].stepped;
    }
    add_phase(&p, from, r->end.t, stepped);
    add_piece(&p, &r->end, false, still, still);
    return p.list;
}

static json_t *run_json(const carom_motion_view *view) {
    const carom_motion_result *r = view->result;
    const int dim = view->scene->dim;
    json_t *hits = json_array();
    for (int i = 0; i < r->events; i++)
        for (int k = 0; k < r->event[i].hits; k++) {
            const carom_motion_hit *h = &r->hit[r->event[i].first_hit + k];
            json_t *hit = append(append(json_array(), &r->event[i].after.t, 1), h->point, dim);
            json_array_append_new(hits, append(hit, h->impulse, dim));
        }
    return json_pack("{s:o,s:o,s:s,s:o,s:o,s:o}", "name", string_json(view->name), "words", string_json(view->words),
                     "stop", carom_enum_name(CAROM_ENUM_MOTION_STOP, (int)r->stop), "end", number_json(r->end.t),
                     "pieces", pieces_json(view), "hits", hits);
}

// Describes the scene. Balls around corners are listed separately, since their outline depends on the view.
static json_t *scene_json(const carom_motion_scene *scene) {
    const carom_motion_shape *shape = &scene->shape;
    const int dim = scene->dim;
    const size_t corners = dim == 3 ? (size_t)shape->corners : 0;
    carom_wire *wire = carom_memory(sizeof *wire);
    json_t *lines = json_array(), *planes = json_array(), *ellipsoid = json_null();
    carom_wire_of(scene, wire);
    for (size_t i = 0; i < wire->lines; i++)
        json_array_append_new(lines, points_json((const double(*)[3]) & wire->point[wire->first[i]],
                                                 wire->first[i + 1] - wire->first[i], dim));
    for (int i = 0; i < scene->planes; i++)
        json_array_append_new(planes,
                              append(append(json_array(), scene->plane[i].normal, dim), &scene->plane[i].offset, 1));
    if (!shape->corners && dim == 3) ellipsoid = append(append(json_array(), shape->semi_axes, 3), shape->middle, 3);
    free(wire);
    return json_pack("{s:i,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "dim", dim, "size", number_json(carom_motion_size(scene)),
                     "g", append(json_array(), scene->gravity, dim), "planes", planes, "wire", lines, "balls",
                     points_json(shape->corner, shape->radius > 0.0 ? corners : 0, 3), "radius",
                     number_json(shape->radius), "ellipsoid", ellipsoid, "corners",
                     points_json(shape->corner, corners, 3));
}

int carom_page_drop(const char *out, const carom_motion_picture *picture) {
    carom_document *document = carom_document_new(NULL);
    json_t *data = scene_json(picture->view[0].scene), *runs = json_array();
    char title[200];
    snprintf(title, sizeof title, picture->count > 1 ? "%.150s, by %d laws" : "%.150s", picture->name, picture->count);
    for (int i = 0; i < picture->count; i++) json_array_append_new(runs, run_json(&picture->view[i]));
    json_object_set_new(data, "runs", runs);
    carom_document_program(document, (const char *)carom_motion_player, data);
    return carom_report_save(document, &(carom_page){.title = title}, out);
}
