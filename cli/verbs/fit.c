// carom fit: which laws do measured impacts allow, with which coefficients?
#include "cli/args/args.h"
#include "cli/exit.h"
#include "cli/verbs/fit_asked.h"
#include "cli/words/words.h"

static const char examples[] = "  carom fit impacts.csv --sigma 0.005\n"
                               "  carom fit impacts.csv --laws bilinear,routh --robust --report impacts.html\n"
                               "  carom fit pictures.csv --scale 4350 --rate 8.83 --pixel-error 0.5 --readings\n"
                               "  carom fit pucks.json --case bilinear-noisy --json\n";
static const char about[] =
    "Reads measured impacts and fits every law to them, within the laws' bounds, weighted by the errors of both\n"
    "velocities. Columns: W_nn W_nt W_tt v_n v_t v_n_after v_t_after; or, for a free body, mass inertia r_n r_t\n"
    "u_n u_t spin u_n_after u_t_after spin_after; or strobe pictures x1 y1 mx1 my1 .. my4. Errors: sd_<column>, the\n"
    "covariance S11 S12 .., or --sigma. A column \"group\" says which impacts are left out together. docs/fit.md.";

#ifndef CAROM_HAS_FIT
int carom_fit_answer(const carom_fit_asked *asked, const char *source) {
    (void)asked, (void)source;
    carom_say("this build has no \"fit\": it was made without cminpack (CAROM_FIT)");
    return CAROM_EXIT_USAGE;
}
#endif

int carom_verb_fit(int argc, char **argv) {
    carom_fit_asked a = {.laws = "all"};
    const carom_option options[] = {
        {"laws", "LIST", "which laws: all (default), or names such as routh,smith", NULL, &a.laws},
        {"e-of", "FORM", "each law also with e that depends on |v_n|: fifth, viscoelastic, thornton, quarter", NULL,
         &a.e_of},
        {"mu-of", "FORM", "each law also with mu that depends on |v_t|: exp", NULL, &a.mu_of},
        {"sigma", "S", "standard deviation of every velocity, m/s, where no column says it", NULL, &a.data.sigma},
        {"sigma-spin", "S", "standard deviation of every spin, rad/s", NULL, &a.data.spin},
        {"W", "MATRIX", "the inverse mass matrix of all impacts, where no column has it", NULL, &a.data.W},
        {"columns", "LIST", "what the file calls them: \"v_n=VN, v_t=VT\"", NULL, &a.data.columns},
        {"case", "ID", "which experiment, of a file with several", NULL, &a.data.which},
        {"scale", "N", "strobe pictures: units of the coordinates in a metre", NULL, &a.data.scale},
        {"rate", "HZ", "strobe pictures: flashes in a second", NULL, &a.data.rate},
        {"pixel-error", "S", "strobe pictures: standard deviation of a coordinate, in its unit", NULL, &a.data.px},
        {"pixel-bound", "H", "strobe pictures: the most a coordinate can be wrong, for --readings; 2 unless given",
         NULL, &a.data.bound},
        {"readings", NULL, "no fit: theta, e, P_t/P_n, tan(phi) of each impact, with bounds of strobe pictures",
         &a.readings, NULL},
        {"robust", NULL, "Huber's weights: residuals beyond 1.345 standard deviations count less", &a.robust, NULL},
        {"quick", NULL, "no profiles, so no 95 % intervals", &a.quick, NULL},
        {"threads", "N", "laws fitted at once; all cores unless given", NULL, &a.threads},
        {"report", "FILE", "the whole study as one HTML page, figures inside", NULL, &a.page},
        {"out", "PICTURE", "the data and the four best curves as a picture: .svg, .pdf or .png (-o)", NULL, &a.picture},
        {"no-title", NULL, "without how many impacts above the picture", &a.untitled, NULL},
        {"json", NULL, "everything as one JSON object", &a.json, NULL},
        {"csv", NULL, "one line a law and parameter", &a.csv, NULL},
        {"md", NULL, "the same as a table of Markdown", &a.markdown, NULL},
        {"strict", NULL, "exit 1 if a sign is wrong or every law is rejected", &a.strict, NULL},
        {0},
    };
    const carom_usage usage = {"fit", examples, about, options, NULL, 1, "[FILE|-]", false, 0};
    carom_operands operands;
    int exit;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    return carom_fit_answer(&a, operands.count ? operands.at[0] : "-");
}
