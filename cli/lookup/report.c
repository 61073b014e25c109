#include "cli/lookup/report.h"

#include "cli/print/table.h"
#include "cli/print/words.h"

carom_report *carom_report_of(const carom_problem *problem, const carom_answer *answer) {
    carom_report *report = carom_report_new(problem, answer);
    if (!report) carom_no_memory();
    return report;
}

void carom_print_report(const carom_report *report) {
    if (!carom_report_print(carom_table_file(), report, carom_output_format)) carom_no_memory();
}

void carom_print_answer(const carom_problem *problem, const carom_answer *answer) {
    carom_report *report = carom_report_of(problem, answer);
    carom_print_report(report);
    carom_report_free(report);
}

void carom_report_parting(FILE *file, const carom_problem *problem, const char *margin) {
    char hint[2000];
    fprintf(file, "%snothing happens: they already part (v_n = %g m/s > 0)\n", margin, problem->contact.v[0]);
    fprintf(file, "%s%s\n", margin, carom_parting_hint(problem, hint, sizeof hint));
}

void carom_report_without(const carom_law *law, const carom_error *refusal) {
    printf("%s: %s\n", law->name, carom_status_name(refusal->status));
    fflush(stdout); // so that the reason follows
    carom_remark("note: %s", refusal->detail);
}

void carom_report_failure(const carom_problem *problem, const carom_answer *answer) {
    if (carom_status_classify(answer->status) == CAROM_CLASS_NO_ANSWER && answer->status != CAROM_NO_PATH)
        carom_report_without(problem->law, &answer->refusal);
    else
        carom_say_refusal(&answer->refusal);
}
