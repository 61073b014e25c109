// Reproduces the normal force over time (Shen & Townsend 1998, figure 2) and over the overlap (Payr & Glocker 2005,
// figure 12). Both use Stronge's model, whose normal spring is stiffer during unloading.
#include <math.h>

#include "base/worst.h"
#include "carom/compliant.h"
#include "mods/draw/figure/figure.h"
#include "papers/papers.h"
#include "papers/params.h"

#ifdef CAROM_WITH_COMPLIANT

enum { POINTS = 40000 };

typedef struct {
    carom_history_point point[POINTS];
    carom_history history;
    carom_result out;
} course;

static course *follow(const carom_contact *c, double e, double mu, double eta2) {
    static course room; // too large for the stack
    carom_params p = paper_params();
    p.e = e;
    p.mu = mu;
    p.own[CAROM_OWN(eta2)] = eta2;
    room.history = (carom_history){.points = room.point, .capacity = POINTS};
    carom_record(&carom_law_stronge, c, &p, &room.history, &room.out);
    if (room.history.count > POINTS) room.history.count = POINTS;
    return &room;
}

// Returns the first point at which the contact sticks (`sticks`) or at which v_n >= 0; otherwise the last point.
static size_t first(const course *k, bool sticks) {
    size_t i = 1;
    while (i + 1 < k->history.count && !(sticks ? k->point[i].state == CAROM_CONTACT_STICK : k->point[i].v[0] >= 0.0))
        i++;
    return i;
}

static void mark_time(carom_panel *panel, const course *k, size_t i, const char *text) {
    carom_series *line = carom_panel_line(
        panel, text, (carom_style){.ink = CAROM_INK_SOFT, .dash = CAROM_DOTTED, .width = 1.1, .unlisted = true});
    carom_series_add(line, k->point[i].t, 0.0);
    carom_series_add(line, k->point[i].t, k->point[i].force[0]);
    carom_panel_note(panel, k->point[i].t, 0.0, text, CAROM_INK_TEXT);
}

static const carom_style force_style = {.ink = CAROM_INK_VERMILION, .width = 1.8, .unlisted = true};

// Draws the force over the overlap, during unloading (`back`) or loading.
static void add_way(carom_panel *panel, const course *k, bool back, const char *label) {
    carom_series *line = carom_panel_line(panel, back ? "way back" : "way in", force_style);
    for (size_t i = 0; i < k->history.count; i++)
        if ((k->point[i].v[0] > 0.0) == back) carom_series_add(line, k->point[i].overlap, k->point[i].force[0]);
    carom_series_label(line, label);
}

void carom_reproduce_st_fig2(carom_reproduction *r) {
    static const double slips[2] = {0.6, -1.0};
    static const char *const titles[2] = {"(i)  $t^* < t_c$", "(iii)  $t^* > t_c$"};
    static const double frictions[2] = {0.7, 0.95};
    bool signs = true, whole = true;
    static const char *const stops[2] = {"(i): normal impulse at t*", "(iii): normal impulse at t*"};
    for (int i = 0; i < 2; i++) {
        const carom_contact c = carom_plane_contact(2.5, -1.5, 2.5, -1.0, slips[i]);
        // 1e-5 is the ratio of the stiffnesses. The tangential spring is so stiff that it hardly deforms, so the
        // friction follows Coulomb's law from the start. An even stiffer spring would need too many points for its
        // oscillations.
        const course *k = follow(&c, 0.5, frictions[i], 1e-5);
        whole = whole && k->out.status == CAROM_OK && k->history.count < POINTS;
        const size_t stop = first(k, true), most = first(k, false), end = k->history.count - 1;
        carom_critical at;
        carom_critical_compute(&c, 0.5, frictions[i], &at);
        carom_panel *panel = carom_reproduce_panel(r, 640.0, 280.0);
        carom_panel_title(panel, titles[i]);
        carom_panel_axes(panel, "time $t$  (s)", "normal force $F$  (N)");
        carom_series *line = carom_panel_line(panel, "normal force", force_style);
        for (size_t n = 0; n <= end; n++) carom_series_add(line, k->point[n].t, k->point[n].force[0]);
        mark_time(panel, k, stop, "$t^*$");
        mark_time(panel, k, most, "$t_c$");
        mark_time(panel, k, end, "$t_s$");
        // The tangential spring moves before the contact sticks. The largest error was 4e-4; the bound is 1e-3.
        carom_claim_said(r, stops[i], "F* by (15)-(17)", "the same, to 1e-3",
                         fabs(k->point[stop].P[0] / at.F_star - 1.0) < 1e-3);
        signs = signs && (k->point[stop].v[0] > 0.0) == (i == 1);
    }
    carom_claim_fact(r, "sign of u_n at t*", "as before in (i), reversed in (iii)", signs && whole);
    if (r->figure) r->figure->columns = 2;
    carom_reproduce_given(
        r,
        "the falling rod, $W$ = [2.5, -1.5; -1.5, 2.5] 1/kg, $v$ = (-1, 0.6), $μ$ = 0.7 and (-1, -1) m/s, $μ$ = 0.95;");
    carom_reproduce_given(r, "Stronge's device, $e$ = 0.5, $k_n$ = 1 N/m, tangentially stiff ($η^2$ = 1e-5)");
}

// Computes the smallest and largest slope of the force over the overlap, during unloading (`back`) or loading.
static void slopes(const course *k, bool back, double *least, double *most) {
    *least = HUGE_VAL;
    *most = 0.0;
    for (size_t i = 1; i < k->history.count; i++) {
        const carom_history_point *a = &k->point[i - 1], *b = &k->point[i];
        const double moved = b->overlap - a->overlap;
        if ((a->v[0] > 0.0) != back || (b->v[0] > 0.0) != back || fabs(moved) < 1e-4 * k->history.summary.compression)
            continue;
        const double slope = (b->force[0] - a->force[0]) / moved;
        *least = fmin(*least, slope);
        carom_worsen(most, slope);
    }
}

void carom_reproduce_pg_fig12(carom_reproduction *r) {
    static const double es[2] = {0.5, 0.8};
    static const char *const names[2] = {"e = 0.5: slope on the way back", "e = 0.8: slope on the way back"};
    const carom_contact c = carom_plane_contact(1.0, 0.0, 3.5, -1.0, 0.5);
    carom_panel *panel = carom_reproduce_panel(r, 420.0, 300.0);
    carom_panel_axes(panel, "overlap  (m)", "normal force  (N)");
    for (int i = 0; i < 2; i++) {
        const course *k = follow(&c, es[i], 0.5, 1.21);
        double least, most;
        if (i == 0) add_way(panel, k, false, "way in: $k$");
        add_way(panel, k, true, i ? "way back: $k/e^2$, $e$ = 0.8" : "way back: $k/e^2$, $e$ = 0.5");
        slopes(k, false, &least, &most);
        // 1e-6: the slopes are differences of forces that are accurate to 1e-10.
        if (i == 0)
            carom_claim_said(r, "slope on the way in", "k", "k = 1 N/m, all the way",
                             fabs(least - 1.0) < 1e-6 && fabs(most - 1.0) < 1e-6);
        slopes(k, true, &least, &most);
        const double k_back = 1.0 / (es[i] * es[i]);
        carom_claim_said(r, names[i], "k/e^2", "k/e^2, all the way",
                         fabs(least / k_back - 1.0) < 1e-6 && fabs(most / k_back - 1.0) < 1e-6);
        carom_claim_formula(r, i ? "e = 0.8: energy returned, of absorbed" : "e = 0.5: energy returned, of absorbed",
                            "e^2", es[i] * es[i], 1.0 + 2.0 * k->out.work_normal);
    }
    carom_reproduce_given(
        r, "Stronge's device: a sphere, $W$ = diag(1, 3.5) 1/kg, $v$ = (-1, 0.5) m/s, $μ$ = 0.5, $k$ = 1 N/m");
}

#endif
