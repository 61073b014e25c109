#include "cli/args/complete.h"

#include <stdio.h>
#include <string.h>

#include "cli/args/help.h"
#include "cli/args/verbs.h"
#include "cli/lookup/laws.h"
#include "cli/lookup/materials.h"

static void print_word(const char *name, const char *value, const char *meaning) {
    printf("--%s ", name);
}

// The help has two lines for an option that may be given twice. The completion has one word.
static char last_word[64];

static void print_once(const char *name, const char *value, const char *meaning) {
    if (strcmp(last_word, name) != 0) print_word(name, value, meaning);
    snprintf(last_word, sizeof last_word, "%s", name);
}

void carom_complete_words(const carom_usage *usage) {
    last_word[0] = 0;
    carom_help_options(usage, print_once);
    for (const carom_option *o = usage->options; o->name; o++)
        if (carom_is_format(usage, o->name)) print_word(o->name, NULL, NULL);
    printf("--help");
}

static const char head[] = "_carom() {\n"
                           "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options=\n";

// bash completes all other words as file names.
static const char tail[] =
    "    if ((COMP_CWORD == 1)) || [[ ${COMP_WORDS[1]} == help ]]; then\n"
    "        COMPREPLY=($(compgen -W \"$verbs\" -- \"$word\"))\n"
    "    elif [[ $before == --law || $before == --laws || ${COMP_WORDS[1]} == laws && $word != -* ]]; then\n"
    "        COMPREPLY=($(compgen -W \"$laws\" -- \"$word\"))\n"
    "    elif [[ ${COMP_WORDS[1]} == materials && $word != -* ]]; then\n"
    "        COMPREPLY=($(compgen -W \"$materials\" -- \"$word\"))\n"
    "    elif [[ $word == -* ]]; then\n"
    "        COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
    "    fi\n"
    "}\n"
    "complete -o bashdefault -o default -F _carom carom\n";

void carom_complete_print(carom_options_of *options) {
    const carom_verb *verb;
    printf("# Completion of carom %s for bash; `carom help --bash` writes it.\n%s", carom_version(), head);
    printf("    local verbs=\"");
    for (int i = 0; (verb = carom_verb_at(i)); i++) printf("%s ", verb->name);
    printf("judge help version --help --version\" laws=\"");
    for (int i = 0; i < carom_tables_count(true); i++) printf(i ? " %s" : "%s", carom_tables_at(i)->name);
    printf("\" materials=\"");
    json_t *rows = carom_materials();
    for (size_t i = 0; i < json_array_size(rows); i++)
        printf(i ? " %s" : "%s", carom_material_text(json_array_get(rows, i), "name"));
    json_decref(rows);
    printf("\"\n    case ${COMP_WORDS[1]} in\n");
    for (int i = 0; (verb = carom_verb_at(i)); i++) {
        printf("    %s) options=\"", verb->name);
        options(i);
        printf("\" ;;\n");
    }
    printf("    esac\n%s", tail);
}
