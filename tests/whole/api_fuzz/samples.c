// Calls every public function with invalid arguments, by api_fuzz.c, which api_fuzz.py generates. A child process runs
// the cases of a function. If it crashes or hangs, the program prints the function and the case, and continues after
// it.
// Usage: api_fuzz [FUNCTION]
#include "whole/api_fuzz/samples.h"
#include "support/law_count.h"
#include "support/params.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef API_FUZZ_COVERAGE
void __gcov_dump(void);
#endif

#ifdef API_FUZZ_COVERAGE
enum { LEAST = 5000 };
#else
enum { LEAST = 20000 };
#endif
enum { SECONDS = 10 }; // time limit; a call takes up to 0.1 s, and longer with a sanitizer

carom_modules sample_modules[] = {&carom_module_core, NULL};

int sample_probe(void *user, const double *forces, double *accelerations) {
    (void)user;
    for (int i = 0; i < 2; i++) accelerations[i] = 2.0 * forces[i];
    return 0;
}

static void *own(size_t count, size_t size, const void *from) {
    void *made = calloc(count, size);
    if (!made) exit(EXIT_FAILURE);
    if (from) memcpy(made, from, count * size);
    return made;
}

static void fill_arrays(samples *at) {
    const double M[4] = {2.0, 0.5, 0.5, 1.0}, v[3] = {-1.0, 0.6, 0.2},
                 W[9] = {1.0, 0.2, 0.1, 0.2, 2.0, 0.0, 0.1, 0.0, 2.0};
    const double P[3] = {1.0, 0.1, 0.05}, half[4] = {0.5, 0.5, 0.5, 0.5};
    at->matrix = own(16, sizeof *M, NULL);
    memcpy(at->matrix, M, sizeof M);
    at->speeds = own(8, sizeof *v, NULL);
    memcpy(at->speeds, v, sizeof v);
    at->rows = own(9, sizeof *W, W);
    at->unit = own(3, sizeof *P, P);
    at->numbers = own(4, sizeof *half, half);
    for (int i = 0; i < 4; i++) at->out[i] = own(ROOM, sizeof(double), NULL);
    at->bytes = own(3, 1, NULL);
    at->memory = own(1, MEMORY, NULL);
    at->delassus_memory = own(1, MEMORY, NULL);
    at->motion_memory = own(1, MEMORY, NULL);
    at->text = own(ROOM, 1, NULL);
    at->ints = own(2 * ROOM, sizeof(int), NULL);
}

static void fill_contacts(samples *at) {
    at->carom_contact = (carom_contact){.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};
    at->space =
        (carom_contact){.dim = 3, .W = {{2.5, -1.5, 0.1}, {-1.5, 2.5, 0.2}, {0.1, 0.2, 2.0}}, .v = {-1.0, 0.6, 0.2}};
    at->carom_params = params_plain();
    at->carom_params.e = at->carom_params.mu = 0.5;
    at->damped = at->carom_params;
    for (int i = 0; i < 3; i++) at->damped.own[CAROM_OWN(k) + i] = at->damped.own[CAROM_OWN(c) + i] = 1.0;
    at->carom_system = (carom_system){1, 2, at->matrix, at->speeds};
    at->system_space = (carom_system){1, 3, at->rows, at->speeds};
    at->carom_system_params = carom_system_params_default(&at->carom_params);
    at->carom_system_params.single = &carom_law_routh;
    at->carom_system_params.max_impacts = at->carom_system_params.max_states = at->carom_system_params.max_outcomes =
        ROOM;
    at->path = (carom_path){own(ROOM, sizeof(carom_path_point), NULL), ROOM, 0};
    at->history = (carom_history){.points = own(ROOM, sizeof(carom_history_point), NULL), .capacity = ROOM};
    for (int i = 0; i < ROOM; i++) at->history.points[i].t = i;
    carom_collide(&carom_law_routh, &at->carom_contact, &at->carom_params, &at->carom_result);
    at->carom_batch_in = (carom_batch_in){.dim = 2, .params = &at->carom_params};
    for (int i = 0; i < 3; i++) {
        at->carom_batch_in.v[i] = carom_shared(&at->space.v[i]);
        for (int j = i; j < 3; j++) at->carom_batch_in.W[i][j] = carom_shared(&at->space.W[i][j]);
    }
    at->carom_batch_out = (carom_batch_out){.P = {{at->out[0], 8}, {at->out[1], 8}, {at->out[2], 8}},
                                            .dE = {at->out[3], 8},
                                            .mode = {at->bytes, 1},
                                            .violations = {at->bytes + 1, 1},
                                            .status = {at->bytes + 2, 1}};
    at->carom_system_batch_in = (carom_system_batch_in){
        .system = at->carom_system, .params = at->carom_system_params, .memory = at->memory, .memory_bytes = MEMORY};
    at->carom_system_batch_out =
        (carom_system_batch_out){at->out[0], at->out[1], at->out[2], at->bytes, at->bytes + 1, at->bytes + 2};
}

static void fill_bodies(samples *at) {
    at->carom_planar_pair = (carom_planar_pair){
        .a = {1.0, 0.1, {0.0, 0.5}, {0.0, -1.0}, 0.2}, .b = carom_planar_body_fixed(), .normal = {0.0, 1.0}};
    at->carom_pair = (carom_pair){.a = {.mass = 1.0, .centre = {0.0, 0.0, 0.5}, .velocity = {0.1, 0.0, -1.0}},
                                  .b = carom_body_fixed(),
                                  .normal = {0.0, 0.0, 1.0}};
    for (int i = 0; i < 3; i++) at->carom_pair.a.inertia[i][i] = 0.1;
    // A rod in 3D.
    static const double ends[2][3] = {{-0.5, 0.0, 0.0}, {0.5, 0.0, 0.1}};
    at->floor[0] = (carom_motion_plane){.normal = {0.0, 0.0, 1.0}};
    at->carom_motion_scene = carom_motion_scene_default(3);
    at->carom_motion_scene.mass = 1.0;
    for (int i = 0; i < 3; i++) at->carom_motion_scene.inertia[i] = 0.1 + 0.02 * i;
    at->carom_motion_scene.shape.corners = 2;
    at->carom_motion_scene.shape.corner = ends;
    at->carom_motion_scene.plane = at->floor;
    at->carom_motion_scene.law = &carom_law_routh;
    at->carom_motion_scene.params = &at->carom_params;
    at->carom_motion_scene.max_hits = 100;
    at->carom_motion_state = (carom_motion_state){
        .centre = {0.0, 0.0, 0.7}, .orientation = {1.0}, .velocity = {0.1, 0.0, -1.0}, .spin = {1.0, 2.0, 3.0}};
    carom_motion_begin(&at->carom_motion_scene, &at->carom_motion_state, at->motion_memory, MEMORY,
                       &at->carom_motion_result);
    at->carom_mechanism =
        (carom_mechanism){.dim = 2, .speeds = 2, .contacts = 1, .M = at->matrix, .u = at->speeds, .R = at->matrix};
    carom_delassus_compute(&at->carom_mechanism, at->delassus_memory, MEMORY, &at->carom_delassus);
    at->carom_mechanism_slopes = (carom_mechanism_slopes){1, at->matrix, at->matrix, NULL};
    at->carom_impulse_slopes = (carom_impulse_slopes){at->unit, at->matrix, at->rows};
    at->carom_flight = (carom_flight){.speeds = 2,
                                      .u = at->speeds,
                                      .u_after = at->unit,
                                      .normal = at->numbers,
                                      .du_dq = at->matrix,
                                      .du_du = at->matrix};
    at->link[0] = carom_link_bar(1.0, 1.0, CAROM_BASE, 0.3, 0.1);
    at->link[1] = carom_link_bar(1.0, 1.0, 0, 1.3, 0.1);
    at->touch[0] = (carom_chain_contact){1, 1.0, 0.0};
    at->carom_chain = (carom_chain){.links = 2, .contacts = 1, .link = at->link, .contact = at->touch, .pinned = 1};
    at->body[0] = at->body[1] = at->carom_pair.a;
    at->points[0] = (carom_contact_point){.a = 0, .b = CAROM_GROUND, .normal = {0.0, 1.0}};
    at->points[1] = (carom_contact_point){.a = 1, .b = 0, .normal = {0.0, 1.0}};
    at->carom_assembly =
        (carom_assembly){.dim = 2, .bodies = 2, .contacts = 2, .body = at->body, .contact = at->points};
    at->carom_impulse_view =
        (carom_impulse_view){&at->carom_contact, &at->carom_params, &carom_law_routh, NULL, 0, false, NULL};
    at->view_space = at->carom_impulse_view;
    at->view_space.contact = &at->space;
    at->carom_scene = (carom_scene){.dim = 2, .normal = {0.0, 1.0}, .impulse = {0.1, 1.0}, .count = 2, .touches = 1};
    at->carom_scene.touch[0] = (carom_scene_contact){.point = {1.0, 0.0}, .normal = {0.0, 1.0}, .impulse = {0.0, 0.5}};
    at->carom_scene.body[0] = (carom_scene_body){
        .name = "ball", .outline = CAROM_OUTLINE_DISC, .size = {1.0}, .centre = {0.0, 1.0}, .velocity = {1.0, -1.0}};
    at->carom_scene.body[1] = (carom_scene_body){.outline = CAROM_OUTLINE_GROUND, .axes = {{0.0}, {1.0}, {0.0}}};
}

const char sample_scenario[] = "{\"law\":\"routh\",\"params\":{\"e\":1,\"mu\":0},\"bodies\":[{\"mass\":1,\"inertia\":1,"
                               "\"centre\":[0,1]},\"fixed\"],"
                               "\"contact\":{\"point\":[0,0],\"normal\":[0,1]}}";
const char sample_drop[] = "{\"law\":\"routh\",\"params\":{\"e\":1,\"mu\":0},\"bodies\":[{\"mass\":1,"
                           "\"shape\":{\"disc\":1},\"centre\":[0,1]}]}";
const char sample_chain[] = "{\"chain\":{\"base\":{\"pinned\":true},\"links\":[{\"length\":1,\"mass\":1,\"angle\":1}],"
                            "\"contacts\":[{\"link\":0}]}}";

const char sample_study[] = "{\"about\":\"a "
                            "note\",\"scenario\":{\"W\":[[2,0],[0,2]],\"v\":[-1,0],\"params\":{\"e\":1,\"mu\":0}},"
                            "\"laws\":[\"routh\"],\"samples\":10,"
                            "\"inputs\":{\"v[1]\":{\"uniform\":[0,1]}}}";

static void fill_files(samples *at) {
#ifdef API_FUZZ_SWEEP
    at->study = carom_sweep_parse(sample_study, strlen(sample_study), 0, NULL, NULL);
    at->carom_sweep_options = carom_sweep_options_default();
#endif
#ifdef API_FUZZ_SCENARIO
    at->scenario = carom_scenario_parse(sample_scenario, strlen(sample_scenario), NULL, NULL);
    at->drop = carom_drop_parse(sample_drop, strlen(sample_drop), NULL, NULL);
    at->chain = carom_scenario_parse(sample_chain, strlen(sample_chain), NULL, NULL);
    at->carom_report_fields.size = sizeof at->carom_report_fields;
    at->carom_solve_options.size = sizeof at->carom_solve_options;
    (void)carom_scenario_solve(at->scenario, &carom_law_routh, NULL, &at->report, NULL);
#endif
    (void)at;
}

// Prepares 16 impacts of a disc, and a fit that has run.
static void fill_fit(samples *at) {
#ifdef API_FUZZ_FIT
    at->impacts = own(ROOM, sizeof *at->impacts, NULL);
    at->bodies = own(ROOM, sizeof *at->bodies, NULL);
    carom_fit_model_from_law(&carom_law_whittaker, NULL, 0, &at->carom_fit_model);
    for (int k = 0; k < ROOM; k++) {
        carom_fit_body *body = &at->bodies[k];
        *body = (carom_fit_body){
            .dim = 2, .mass = 1.0, .inertia = {{0.1}}, .arm = {-0.05}, .u = {-0.4, 0.1, 0.2, 0.35, 0.05, -0.5}};
        for (int i = 0; i < 6; i++) body->S[i][i] = 2e-6;
        body->u[1] *= 0.2 * k, body->u[3] += 0.001 * (k % 5), body->group = k % 4;
        carom_fit_impact_from_body(body, &at->impacts[k]);
    }
    at->fit = carom_fit_create(&at->carom_fit_model, at->impacts, ROOM, NULL);
    carom_fit_run(at->fit, &at->carom_fit_estimate);
#endif
    (void)at;
}

static void fill_figures(samples *at) {
#ifdef API_FUZZ_DRAW
    at->figure = carom_figure_create("figure", 300.0, 200.0);
    at->empty = carom_figure_create("empty", 300.0, 200.0);
    carom_draw_impulse(at->figure, &at->carom_impulse_view);
#endif
    (void)at;
}

// Memory that the child shares with its parent. It contains the number of the current case, the numbers of failures and
// of cases run, and a description of the current case.
typedef struct {
    int which, open, tried;
    char words[200];
} note;

// Runs the cases of function `d` in the child, beginning with the case in the shared memory, and exits.
static void walk(const function *d, int round, note *told) {
    const carom_law *law = d->rounds == LAWS ? carom_law_at(NULL, round, CAROM_ONE_CONTACT) : &carom_law_routh;
    for (;; told->which++) {
        samples at = {.law = law, .method = carom_law_at(NULL, d->rounds == METHODS ? round : 0, CAROM_SYSTEMS)};
        int must = 0;
        fill_arrays(&at);
        fill_contacts(&at);
        fill_bodies(&at);
        if (d->module) fill_figures(&at), fill_files(&at); // slow, and not needed by the core
        at.file = fopen("/dev/null", "w");
        if (!strncmp(d->name, "carom_fit", 9)) fill_fit(&at); // slow
        alarm(SECONDS);
        const int answer = d->enter(told->which, &at, told->words, &must);
        alarm(0);
        if (answer == DOOR_END) break;
        told->tried++;
        if (told->which == 0 && d->judged && answer != DOOR_TAKEN) {
            printf("shut: %s refuses samples that are right (round %d)\n", d->name, round);
            told->open++;
        }
        if (must && answer == DOOR_TAKEN) {
            printf("open: %s takes %s\n", d->name, told->words);
            told->open++;
        }
        if (at.file) fclose(at.file);
    }
    fflush(stdout);
#ifdef API_FUZZ_COVERAGE
    __gcov_dump(); // _exit does not write the coverage of the child
#endif
    _exit(EXIT_SUCCESS); // does not free the samples
}

static int try_function(const function *d, int round, note *told) {
    int fallen = 0;
    told->which = told->open = 0;
    for (;;) {
        fflush(stdout);
        const pid_t child = fork();
        if (child == 0) walk(d, round, told);
        int status = 0;
        waitpid(child, &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS) return fallen + told->open;
        printf("%s: %s at %s (round %d)\n", WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? "hangs" : "falls",
               d->name, told->words, round);
        if (++fallen > 200) return fallen;
        told->which++;
    }
}

int main(int argc, char **argv) {
    note *told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int bad = 0, count = 0;
    if (told == MAP_FAILED) return EXIT_FAILURE;
    for (const function *d = api_fuzz; d->name; d++) {
        if (argc > 1 && strcmp(argv[1], d->name) != 0) continue;
#ifdef API_FUZZ_COVERAGE
        const int rounds = 1; // the first law covers the checks of the function; other tests cover the other laws
#else
        const int rounds = d->rounds == LAWS      ? law_count(CAROM_ONE_CONTACT)
                           : d->rounds == METHODS ? law_count(CAROM_SYSTEMS)
                                                  : 1;
#endif
        for (int i = 0; i < rounds; i++) bad += try_function(d, i, told);
        count++;
    }
    printf("api_fuzz: %d functions, %d calls, %d open or fallen\n", count, told->tried, bad);
    return bad || told->tried < (argc > 1 ? 1 : LEAST) ? EXIT_FAILURE : EXIT_SUCCESS;
}
