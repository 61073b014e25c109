// Fuzzes the output of a driver of `carom judge`: a handshake, then results of cases of every family in every form.
#include <stdlib.h>
#include <string.h>

#include "cli/judge/reply.h"
#include "fuzz.h"

const double fuzz_floor = 0.004;

// Checks that a text has an end and contains no control characters, which a terminal would obey.
static void plain(const char *words, size_t size) {
    if (!memchr(words, 0, size)) fuzz_wrong("words of a driver without an end");
    for (; *words; words++)
        if ((unsigned char)*words < 0x20 || *words == 0x7f) fuzz_wrong("words of a driver move the cursor");
}

bool fuzz_one(const uint8_t *bytes, size_t size) {
    static carom_judge_cases cases;
    static carom_judge_reply reply;
    carom_error refusal;
    carom_judge_hello hello;
    char words[240] = "";
    if (!cases.count && !carom_judge_cases_built_in(&cases, NULL, 40, &refusal)) exit(2);
    char *text = fuzz_text(bytes, size), *line = text;
    const bool greets = carom_judge_read_hello(line, &hello, words, sizeof words);
    plain(words, sizeof words);
    plain(hello.engine, sizeof hello.engine);
    plain(hello.version, sizeof hello.version);
    json_decref(hello.settings);
    bool answers = false;
    for (size_t i = 0; i < cases.count; i++)
        for (int form = CAROM_JUDGE_TOUCHING; form <= CAROM_JUDGE_ARRIVING; form++) {
            carom_judge_read_reply(line, &cases.at[i], (carom_judge_form)form, &reply);
            if (!carom_judge_said_name(reply.said)) fuzz_wrong("a reply that is nothing");
            plain(reply.words, sizeof reply.words);
            plain(reply.note, sizeof reply.note);
            answers = answers || reply.said == CAROM_JUDGE_MOVES || reply.said == CAROM_JUDGE_RAN;
        }
    free(text);
    return greets || answers;
}
