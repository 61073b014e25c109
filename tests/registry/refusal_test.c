// Tests carom_error. Every row of reasons.def must occur for a suitable input, with the right place and number. Every
// message must be complete and independent of the front end.
#include "carom/bodies.h"
#include "support/cmocka.h"
#include "support/params.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "support/laws.h"
#include "tables/counts.h"
#include "tables/error.h"

static const carom_contact rod = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};
static int faults[CAROM_REASON_COUNT], remedies[CAROM_HINT_COUNT];

// The messages of the library must not contain options or commands of the shell, or unfilled slots.
static void assert_neutral(const char *text) {
    if (strstr(text, "--") || strstr(text, "`carom ") || strchr(text, '{')) fail_msg("\"%s\"", text);
}

// Checks the reason and the hint of an error, and that its message contains these words.
static carom_error seen(carom_error r, carom_reason fault, carom_hint remedy, const char *says) {
    char text[512];
    carom_error_format(&r, NULL, text, sizeof text);
    assert_neutral(text);
    if (!strstr(text, says)) fail_msg("\"%s\" does not say \"%s\"", text, says);
    assert_string_equal(carom_enum_name(CAROM_ENUM_REASON, (int)r.reason),
                        carom_enum_name(CAROM_ENUM_REASON, (int)fault));
    assert_string_equal(carom_enum_name(CAROM_ENUM_HINT, (int)r.hint), carom_enum_name(CAROM_ENUM_HINT, (int)remedy));
    faults[fault]++;
    remedies[remedy]++;
    return r;
}

static carom_error collide(const carom_law *law, carom_contact c, carom_params p) {
    carom_result out;
    carom_error r;
    const carom_status status = carom_collide(law, &c, &p, &out);
    assert_int_not_equal(carom_status_classify(status), CAROM_CLASS_OK);
    assert_int_equal(carom_collide_error(status, law, &c, &p, &out, &r), CAROM_OK);
    return r;
}

// Solves the rod by a law after one statement has changed the contact or the coefficients. The law must reject it.
#define ASK(law, change)                                                                                               \
    carom_contact c = rod;                                                                                             \
    carom_params p = params_plain();                                                                                   \
    change;                                                                                                            \
    r = collide(&carom_law_##law, c, p)
#define REFUSED(law, change, fault, remedy, says)                                                                      \
    do {                                                                                                               \
        ASK(law, change);                                                                                              \
        r = seen(r, CAROM_REASON_##fault, CAROM_HINT_##remedy, says);                                                  \
    } while (0)

static void parameters(void **state) {
    (void)state;
    carom_error r;
    REFUSED(routh, p.e = 1.4, OUTSIDE, ALLOW, "e = 1.4 is outside [0, 1] for law \"routh\" (");
    assert_int_equal(r.coefficient, CAROM_PARAM_e);
    assert_true(r.value == 1.4 && r.lowest == 0.0 && r.highest == 1.0);
    // There is no hint to set `allow` if the number is NaN or the coefficient is a choice.
    REFUSED(routh, p.mu = (double)NAN, MISSING, STATE_COEFFICIENT, "mu");
    assert_int_equal(r.coefficient, CAROM_PARAM_mu);
    REFUSED(routh, p = carom_params_default(), MISSING, STATE_COEFFICIENT, "e and mu");
    REFUSED(routh, p.rest_speed = (double)NAN, OUTSIDE, NONE, "rest_speed = nan");
    REFUSED(routh, p.restitution = (carom_restitution)7, OUTSIDE, NONE, "restitution = 7");
    REFUSED(routh, (p.mu = 0.5, p.mu_static = 0.1), BELOW, MAKE_EQUAL, "mu_static = 0.1 is below mu = 0.5");
    assert_int_equal(r.other_coefficient, CAROM_PARAM_mu);
    REFUSED(chatterjee, p.s1 = p.s2 = 0.6, SUM, NONE, "s1 + s2 = 1.2 is above 1");
    // Coefficients that depend on speed.
    const carom_speed_form *fifth = carom_speed_form_find("fifth"), *limited = carom_speed_form_find("viscoelastic");
    REFUSED(routh, carom_params_set_speed_form(&p, fifth, (double[]){-1.0}, 1), FORM_NUMBER, NONE, "[0, inf]");
    REFUSED(routh, carom_params_set_speed_form(&p, limited, (double[]){2.0}, 1), FORM_SPEED, NONE, " m/s");
    REFUSED(ivanov, p.direction[0] = -1.0, ALONG, USE_NORMAL, ".v < 0");
    REFUSED(pfeiffer_glocker, p.mu = HUGE_VAL, OUTSIDE, NONE, "mu = inf is outside [0, inf)");
}

// Errors of contact models. The test defines its own model, because the module may be missing.
static void devices(void **state) {
    (void)state;
    static const carom_coefficient own[] = {
        {.name = "kt",
         .number = 32,
         .kind = CAROM_TANGENT,
         .symbol = "k_t",
         .lowest = 0.0,
         .highest = 1e300,
         .meaning = "stiffness"},
        {.name = "modes", .number = 34, .kind = CAROM_LIST, .range = "at most 32, omega positive"}};
    const carom_law device = {
        .name = "device", .module = "elsewhere", .solves = CAROM_2D, CAROM_COEFFICIENTS(own), .summary = ""};
    carom_params p = params_plain();
    carom_result out = {.coefficient = (carom_param)32};
    carom_error r;
    p.own[0] = p.own[1] = 0.0;
    carom_collide_error(CAROM_COEFFICIENT_RANGE, &device, &rod, &p, &out, &r);
    seen(r, CAROM_REASON_TOGETHER, CAROM_HINT_NONE, "kt = 0");
    out.coefficient = (carom_param)34;
    carom_collide_error(CAROM_COEFFICIENT_RANGE, &device, &rod, &p, &out, &r);
    seen(r, CAROM_REASON_LIST, CAROM_HINT_NONE, "at most 32, omega positive");
    carom_collide_error(CAROM_MODULE_MISSING, &device, NULL, NULL, NULL, &r);
    seen(r, CAROM_REASON_ABSENT, CAROM_HINT_NONE, "\"elsewhere\"");
}

static carom_status divide(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    (void)p;
    out->P[0] = 0.0 * c->v[0] / (c->W[0][1] - c->W[1][0]);
    out->P[1] = 0.0;
    return CAROM_OK;
}

// If a law computes NaN from ordinary numbers, the message must not blame the units of the input.
static void no_number(void **state) {
    (void)state;
    const carom_contact_vtable code = {.solve = divide};
    const carom_law careless = {.name = "careless", .module = "test", .solves = CAROM_2D, .contact = &code};
    carom_contact c = rod;
    carom_params p = params_plain();
    carom_result out;
    carom_error r;
    assert_int_equal(carom_collide(&careless, &c, &p, &out), CAROM_OVERFLOW);
    carom_collide_error(CAROM_OVERFLOW, &careless, &c, &p, &out, &r);
    seen(r, CAROM_REASON_MADE_NO_NUMBER, CAROM_HINT_NONE, "law \"careless\"");
}

static void contacts(void **state) {
    (void)state;
    carom_error r;
    REFUSED(routh, c.W[1][0] = HUGE_VAL, W_NOT_FINITE, NONE, "W[1][0] = inf");
    REFUSED(routh, c.v[1] = (double)NAN, V_NOT_FINITE, NONE, "v[1] = nan");
    REFUSED(routh, c.W[1][0] = -1.4, UNEQUAL, NONE, "W[0][1] = -1.5 but W[1][0] = -1.4");
    assert_true(r.row == 0 && r.column == 1 && r.value == -1.5 && r.other == -1.4);
    REFUSED(routh, c.W[1][1] = -1.0, NEGATIVE, NONE, "W[1][1] = -1");
    REFUSED(routh, c.W[0][1] = c.W[1][0] = 5.0, OFF_DIAGONAL, NONE, "W[0][1] = 5 is beyond");
    assert_true(r.value == 5.0 && fabs(r.other - 2.5) < 1e-15);
    const carom_contact twisted = {.dim = 3, .W = {{1, 0.9, -0.9}, {0.9, 1, 0.9}, {-0.9, 0.9, 1}}, .v = {-1, 0, 0}};
    REFUSED(routh, c = twisted, INDEFINITE, NONE, "not positive semi-definite");
    REFUSED(routh, c.dim = 5, DIM, NONE, "dim = 5");
    const carom_contact ball = {.dim = 3, .W = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .v = {-1, 0, 0}};
    REFUSED(brach, c = ball, ELSEWHERE, SEE_LAW, "does not work in");
    REFUSED(walton, (void)c, UNDEFINED, NONE, "is not defined for this W and v");
    REFUSED(routh, c.W[0][0] = c.W[0][1] = c.W[1][0] = 0.0, PLAIN, OTHER_LAW, carom_status_message(CAROM_NO_SOLUTION));
    REFUSED(routh, c.W[0][0] = c.W[1][1] = 1e200, PLAIN, RESCALE, carom_status_message(CAROM_OVERFLOW));
}

static void plain(void **state) {
    (void)state;
    static const struct {
        carom_status status;
        carom_hint hint;
    } rows[] = {{CAROM_NO_PATH, CAROM_HINT_LAW_WITH_PATH},
                {CAROM_UNKNOWN_LAW, CAROM_HINT_SEE_LAWS},
                {CAROM_COEFFICIENT_UNKNOWN, CAROM_HINT_SEE_PARAMS},
                {CAROM_OTHER_APPROACHES, CAROM_HINT_OTHER_METHOD}};
    carom_error r;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        carom_collide_error(rows[i].status, NULL, NULL, NULL, NULL, &r);
        seen(r, CAROM_REASON_PLAIN, rows[i].hint, carom_status_message(rows[i].status));
    }
    assert_int_equal(carom_collide_error(CAROM_NO_PATH, NULL, NULL, NULL, NULL, NULL), CAROM_NULL_POINTER);
}

// Solves an impact with two uncoupled contacts, which the method must reject, and returns the error.
static carom_error impact(const carom_law *method, double v2, carom_params second, int strikes, int nc) {
    double W[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, v[4] = {-1.0, 0.0, v2, 0.0};
    double memory[4096];
    const carom_params contacts[2] = {params_plain(), second};
    const carom_system s = {.nc = nc, .dim = 2, .W = W, .v = v};
    carom_system_params p = carom_system_params_default(contacts);
    p.striking = strikes;
    p.single = &carom_law_routh;
    carom_system_result out;
    carom_error r;
    const carom_status status = carom_system_solve(method, &s, &p, memory, sizeof memory, &out);
    assert_int_not_equal(carom_status_classify(status), CAROM_CLASS_OK);
    assert_int_equal(carom_system_error(status, method, &s, &p, &out, &r), CAROM_OK);
    return r;
}

static void several(void **state) {
    (void)state;
    carom_params p = params_plain(), fine = p;
    p.e = 2.0;
    carom_error r = impact(&carom_law_glocker, -1.0, p, 0, 2);
    seen(r, CAROM_REASON_OUTSIDE, CAROM_HINT_ALLOW, "e_n = 2 at contact 1 is outside [0, 1] for law \"glocker\"");
    assert_int_equal(r.contact, 1);
    p.e = 1.0;
    p.mu = HUGE_VAL;
    r = impact(&carom_law_glocker, -1.0, p, 0, 2);
    seen(r, CAROM_REASON_INFINITE, CAROM_HINT_NONE, "mu = inf at contact 1");
    p.mu = 0.0;
    p.e = 2.0;
    r = impact(&carom_law_sequence, -1.0, p, 0, 2);
    seen(r, CAROM_REASON_OUTSIDE, CAROM_HINT_ALLOW, "e = 2 at contact 1 is outside [0, 1] for law \"routh\"");
    seen(impact(&carom_law_hm_brach, -1.0, fine, 0, 2), CAROM_REASON_OTHER_APPROACHES, CAROM_HINT_OTHER_METHOD,
         "contact 1 approaches too (v_n = -1)");
    seen(impact(&carom_law_hm_brach, 1.0, fine, 7, 2), CAROM_REASON_NO_SUCH_CONTACT, CAROM_HINT_NONE, "c = 7");
    seen(impact(&carom_law_glocker, 1.0, fine, 0, 0), CAROM_REASON_CONTACTS, CAROM_HINT_NONE, "0 contacts");
    carom_system_params limits = carom_system_params_default(&fine);
    const carom_system many = {.nc = CAROM_MAX_CONTACTS + 1, .dim = 2, .W = rod.W[0], .v = rod.v};
    carom_system_error(CAROM_BAD_COUNT, &carom_law_glocker, &many, &limits, NULL, &r);
    seen(r, CAROM_REASON_CONTACTS, CAROM_HINT_NONE, "contacts");
    const carom_system s = {.nc = 1, .dim = 2, .W = rod.W[0], .v = rod.v};
    limits.max_solutions = 0;
    carom_system_error(CAROM_BAD_COUNT, &carom_law_glocker, &s, &limits, NULL, &r);
    seen(r, CAROM_REASON_LIMIT, CAROM_HINT_NONE, "a limit");
    // Of the methods, only sequence accepts functions of speed, because its law for one contact evaluates them.
    carom_params by_speed = fine;
    carom_system_params varied = carom_system_params_default(&by_speed);
    const carom_system_result first = {.coefficient = CAROM_PARAM_mu, .contact = 0};
    carom_params_set_speed_form(&by_speed, carom_speed_form_find("exp"), NULL, 0);
    carom_system_error(CAROM_COEFFICIENT_RANGE, &carom_law_glocker, &s, &varied, &first, &r);
    seen(r, CAROM_REASON_VARIES, CAROM_HINT_NONE, "law \"glocker\"");
    // A method may reject the end of a range.
    const carom_system_result end = {.coefficient = CAROM_PARAM_e, .contact = 0};
    fine.e = 0.0;
    carom_system_error(CAROM_COEFFICIENT_RANGE, &carom_law_glocker, &s, &limits, &end, &r);
    seen(r, CAROM_REASON_ABOVE, CAROM_HINT_OTHER_METHOD, "e_n = 0 at contact 0 must be above 0 here");
}

static carom_error touch(carom_planar_pair pair) {
    carom_contact c;
    carom_error r;
    const carom_status status = carom_planar_pair_contact(&pair, &c);
    assert_int_not_equal(status, CAROM_OK);
    assert_int_equal(carom_planar_pair_error(status, &pair, &r), CAROM_OK);
    return r;
}

static void bodies(void **state) {
    (void)state;
    const carom_planar_pair good = {.a = {.mass = 1.0, .inertia = 0.4, .centre = {0.0, 1.0}, .velocity = {0.0, -1.0}},
                                    .b = carom_planar_body_fixed(),
                                    .normal = {0.0, 1.0}};
    carom_planar_pair pair = good;
    pair.b.mass = -1.0;
    assert_int_equal(seen(touch(pair), CAROM_REASON_MASS, CAROM_HINT_NONE, "body B is -1").body, 1);
    pair = good, pair.a.inertia = 0.0;
    seen(touch(pair), CAROM_REASON_INERTIA, CAROM_HINT_NONE, "body A is 0");
    pair = good, pair.a.spin = HUGE_VAL;
    seen(touch(pair), CAROM_REASON_MOTION, CAROM_HINT_NONE, "body A");
    pair = good, pair.point[0] = (double)NAN;
    seen(touch(pair), CAROM_REASON_POINT, CAROM_HINT_NONE, "point");
    pair = good, pair.normal[1] = 0.0;
    seen(touch(pair), CAROM_REASON_NORMAL, CAROM_HINT_NONE, "the normal");
    pair = good, pair.tangent[1] = 1.0;
    seen(touch(pair), CAROM_REASON_TANGENT, CAROM_HINT_NONE, "tangent 0");

    carom_pair space = {.a = carom_body_fixed(), .b = carom_body_fixed(), .normal = {0, 0, 1}};
    carom_contact c;
    carom_error r;
    space.b.axes[0][0] = 2.0;
    carom_pair_error(carom_pair_contact(&space, &c), &space, &r);
    assert_int_equal(seen(r, CAROM_REASON_AXES, CAROM_HINT_NONE, "body B").body, 1);
    const carom_body skewed = {.mass = 1.0, .inertia = {{1, 2, 0}, {2, 1, 0}, {0, 0, 1}}};
    space.b = carom_body_fixed(), space.a = skewed;
    carom_pair_error(carom_pair_contact(&space, &c), &space, &r);
    seen(r, CAROM_REASON_INERTIA_TENSOR, CAROM_HINT_NONE, "body A");
}

static carom_error hang(carom_link link) {
    double memory[64];
    int at;
    carom_mechanism m;
    carom_error r;
    const carom_chain_contact end = {.link = 0, .distance = 1.0};
    const carom_chain chain = {.links = 1, .contacts = 1, .link = &link, .contact = &end, .pinned = 1};
    const carom_status status = carom_chain_mechanism(&chain, memory, sizeof memory, &m, &at);
    carom_chain_error(status, &chain, at, &r);
    return r;
}

static carom_error move(double M01, double M11, int constraints) {
    const double M[4] = {1.0, M01, 0.0, M11}, u[2] = {-1.0, 0.0}, R[4] = {1.0, 0.0, 0.0, 1.0}, J[2] = {1.0, 0.0};
    const carom_mechanism m = {
        .dim = 2, .speeds = 2, .contacts = 1, .constraints = constraints, .M = M, .u = u, .R = R, .J = J};
    double memory[64];
    carom_delassus d;
    carom_error r;
    carom_delassus_error(carom_delassus_compute(&m, memory, sizeof memory, &d), &m, &d, &r);
    return r;
}

static void chains_and_mechanisms(void **state) {
    (void)state;
    seen(hang(carom_link_bar(1.0, -1.0, CAROM_BASE, 0.1, 0.0)), CAROM_REASON_LINK_MASS, CAROM_HINT_NONE,
         "the mass of link 0");
    carom_link bar = carom_link_bar(1.0, 1.0, CAROM_BASE, 0.1, 0.0);
    bar.inertia = -2.0;
    seen(hang(bar), CAROM_REASON_LINK_INERTIA, CAROM_HINT_NONE, "of link 0 is -2");
    seen(hang(carom_link_bar(-1.0, 1.0, CAROM_BASE, 0.1, 0.0)), CAROM_REASON_LINK, CAROM_HINT_NONE, "link 0");
    seen(hang(carom_link_bar(1.0, 1.0, CAROM_BASE, HUGE_VAL, 0.0)), CAROM_REASON_LINK_NUMBER, CAROM_HINT_NONE,
         "link 0");
    seen(move(0.5, 1.0, 0), CAROM_REASON_M_UNEQUAL, CAROM_HINT_NONE, "M[1][0] = 0 but M[0][1] = 0.5");
    seen(move(0.0, 0.0, 0), CAROM_REASON_M_SINGULAR, CAROM_HINT_NONE, "row 1");
    seen(move(0.0, 1.0, 1), CAROM_REASON_CONSTRAINT, CAROM_HINT_NONE, "its J u is -1");
}

// A front end with its own messages: a message for one reason, braces that are not slots, and no hint.
static const char *own_sentence(const carom_error_style *self, carom_reason fault) {
    (void)self;
    return fault == CAROM_REASON_OUTSIDE ? "{param}? {no such slot} {" : NULL;
}

static void wordings(void **state) {
    (void)state;
    carom_error r;
    ASK(routh, p.e = 1.4);
    char text[256];
    const carom_error_style own = {.sentence = own_sentence};
    assert_int_equal(carom_error_format(&r, &own, text, sizeof text), strlen("e? {no such slot} {"));
    assert_string_equal(text, "e? {no such slot} {");
    char small[4];
    assert_int_equal(carom_error_format(&r, &own, small, sizeof small), strlen(text));
    assert_string_equal(small, "e? ");
    assert_int_equal(carom_error_format(&r, &own, NULL, 0), strlen(text));
    assert_int_equal(carom_error_format(NULL, NULL, text, sizeof text), 0);
    // A message in `detail` replaces the message of the reason. The hint follows it.
    assert_true(r.subject == CAROM_SUBJECT_COEFFICIENT && r.size == sizeof r);
    strcpy(r.detail, "no {param} here");
    carom_error_format(&r, NULL, text, sizeof text);
    assert_int_equal(strncmp(text, "no {param} here; ", 17), 0);
}

// All slots, followed by misspelt slots that must remain unchanged. They are filled from an error with all members set
// and from errors with missing members.
static const char *all_slots(const carom_error_style *self, carom_reason fault) {
    (void)self;
    (void)fault;
    return "{who}|{name}|{param}|{other_param}|{bit}|{symbol}|{meaning}|{summary}|{module}|{where}|{body}|{at}|{axis}|"
           "{value}|{exactly}|{other}|{other_exactly}|{sum}|{range}|{lowest}|{highest}|{row}|{column}|{contact}|{count}"
           "|"
           "{wha}|{nome}|{parem}|{other_parem}|{bet}|{symbal}|{meening}|{summery}|{modula}|{whera}|{bodi}|{et}|{exis}|"
           "{stetus}|{valua}|{exectly}|{othar}|{other_exectly}|{som}|{renge}|{lowast}|{highast}|{raw}|{colomn}|"
           "{contect}|{coont}";
}

static const char *no_such_slots =
    "|{wha}|{nome}|{parem}|{other_parem}|{bet}|{symbal}|{meening}|{summery}|{modula}|{whera}|{bodi}|{et}|{exis}|"
    "{stetus}|{valua}|{exectly}|{othar}|{other_exectly}|{som}|{renge}|{lowast}|{highast}|{raw}|{colomn}|"
    "{contect}|{coont}";

static void says_exactly(carom_error r, const char *wanted) {
    const carom_error_style words = {.sentence = all_slots};
    char text[1024], both[1024];
    carom_error_format(&r, &words, text, sizeof text);
    snprintf(both, sizeof both, "%s%s", wanted, no_such_slots);
    assert_string_equal(text, both);
}

static void every_slot(void **state) {
    (void)state;
    static const carom_coefficient own[] = {
        {.name = "kt", .number = 32, .symbol = "k_t", .meaning = "stiffness"},
        {.name = "modes", .number = 34, .kind = CAROM_LIST, .symbol = "m", .meaning = "pairs"},
        {.name = "bare", .number = 35},
        {.name = "blank", .number = 36, .symbol = "", .meaning = "no letter"}};
    const carom_law device = {.name = "device", .module = "elsewhere", CAROM_COEFFICIENTS(own), .summary = "springs"};
    carom_error r = {.law = &device,
                     .coefficient = (carom_param)32,
                     .other_coefficient = CAROM_PARAM_mu,
                     .value = 1.5,
                     .other = 0.25,
                     .lowest = 0.0,
                     .highest = 1.0,
                     .body = 1,
                     .row = 1,
                     .column = 2,
                     .contact = 3,
                     .count = 3};
    says_exactly(r, "law \"device\"|device|kt|mu|UINT64_C(1) << 32|k_t| (stiffness)|springs|elsewhere|space|body B| at "
                    "contact 3| about its axis 2|1.5|1.5|0.25|0.25|1.75|[0, 1]|0|1|1|2|3|3");
    // A list without a description of its range is described by its meaning. In 2D a body has no axis, and contact -1
    // is not printed.
    r.coefficient = (carom_param)34, r.count = 2, r.body = r.row = 0, r.contact = -1;
    says_exactly(r, "law \"device\"|device|modes|mu|UINT64_C(1) << 34|m| (pairs)|springs|elsewhere|the plane|body "
                    "A|||1.5|1.5|0.25|0.25|1.75|pairs|0|1|0|2|-1|2");
    // A coefficient without a symbol is printed by its name. A missing meaning is omitted.
    r.coefficient = (carom_param)35;
    says_exactly(r, "law \"device\"|device|bare|mu|UINT64_C(1) << 35|bare||springs|elsewhere|the plane|body "
                    "A|||1.5|1.5|0.25|0.25|1.75|[0, 1]|0|1|0|2|-1|2");
    r.coefficient = (carom_param)36;
    says_exactly(r,
                 "law \"device\"|device|blank|mu|UINT64_C(1) << 36|blank| (no letter)|springs|elsewhere|the plane|body "
                 "A|||1.5|1.5|0.25|0.25|1.75|[0, 1]|0|1|0|2|-1|2");
    r.coefficient = CAROM_PARAM_mu, r.highest = DBL_MAX, r.count = 3, r.column = -1, r.contact = 0;
    const carom_system_vtable system = {.solvers = 1};
    const carom_law springs = {.name = "device", .module = "elsewhere", .system = &system, .summary = "springs"};
    r.law = &springs; // for a system the meaning of mu is omitted
    says_exactly(r, "law \"device\"|device|mu|mu|CAROM_PARAM_BIT(mu)|μ||springs|elsewhere|space|body A| at contact "
                    "0||1.5|1.5|0.25|0.25|1.75|[0, inf)|0|1.79769e+308|0|-1|0|3");
    r.law = &device;
    // All members are missing, and the coefficient does not exist.
    r = (carom_error){
        .coefficient = (carom_param)60, .other_coefficient = (carom_param)60, .lowest = -DBL_MAX, .contact = -1};
    says_exactly(
        r, "this law|?|?|?|UINT64_C(1) << 60|?||?|?|space|body A|||0|0|0|0|0|(-inf, inf)|-1.79769e+308|0|0|0|-1|0");
    // An invalid hint is not printed.
    char text[512];
    r.hint = (carom_hint)99;
    carom_error_format(&r, NULL, text, sizeof text);
    assert_null(strchr(text, ';'));
}

// Runs last: all reasons and hints must have occurred, and the messages of the statuses must be neutral too.
static void all_of_them(void **state) {
    (void)state;
    for (int i = 0; i < CAROM_REASON_SYNTAX; i++)
        if (!faults[i]) fail_msg("no input made the fault \"%s\"", carom_enum_name(CAROM_ENUM_REASON, i));
    // The other hints belong to readers of files.
    for (int i = 0; i <= CAROM_HINT_RESCALE; i++)
        if (!remedies[i]) fail_msg("no refusal had the remedy \"%s\"", carom_enum_name(CAROM_ENUM_HINT, i));
    for (int i = 0; i < CAROM_STATUS_END; i++) assert_neutral(carom_status_message((carom_status)i));
    assert_null(carom_enum_name(CAROM_ENUM_REASON, -1));
    assert_null(carom_enum_name(CAROM_ENUM_HINT, CAROM_HINT_COUNT));
    assert_int_equal(carom_reason_subject(CAROM_REASON_OUTSIDE), CAROM_SUBJECT_COEFFICIENT);
    assert_int_equal(carom_reason_subject((carom_reason)-1), CAROM_SUBJECT_NOTHING);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters), cmocka_unit_test(devices),     cmocka_unit_test(no_number),
        cmocka_unit_test(contacts),   cmocka_unit_test(plain),       cmocka_unit_test(several),
        cmocka_unit_test(bodies),     cmocka_unit_test(wordings),    cmocka_unit_test(chains_and_mechanisms),
        cmocka_unit_test(every_slot), cmocka_unit_test(all_of_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
