// carom solve: one impact by one law.
#include <stdio.h>

#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/words/answer.h"
#include "cli/words/json.h"
#include "cli/words/report.h"
#include "cli/words/table.h"
#include "cli/words/tables.h"

static const char examples[] =
    "  carom solve --law routh --e 0.5 --mu 0.7 --W \"2.5 -1.5; -1.5 2.5\" --v \"-1 0.6\"\n"
    "  carom solve --law routh --restitution energetic --mu inf --W \"2 1; 1 2\" --v \"-1 0\" --json\n"
    "  carom solve examples/falling_rod.json\n"
    "  carom solve --jsonl < problems.jsonl > outcomes.jsonl\n";
static const char about[] =
    "Solves one impact. FILE, or - for standard input, holds one JSON problem, which may leave out what the options\n"
    "state; where both speak, the options win: --law, --W, --v and every parameter.\n"
    "{\"law\":\"routh\",\"params\":{\"e\":0.5,\"mu\":0.7},\"W\":[[2.5,-1.5],[-1.5,2.5]],\"v\":[-1,0.6]}\n"
    "It may tell a scenario instead of W and v: two bodies and where they touch, a chain of links, or a mass matrix\n"
    "(docs/scenario.md). The answer then has the velocity of every body, and the ledger of energy and momentum.\n"
    "With --jsonl the options state what the lines leave out; there a line wins over the options.";

static int solve(carom_problem *problem, bool json, bool strict) {
    carom_answer answer;
    carom_answer_problem(problem, &answer);
    if (json)
        carom_json_answer(carom_answer_json(problem, &answer));
    else if (carom_answer_stands(&answer))
        carom_report(stdout, problem, &answer);
    else
        carom_report_failure(problem, &answer);
    return carom_answer_exit(&answer, strict);
}

int carom_verb_solve(int argc, char **argv) {
    bool json = false, lines = false, strict = false;
    carom_problem problem = carom_problem_new(carom_tables_modules());
    const carom_option options[] = {
        {"json", NULL, "the answer as one JSON object", &json, NULL},
        CAROM_TABLE_OPTIONS,
        {"jsonl", NULL, "one JSON problem a line in, one JSON outcome a line out, in order", &lines, NULL},
        {"strict", NULL, "exit 1 if an answer is inadmissible, there is none, or nothing happens", &strict, NULL},
        {0},
    };
    const carom_usage usage = {
        "solve", examples, about, options, &problem, 1, "[FILE|-]", false, carom_tables_reads(NULL)};
    carom_operands operands;
    int exit;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    if (lines) return carom_stream_lines(operands.count ? operands.at[0] : NULL, &problem, strict);

    json_t *document;
    if (!carom_stream_stated(&usage, &operands, &document, &exit)) return exit;
    exit = solve(&problem, json, strict);
    carom_problem_free(&problem);
    json_decref(document);
    return exit;
}
