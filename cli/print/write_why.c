#include "cli/print/write_why.h"

#include "carom/derivatives.h"

#include <math.h>

#include "mods/scenario/json.h"

void carom_alternatives_json(json_t *answer, const carom_problem *problem, const carom_alternative *list, int count) {
    json_t *array = json_array(), *selected = NULL;
    for (int i = 0; i < count; i++) {
        const carom_answer one = {.status = CAROM_OK, .outcome = list[i].result};
        json_t *object = carom_answer_json(problem, &one);
        json_object_del(object, "id");
        json_object_set_new(object, "returned", carom_json_boolean(list[i].returned));
        json_object_set_new(object, "stable", carom_json_boolean(list[i].stable));
        json_object_set_new(object, "index", list[i].index ? json_integer(list[i].index) : json_null());
        json_array_append_new(array, object);
        if (list[i].returned) selected = json_integer(i);
    }
    json_object_set_new(answer, "solutions", array);
    json_object_set_new(answer, "selected", selected ? selected : json_null());
}

// Returns a row for each component of P, or the numbers of a single column; -0 becomes 0.
static json_t *jac_rows(const double *first, size_t stride, int rows, int columns) {
    json_t *array = json_array();
    for (int i = 0; i < rows; i++) {
        double row[CAROM_JACOBIAN_PARAMS];
        for (int k = 0; k < columns; k++) row[k] = first[(size_t)i * stride + (size_t)k] + 0.0;
        json_array_append_new(array, columns == 1 ? carom_json_real(row[0]) : carom_json_numbers(row, (size_t)columns));
    }
    return array;
}

// Returns the parameter to which a column belongs. A law's own parameter with several numbers has several columns.
static const carom_coefficient *row_of(const carom_law *law, int number) {
    const carom_coefficient *row = NULL;
    for (int back = 0; back < 3 && !row; back++) row = carom_law_coefficient(law, number - back);
    return row;
}

void carom_jac_json(json_t *answer, const carom_problem *problem, carom_status status, const carom_jacobian *jac) {
    const int dim = problem->contact.dim;
    if (carom_status_classify(status) != CAROM_CLASS_OK) {
        json_object_set_new(answer, "jacobian", json_null());
        return;
    }
    json_t *params = json_object();
    for (int k = 0, width = 1; k < jac->params; k += width) {
        const carom_coefficient *info = row_of(problem->law, (int)jac->param[k]);
        for (width = 1; k + width < jac->params && row_of(problem->law, (int)jac->param[k + width]) == info;) width++;
        if (info)
            json_object_set_new(params, info->name, jac_rows(&jac->dP_dparam[0][k], CAROM_JACOBIAN_PARAMS, dim, width));
    }
    json_object_set_new(answer, "jacobian",
                        json_pack("{s:s, s:o, s:o, s:o, s:o, s:o}", "smooth",
                                  carom_enum_name(CAROM_ENUM_SMOOTHNESS, (int)jac->smooth), "margin",
                                  carom_json_real(jac->margin), "error", carom_json_real(jac->error), "v",
                                  jac_rows(jac->dP_dv[0], 3, dim, dim), "W",
                                  jac_rows(jac->dP_dW[0], 6, dim, dim * (dim + 1) / 2), "params", params));
}

const char *carom_axis_word(int dim, int i) {
    static const char *const axes[2][3] = {{"n", "t", ""}, {"n", "t1", "t2"}};
    return axes[dim == 3][i];
}

bool carom_jacobian_text(const carom_problem *problem, carom_status status, const carom_jacobian *jac,
                         char said[CAROM_JAC_LABEL]) {
    static const char *const words[] = {
        [CAROM_KINK] = ", the derivative of the mode above; it differs on the other side of the change of mode",
        [CAROM_ONE_SIDED] = ": a coefficient is at the end of its range",
        [CAROM_DIRECTIONAL] = ": more than two slopes meet here; this is the derivative of the mode above",
        [CAROM_JUMP] = ": P itself jumps here",
        [CAROM_SMOOTHNESS_NONE] = ": none is known here, or it is infinite",
    };
    const bool none = status == CAROM_NO_DERIVATIVE;
    if (none && (problem->params.e_of_speed.form || problem->params.mu_of_speed.form)) {
        snprintf(said, CAROM_JAC_LABEL, "a coefficient that depends on the speed has none; give its number");
        return false;
    }
    snprintf(said, CAROM_JAC_LABEL, "%s%s%s", none ? "law " : carom_enum_name(CAROM_ENUM_SMOOTHNESS, (int)jac->smooth),
             none                 ? problem->law->name
             : words[jac->smooth] ? words[jac->smooth]
                                  : "",
             none ? " has no derivatives; docs/derivatives.md lists the laws that do" : "");
    return !none && !isnan(jac->dP_dv[0][0]);
}

bool carom_jac_row(const carom_law *law, const carom_jacobian *jac, int dim, int k, char said[CAROM_JAC_LABEL],
                   double dP[3]) {
    const int entries = dim * (dim + 1) / 2, entry = k - dim, param = entry - entries;
    if (param >= jac->params) return false;
    for (int i = 0; i < dim; i++)
        dP[i] = k < dim ? jac->dP_dv[i][k] : entry < entries ? jac->dP_dW[i][entry] : jac->dP_dparam[i][param];
    if (k < dim) {
        snprintf(said, CAROM_JAC_LABEL, "v_%s", carom_axis_word(dim, k));
    } else if (entry < entries) {
        int row = 0, column = entry;
        for (; column >= dim - row; row++) column -= dim - row;
        snprintf(said, CAROM_JAC_LABEL, "W_%s%s", carom_axis_word(dim, row), carom_axis_word(dim, row + column));
    } else {
        const int number = (int)jac->param[param];
        const carom_coefficient *info = row_of(law, number);
        const bool several = info && dim == 3 && info->kind != CAROM_REAL && info->kind != CAROM_VECTOR;
        const int axis = info && info->kind == CAROM_EACH ? number - info->number
                         : info                           ? 1 + number - info->number
                                                          : 0;
        snprintf(said, CAROM_JAC_LABEL, several ? "%s_%s" : "%s", info ? info->name : "own",
                 several ? carom_axis_word(dim, axis) : "");
    }
    return true;
}
