// Implements the functions of +carom as a MEX file for MATLAB and GNU Octave. Commands of carom_mex(COMMAND, ...):
//   version                                     -> text
//   laws                                        -> struct array: name, summary, citation, planar, spatial, several, coefficients
//   collide, LAW, W, v, NAMES, VALUES           -> struct: P, v, dE, mode, status, ok, violations
//   system, LAW, DIM, W, v, NAMES, VALUES, OPTIONS -> struct of one impact at several contacts; OPTIONS: single, striking
//   drop, LAW, BODY, NAMES, VALUES, TIMES       -> struct of a motion
// NAMES are coefficients of the law, and VALUES are their numbers or the name of a choice. The sizes of all inputs are
// checked here, and the functions of +carom check the rest.
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carom.h"
#include "mex.h"

typedef struct coefficients {
    const mxArray *names, *values;
    size_t count;
} coefficients;

static void text_of(const mxArray *array, char *text, size_t room) {
    if (!array || !mxIsChar(array) || mxGetString(array, text, (mwSize)room))
        mexErrMsgIdAndTxt("carom:input", "A name must be a text of at most %d letters.", (int)room - 1);
}

static double *numbers(const mxArray *array, const char *what) {
    if (!array || !mxIsDouble(array) || mxIsComplex(array) || mxIsSparse(array))
        mexErrMsgIdAndTxt("carom:input", "%s must be a full real array of class double.", what);
    return mxGetPr(array);
}

// Returns a whole number from low to high.
static int whole(const mxArray *array, const char *what, int low, int high) {
    const double x = array && mxGetNumberOfElements(array) == 1 ? *numbers(array, what) : (double)NAN;
    if (!(x >= low && x <= high && x == floor(x)))
        mexErrMsgIdAndTxt("carom:input", "%s must be a whole number from %d to %d.", what, low, high);
    return (int)x;
}

static bool is_struct(const mxArray *array) {
    return mxIsStruct(array) && mxGetNumberOfElements(array) == 1;
}

static const carom_law *law_of(const mxArray *array, unsigned problems) {
    char name[64];
    text_of(array, name, sizeof name);
    const carom_law *law = carom_law_find(NULL, name, problems);
    if (!law)
        mexErrMsgIdAndTxt("carom:law", "There is no law \"%s\" for this problem; carom.laws lists all laws.", name);
    return law;
}

static int choice_of(const carom_law *law, const carom_coefficient *row, const mxArray *value) {
    char name[64];
    text_of(value, name, sizeof name);
    for (int i = 0; carom_choice_at(row, i); i++)
        if (!strcmp(carom_choice_at(row, i), name)) return i;
    mexErrMsgIdAndTxt("carom:coefficient", "%s: \"%s\" is not a value of %s.", law->name, name, row->name);
    return -1;
}

static coefficients coefficients_of(const mxArray *names, const mxArray *values) {
    if (!mxIsCell(names) || !mxIsCell(values) || mxGetNumberOfElements(names) != mxGetNumberOfElements(values))
        mexErrMsgIdAndTxt("carom:input", "Coefficients must be pairs of a name and a value.");
    return (coefficients){names, values, mxGetNumberOfElements(names)};
}

// Returns the coefficients of item i of n. Each value has one number, or one number for each item.
static carom_params params_of(const carom_law *law, const coefficients *c, size_t i, size_t n) {
    carom_params params = carom_params_default();
    for (size_t k = 0; k < c->count; k++) {
        char name[64];
        text_of(mxGetCell(c->names, (mwIndex)k), name, sizeof name);
        const mxArray *value = mxGetCell(c->values, (mwIndex)k);
        const carom_coefficient *row = carom_law_find_coefficient(law, name);
        if (!row) mexErrMsgIdAndTxt("carom:coefficient", "The law %s has no coefficient \"%s\".", law->name, name);
        double x[3] = {0.0, 0.0, 0.0};
        int count = 1;
        if (value && mxIsChar(value)) {
            x[0] = choice_of(law, row, value);
        } else {
            const double *given = numbers(value, name);
            const size_t size = mxGetNumberOfElements(value);
            if (row->kind == CAROM_VECTOR || row->kind == CAROM_PAIR) {
                count = (int)size;
                if (size > 3) mexErrMsgIdAndTxt("carom:coefficient", "%s takes at most 3 numbers.", name);
                memcpy(x, given, size * sizeof *x);
            } else if (size == 1 || size == n) {
                x[0] = given[size == 1 ? 0 : i];
            } else {
                mexErrMsgIdAndTxt("carom:coefficient", "%s has %d numbers; 1 or %d fit.", name, (int)size, (int)n);
            }
        }
        if (carom_params_set(&params, row, x, count) != CAROM_OK)
            mexErrMsgIdAndTxt("carom:coefficient", "%s does not accept this value of %s.", law->name, name);
    }
    return params;
}

static void reject(const carom_law *law, carom_status status, int coefficient) {
    const carom_coefficient *row = coefficient >= 0 ? carom_law_coefficient(law, coefficient) : NULL;
    if (row) mexErrMsgIdAndTxt("carom:coefficient", "%s: %s: %s.", law->name, row->name, carom_status_message(status));
    mexErrMsgIdAndTxt("carom:input", "%s: %s.", law->name, carom_status_message(status));
}

// Returns the names of the bits that are set.
static mxArray *violations_of(unsigned bits) {
    char text[200] = "";
    for (unsigned bit = 1; bit && bit <= bits; bit <<= 1) {
        const char *name = bits & bit ? carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit) : NULL;
        if (!name) continue;
        if (*text) strncat(text, " ", sizeof text - strlen(text) - 1);
        strncat(text, name, sizeof text - strlen(text) - 1);
    }
    return mxCreateString(text);
}

static void set_text(mxArray *cells, size_t i, const char *text) {
    mxSetCell(cells, (mwIndex)i, mxCreateString(text ? text : ""));
}

static mxArray *matrix(size_t rows, size_t columns) {
    mxArray *made = mxCreateDoubleMatrix((mwSize)rows, (mwSize)columns, mxREAL);
    return made;
}

static mxArray *number(double x) {
    return mxCreateDoubleScalar(x);
}

static double option(const mxArray *body, const char *name, double otherwise) {
    const mxArray *field = mxGetField(body, 0, name);
    return field && mxGetNumberOfElements(field) == 1 ? *numbers(field, name) : otherwise;
}

static int whole_option(const mxArray *body, const char *name, int low, int high, int otherwise) {
    const mxArray *field = mxGetField(body, 0, name);
    return field && !mxIsEmpty(field) ? whole(field, name, low, high) : otherwise;
}

// ---- One contact ----

static void collide(mxArray **out, int count, const mxArray **in) {
    static const char *fields[] = {"law", "P", "v", "dE", "mode", "status", "ok", "violations"};
    if (count != 5) mexErrMsgIdAndTxt("carom:input", "collide takes a law, W, v, names and values.");
    const carom_law *law = law_of(in[0], CAROM_ONE_CONTACT);
    const double *W = numbers(in[1], "W"), *v = numbers(in[2], "v");
    const coefficients given = coefficients_of(in[3], in[4]);
    const size_t dim = mxGetM(in[1]), squares = mxGetNumberOfElements(in[1]), size = mxGetNumberOfElements(in[2]);
    if (dim != 2 && dim != 3) mexErrMsgIdAndTxt("carom:input", "W must have 2 or 3 rows.");
    const size_t n = size / dim, many = squares / (dim * dim);
    if (n * dim != size || many * dim * dim != squares || (many != 1 && many != n))
        mexErrMsgIdAndTxt("carom:input", "W must be square, with one page or one page for each column of v.");
    mxArray *P = matrix(dim, n), *after = matrix(dim, n), *dE = matrix(1, n), *ok = mxCreateLogicalMatrix(1, (mwSize)n);
    mxArray *mode = mxCreateCellMatrix(1, (mwSize)n), *status = mxCreateCellMatrix(1, (mwSize)n),
            *violations = mxCreateCellMatrix(1, (mwSize)n);
    for (size_t i = 0; i < n; i++) {
        carom_contact contact = {.dim = (int)dim};
        const double *mine = W + (many == 1 ? 0 : i) * dim * dim;
        for (size_t a = 0; a < dim; a++) {
            contact.v[a] = v[i * dim + a];
            for (size_t b = 0; b < dim; b++) contact.W[a][b] = mine[b * dim + a];
        }
        const carom_params params = params_of(law, &given, i, n);
        carom_result r;
        const carom_status s = carom_collide(law, &contact, &params, &r);
        if (carom_status_classify(s) == CAROM_CLASS_BAD_INPUT) reject(law, s, (int)r.coefficient);
        memcpy(mxGetPr(P) + i * dim, r.P, dim * sizeof(double));
        memcpy(mxGetPr(after) + i * dim, r.v, dim * sizeof(double));
        mxGetPr(dE)[i] = r.dE;
        mxGetLogicals(ok)[i] = s == CAROM_OK;
        set_text(mode, i, s == CAROM_OK || s == CAROM_NO_IMPACT ? carom_mode_name(r.mode) : "");
        set_text(status, i, carom_status_name(s));
        mxSetCell(violations, (mwIndex)i, violations_of(s == CAROM_OK ? r.violations : 0));
    }
    *out = mxCreateStructMatrix(1, 1, sizeof fields / sizeof *fields, fields);
    mxArray *values[] = {mxCreateString(law->name), P, after, dE, mode, status, ok, violations};
    for (int k = 0; k < (int)(sizeof values / sizeof *values); k++) mxSetField(*out, 0, fields[k], values[k]);
}

// ---- The laws ----

static void laws(mxArray **out) {
    static const char *fields[] = {"name", "summary", "citation", "planar", "spatial", "several", "coefficients"};
    int n = 0, at = 0;
    while (carom_law_at(NULL, n, CAROM_ONE_CONTACT | CAROM_SYSTEMS)) n++;
    *out = mxCreateStructMatrix(1, (mwSize)n, sizeof fields / sizeof *fields, fields);
    for (; at < n; at++) {
        const carom_law *law = carom_law_at(NULL, at, CAROM_ONE_CONTACT | CAROM_SYSTEMS);
        mxArray *rows = mxCreateCellMatrix(1, (mwSize)law->coefficient_count);
        for (int k = 0; k < law->coefficient_count; k++) set_text(rows, (size_t)k, law->coefficients[k].name);
        mxSetField(*out, (mwIndex)at, "name", mxCreateString(law->name));
        mxSetField(*out, (mwIndex)at, "summary", mxCreateString(law->summary ? law->summary : ""));
        mxSetField(*out, (mwIndex)at, "citation", mxCreateString(law->citation ? law->citation : ""));
        mxSetField(*out, (mwIndex)at, "planar", mxCreateLogicalScalar((law->solves & CAROM_2D) != 0));
        mxSetField(*out, (mwIndex)at, "spatial", mxCreateLogicalScalar((law->solves & CAROM_3D) != 0));
        mxSetField(*out, (mwIndex)at, "several", mxCreateLogicalScalar(law->system != NULL));
        mxSetField(*out, (mwIndex)at, "coefficients", rows);
    }
}

// ---- Several contacts ----

static void solve_system(mxArray **out, int count, const mxArray **in) {
    static const char *fields[] = {"law",     "P", "v", "dE", "mode", "status", "ok", "violations", "solution_count",
                                   "residual"};
    if (count != 7 || !is_struct(in[6]))
        mexErrMsgIdAndTxt("carom:input", "system takes a law, the dimension, W, v, names, values and options.");
    const carom_law *law = law_of(in[0], CAROM_SYSTEMS);
    const size_t dim = (size_t)whole(in[1], "dim", 2, 3), size = mxGetNumberOfElements(in[3]), nc = size / dim;
    const double *given_W = numbers(in[2], "W");
    const coefficients given = coefficients_of(in[4], in[5]);
    if (nc == 0 || nc > INT_MAX || mxGetNumberOfElements(in[2]) != size * size || size % dim)
        mexErrMsgIdAndTxt("carom:input", "W must be square and have one row for each number of v.");
    double *W = mxMalloc(size * size * sizeof *W);
    for (size_t a = 0; a < size; a++)
        for (size_t b = 0; b < size; b++) W[a * size + b] = given_W[b * size + a];
    const carom_system system = {(int)nc, (int)dim, W, numbers(in[3], "v")};
    // The coefficients of `sequence` are those of its single impacts.
    const mxArray *single_name = mxGetField(in[6], 0, "single");
    const carom_law *single = single_name && !mxIsEmpty(single_name) ? law_of(single_name, CAROM_ONE_CONTACT) : NULL;
    carom_params *contacts = mxMalloc(nc * sizeof *contacts);
    for (size_t i = 0; i < nc; i++) contacts[i] = params_of(single ? single : law, &given, i, nc);
    carom_system_params params = carom_system_params_default(contacts);
    params.single = single;
    params.striking = whole_option(in[6], "striking", 1, INT_MAX, 1) - 1;
    const size_t bytes = carom_system_memory_size(law, &system, &params);
    void *memory = mxMalloc(bytes ? bytes : 1);
    carom_system_result r;
    const carom_status s = carom_system_solve(law, &system, &params, memory, bytes, &r);
    if (carom_status_classify(s) == CAROM_CLASS_BAD_INPUT) reject(law, s, (int)r.coefficient);
    const bool solved = carom_status_classify(s) == CAROM_CLASS_OK;
    mxArray *P = matrix(dim, nc), *v = matrix(dim, nc), *mode = mxCreateCellMatrix(1, (mwSize)nc);
    for (size_t i = 0; i < size; i++) {
        mxGetPr(P)[i] = r.P ? r.P[i] : mxGetNaN();
        mxGetPr(v)[i] = r.v ? r.v[i] : mxGetNaN();
    }
    for (size_t i = 0; i < nc; i++) set_text(mode, i, solved && r.mode ? carom_mode_name(r.mode[i]) : "");
    *out = mxCreateStructMatrix(1, 1, sizeof fields / sizeof *fields, fields);
    mxArray *values[] = {mxCreateString(law->name),
                         P,
                         v,
                         number(r.dE),
                         mode,
                         mxCreateString(carom_status_name(s)),
                         mxCreateLogicalScalar(solved),
                         violations_of(solved ? r.violations : 0),
                         number(r.solution_count),
                         number(r.residual)};
    for (int k = 0; k < (int)(sizeof values / sizeof *values); k++) mxSetField(*out, 0, fields[k], values[k]);
}

// ---- Motion ----

static void option_vector(const mxArray *body, const char *name, size_t least, size_t most, double *x) {
    const mxArray *field = mxGetField(body, 0, name);
    if (!field || mxIsEmpty(field)) return;
    const size_t n = mxGetNumberOfElements(field);
    if (n < least || n > most) mexErrMsgIdAndTxt("carom:input", "%s has %d numbers.", name, (int)n);
    memcpy(x, numbers(field, name), n * sizeof *x);
}

static void option_rule(const mxArray *body, carom_motion_scene *scene) {
    char name[32] = "";
    const mxArray *field = mxGetField(body, 0, "persist");
    if (field && !mxIsEmpty(field)) text_of(field, name, sizeof name);
    if (!strcmp(name, "step"))
        scene->persist = CAROM_MOTION_PERSIST_STEP;
    else if (*name && strcmp(name, "stop"))
        mexErrMsgIdAndTxt("carom:input", "persist is \"step\" or \"stop\", not \"%s\".", name);
}

// Returns a struct of states, with one state in each column.
static mxArray *states(const carom_motion_state *state, size_t stride, size_t n, int dim) {
    static const char *fields[] = {"t", "centre", "angle", "orientation", "velocity", "spin"};
    mxArray *t = matrix(1, n), *centre = matrix((size_t)dim, n), *angle = matrix(1, n), *turn = matrix(4, n),
            *velocity = matrix((size_t)dim, n), *spin = matrix(dim == 2 ? 1 : 3, n);
    for (size_t i = 0; i < n; i++) {
        const carom_motion_state *s = (const carom_motion_state *)(const void *)((const char *)state + i * stride);
        mxGetPr(t)[i] = s->t;
        mxGetPr(angle)[i] = s->angle;
        memcpy(mxGetPr(turn) + 4 * i, s->orientation, sizeof s->orientation);
        memcpy(mxGetPr(centre) + (size_t)dim * i, s->centre, (size_t)dim * sizeof(double));
        memcpy(mxGetPr(velocity) + (size_t)dim * i, s->velocity, (size_t)dim * sizeof(double));
        if (dim == 2)
            mxGetPr(spin)[i] = s->spin[2];
        else
            memcpy(mxGetPr(spin) + 3 * i, s->spin, sizeof s->spin);
    }
    mxArray *made = mxCreateStructMatrix(1, 1, 6, fields), *values[] = {t, centre, angle, turn, velocity, spin};
    for (int k = 0; k < 6; k++) mxSetField(made, 0, fields[k], values[k]);
    return made;
}

static mxArray *events_of(const carom_motion_result *r, int dim) {
    static const char *fields[] = {"kind", "t", "before", "after", "energy_before", "energy_after"};
    const size_t n = (size_t)r->events, stride = sizeof(carom_motion_event);
    mxArray *kind = mxCreateCellMatrix(1, (mwSize)n), *t = matrix(1, n), *was = matrix(1, n), *is = matrix(1, n);
    for (size_t i = 0; i < n; i++) {
        set_text(kind, i, carom_enum_name(CAROM_ENUM_MOTION_KIND, (int)r->event[i].kind));
        mxGetPr(t)[i] = r->event[i].after.t;
        mxGetPr(was)[i] = r->event[i].energy_before;
        mxGetPr(is)[i] = r->event[i].energy_after;
    }
    mxArray *values[] = {kind,
                         t,
                         n ? states(&r->event[0].before, stride, n, dim) : states(&r->start, stride, 0, dim),
                         n ? states(&r->event[0].after, stride, n, dim) : states(&r->start, stride, 0, dim),
                         was,
                         is};
    mxArray *made = mxCreateStructMatrix(1, 1, 6, fields);
    for (int k = 0; k < 6; k++) mxSetField(made, 0, fields[k], values[k]);
    return made;
}

// Reads the corners of the body, one in each column.
static void read_shape(const mxArray *body, int dim, carom_motion_shape *shape) {
    const mxArray *field = mxGetField(body, 0, "corners");
    shape->radius = option(body, "radius", 0.0);
    option_vector(body, "semi_axes", (size_t)dim, (size_t)dim, shape->semi_axes);
    if (!field || mxIsEmpty(field)) return;
    const double *x = numbers(field, "corners");
    const size_t n = mxGetN(field);
    if (mxGetM(field) != (size_t)dim || n > CAROM_MOTION_MAX_CORNERS)
        mexErrMsgIdAndTxt("carom:input", "corners must have %d rows, and at most %d columns.", dim,
                          CAROM_MOTION_MAX_CORNERS);
    double(*corner)[3] = mxCalloc((mwSize)n, sizeof *corner);
    for (size_t i = 0; i < n; i++) memcpy(corner[i], x + i * (size_t)dim, (size_t)dim * sizeof(double));
    shape->corners = (int)n;
    shape->corner = (const double(*)[3])corner;
}

static carom_motion_state read_start(const mxArray *body, int dim) {
    carom_motion_state start = {.orientation = {1.0, 0.0, 0.0, 0.0}};
    option_vector(body, "centre", (size_t)dim, (size_t)dim, start.centre);
    option_vector(body, "velocity", (size_t)dim, (size_t)dim, start.velocity);
    option_vector(body, "orientation", 4, 4, start.orientation);
    if (dim == 2)
        start.spin[2] = option(body, "spin", 0.0);
    else
        option_vector(body, "spin", 3, 3, start.spin);
    start.angle = option(body, "angle", 0.0);
    return start;
}

static carom_motion_scene read_scene(const mxArray *body, const carom_law *law, const carom_params *params) {
    const int dim = whole_option(body, "dim", 2, 3, 2);
    carom_motion_scene scene = carom_motion_scene_default(dim);
    scene.law = law;
    scene.params = params;
    scene.mass = option(body, "mass", 1.0);
    if (dim == 2)
        scene.inertia[2] = option(body, "inertia", (double)NAN);
    else
        option_vector(body, "inertia", 3, 3, scene.inertia);
    option_vector(body, "gravity", (size_t)dim, (size_t)dim, scene.gravity);
    scene.until = option(body, "until", HUGE_VAL);
    scene.max_events = whole_option(body, "max_events", INT_MIN, INT_MAX, 100);
    scene.rest_speed = option(body, "rest_speed", scene.rest_speed);
    scene.step = option(body, "step", scene.step);
    option_rule(body, &scene);
    read_shape(body, dim, &scene.shape);
    return scene;
}

static void drop(mxArray **out, int count, const mxArray **in) {
    static const char *fields[] = {"law", "status", "stop", "events", "end_state", "at", "energy_error"};
    if (count != 5 || !is_struct(in[1]))
        mexErrMsgIdAndTxt("carom:input", "drop takes a law, a body, names, values and times.");
    const carom_law *law = law_of(in[0], CAROM_ONE_CONTACT);
    const coefficients given = coefficients_of(in[2], in[3]);
    const carom_params params = params_of(law, &given, 0, 1);
    const carom_motion_scene scene = read_scene(in[1], law, &params);
    const carom_motion_state start = read_start(in[1], scene.dim);
    carom_motion_error error;
    carom_status s = carom_motion_validate(&scene, &start, &error);
    if (s != CAROM_OK)
        mexErrMsgIdAndTxt("carom:input", "%s (%s).", carom_status_message(s),
                          carom_enum_name(CAROM_ENUM_MOTION_PART, (int)error.part));
    const size_t bytes = carom_motion_memory_size(&scene);
    void *memory = mxMalloc(bytes);
    carom_motion_result r;
    s = carom_motion_run(&scene, &start, memory, bytes, &r);
    if (carom_status_classify(s) == CAROM_CLASS_BAD_INPUT) reject(law, s, -1);
    const size_t n = mxGetNumberOfElements(in[4]);
    const double *times = n ? numbers(in[4], "times") : NULL;
    carom_motion_state *at = mxCalloc((mwSize)(n ? n : 1), sizeof *at);
    for (size_t i = 0; i < n; i++)
        if (carom_motion_state_at(&scene, &r, times[i], &at[i]) != CAROM_OK)
            mexErrMsgIdAndTxt("carom:input", "The motion has no state at t = %g s; it lasts from %g s to %g s.",
                              times[i], r.start.t, r.end.t);
    *out = mxCreateStructMatrix(1, 1, sizeof fields / sizeof *fields, fields);
    mxArray *values[] = {mxCreateString(law->name),
                         mxCreateString(carom_status_name(s)),
                         mxCreateString(carom_enum_name(CAROM_ENUM_MOTION_STOP, (int)r.stop)),
                         events_of(&r, scene.dim),
                         states(&r.end, sizeof r.end, 1, scene.dim),
                         states(at, sizeof *at, n, scene.dim),
                         number(r.energy_error)};
    for (int k = 0; k < (int)(sizeof values / sizeof *values); k++) mxSetField(*out, 0, fields[k], values[k]);
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[]) {
    char command[16];
    (void)nlhs;
    if (nrhs < 1) mexErrMsgIdAndTxt("carom:input", "Use the functions of the package carom, such as carom.collide.");
    text_of(prhs[0], command, sizeof command);
    if (!strcmp(command, "version"))
        plhs[0] = mxCreateString(carom_version());
    else if (!strcmp(command, "laws"))
        laws(plhs);
    else if (!strcmp(command, "collide"))
        collide(plhs, nrhs - 1, prhs + 1);
    else if (!strcmp(command, "system"))
        solve_system(plhs, nrhs - 1, prhs + 1);
    else if (!strcmp(command, "drop"))
        drop(plhs, nrhs - 1, prhs + 1);
    else
        mexErrMsgIdAndTxt("carom:input", "There is no command \"%s\".", command);
}
