// Lists the names of columns that data for a fit may have (docs/fit.md).
#include <string.h>

#include "cli/fit/table.h"

static const char *column_name(int index) {
    static const char *const contact[] = {
        "v_n",          "v_t",  "v_n_after", "v_t_after", "sd_v_n", "sd_v_t", "sd_v_n_after",
        "sd_v_t_after", "W_nn", "W_nt",      "W_tt",      "group",  NULL};
    static const char *const body[] = {"u_n",          "u_t",           "spin",   "u_n_after", "u_t_after",
                                       "spin_after",   "sd_u_n",        "sd_u_t", "sd_spin",   "sd_u_n_after",
                                       "sd_u_t_after", "sd_spin_after", "mass",   "inertia",   "ratio",
                                       "radius",       "r_n",           "r_t",    NULL};
    static const char *const space[] = {"r_t1",       "r_t2",       "u_t1",       "u_t2",       "w_n",
                                        "w_t1",       "w_t2",       "u_t1_after", "u_t2_after", "w_n_after",
                                        "w_t1_after", "w_t2_after", NULL};
    static const char *const space_errors[] = {
        "sd_u_t1",       "sd_u_t2",       "sd_w_n",       "sd_w_t1",       "sd_w_t2",
        "sd_u_t1_after", "sd_u_t2_after", "sd_w_n_after", "sd_w_t1_after", "sd_w_t2_after",
        "sd_r_n",        "sd_r_t",        "sd_r_t1",      "sd_r_t2",       NULL};
    static const char *const attitude[] = {"angle", "qw",   "qx",   "qy",   "qz",   "I_xx",
                                           "I_yy",  "I_zz", "I_xy", "I_xz", "I_yz", NULL};
    static const char *const covariance[] = {"S11", "S12", "S13", "S14", "S15", "S16", "S22", "S23",
                                             "S24", "S25", "S26", "S33", "S34", "S35", "S36", "S44",
                                             "S45", "S46", "S55", "S56", "S66", NULL};
    static const char *const *const parts[] = {contact, body, space, space_errors, attitude, covariance};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        for (const char *const *name = parts[k]; *name; name++)
            if (index-- == 0) return *name;
    return NULL;
}

// Returns true if --columns "v_n=VN, v_t=VT" gives this name to a column.
static bool is_given(const char *columns, const char *name) {
    for (const char *at = columns ? columns : ""; *at;) {
        const size_t length = strcspn(at, ",");
        const char *equals = memchr(at, '=', length);
        const size_t own = equals ? (size_t)(at + length - equals - 1) : 0;
        if (equals && strlen(name) == own && !strncmp(equals + 1, name, own)) return true;
        at += length + (at[length] == ',');
    }
    return false;
}

bool carom_fit_is_column(const char *columns, const char *name) {
    const char *known;
    for (int i = 0; (known = column_name(i)); i++)
        if (!strcmp(known, name)) return true;
    return is_given(columns, name);
}

const char *carom_fit_near_column(const char *name) {
    return carom_nearest_name(name, column_name);
}
