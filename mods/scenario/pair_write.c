// Writes two bodies as a file that reads back as the same numbers.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "carom/scenario.h"
#include "mods/scenario/json.h"
#include "mods/scenario/read_error.h"

// A text that may exceed its memory. The part that fits is written, and the rest is only counted.
typedef struct {
    char *text;
    size_t size, length;
} page;

static void put(page *p, const char *format, ...) CAROM_PRINTF(2, 3);
static void put(page *p, const char *format, ...) {
    const size_t left = p->length < p->size ? p->size - p->length : 0;
    va_list list;
    va_start(list, format);
    const int more = vsnprintf(left ? p->text + p->length : NULL, left, format, list);
    va_end(list);
    p->length += more > 0 ? (size_t)more : 0;
}

static void put_number(page *p, double x) {
    char text[32];
    put(p, "%s", carom_json_number(x == 0.0 ? 0.0 : x, text)); // avoids -0
}

static void put_row(page *p, const double *x, int count) {
    for (int i = 0; i < count; i++) {
        put(p, i ? ", " : "[");
        put_number(p, x[i]);
    }
    put(p, "]");
}

static void put_key(page *p, const char *key, const double *x, int count) {
    put(p, ",\n      \"%s\": ", key);
    put_row(p, x, count);
}

static bool all(const double *x, int count, double value) {
    for (int i = 0; i < count; i++)
        if (x[i] != value) return false;
    return true;
}

static void put_rows(page *p, const double rows[3][3]) {
    for (int i = 0; i < 3; i++) {
        put(p, i ? ", " : "[");
        put_row(p, rows[i], 3);
    }
    put(p, "]");
}

// Writes principal moments if the tensor is diagonal, else the tensor.
static void put_inertia(page *p, const carom_body *b) {
    const double I[3] = {b->inertia[0][0], b->inertia[1][1], b->inertia[2][2]};
    const bool diagonal = all(&b->inertia[0][1], 3, 0.0) && all(&b->inertia[1][2], 3, 0.0);
    put(p, ",\n      \"inertia\": ");
    if (all(I, 3, HUGE_VAL))
        put(p, "\"inf\"");
    else if (diagonal)
        put_row(p, I, 3);
    else
        put_rows(p, b->inertia);
}

static bool stands(double mass, const double *moments, int count, const double *motion, int numbers) {
    return isinf(mass) && all(moments, count, HUGE_VAL) && all(motion, numbers, 0.0);
}

static void put_body(page *p, const carom_body *b) {
    static const double identity[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
    const double I[3] = {b->inertia[0][0], b->inertia[1][1], b->inertia[2][2]};
    bool turned = !all(b->axes[0], 9, 0.0), same = true;
    for (int i = 0; i < 9; i++) same &= (&b->axes[0][0])[i] == identity[i];
    if (stands(b->mass, I, 3, b->velocity, 3) && all(b->spin, 3, 0.0)) {
        put(p, "    \"fixed\"");
        return;
    }
    put(p, "    {\n      \"mass\": ");
    put_number(p, b->mass);
    put_inertia(p, b);
    if (turned && !same && !all(I, 3, HUGE_VAL)) {
        put(p, ",\n      \"orientation\": ");
        put_rows(p, b->axes);
    }
    put_key(p, "centre", b->centre, 3);
    put_key(p, "velocity", b->velocity, 3);
    if (!all(b->spin, 3, 0.0)) put_key(p, "spin", b->spin, 3);
    put(p, "\n    }");
}

static void put_planar_body(page *p, const carom_planar_body *b) {
    if (stands(b->mass, &b->inertia, 1, b->velocity, 2) && b->spin == 0.0) {
        put(p, "    \"fixed\"");
        return;
    }
    put(p, "    {\n      \"mass\": ");
    put_number(p, b->mass);
    put(p, ",\n      \"inertia\": ");
    put_number(p, b->inertia);
    put_key(p, "centre", b->centre, 2);
    put_key(p, "velocity", b->velocity, 2);
    if (b->spin != 0.0) {
        put(p, ",\n      \"spin\": ");
        put_number(p, b->spin);
    }
    put(p, "\n    }");
}

static void put_head(page *p, const char *about) {
    put(p, "{\n");
    if (about) put(p, "  \"about\": \"%s\",\n", about);
    put(p, "  \"bodies\": [\n");
}

static void put_touch(page *p, const double *point, const double *normal, int dim) {
    put(p, "\n  ],\n  \"contact\": {\"point\": ");
    put_row(p, point, dim);
    put(p, ", \"normal\": ");
    put_row(p, normal, dim);
    put(p, ", \"tangent\": ");
}

// Returns true if a note fits a JSON string: printable, without quotes.
static bool plain(const char *about) {
    for (; about && *about; about++)
        if (*about == '"' || *about == '\\' || (unsigned char)*about < ' ') return false;
    return true;
}

static page page_at(char *text, size_t size) {
    if (text && size) text[0] = 0;
    return (page){text, text ? size : 0, 0};
}

size_t carom_scenario_write_pair(const carom_pair *pair, const char *about, char *text, size_t size) {
    page p = page_at(text, size);
    carom_contact contact;
    double d[3][3];
    if (!pair || !plain(about) || carom_pair_contact(pair, &contact) != CAROM_OK) return 0;
    if (carom_pair_frame(pair, d) != CAROM_OK) return 0;
    put_head(&p, about);
    put_body(&p, &pair->a);
    put(&p, ",\n");
    put_body(&p, &pair->b);
    put_touch(&p, pair->point, pair->normal, 3);
    put(&p, "[");
    put_row(&p, d[1], 3);
    put(&p, ", ");
    put_row(&p, d[2], 3);
    put(&p, "]}\n}\n");
    return p.length;
}

size_t carom_scenario_write_planar_pair(const carom_planar_pair *pair, const char *about, char *text, size_t size) {
    page p = page_at(text, size);
    carom_contact contact;
    double d[2][2];
    if (!pair || !plain(about) || carom_planar_pair_contact(pair, &contact) != CAROM_OK) return 0;
    if (carom_planar_pair_frame(pair, d) != CAROM_OK) return 0;
    put_head(&p, about);
    put_planar_body(&p, &pair->a);
    put(&p, ",\n");
    put_planar_body(&p, &pair->b);
    put_touch(&p, pair->point, pair->normal, 2);
    put_row(&p, d[1], 2);
    put(&p, "}\n}\n");
    return p.length;
}
