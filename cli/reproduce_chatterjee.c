// Tables 7.1 and 7.2 of Chatterjee 1997: a pendulum at the angle theta = pi/10 strikes a wall. Its mass matrix has the
// eigenvalue 1 across the rod and lambda along it; lambda grows without bound. v = -(sin theta, cos theta), mu = 1/2.
#include <math.h>
#include <stdio.h>

#include "carom/carom.h"
#include "cli/exit.h"
#include "cli/json.h"
#include "cli/reproduce.h"
#include "cli/table.h"

enum { COLUMNS = 5, MOST_ROWS = 5 };

// One law with its parameters: printed[row][column].
typedef struct {
    const char *title, *law;
    double e, r_t; // e also stands for r_n
    const char *printed[MOST_ROWS][COLUMNS];
} block;

typedef struct {
    const char *heads[COLUMNS];
    double lambdas[COLUMNS];
    int rows;
    const char *names[MOST_ROWS];
    const block *blocks;
    int block_count;
} sheet;

static const block blocks_7_1[] = {
    {"Routh (Poisson)",
     "routh",
     0.8,
     0.0,
     {{"0.247214", "0.092121", "0.021158", "0.004357", "0"},
      {"-0.069222", "0", "0", "0", "0"},
      {"-0.368355", "-0.422836", "-0.479733", "-0.495706", "-0.5"}}},
    {"Kane & Levinson",
     "whittaker",
     0.8,
     0.0,
     {{"0.247214", "0.247214", "0.247214", "0.247214", "0.247214*"},
      {"-0.069222", "0", "0", "0", "0*"},
      {"-0.368355", "+0.055704", "+2.26685", "+13.3226", "+inf*"}}},
    {"Smith",
     "smith",
     0.8,
     0.0,
     {{"0.247214", "0.247214", "0.247214", "0.247214", "0.247214"},
      {"-0.069222", "0.432100", "0.657373!", "0.736339", "0.760845"},
      {"-0.368355", "-0.278047", "-0.202765", "-0.184037", "-0.180000"}}},
};

static const block blocks_7_2[] = {
    {"r_t = 0.6, r_n = 0.8",
     "chatterjee3",
     0.8,
     0.6,
     {{"1.748086", "28.94058", "300.9031", "3007.798", "inf*"},
      {"0.874043", "-8.01963", "-96.6829", "-976.238", "-inf*"},
      {"0.247214", "0.126185", "0.0132927", "0.0013300", "0*"},
      {"0.310244", "0.291269", "0.0306830", ".0030700", "0*"},
      {"-0.334068", "0", "0", "0", "0*"}}},
    {"r_t = 0.8, r_n = 0.8",
     "chatterjee3",
     0.8,
     0.8,
     {{"1.748086", "2.287176", "2.294251", "2.294322", "2.294323"},
      {"0.874043", "1.143588", "1.147126", "1.147161", "1.147161"},
      {"0.247214", "0.247214", "0.247214", "0.247214", "0.247214"},
      {"0.310244", "0.754950", "0.760786", "0.760845", "0.760845"},
      {"-0.334068", "-0.182810", "-0.1800283", "-0.1800003", "-0.18"}}},
    {"r_t = 0.9, r_n = 0.8",
     "chatterjee3",
     0.8,
     0.9,
     {{"1.748086", "2.257637", "2.283677", "2.293140", "2.294323"},
      {"0.874043", "1.128818", "1.141839", "1.146570", "1.147161"},
      {"0.247214", "0.240030", "0.244650", "0.246927", "0.247214"},
      {"0.310244", "0.732916", "0.752896", "0.759962", "0.760845"},
      {"-0.334068", "-0.200994", "-0.186630", "-0.180742", "-0.18"}}},
};

static const sheet sheet_7_1 = {{"lambda = 4", "20", "100", "500", "inf"},
                                {4.0, 20.0, 100.0, 500.0, HUGE_VAL},
                                3,
                                {"V_fN", "V_fT", "dKE"},
                                blocks_7_1,
                                3};
static const sheet sheet_7_2 = {{"lambda = 10", "1e3", "1e5", "1e7", "inf"},
                                {10.0, 1e3, 1e5, 1e7, HUGE_VAL},
                                5,
                                {"P_N", "P_T", "V_fN", "V_fT", "dKE"},
                                blocks_7_2,
                                3};

static carom_contact pendulum(double lambda) {
    const double s = (sqrt(5.0) - 1.0) / 4.0, c = sqrt(10.0 + 2.0 * sqrt(5.0)) / 4.0, x = 1.0 / lambda;
    return (carom_contact){
        .dim = 2, .W = {{s * s + c * c * x, s * c * (1.0 - x)}, {s * c * (1.0 - x), c * c + s * s * x}}, .v = {-s, -c}};
}

// The last `rows` of P_N, P_T, V_fN, V_fT, dKE; NaN where the law has no finite outcome.
static void compute(const block *b, double lambda, int rows, double values[MOST_ROWS]) {
    const carom_contact c = pendulum(lambda);
    carom_params p = carom_default_params();
    carom_outcome out;
    p.e = p.r_n = b->e;
    p.r_t = b->r_t;
    p.mu = 0.5;
    carom_collide(carom_law_find(b->law), &c, &p, &out);
    const double all[MOST_ROWS] = {out.P[0], out.P[1], out.v[0], out.v[1], out.dE};
    for (int i = 0; i < rows; i++) values[i] = all[MOST_ROWS - rows + i];
}

static json_t *cell_json(const sheet *s, const block *b, int row, int column, double value) {
    static const char *const words[] = {"agrees", "erratum", "differs"};
    const char *printed = b->printed[row][column];
    return json_pack("{s:s, s:s, s:s, s:s, s:o, s:s}", "case", b->title, "lambda", s->heads[column], "quantity",
                     s->names[row], "printed", printed, "computed", carom_json_real(value), "verdict",
                     words[carom_agree(printed, value)]);
}

static void print_row(const sheet *s, const block *b, int row, double values[COLUMNS][MOST_ROWS], carom_table *table) {
    carom_table_cell(table, "%s", row == 0 ? b->title : "");
    carom_table_cell(table, "%s", s->names[row]);
    for (int k = 0; k < COLUMNS; k++) carom_table_cell(table, "%s", b->printed[row][k]);
    carom_table_end_row(table);
    carom_table_cell(table, "%s", "");
    carom_table_cell(table, "%s", "");
    for (int k = 0; k < COLUMNS; k++) {
        const carom_agreement agreement = carom_agree(b->printed[row][k], values[k][row]);
        const char *mark = agreement == CAROM_AGREES ? "" : agreement == CAROM_ERRATUM ? " (erratum)" : " DIFFERS";
        if (isnan(values[k][row]))
            carom_table_cell(table, "no outcome%s", mark);
        else
            carom_table_cell(table, "%.7g%s", carom_tidy(values[k][row], 1.0), mark);
    }
    carom_table_end_row(table);
}

static void compute_block(const sheet *s, const block *b, double values[COLUMNS][MOST_ROWS]) {
    for (int k = 0; k < COLUMNS; k++) compute(b, s->lambdas[k], s->rows, values[k]);
}

static void print_json(const sheet *s) {
    json_t *cells = json_array();
    for (int i = 0; i < s->block_count; i++) {
        const block *b = &s->blocks[i];
        double values[COLUMNS][MOST_ROWS];
        compute_block(s, b, values);
        for (int row = 0; row < s->rows; row++)
            for (int k = 0; k < COLUMNS; k++) json_array_append_new(cells, cell_json(s, b, row, k, values[k][row]));
    }
    carom_json_answer(cells);
}

static void print_words(const sheet *s) {
    carom_table table = {.align = "lllllll"};
    carom_table_cell(&table, "%s", "");
    carom_table_cell(&table, "%s", "");
    for (int k = 0; k < COLUMNS; k++) carom_table_cell(&table, "%s", s->heads[k]);
    carom_table_end_row(&table);
    for (int i = 0; i < s->block_count; i++) {
        double values[COLUMNS][MOST_ROWS];
        compute_block(s, &s->blocks[i], values);
        for (int row = 0; row < s->rows; row++) print_row(s, &s->blocks[i], row, values, &table);
    }
    printf(
        "First line printed, second computed. A printed number ending in ! is in the list of errata; in *, the limit\n"
        "of outcomes whose impulse grows without bound, where carom answers that there is none.\n\n");
    carom_table_print(stdout, &table);
}

static int count_differences(const sheet *s) {
    int differs = 0;
    for (int i = 0; i < s->block_count; i++) {
        double values[COLUMNS][MOST_ROWS];
        compute_block(s, &s->blocks[i], values);
        for (int row = 0; row < s->rows; row++)
            for (int k = 0; k < COLUMNS; k++)
                differs += carom_agree(s->blocks[i].printed[row][k], values[k][row]) == CAROM_DIFFERS;
    }
    return differs;
}

static int reproduce(const sheet *s, bool json) {
    const int differs = count_differences(s);
    (json ? print_json : print_words)(s);
    if (!json && differs) printf("\n%d values differ.\n", differs);
    if (!json && !differs) printf("\nEvery value agrees to the last printed digit, or is a known erratum.\n");
    return differs ? CAROM_EXIT_INADMISSIBLE : CAROM_EXIT_FINE;
}

int carom_reproduce_chatterjee_7_1(bool json) {
    return reproduce(&sheet_7_1, json);
}

int carom_reproduce_chatterjee_7_2(bool json) {
    return reproduce(&sheet_7_2, json);
}
