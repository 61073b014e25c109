#include "cli/judge/run_cases.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/judge/driver.h"

typedef struct {
    carom_judge_run *run;
    carom_driver *driver; // NULL if it must be started
    int in_a_row;         // faults since the last answer
    size_t turned;        // number of cases that were rotated
} state;

static void note_fault(state *s, const char *id, const char *words) {
    carom_judge_run *r = s->run;
    if (r->fault_count < CAROM_JUDGE_FAULTS) {
        carom_judge_fault *f = &r->fault[r->fault_count++];
        snprintf(f->id, sizeof f->id, "%s", id);
        snprintf(f->words, sizeof f->words, "%s", words);
    }
    s->in_a_row++;
    r->over = r->over || s->in_a_row >= CAROM_JUDGE_FAULTS_IN_A_ROW || r->fault_count == CAROM_JUDGE_FAULTS;
    carom_driver_finish(s->driver);
    s->driver = NULL;
}

// Sends a line and receives one. Returns false if the driver was ended; `words` explains why.
static bool ask(state *s, const char *id, const char *line, double seconds, const char **answer, char *words,
                size_t size) {
    const carom_driver_end end = carom_driver_ask(s->driver, line, seconds, answer);
    if (end == CAROM_DRIVER_ANSWERED) return true;
    snprintf(words, size, "%s", carom_driver_why(s->driver));
    s->run->stopped = s->run->stopped || end == CAROM_DRIVER_STOPPED;
    if (end == CAROM_DRIVER_STOPPED) {
        carom_driver_finish(s->driver);
        s->driver = NULL;
    } else {
        note_fault(s, id, words);
    }
    return false;
}

// Starts the driver and reads its handshake; the first handshake is kept. On failure returns false and explains it in
// `words`.
static bool start(state *s, bool first, char *words, size_t size) {
    const char *answer;
    carom_judge_hello again, *hello = first ? &s->run->hello : &again;
    s->driver = carom_driver_start(s->run->argv, s->run->stop);
    if (!s->driver) {
        snprintf(words, size, "no process: %s", strerror(errno));
        s->run->over = true;
        return false;
    }
    if (!ask(s, "handshake", "{\"impactbench\":1}\n", 3.0 * s->run->limit, &answer, words, size)) return false;
    const bool good = carom_judge_read_hello(answer, hello, words, size);
    if (!first) json_decref(again.settings);
    if (!good) note_fault(s, "handshake", words);
    return good;
}

static bool goes_on(const state *s) {
    return !s->run->over && !s->run->stopped;
}

// Sends one question. Returns false if none was sent.
static bool put(state *s, const carom_judge_case *c, carom_judge_form form, carom_judge_reply *reply) {
    const char *answer;
    char *line, words[600];
    *reply = (carom_judge_reply){.said = CAROM_JUDGE_NOT_ASKED};
    while (goes_on(s) && !s->driver && !start(s, false, words, sizeof words)) {
    }
    if (!goes_on(s)) return false;
    line = carom_judge_question(c, form, s->run->hello.dt);
    if (!line) {
        s->run->over = true;
        return false;
    }
    const double seconds = c->runs ? 6.0 * s->run->limit : s->run->limit;
    if (ask(s, c->id, line, seconds, &answer, words, sizeof words)) {
        carom_judge_read_reply(answer, c, form, reply);
        if (reply->said == CAROM_JUDGE_OTHER_CASE)
            note_fault(s, c->id, reply->words);
        else
            s->in_a_row = 0;
    } else {
        reply->said = s->run->stopped ? CAROM_JUDGE_NOT_ASKED : CAROM_JUDGE_SILENT;
        snprintf(reply->words, sizeof reply->words, "%.239s", words);
    }
    free(line);
    s->run->asked += !s->run->stopped;
    if (s->run->watch) s->run->watch(s->run->asked, s->run->questions);
    return !s->run->stopped;
}

// Selects the questions.

static bool is_wanted(const carom_judge_run *run, const carom_judge_case *c) {
    return strchr(run->hello.families, c->family) && (c->dim == 2 ? run->hello.plane : run->hello.space);
}

// Returns true for the first 30 cases with friction in 3D.
static bool is_turned(const carom_judge_case *c, size_t so_far) {
    return c->family == 'D' && c->mu > 0.0 && so_far < 30;
}

// Returns true for balls and rods that fall on the floor.
static bool arrives(const carom_judge_run *run, const carom_judge_case *c) {
    const bool body = c->family == 'A' || (c->family == 'B' && !strncmp(c->id, "B-rod", 5));
    return body && c->contact_count == 1 && c->contact[0].b == CAROM_JUDGE_FLOOR && isfinite(run->hello.dt);
}

static size_t count_questions(const carom_judge_run *run) {
    size_t count = 0, turned = 0;
    for (size_t i = 0; i < run->cases->count; i++) {
        const carom_judge_case *c = &run->cases->at[i];
        if (!is_wanted(run, c)) continue;
        const bool turns = is_turned(c, turned);
        turned += turns;
        count += (turns ? 2u : 1u) + (arrives(run, c) ? 1u : 0u);
    }
    return count;
}

// Sends the rotated case and compares its answer with that of the case itself.
static void ask_turned(state *s, const carom_judge_case *c, carom_judge_result *result) {
    carom_judge_reply reply;
    s->turned++;
    if (!put(s, c, CAROM_JUDGE_TURNED, &reply) || reply.said != CAROM_JUDGE_MOVES ||
        result->reply.said != CAROM_JUDGE_MOVES)
        return;
    result->turned = carom_judge_apart(c, result->reply.u, reply.u) / carom_judge_size_before(c);
}

static void ask_touching(state *s, const carom_judge_case *c, carom_judge_result *result) {
    if (!put(s, c, CAROM_JUDGE_TOUCHING, &result->reply)) return;
    if (result->reply.said == CAROM_JUDGE_MOVES) carom_judge_velocities(c, result->reply.u, &result->judged);
    if (is_turned(c, s->turned)) ask_turned(s, c, result);
}

static void ask_arriving(state *s, const carom_judge_case *c, carom_judge_result *result) {
    carom_judge_reply reply;
    if (!put(s, c, CAROM_JUDGE_ARRIVING, &reply) || reply.said != CAROM_JUDGE_MOVES) return;
    result->arrived = true;
    carom_judge_velocities(c, reply.u, &result->arriving);
}

bool carom_judge_go(carom_judge_run *run, char *words, size_t size) {
    state s = {.run = run};
    if (!(run->limit > 0.0)) run->limit = 20.0;
    run->at = carom_room(run->cases->count + 1, sizeof *run->at);
    if (!run->at) {
        snprintf(words, size, "out of memory");
        return false;
    }
    for (size_t i = 0; i < run->cases->count; i++) run->at[i].turned = (double)NAN;
    if (!start(&s, true, words, size)) return false;
    run->questions = count_questions(run);
    for (size_t i = 0; i < run->cases->count && goes_on(&s); i++)
        if (is_wanted(run, &run->cases->at[i])) ask_touching(&s, &run->cases->at[i], &run->at[i]);
    for (size_t i = 0; i < run->cases->count && goes_on(&s); i++)
        if (is_wanted(run, &run->cases->at[i]) && arrives(run, &run->cases->at[i]))
            ask_arriving(&s, &run->cases->at[i], &run->at[i]);
    carom_driver_finish(s.driver);
    return true;
}

void carom_judge_run_free(carom_judge_run *run) {
    free(run->at);
    json_decref(run->hello.settings);
    run->at = NULL;
    run->hello.settings = NULL;
}
