// Tests that a scenario is solved only once, and that printing computes nothing. The law of the test counts its calls.
// After the solution every further call of the law is an error, and the scenario is freed. Every format must still
// print the same numbers.
#include "support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/scenario.h"
#include "support/laws.h"
#include "support/rows.h"

static const carom_format formats[] = {CAROM_FORMAT_TEXT, CAROM_FORMAT_JSON, CAROM_FORMAT_CSV, CAROM_FORMAT_MARKDOWN};
enum { FORMATS = sizeof formats / sizeof *formats };

// Laws that count their calls.

typedef struct {
    int solved, told;
    bool poisoned;
} counter;

// Solves the impact without friction, with Newton's restitution.
static carom_status solve(const carom_law *self, const carom_contact *contact, const carom_params *params,
                          carom_result *outcome) {
    counter *count = self->user;
    assert_false(count->poisoned);
    count->solved++;
    outcome->P[0] = -(1.0 + params->e) * contact->v[0] / contact->W[0][0];
    outcome->P[1] = outcome->P[2] = 0.0;
    outcome->mode = CAROM_MODE_UNNAMED;
    return CAROM_OK;
}

static double twice(const carom_law *self, const carom_contact *contact, const carom_params *params,
                    const carom_result *outcome) {
    counter *count = self->user;
    assert_false(count->poisoned);
    count->told++;
    return 2.0 * outcome->P[0];
}

static const carom_output tells[] = {{"twice", "N s", "twice the normal impulse", twice}, CAROM_NO_MORE_OUTPUTS};
static const carom_contact_vtable law_code = {.solve = solve, .outputs = tells};

static carom_law counting(counter *count) {
    return (carom_law){.name = "counting",
                       .module = "test",
                       .solves = CAROM_2D | CAROM_3D,
                       READS_BOTH,
                       .conditions = "",
                       .summary = "counts its calls",
                       .citation = "",
                       .contact = &law_code,
                       .user = count};
}

static carom_status solve_all(const carom_law *self, const carom_system *system, const carom_system_params *params,
                              void *memory, size_t bytes, carom_system_result *outcome) {
    counter *count = self->user;
    assert_false(count->poisoned);
    count->solved++;
    for (int i = 0; i < system->dim * system->nc; i++) outcome->P[i] = 0.0;
    outcome->P[0] = -system->v[0] / system->W[0];
    for (int i = 0; i < system->nc; i++) outcome->mode[i] = CAROM_MODE_UNNAMED;
    return CAROM_OK;
}

static size_t few_bytes(const carom_law *self, const carom_system *system, const carom_system_params *params) {
    return 16;
}

static const carom_system_vtable method_code = {
    .solve = solve_all, .memory_size = few_bytes, .solvers = 1u << CAROM_SOLVER_AUTO, .conditions = ""};

static carom_law counting_method(counter *count) {
    return (carom_law){.name = "counting",
                       .module = "test",
                       .solves = CAROM_SYSTEMS,
                       READS_BOTH,
                       .conditions = "",
                       .summary = "counts its calls",
                       .citation = "",
                       .system = &method_code,
                       .user = count};
}

// Scenarios of every kind.

#define PARAMS "\"params\":{\"e\":0.5,\"mu\":0.3}"
static const char *const scenarios[] = {
    "{" PARAMS ",\"W\":[[2.5,-1.5],[-1.5,2.5]],\"v\":[-1,0.6]}",
    "{" PARAMS ",\"W\":[[2,0,0],[0,3,0],[0,0,3]],\"v\":[-1,0.6,0.1]}",
    "{" PARAMS ",\"bodies\":[{\"name\":\"rod\",\"mass\":2,\"shape\":{\"rod\":1},\"centre\":[0.1,0.5],\"velocity\":[1,-"
    "2]},\"fixed\"],\"contact\":{\"point\":[0,0],\"normal\":[0,1]}}",
    "{" PARAMS ",\"bodies\":[{\"name\":\"ball\",\"mass\":2,\"shape\":{\"sphere\":0.1},\"centre\":[0,0,0.1],"
    "\"velocity\":[1,0,-2]},\"fixed\"],\"contact\":{\"normal\":[0,0,1]}}",
    "{" PARAMS ",\"chain\":{\"links\":[{\"name\":\"thigh\",\"length\":1,\"mass\":2,\"angle\":0.4,\"rate\":1},"
    "{\"length\":1,\"mass\":1,\"angle\":2.4,\"rate\":2}],\"base\":{\"pinned\":true},\"contacts\":[{\"link\":1}]}}",
    "{" PARAMS ",\"mechanism\":{\"M\":[[2,0,0],[0,2,0],[0,0,0.1]],\"u\":[0.5,-1,0],\"constraints\":[[0,0,1]],"
    "\"contacts\":[{\"normal\":[0,1,0.2],\"tangent\":[1,0,0.1]}]}}",
    "{" PARAMS ",\"bodies\":[{\"name\":\"block\",\"mass\":2,\"inertia\":1,\"centre\":[0,0.5],\"velocity\":[1,-2]}],"
    "\"contacts\":[{\"between\":[0,\"fixed\"],\"point\":[-0.5,0],\"normal\":[0,1]},"
    "{\"between\":[0,\"fixed\"],\"point\":[0.5,0],\"normal\":[0,1]}],\"colliding\":1}",
};

static const char *const several[] = {
    "{" PARAMS ",\"W\":[[2,0,1,0],[0,2,0,1],[1,0,2,0],[0,1,0,2]],\"v\":[-1,0,-1,0.1]}",
    "{" PARAMS ",\"bodies\":[{\"name\":\"block\",\"mass\":2,\"inertia\":1,\"centre\":[0,0.5],\"velocity\":[1,-2]}],"
    "\"contacts\":[{\"between\":[0,\"fixed\"],\"point\":[-0.5,0],\"normal\":[0,1]},"
    "{\"between\":[0,\"fixed\"],\"point\":[0.5,0],\"normal\":[0,1]}]}",
    "{" PARAMS ",\"chain\":{\"links\":[{\"length\":1,\"mass\":2,\"angle\":0.4,\"rate\":1},"
    "{\"length\":1,\"mass\":1,\"angle\":2.4,\"rate\":2}],\"base\":{\"pinned\":true},\"contacts\":[{\"link\":1},"
    "{\"link\":0}]}}",
};

static char *written(const carom_report *report, carom_format format) {
    const size_t length = carom_report_write(report, format, NULL, 0);
    assert_true(length > 0);
    char *text = malloc(length + 1);
    assert_non_null(text);
    assert_int_equal(carom_report_write(report, format, text, length + 1), length);
    assert_int_equal(strlen(text), length);
    return text;
}

static void write_before(const carom_report *report, char *text[FORMATS]) {
    for (int k = 0; k < FORMATS; k++) text[k] = written(report, formats[k]);
}

static void write_after(carom_report *report, char *text[FORMATS]) {
    for (int k = 0; k < FORMATS; k++) {
        char *again = written(report, formats[k]);
        assert_string_equal(again, text[k]);
        free(again);
        free(text[k]);
    }
    carom_report_free(report);
}

static void one_contact(void **state) {
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
        counter count = {0};
        const carom_law law = counting(&count);
        carom_error error;
        carom_report *report;
        char *text[FORMATS];
        carom_scenario *s = carom_scenario_parse(scenarios[i], strlen(scenarios[i]), NULL, &error);
        assert_non_null(s);
        assert_int_equal(carom_scenario_solve(s, &law, NULL, &report, &error), CAROM_OK);
        assert_int_equal(count.solved, 1);
        assert_int_equal(count.told, 1);
        count.poisoned = true;
        write_before(report, text);
        assert_non_null(strstr(text[1], "\"twice\":"));
        carom_scenario_free(s);
        write_after(report, text);
        assert_int_equal(count.solved + count.told, 2);
    }
    (void)state;
}

static void several_contacts(void **state) {
    for (size_t i = 0; i < sizeof several / sizeof *several; i++) {
        counter count = {0};
        const carom_law method = counting_method(&count);
        carom_error error;
        carom_report *report;
        char *text[FORMATS];
        carom_scenario *s = carom_scenario_parse(several[i], strlen(several[i]), NULL, &error);
        assert_non_null(s);
        const carom_params before = *carom_scenario_params(s);
        if (carom_scenario_solve(s, &method, NULL, &report, &error) != CAROM_OK) fail_msg("%s", error.detail);
        assert_memory_equal(&before, carom_scenario_params(s), sizeof before);
        assert_int_equal(count.solved, 1);
        count.poisoned = true;
        write_before(report, text);
        carom_scenario_free(s);
        write_after(report, text);
        assert_int_equal(count.solved, 1);
    }
    (void)state;
}

// The fields of a report must equal the results of a direct call.
static void fields(void **state) {
    static const char text[] =
        "{\"law\":\"routh\"," PARAMS ",\"bodies\":[{\"mass\":2,\"shape\":{\"rod\":1},\"centre\":["
        "0.1,0.5],\"velocity\":[1,-2]},\"fixed\"],\"contact\":{\"point\":[0,0],\"normal\":[0,1]}}";
    carom_error error;
    carom_report *report;
    carom_report_fields f = {.size = sizeof f}, wrong = {.size = sizeof wrong + 8};
    carom_result out;
    carom_motion after;
    carom_scenario *s = carom_scenario_parse(text, strlen(text), NULL, &error);
    assert_non_null(s);
    assert_int_equal(carom_scenario_solve(s, NULL, NULL, &report, &error), CAROM_OK);
    assert_int_equal(carom_report_get(report, &f), CAROM_OK);
    assert_int_equal(carom_report_get(report, &wrong), CAROM_BAD_STRUCT);
    assert_int_equal(carom_report_get(NULL, &f), CAROM_NULL_POINTER);
    carom_collide(carom_scenario_describe(s).law, carom_scenario_contact(s), carom_scenario_params(s), &out);
    carom_scenario_motion(s, 0, out.P, &after);
    assert_ptr_equal(f.law, carom_scenario_describe(s).law);
    assert_int_equal(f.system->nc, 1);
    assert_int_equal(f.body_count, 2);
    for (int i = 0; i < 2; i++) {
        assert_true(f.contact->P[i] == out.P[i] && f.result->P[i] == out.P[i] && f.result->v[i] == out.v[i]);
        assert_true(f.after[0].velocity[i] == after.velocity[i]);
        for (int j = 0; j < 2; j++) assert_true(f.system->W[2 * i + j] == carom_scenario_contact(s)->W[i][j]);
    }
    assert_true(f.contact->dE == out.dE && f.result->dE == out.dE && f.result->work[0] == out.dE);
    assert_true(fabs(f.ledger->energy_after - f.ledger->energy_before - out.dE) <= 1e-12);
    assert_int_equal(f.speed_count, 0);
    assert_true(isnan(f.critical));
    carom_report_free(report);

    // Other coefficients, a buffer that is too small, and invalid arguments.
    carom_params params = *carom_scenario_params(s);
    params.e = 0.0;
    const carom_solve_options options = {.size = sizeof options, .params = &params}, old = {.size = 1};
    assert_int_equal(carom_scenario_solve(s, NULL, &options, &report, &error), CAROM_OK);
    assert_int_equal(carom_report_get(report, &f), CAROM_OK);
    assert_true(f.params->e == 0.0 && fabs(f.contact->v[0]) < 1e-12);
    char cut[10] = "012345678";
    assert_true(carom_report_write(report, CAROM_FORMAT_JSON, cut, sizeof cut) > sizeof cut);
    assert_int_equal(strlen(cut), sizeof cut - 1);
    assert_int_equal(carom_report_write(report, (carom_format)4, cut, sizeof cut), 0);
    assert_int_equal(carom_report_write(NULL, CAROM_FORMAT_TEXT, cut, sizeof cut), 0);
    carom_report_free(report);
    assert_int_equal(carom_scenario_solve(s, NULL, &old, &report, &error), CAROM_BAD_STRUCT);
    carom_scenario_free(s);
    carom_report_free(NULL);
    (void)state;
}

// A rejected problem has an error and no report. A problem whose bodies separate has a report.
static void failures(void **state) {
    static const char no_law[] = "{" PARAMS ",\"W\":[[1,0],[0,1]],\"v\":[-1,0]}";
    carom_error error;
    carom_report *report = (carom_report *)&error;
    carom_scenario *s = carom_scenario_parse(no_law, strlen(no_law), NULL, &error);
    assert_non_null(s);
    assert_int_equal(carom_status_classify(carom_scenario_solve(s, NULL, NULL, &report, &error)),
                     CAROM_CLASS_BAD_INPUT);
    assert_null(report);
    assert_int_equal(carom_scenario_solve(NULL, NULL, NULL, &report, &error), CAROM_NULL_POINTER);
    assert_int_equal(carom_scenario_solve(s, &carom_law_routh, NULL, NULL, NULL), CAROM_NULL_POINTER);
    carom_params params = *carom_scenario_params(s);
    params.mu = -1.0;
    const carom_solve_options options = {.size = sizeof options, .params = &params};
    assert_int_equal(carom_scenario_solve(s, &carom_law_routh, &options, &report, &error), CAROM_COEFFICIENT_RANGE);
    assert_null(report);
    assert_int_equal(error.status, CAROM_COEFFICIENT_RANGE);
    assert_true(error.detail[0] != 0);
    carom_scenario_free(s);

    static const char parting[] = "{" PARAMS ",\"W\":[[1,0],[0,1]],\"v\":[1,0]}";
    s = carom_scenario_parse(parting, strlen(parting), NULL, &error);
    assert_int_equal(carom_scenario_solve(s, &carom_law_routh, NULL, &report, &error), CAROM_NO_IMPACT);
    assert_non_null(report);
    char *text = written(report, CAROM_FORMAT_JSON);
    assert_non_null(strstr(text, "\"status\":\"no-impact\""));
    free(text);
    carom_report_free(report);
    carom_scenario_free(s);

    carom_scenario *two = carom_scenario_parse(several[0], strlen(several[0]), NULL, &error);
    assert_int_equal(carom_scenario_solve(two, NULL, NULL, &report, &error), CAROM_UNKNOWN_LAW);
    assert_null(report);
    assert_int_equal(carom_scenario_solve(NULL, NULL, NULL, &report, &error), CAROM_NULL_POINTER);
    assert_int_equal(carom_scenario_solve(two, &carom_law_glocker, NULL, &report, &error), CAROM_OK);
    carom_report_free(report);
    carom_scenario_free(two);
    (void)state;
}

// Tests that one type of scenario serves one and several contacts. The file determines the number, and a law that only
// solves systems takes all contacts.
static void one_type(void **state) {
    static const char chain[] =
        "\"chain\":{\"links\":[{\"length\":1,\"mass\":2,\"angle\":0.4,\"rate\":1},{\"length\":1,"
        "\"mass\":1,\"angle\":2.4,\"rate\":2}],\"base\":{\"pinned\":true},\"contacts\":[{\"link\":1}"
        ",{\"link\":0}]}";
    static const struct {
        const char *beside;
        int contacts; // 0 if the file is rejected
    } files[] = {{"", 2},
                 {"\"law\":\"sequence\",", 2},
                 {"\"law\":\"glocker\",", 2},
                 {"\"law\":\"glocker\",\"colliding\":1,", 1},
                 {"\"law\":\"routh\",\"colliding\":1,", 1},
                 {"\"law\":\"routh\",", 0}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char text[1000];
        carom_error error;
        snprintf(text, sizeof text, "{%s" PARAMS ",%s}", files[i].beside, chain);
        carom_scenario *s = carom_scenario_parse(text, strlen(text), NULL, &error);
        assert_int_equal(s ? carom_scenario_system(s)->nc : 0, files[i].contacts);
        assert_int_equal(s && carom_scenario_contact(s), files[i].contacts == 1);
        if (!s) continue;
        assert_int_equal(carom_scenario_describe(s).speeds, 2);
        carom_report *report;
        carom_report_fields fields = {.size = sizeof fields};
        if (carom_status_classify(carom_scenario_solve(s, &carom_law_sequence, NULL, &report, &error)) !=
            CAROM_CLASS_OK)
            fail_msg("%s", error.detail);
        assert_int_equal(carom_report_get(report, &fields), CAROM_OK);
        assert_int_equal(fields.system->nc, 2);
        carom_report_free(report);
        carom_scenario_free(s);
    }
    // Coefficients of the caller replace those of the file, with one set for each contact.
    carom_error error;
    carom_report *report;
    carom_report_fields fields = {.size = sizeof fields};
    carom_scenario *two = carom_scenario_parse(several[0], strlen(several[0]), NULL, &error);
    carom_params params[2];
    for (int i = 0; i < 2; i++) params[i] = carom_scenario_params(two)[i], params[i].e = 0.0;
    const carom_solve_options options = {.size = sizeof options, .params = params};
    assert_int_equal(carom_scenario_solve(two, &carom_law_glocker, &options, &report, &error), CAROM_OK);
    carom_report_get(report, &fields);
    for (int i = 0; i < 2; i++) assert_true(fabs(fields.result->v[2 * i]) < 1e-12);
    carom_report_free(report);
    carom_scenario_free(two);
    (void)state;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_contact), cmocka_unit_test(several_contacts), cmocka_unit_test(fields),
        cmocka_unit_test(failures),    cmocka_unit_test(one_type),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
