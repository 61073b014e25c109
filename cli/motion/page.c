// Writes a page that plays motions. A flight is written as its first state, from which the page computes all later
// ones. Rotations with different moments of inertia and stepped phases are written as short pieces.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "carom/motion.h"
#include "cli/html/page.h"
#include "cli/motion/motion_picture.h"
#include "cli/motion/player.h"
#include "cli/motion/wire.h"
#include "support/atomic_file/cell.h"

// Writes JSON inside a script, where "<" would end the script.
static void put_string(FILE *to, const char *text) {
    fputc('"', to);
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(to, "\\%c", c);
        else if (carom_reorders(text))
            fputs("\uFFFD", to), text += carom_reorders(text) - 1;
        else if (c < 0x20 || c == '<' || c == 0x7f)
            fprintf(to, "\\u%04x", c);
        else if (c != '$') // remove the markup of figures
            fputc(c, to);
    }
    fputc('"', to);
}

static void put_number(FILE *to, double value) {
    fputs(isfinite(value) ? CAROM_SHORT(value, 9) : "null", to);
}

static void put_numbers(FILE *to, const double *values, int count) {
    for (int i = 0; i < count; i++) {
        if (i) fputc(',', to);
        put_number(to, values[i]);
    }
}

// Writes pieces: t, energy, whether gravity acts, centre, velocity, then angle and spin, or quaternion and spin.

typedef struct {
    FILE *to;
    const carom_motion_view *view;
    bool first;
} writer;

static void put_piece(writer *w, const carom_motion_state *s, bool flies, const double velocity[3],
                      const double spin[3]) {
    const int dim = w->view->scene->dim;
    fputs(w->first ? "[" : ",\n[", w->to);
    w->first = false;
    put_number(w->to, s->t);
    fputc(',', w->to);
    put_number(w->to, carom_motion_energy(w->view->scene, s));
    fprintf(w->to, ",%d,", flies);
    put_numbers(w->to, s->centre, dim);
    fputc(',', w->to);
    put_numbers(w->to, velocity, dim);
    fputc(',', w->to);
    if (dim == 2) {
        put_number(w->to, s->angle);
        fputc(',', w->to);
        put_number(w->to, spin[2]);
    } else {
        put_numbers(w->to, s->orientation, 4);
        fputc(',', w->to);
        put_numbers(w->to, spin, 3);
    }
    fputc(']', w->to);
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

// Writes the piece from one known state to another, as a straight line with a constant spin, plus the fall if the body
// flies.
static void put_between(writer *w, const carom_motion_state *a, const carom_motion_state *b, bool flies) {
    const double time = b->t - a->t;
    double velocity[3], spin[3] = {0.0, 0.0, 0.0};
    if (!(time > 0.0)) return;
    for (int i = 0; i < 3; i++) velocity[i] = flies ? a->velocity[i] : (b->centre[i] - a->centre[i]) / time;
    if (w->view->scene->dim == 2)
        spin[2] = (b->angle - a->angle) / time;
    else
        mean_spin(a, b, time, spin);
    put_piece(w, a, flies, velocity, spin);
}

static bool has_equal_moments(const carom_motion_scene *s) {
    return s->dim == 2 || (s->inertia[0] == s->inertia[1] && s->inertia[1] == s->inertia[2]);
}

// Writes the motion from one event to the next.
static void put_phase(writer *w, const carom_motion_state *from, double until, bool stepped) {
    const carom_motion_scene *scene = w->view->scene;
    const carom_motion_result *r = w->view->result;
    carom_motion_state a = *from, b;
    if (!(until > from->t)) return;
    if (!stepped && has_equal_moments(scene)) {
        put_piece(w, from, true, from->velocity, from->spin);
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
        put_between(w, &a, &b, !stepped);
        a = b;
    }
}

static void put_pieces(FILE *to, const carom_motion_view *view) {
    static const double still[3] = {0.0, 0.0, 0.0};
    const carom_motion_result *r = view->result;
    writer w = {.to = to, .view = view, .first = true};
    const carom_motion_state *from = &r->start;
    bool stepped = false;
    fputs("\"pieces\":[", to);
    for (int i = 0; i < r->events; i++) {
        put_phase(&w, from, r->event[i].after.t, stepped);
        from = &r->event[i].after;
        stepped = r->event[i].stepped;
    }
    put_phase(&w, from, r->end.t, stepped);
    put_piece(&w, &r->end, false, still, still);
    fputs("]", to);
}

static void put_hits(FILE *to, const carom_motion_view *view) {
    const carom_motion_result *r = view->result;
    const int dim = view->scene->dim;
    bool first = true;
    fputs(",\n\"hits\":[", to);
    for (int i = 0; i < r->events; i++)
        for (int k = 0; k < r->event[i].hits; k++) {
            const carom_motion_hit *h = &r->hit[r->event[i].first_hit + k];
            fputs(first ? "[" : ",[", to);
            first = false;
            put_number(to, r->event[i].after.t);
            fputc(',', to);
            put_numbers(to, h->point, dim);
            fputc(',', to);
            put_numbers(to, h->impulse, dim);
            fputc(']', to);
        }
    fputs("]", to);
}

static void put_run(FILE *to, const carom_motion_view *view) {
    const carom_motion_result *r = view->result;
    int impacts = 0;
    for (int i = 0; i < r->events; i++) impacts += r->event[i].kind == CAROM_MOTION_KIND_IMPACT;
    fputs("{\"name\":", to);
    put_string(to, view->name);
    fputs(",\"words\":", to);
    put_string(to, view->words);
    fputs(",\"stop\":", to);
    put_string(to, carom_enum_name(CAROM_ENUM_MOTION_STOP, (int)r->stop));
    fprintf(to, ",\"impacts\":%d,\"end\":", impacts);
    put_number(to, r->end.t);
    fputs(",\n", to);
    put_pieces(to, view);
    put_hits(to, view);
    fputs("}", to);
}

static void put_shape(FILE *to, const carom_motion_scene *scene, const carom_wire *wire) {
    const carom_motion_shape *shape = &scene->shape;
    fputs("\"wire\":[", to);
    for (size_t i = 0; i < wire->lines; i++) {
        fputs(i ? ",[" : "[", to);
        for (size_t k = wire->first[i]; k < wire->first[i + 1]; k++) {
            fputs(k > wire->first[i] ? ",[" : "[", to);
            put_numbers(to, wire->point[k], scene->dim);
            fputc(']', to);
        }
        fputc(']', to);
    }
    // Balls around corners are written separately, since their outline depends on the view.
    fputs("],\"balls\":[", to);
    for (int i = 0; i < shape->corners && scene->dim == 3 && shape->radius > 0.0; i++) {
        fputs(i ? ",[" : "[", to);
        put_numbers(to, shape->corner[i], 3);
        fputc(']', to);
    }
    fputs("],\"radius\":", to);
    put_number(to, shape->radius);
    fputs(",\"ellipsoid\":", to);
    if (shape->corners || scene->dim == 2) {
        fputs("null", to);
    } else {
        fputc('[', to);
        put_numbers(to, shape->semi_axes, 3);
        fputc(',', to);
        put_numbers(to, shape->middle, 3);
        fputc(']', to);
    }
    fputs(",\"corners\":[", to);
    for (int i = 0; i < shape->corners && scene->dim == 3; i++) {
        fputs(i ? ",[" : "[", to);
        put_numbers(to, shape->corner[i], 3);
        fputc(']', to);
    }
    fputs("]", to);
}

static void put_data(FILE *to, const carom_motion_picture *p, const carom_wire *wire) {
    const carom_motion_scene *scene = p->view[0].scene;
    fputs("{\"name\":", to);
    put_string(to, p->name);
    fprintf(to, ",\"dim\":%d,\"size\":", scene->dim);
    put_number(to, carom_motion_size(scene));
    fputs(",\"g\":[", to);
    put_numbers(to, scene->gravity, scene->dim);
    fputs("],\"planes\":[", to);
    for (int i = 0; i < scene->planes; i++) {
        fputs(i ? ",[" : "[", to);
        put_numbers(to, scene->plane[i].normal, scene->dim);
        fputc(',', to);
        put_number(to, scene->plane[i].offset);
        fputc(']', to);
    }
    fputs("],\n", to);
    put_shape(to, scene, wire);
    fputs(",\n\"runs\":[", to);
    for (int i = 0; i < p->count; i++) {
        if (i) fputs(",\n", to);
        put_run(to, &p->view[i]);
    }
    fputs("]}", to);
}

static bool write_page(FILE *to, const void *what) {
    static const char data[] = "/*DATA*/null", title[] = "<!--TITLE-->";
    const carom_motion_picture *p = what;
    const char *page = (const char *)carom_motion_player, *at = strstr(page, title), *here = strstr(page, data);
    carom_wire *wire = malloc(sizeof *wire);
    if (!wire) return false;
    carom_wire_of(p->view[0].scene, wire);
    fwrite(page, 1, (size_t)(at - page), to);
    carom_page_text(to, p->name);
    at += sizeof title - 1;
    fwrite(at, 1, (size_t)(here - at), to);
    put_data(to, p, wire);
    fputs(here + sizeof data - 1, to);
    free(wire);
    return !ferror(to);
}

bool carom_motion_page(const char *file, const carom_motion_picture *picture) {
    return carom_page_save(file, write_page, picture);
}
