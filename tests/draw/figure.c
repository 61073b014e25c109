// Tests the parts of a figure: ticks, placement of labels, the polygon of the accessible region, data, legends, and
// errors.
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "bench/random.h"
#include "carom/scenario.h"
#include "mods/draw/diagrams/polygon.h"
#include "mods/draw/figure/columns.h"
#include "mods/draw/figure/figure.h"
#include "mods/draw/figure/figure_check.h"
#include "mods/draw/figure/occupied.h"
#include "mods/draw/figure/ticks.h"
#include "support/cmocka.h"
#include "support/laws.h"
#include "support/params.h"
#include "tables/looks.h"
#include "tables/module_names.h"

static void ticks_are_round(void **state) {
    (void)state;
    char text[32];
    assert_true(carom_tick_step(0.0, 1.0, 5) == 0.2);
    assert_true(carom_tick_step(-0.6, 0.6, 6) == 0.2);
    assert_true(carom_tick_step(0.0, 180.0, 6) == 20.0);
    assert_true(carom_tick_step(0.0, 7e-5, 5) < 2.1e-5);
    assert_string_equal(carom_tick_text(-0.2, 0.2, text, sizeof text), "−0.2");
    assert_string_equal(carom_tick_text(1e-17, 0.2, text, sizeof text), "0.0");
    assert_string_equal(carom_tick_text(40.0, 20.0, text, sizeof text), "40");
    assert_string_equal(carom_tick_text(-2e-9, 1e-9, text, sizeof text), "−2e-09");
    assert_string_equal(carom_tick_text(2e9, 1e9, text, sizeof text), "2e+09");
    // A tick that is outside the range only by rounding is shown.
    double value;
    assert_true(carom_tick_at(0.1 + 0.2, 1.0, 0.1, 0, &value) && fabs(value - 0.3) < 1e-12);
    assert_true(carom_tick_at(0.0, 0.3, 0.1, 3, &value) && !carom_tick_at(0.0, 0.3, 0.1, 4, &value));
    // The loop over ticks ends even if the step is smaller than the rounding error of the range.
    int n = 0;
    while (carom_tick_at(1e17, 1e17 + 32.0, 1e-3, n, &value)) n++;
    assert_true(n <= 100);
}

static void words_find_free_room(void **state) {
    (void)state;
    const double within[4] = {0.0, 0.0, 100.0, 100.0};
    carom_draw_room room;
    assert_true(carom_room_open(&room, 100.0, 100.0));
    const carom_box box = {50.0, 50.0, 20.0, 10.0, 0.0};
    assert_true(carom_room_crowd(&room, &box, within, 9.0) == 0.0);
    carom_room_take_line(&room, 0.0, 50.0, 100.0, 50.0, 1);
    assert_true(carom_room_crowd(&room, &box, within, 9.0) > 0.0);
    const carom_box above = {50.0, 20.0, 20.0, 10.0, 0.0}, off = {200.0, 20.0, 20.0, 10.0, 0.0};
    assert_true(carom_room_crowd(&room, &above, within, 9.0) == 0.0);
    assert_true(carom_room_crowd(&room, &off, within, 9.0) > 9.0);
    carom_room_close(&room);
}

// Checks that every corner of the shaded polygon is admissible, and that the polygon contains every admissible impulse.
// It replaces the arc of the ellipse by 360 chords, with an error below 4e-5 of the size of the ellipse.
static void region_is_what_the_judge_allows(void **state) {
    (void)state;
    for (uint64_t k = 0; k < 2000; k++) {
        random_stream r = random_at(7, k);
        const carom_contact c = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, random_between(&r, -2.0, 2.0)}};
        const double mu = random_between(&r, 0.05, 2.0);
        carom_polygon region;
        carom_polygon_allowed(&c, mu, &region);
        for (int i = 0; i < region.count; i++) {
            carom_verdict verdict;
            const double P[3] = {region.y[i], region.x[i], 0.0};
            assert_int_equal(carom_check(&c, mu, P, &verdict), CAROM_OK);
            assert_true(verdict.energy_slack < 1e-9 && verdict.cone_slack < 1e-9 && verdict.approach_slack < 1e-9);
        }
        const double P[3] = {random_between(&r, 0.0, 2.0), random_between(&r, -1.0, 1.0), 0.0};
        carom_verdict verdict;
        carom_check(&c, mu, P, &verdict);
        // A point is inside a convex polygon if it is on the same side of all edges.
        bool left = region.count > 2, right = left;
        for (int i = 0; i < region.count; i++) {
            const int j = (i + 1) % region.count;
            const double x = region.x[j] - region.x[i], y = region.y[j] - region.y[i];
            const double side = x * (P[0] - region.y[i]) - y * (P[1] - region.x[i]);
            left = left && side >= -1e-12;
            right = right && side <= 1e-12;
        }
        const double margin = fmax(verdict.energy_slack, fmax(verdict.cone_slack, verdict.approach_slack));
        bool has;
        assert_int_equal(carom_region_contains(&c, mu, P, &has), CAROM_OK);
        if (fabs(margin) > 1e-3) assert_int_equal(left || right, has);
    }
}

static void singular_mass_has_no_ellipse(void **state) {
    (void)state;
    const carom_contact c = {.dim = 2, .W = {{1.0, 1.0}, {1.0, 1.0}}, .v = {-1.0, -1.0}};
    carom_polygon polygon;
    assert_false(carom_polygon_energy(&c, 1.0, &polygon));
    assert_int_equal(polygon.count, 0);
    carom_figure *figure = carom_figure_create("f", 200.0, 200.0);
    const carom_params p = params_plain();
    const carom_impulse_view view = {.contact = &c, .params = &p, .law = &carom_law_routh};
    carom_panel_impulse(carom_figure_panel(figure), &view);
    carom_figure_free(figure);
}

static void data_are_quoted_and_exact(void **state) {
    (void)state;
    char text[256] = "";
    carom_figure *figure = carom_figure_create("f", 100.0, 100.0);
    carom_panel *panel = carom_figure_panel(figure);
    carom_series *line = carom_panel_line(panel, "a, \"b\"", (carom_style){.width = 1.0});
    carom_series_add(line, 0.1, (double)NAN);
    carom_series_add(line, 1.0 / 3.0, -2.0);
    FILE *file = tmpfile();
    assert_non_null(file);
    carom_figure_write_csv(figure, file);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    assert_string_equal(text, "panel,series,x,y\n1,\"a, \"\"b\"\"\",0.1,\n1,\"a, \"\"b\"\"\",0.3333333333333333,-2\n");
    carom_figure_free(figure);
}

static void refuses_what_it_cannot_draw(void **state) {
    (void)state;
    carom_figure *figure = carom_figure_create("f", 100.0, 100.0);
    assert_int_equal(carom_figure_save(figure, "f.gif", NULL), CAROM_BAD_VALUE);
    assert_int_equal(carom_figure_save(figure, "/no/such/place/f.png", NULL), CAROM_CANNOT_WRITE);
    assert_int_equal(carom_figure_save(NULL, "f.png", NULL), CAROM_NO_MEMORY);
    const carom_contact space = {.dim = 3, .W = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .v = {-1, 0, 0}};
    const carom_params p = params_plain();
    const carom_impulse_view view = {.contact = &space, .params = &p, .law = &carom_law_routh};
    assert_int_equal(carom_panel_impulse(carom_figure_panel(figure), &view), CAROM_BAD_DIM);
    assert_int_equal(carom_panel_impulse(NULL, &view), CAROM_NULL_POINTER);
    carom_figure_free(figure);
    // Functions ignore a figure that could not be created.
    carom_series_add(carom_panel_line(carom_figure_panel(NULL), "x", (carom_style){0}), 0.0, 0.0);
    carom_figure_free(NULL);
}

// Invalid arguments are rejected at once, or when the figure is saved. No function writes past the end of an array.
static void refuses_what_is_no_figure(void **state) {
    (void)state;
    FILE *file = tmpfile();
    assert_non_null(file);
    carom_figure *figure = carom_figure_create(NULL, 100.0, 100.0);
    carom_panel *panel = carom_figure_panel(figure);
    assert_null(carom_panel_field(panel, 1, 5, "too thin"));
    assert_null(carom_panel_field(panel, 5, -1, "negative"));
    assert_null(carom_panel_field(panel, 1 << 30, 1 << 30, "too large"));
    carom_field *field = carom_panel_field(panel, 2, 2, NULL);
    assert_non_null(field);
    for (int i = 0; i < 4; i++) field->value[i] = 1.0;
    carom_field_kind(panel, CAROM_MAX_KINDS, "past the end");
    carom_field_kind(panel, -1, "before the beginning");
    carom_field_kind(panel, INT_MAX, "far past the end");
    assert_int_equal(field->kinds, 0);
    carom_field_kind(panel, 1, "one");
    assert_int_equal(carom_figure_write_csv(figure, file), CAROM_OK);
    field->value[3] = 7.0; // this kind does not exist
    assert_int_equal(carom_figure_write_csv(figure, file), CAROM_BAD_FIGURE);
    field->value[3] = (double)NAN;
    assert_int_equal(carom_figure_write_csv(figure, file), CAROM_OK);
    assert_int_equal(carom_figure_write_csv(figure, NULL), CAROM_CANNOT_WRITE);
    assert_int_equal(carom_figure_write_csv(NULL, file), CAROM_NO_MEMORY);
    figure->failed = true;
    assert_int_equal(carom_figure_write_csv(figure, file), CAROM_NO_MEMORY);
    figure->failed = false;
    assert_null(carom_panel_rule(panel, "no line", (carom_style){0}, 0.0, 0.0, 1.0));
    carom_panel_series(panel, CAROM_SERIES_LINE, NULL, (carom_style){.ink = (carom_ink)99});
    assert_int_equal(carom_figure_save(figure, "f.svg", NULL), CAROM_BAD_FIGURE);
    assert_int_equal(carom_figure_save(figure, NULL, NULL), CAROM_BAD_VALUE);
    carom_figure_free(figure);
    fclose(file);
    // Points that are not finite are omitted.
    figure = carom_figure_create("f", 100.0, 100.0);
    carom_series *line = carom_panel_line(carom_figure_panel(figure), "x", (carom_style){.width = 1.0});
    carom_series_add(line, HUGE_VAL, 1.0);
    carom_series_add(line, (double)NAN, -HUGE_VAL);
    carom_series_add(line, 1.0, 1e308);
    carom_series_add(line, 1.0, -1e308);
    char folder[] = "/tmp/carom_figure.XXXXXX", name[64];
    assert_non_null(mkdtemp(folder));
    snprintf(name, sizeof name, "%s/f.svg", folder);
    carom_figure_save(figure, name, NULL);
    unlink(name);
    assert_int_equal(rmdir(folder), 0);
    carom_figure_free(figure);
    for (int i = 0; i < 2; i++) {
        figure = carom_figure_create("f", i ? (double)NAN : -1.0, 100.0);
        assert_int_equal(carom_figure_save(figure, "f.png", NULL), CAROM_BAD_FIGURE);
        carom_figure_free(figure);
    }
    figure = carom_figure_create("f", 100.0, 100.0);
    assert_int_equal(carom_figure_save(figure, "f.png", &(carom_draw_options){.scale = 1e9}), CAROM_BAD_FIGURE);
    const double some[2] = {0.0, 0.0};
    assert_int_equal(carom_draw_system(figure, -1, some, some, some, some), CAROM_BAD_COUNT);
    assert_int_equal(carom_draw_system(figure, 1, some, some, NULL, some), CAROM_NULL_POINTER);
    assert_int_equal(carom_draw_history(figure, NULL, 3, 2, false), CAROM_NULL_POINTER);
    carom_figure_free(figure);
}

// A picture is replaced completely or not at all: on a full disk the old file is unchanged, and no other file remains.
static void an_old_picture_survives_a_full_disk(void **state) {
    (void)state;
    char folder[] = "/tmp/carom_figure.XXXXXX", name[64], text[8] = "";
    static const char *const endings[] = {"svg", "png", "pdf"};
    struct rlimit old, small;
    assert_non_null(mkdtemp(folder));
    carom_figure *figure = carom_figure_create("f", 300.0, 300.0);
    carom_series *line = carom_panel_line(carom_figure_panel(figure), "line", (carom_style){.width = 1.0});
    for (int i = 0; i < 2000; i++) carom_series_add(line, i, sin(0.1 * i));
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s/f.%s", folder, endings[i]);
        FILE *file = fopen(name, "w");
        assert_non_null(file);
        fputs("old", file);
        fclose(file);
        small = old;
        small.rlim_cur = 1024;
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
        const carom_status status = carom_figure_save(figure, name, NULL);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
        assert_int_equal(status, CAROM_CANNOT_WRITE);
        file = fopen(name, "r");
        assert_non_null(file);
        text[fread(text, 1, 7, file)] = 0;
        fclose(file);
        assert_string_equal(text, "old");
        assert_int_equal(carom_figure_save(figure, name, NULL), CAROM_OK);
        assert_int_equal(unlink(name), 0);
    }
    carom_figure_free(figure);
    assert_int_equal(rmdir(folder), 0); // fails if a file remains
}

// Returns the bytes of a file and their number; NULL and 0 if it cannot be read.
static char *bytes_of(const char *name, long *count) {
    FILE *file = fopen(name, "rb");
    *count = 0;
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    *count = ftell(file);
    rewind(file);
    char *bytes = malloc((size_t)*count + 1);
    const size_t got = bytes ? fread(bytes, 1, (size_t)*count, file) : 0;
    fclose(file);
    if (bytes) bytes[got] = '\0';
    return bytes;
}

// A caption is written into the data and below the picture, whose height grows by the lines of the caption. A picture
// has the same bytes if it is saved again.
static void a_caption_is_kept_and_bytes_do_not_count_pictures(void **state) {
    (void)state;
    char folder[] = "/tmp/carom_caption.XXXXXX", name[3][64], line[128];
    assert_non_null(mkdtemp(folder));
    carom_figure *figure = carom_figure_create("f", 100.0, 100.0);
    carom_series_add(carom_panel_line(carom_figure_panel(figure), "x", (carom_style){.width = 1.0}), 0.0, 0.0);
    for (int i = 0; i < 3; i++) {
        snprintf(name[i], sizeof name[i], "%s/%d.svg", folder, i);
        if (i == 2) carom_figure_caption(figure, "$W$ = (2, 7) 1/kg\n$e$ = 0.8");
        assert_int_equal(carom_figure_save(figure, name[i], NULL), CAROM_OK);
    }
    long count[3];
    char *bytes[3];
    for (int i = 0; i < 3; i++) bytes[i] = bytes_of(name[i], &count[i]);
    assert_true(count[0] > 0 && count[0] == count[1] && !memcmp(bytes[0], bytes[1], (size_t)count[0]));
    assert_non_null(strstr(bytes[0], "height=\"100"));
    assert_non_null(strstr(bytes[2], "height=\"128"));
    FILE *data = tmpfile();
    assert_int_equal(carom_figure_write_csv(figure, data), CAROM_OK);
    rewind(data);
    assert_string_equal(fgets(line, sizeof line, data), "panel,series,x,y\n");
    assert_string_equal(fgets(line, sizeof line, data), "0,\"$W$ = (2, 7) 1/kg\",,\n");
    assert_string_equal(fgets(line, sizeof line, data), "0,$e$ = 0.8,,\n");
    assert_string_equal(fgets(line, sizeof line, data), "1,x,0,0\n");
    fclose(data);
    for (int i = 0; i < 3; i++) {
        free(bytes[i]);
        unlink(name[i]);
    }
    rmdir(folder);
    carom_figure_free(figure);
}

// Returns the first series with this name in a panel.
static const carom_series *series_of(const carom_panel *panel, const char *name) {
    for (size_t i = 0; i < panel->series_count; i++)
        if (!strcmp(panel->series[i]->name, name)) return panel->series[i];
    return NULL;
}

static carom_scene a_ball_on_the_floor(int dim) {
    carom_scene s = {.dim = dim, .impulse = {-0.5, 0.0}, .count = 2};
    s.normal[dim - 1] = 1.0;
    s.impulse[dim - 1] = 2.0;
    s.body[0] = (carom_scene_body){.name = "ball",
                                   .outline = dim == 2 ? CAROM_OUTLINE_DISC : CAROM_OUTLINE_BOX,
                                   .size = {0.5, 0.25, 1.0},
                                   .axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                   .velocity = {1.0},
                                   .velocity_after = {0.5}};
    s.body[0].centre[dim - 1] = 0.5;
    s.body[0].velocity[dim - 1] = -2.0;
    s.body[0].spin[2] = 3.0;
    s.body[1] = (carom_scene_body){.outline = CAROM_OUTLINE_GROUND};
    s.body[1].axes[dim - 1][0] = 1.0;
    return s;
}

// Shapes have the lengths of the scene, all velocities have the same scale, and NaN is rejected.
static void a_scene_is_to_scale(void **state) {
    (void)state;
    carom_scene scene = a_ball_on_the_floor(2);
    carom_figure *figure = carom_figure_create("scene", 300.0, 300.0);
    assert_int_equal(carom_draw_scene(figure, &scene), CAROM_OK);
    const carom_panel *panel = figure->panels[0];
    assert_true(figure->panel_count == 1 && panel->equal);
    const carom_series *ball = series_of(panel, "ball");
    for (size_t i = 0; i < ball->count; i++) assert_true(fabs(hypot(ball->x[i], ball->y[i] - 0.5) - 0.5) < 1e-15);
    // The largest speed is 2.24 m/s and the ball is 1 m wide. With the scale of 5 m/s per metre the arrow is 0.45 m
    // long.
    const carom_series *before = series_of(panel, "velocity before (5 m/s: 1 m)");
    const carom_series *after = series_of(panel, "velocity after"), *change = series_of(panel, "change $Δv$");
    assert_non_null(before);
    assert_true(fabs(before->x[1] - 0.2) < 1e-15 && fabs(before->y[1] - 0.1) < 1e-15);
    assert_true(fabs(after->x[1] - 0.1) < 1e-15 && fabs(after->y[1] - 0.5) < 1e-15);
    assert_true(change->x[0] == before->x[1] && change->y[1] == after->y[1]);
    assert_non_null(series_of(panel, "impulse on ball"));
    scene.body[0].axes[1][1] = (double)NAN;
    assert_int_equal(carom_draw_scene(figure, &scene), CAROM_NOT_FINITE);
    scene.dim = 1;
    assert_int_equal(carom_draw_scene(figure, &scene), CAROM_BAD_DIM);
    carom_figure_free(figure);
}

// A scene in 3D has three views of the same scale and a legend. The spin about z is drawn in the view from above only,
// and a box is drawn by its outline.
static void a_scene_in_space_has_three_views(void **state) {
    (void)state;
    const carom_scene scene = a_ball_on_the_floor(3);
    carom_figure *figure = carom_figure_create("scene", 300.0, 300.0);
    assert_int_equal(carom_draw_scene(figure, &scene), CAROM_OK);
    assert_int_equal(figure->panel_count, 4);
    assert_true(figure->panels[3]->bare && series_of(figure->panels[3], "velocity after"));
    const carom_panel *above = figure->panels[0], *front = figure->panels[1];
    assert_true(fabs((above->x.high - above->x.low) - (front->y.high - front->y.low)) < 1e-14);
    assert_non_null(series_of(above, "spin"));
    assert_null(series_of(front, "spin"));
    assert_null(series_of(above, "surface"));
    assert_non_null(series_of(front, "surface"));
    const carom_series *box = series_of(front, "ball");
    for (size_t i = 0; i < box->count; i++) assert_true(fabs(box->x[i]) == 0.25 && fabs(box->y[i] - 0.5) == 0.5);
    carom_figure_free(figure);
}

// A title increases the height of the picture; with `untitled` the height does not change.
static void a_title_adds_its_height(void **state) {
    (void)state;
    char folder[] = "/tmp/carom_title.XXXXXX", name[64];
    assert_non_null(mkdtemp(folder));
    snprintf(name, sizeof name, "%s/f.svg", folder);
    carom_figure *figure = carom_figure_create("f", 100.0, 100.0);
    carom_series_add(carom_panel_line(carom_figure_panel(figure), "x", (carom_style){.width = 1.0}), 0.0, 0.0);
    carom_figure_title(figure, "routh, $e$ = 0.5");
    for (int untitled = 0; untitled < 2; untitled++) {
        long count;
        assert_int_equal(carom_figure_save(figure, name, &(carom_draw_options){.untitled = untitled}), CAROM_OK);
        char *bytes = bytes_of(name, &count);
        assert_non_null(strstr(bytes, untitled ? "height=\"100" : "height=\"120"));
        free(bytes);
    }
    unlink(name);
    rmdir(folder);
    carom_figure_free(figure);
}

// No two rows of looks.def have the same colour and mark, and no two modes have the same colour.
static void laws_and_modes_look_different(void **state) {
    (void)state;
    static const char *const names[] = {
#define CAROM_LAW_LOOK(name, ink, mark) name,
#include "tables/looks.def"
#undef CAROM_LAW_LOOK
    };
    const int count = (int)(sizeof names / sizeof *names);
    assert_true(count >= 40);
    for (int i = 0; i < count; i++) {
        const carom_look a = carom_law_look(names[i]);
        assert_true(a.ink >= 0 && a.ink < CAROM_INK_COUNT && a.mark > CAROM_MARK_NONE && a.mark < CAROM_MARK_COUNT);
        for (int j = 0; j < i; j++) {
            const carom_look b = carom_law_look(names[j]);
            assert_false(a.ink == b.ink && a.mark == b.mark);
        }
    }
    assert_int_equal(carom_law_look("routh (other)").ink, carom_law_look("routh").ink);
    assert_int_equal(carom_law_look(NULL).ink, -1);
    for (int i = 0; carom_mode_name((carom_mode)i); i++)
        for (int j = 0; j < i; j++) {
            assert_int_not_equal(carom_mode_look(i).light, carom_mode_look(j).light);
            assert_int_not_equal(carom_mode_look(i).dark, carom_mode_look(j).dark);
        }
    assert_int_equal(carom_mode_look(255).light, 0);
}

// Checks legends whose names take one or more rows, in one to four columns. No column may begin in the middle of a
// name, and no two rows may have the same place.
static void a_legend_keeps_names_whole(void **state) {
    (void)state;
    // Three names, a name of two rows, and two more. Two columns of equal length would begin the second column with the
    // second row of the long name.
    carom_legend_spot seven[] = {{.begins = true}, {.begins = true}, {.begins = true}, {.begins = true}, {0},
                                 {.begins = true}, {.begins = true}};
    assert_int_equal(carom_legend_spread(seven, 7, 2), 4);
    assert_int_equal(seven[3].column, 1);
    assert_int_equal(seven[3].place, 0);
    assert_int_equal(seven[4].column, 1);
    assert_int_equal(seven[4].place, 1);
    for (unsigned kind = 0; kind < 1u << 11; kind++) {
        for (int columns = 1; columns <= 4; columns++) {
            carom_legend_spot spots[12] = {{.begins = true}};
            for (int i = 1; i < 12; i++) spots[i].begins = (kind >> (i - 1)) & 1;
            const int rows = carom_legend_spread(spots, 12, columns);
            assert_true(rows >= (12 + columns - 1) / columns && spots[11].column < columns);
            for (int i = 0; i < 12; i++) assert_true(spots[i].place < rows);
            for (int i = 1; i < 12; i++) {
                const bool next = spots[i].column == spots[i - 1].column && spots[i].place == spots[i - 1].place + 1;
                assert_true(next || (spots[i].begins && spots[i].column == spots[i - 1].column + 1 && !spots[i].place));
            }
        }
    }
}

// Makes one part of a figure invalid, selected by `way`. Returns false if `way` is past the last part. Callers can
// write to the memory of a figure, so carom checks it before it draws or writes the figure.
static bool spoil(carom_figure *f, int way) {
    carom_panel *panel = f->panels[0];
    carom_series *s = panel->series[0];
    carom_field *field = panel->field;
    switch (way) {
    case 0: return f->width = 0.0, true;
    case 1: return f->height = -1.0, true;
    case 2: return f->width = HUGE_VAL, true;
    case 3: return f->height = HUGE_VAL, true;
    case 4: return f->columns = 0, true;
    case 5: return panel->x.low = -HUGE_VAL, true;
    case 6: return panel->x.high = HUGE_VAL, true;
    case 7: return panel->y.low = -HUGE_VAL, true;
    case 8: return panel->y.high = HUGE_VAL, true;
    case 9: return panel->x.step = -1.0, true;
    case 10: return panel->y.step = (double)NAN, true;
    case 11: return s->kind = (carom_series_kind)77, true;
    case 12: return s->style.ink = CAROM_INK_COUNT, true;
    case 13: return s->style.dash = (carom_dash)77, true;
    case 14: return s->style.mark = CAROM_MARK_COUNT, true;
    case 15: return s->style.width = (double)NAN, true;
    case 16: return s->style.fill = HUGE_VAL, true;
    case 17: return field->nx = 1, true;
    case 18: return field->ny = 1, true;
    case 19: return field->nx = CAROM_MAX_CELLS + 1, true;
    case 20: return field->ny = CAROM_MAX_CELLS + 1, true;
    case 21: return field->kinds = -1, true;
    case 22: return field->kinds = CAROM_MAX_KINDS + 1, true;
    case 23: return field->kinds = 1, field->value[3] = 1.0, true;
    case 24: return field->kinds = 1, field->value[3] = -1.0, true;
    case 25: return panel->notes[0].ink = CAROM_INK_COUNT, true;
    default: return false;
    }
}

static void unsound(void **state) {
    (void)state;
    bool more = true;
    int way = -1;
    for (; more; way++) {
        carom_figure *f = carom_figure_create("f", 100.0, 100.0);
        carom_panel *panel = carom_figure_panel(f);
        carom_series *line = carom_panel_line(panel, "line", (carom_style){.width = 1.0});
        carom_series_add(line, 1.0, 2.0);
        carom_panel_note(panel, 0.5, 0.5, "here", CAROM_INK_GREEN);
        carom_field *field = carom_panel_field(panel, 2, 2, "label");
        assert_non_null(field);
        for (int i = 0; i < 4; i++) field->value[i] = (double)NAN;
        assert_int_equal(carom_figure_sound(f), CAROM_OK);
        if (way >= 0) more = spoil(f, way);
        assert_int_equal(carom_figure_sound(f), way >= 0 && more ? CAROM_BAD_FIGURE : CAROM_OK);
        carom_figure_free(f);
    }
    assert_int_equal(way, 27);
    assert_int_equal(carom_figure_sound(NULL), CAROM_NO_MEMORY);
}

// Each contact has a friction cone of its own mu; a contact with infinite friction has none.
static void cones_have_their_friction(void **state) {
    (void)state;
    const double v[8] = {-1.0, 0.1, -2.0, 0.2, -3.0, 0.3, -4.0, 0.4}, mu[4] = {0.1, HUGE_VAL, 0.5, 0.8};
    carom_figure *figure = carom_figure_create("f", 300.0, 300.0);
    assert_int_equal(carom_draw_system(figure, 4, v, v, v, mu), CAROM_OK);
    const double slopes[6] = {-0.1, 0.1, -0.5, 0.5, -0.8, 0.8};
    int rays = 0;
    for (int p = 0; p < figure->panel_count; p++)
        for (size_t s = 0; s < figure->panels[p]->series_count; s++) {
            const carom_series *ray = figure->panels[p]->series[s];
            if (ray->kind != CAROM_SERIES_RAY) continue;
            assert_true(rays < 6 && ray->x[1] == slopes[rays] * ray->y[1]);
            rays++;
        }
    assert_int_equal(rays, 6);
    carom_figure_free(figure);
}

// The figure of a history in 3D contains the slip along both tangents.
static void histories_show_both_slips(void **state) {
    (void)state;
    carom_history_point points[3] = {0};
    for (int i = 0; i < 3; i++) points[i].overlap = i, points[i].slip[0] = 10.0 + i, points[i].slip[1] = 20.0 + i;
    carom_figure *figure = carom_figure_create("f", 300.0, 300.0);
    assert_int_equal(carom_draw_history(figure, points, 3, 3, false), CAROM_OK);
    const carom_panel *slip = figure->panels[figure->panel_count - 1];
    assert_int_equal(slip->series_count, 2);
    for (int c = 0; c < 2; c++)
        for (size_t i = 0; i < slip->series[c]->count; i++)
            assert_true(slip->series[c]->y[i] == points[i].slip[c] && slip->series[c]->x[i] == points[i].overlap);
    carom_figure_free(figure);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ticks_are_round),
        cmocka_unit_test(words_find_free_room),
        cmocka_unit_test(region_is_what_the_judge_allows),
        cmocka_unit_test(singular_mass_has_no_ellipse),
        cmocka_unit_test(data_are_quoted_and_exact),
        cmocka_unit_test(refuses_what_it_cannot_draw),
        cmocka_unit_test(refuses_what_is_no_figure),
        cmocka_unit_test(an_old_picture_survives_a_full_disk),
        cmocka_unit_test(a_caption_is_kept_and_bytes_do_not_count_pictures),
        cmocka_unit_test(a_scene_is_to_scale),
        cmocka_unit_test(a_scene_in_space_has_three_views),
        cmocka_unit_test(a_title_adds_its_height),
        cmocka_unit_test(laws_and_modes_look_different),
        cmocka_unit_test(unsound),
        cmocka_unit_test(cones_have_their_friction),
        cmocka_unit_test(histories_show_both_slips),
        cmocka_unit_test(a_legend_keeps_names_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
