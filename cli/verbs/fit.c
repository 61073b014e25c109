// Implements carom fit: finds the laws and coefficients that agree with measured impacts.
#include "cli/args/args.h"
#include "cli/exit.h"
#include "cli/print/table.h"
#include "cli/print/words.h"
#include "cli/verbs/fit_asked.h"

static const char examples[] = "  carom fit impacts.csv --sigma 0.005\n"
                               "  carom fit impacts.csv --laws bilinear,routh --robust --report impacts.html\n"
                               "  carom fit impacts.csv --e-of fifth --json\n";
static const char about[] = "Fits every law to measured impacts and shows which laws the data reject.\n"
                            "For free bodies, carom first checks signs, arms, inertia and centre of mass.\n"
                            "\n"
                            "FILE is a table with one impact per row and one of these sets of columns:\n"
                            "  W_nn W_nt W_tt v_n v_t v_n_after v_t_after\n"
                            "  mass inertia r_n r_t u_n u_t spin u_n_after u_t_after spin_after (free body)\n"
                            "  mass inertia r_n r_t1 r_t2 u_n u_t1 u_t2 w_n w_t1 w_t2 u_n_after .. (3D)\n"
                            "Give measurement errors in columns sd_<column> or S11 S12 .., or with --sigma.\n"
                            "They are optional for free bodies.";

#ifndef CAROM_HAS_FIT
int carom_fit_answer(const carom_fit_asked *asked, const char *source) {
    carom_say("this build has no \"fit\": it was made without cminpack (CAROM_FIT)");
    return CAROM_EXIT_USAGE;
}
#endif

static const carom_no_effect no_effect[] = {
    {"no-title", .without = "output", .reason = "there is no picture; -o draws one"}, {0}};

int carom_verb_fit(int argc, char **argv) {
    carom_fit_asked a = {.laws = "all"};
    const carom_option options[] = {
        {"laws", "LIST", "laws to fit, such as routh,smith; default: all", NULL, &a.laws},
        {"e-of", "FORM", "also fit e as a function of |v_n|: fifth, viscoelastic, thornton, quarter, power", NULL,
         &a.e_of},
        {"mu-of", "FORM", "also fit mu as a function of |v_t|: exp", NULL, &a.mu_of},
        {"sigma", "S", "standard deviation of velocities, m/s", NULL, &a.data.sigma},
        {"sigma-spin", "S", "standard deviation of spins, rad/s", NULL, &a.data.spin},
        {"mass", "M", "mass of all bodies, kg, if the file has no column mass", NULL, &a.data.mass},
        {"inertia", "I", "inertia, kg m^2: 1 number, or 3 or 9 in body axes", NULL, &a.data.inertia},
        {"W", "MATRIX", "inverse mass matrix, if the file has no columns W_..", NULL, &a.data.W},
        {"columns", "LIST", "column names in the file, such as \"v_n=VN, v_t=VT\"", NULL, &a.data.columns},
        {"template", NULL, "print a CSV file to fill in and exit", &a.template, NULL},
        {"robust", NULL, "use Huber weights (1.345 standard deviations)", &a.robust, NULL},
        {"quick", NULL, "skip the 95 % confidence intervals", &a.quick, NULL},
        {"threads", "N", "number of parallel threads; default: one per core", NULL, &a.threads},
        {"report", "PAGE", "write the results as one page with figures (.html)", NULL, &a.page},
        {"output", "PICTURE", "picture of data and best laws (.svg, .pdf, .png)", NULL, &a.picture},
        {"no-title", NULL, "omit the title with the number of impacts", &a.untitled, NULL},
        {"json", NULL, "", &a.json, NULL},
        CAROM_TABLE_OPTIONS,
        {"strict", NULL, "exit with 1 without a verdict or if all are rejected", &a.strict, NULL},
        {0},
    };
    const carom_usage usage = {.verb = "fit",
                               .examples = examples,
                               .about = about,
                               .options = options,
                               .no_effect = no_effect,
                               .most_operands = 1,
                               .operands = "[FILE|-]"};
    carom_operands operands;
    int exit;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    if (a.template && a.json) return carom_say("--template prints CSV; leave out --format json"), CAROM_EXIT_USAGE;
    return carom_fit_answer(&a, operands.count ? operands.at[0] : "-");
}
