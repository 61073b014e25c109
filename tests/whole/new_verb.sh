# Adds the verb `loss`, which needs one file and one row. Tests it with options, and that help, man page and completion
# contain it. Sourced by new_things.sh.
clis="$clis usage man complete"

cat >cli/verbs/loss.c <<'C'
// carom loss: the energy that an impact loses.
#include <stdio.h>

#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/lookup/answer.h"
#include "cli/print/json.h"
#include "cli/lookup/report.h"
#include "cli/lookup/laws.h"

static const char examples[] = "  carom loss --law routh --e 0.5 --mu 0.3 --W \"2.5 -1.5; -1.5 2.5\" --v \"-1 0.6\"\n";
static const char about[] = "Prints the kinetic energy that an impact loses, in joules.";

int carom_verb_loss(int argc, char **argv) {
    bool json = false;
    carom_problem problem = carom_problem_new(carom_tables_modules());
    const carom_option options[] = {
        {"json", NULL, "print the result as one JSON object", &json, NULL},
        {0},
    };
    const carom_usage usage = {.verb = "loss",
                               .examples = examples,
                               .about = about,
                               .options = options,
                               .problem = &problem,
                               .most_operands = 1,
                               .operands = "[FILE|-]",
                               .reads = carom_tables_reads(NULL)};
    json_t *document;
    int exit;
    if (!carom_stream_opening(&usage, argc, argv, &document, &exit)) return exit;
    carom_answer answer;
    carom_answer_problem(&problem, &answer);
    if (json)
        carom_json_answer(carom_answer_json(&problem, &answer));
    else if (carom_answer_stands(&answer))
        printf("%g J\n", -answer.outcome.dE);
    else
        carom_report_failure(&problem, &answer);
    exit = carom_answer_exit(&answer, false);
    carom_problem_free(&problem);
    json_decref(document);
    return exit;
}
C
sed -i 's/^CAROM_VERB(convert, .*/&\nCAROM_VERB(loss, solve, "print the kinetic energy that an impact loses")/' cli/verbs.def
touched 2 "one file and one row"

prove_verb() {
    says '0.3 J' build/release/carom loss --law frictionless --e 0.5 --W "1.25 0; 0 1" --v "-1 0"
    says 'loss' build/release/carom --help
}
