// Tests the C part of the npm package, compiled natively. It must have the fields that the TypeScript part names. Its
// batch must give the results of single calls. web/package runs the same code as WebAssembly.
#include "support/cmocka.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "batch/problems.h"

typedef struct js_field {
    const char *name;
    int32_t offset;
} js_field;

int js_field_count(void);
const js_field *js_fields(void);
carom_status js_batch(const carom_law *law, size_t n, const carom_batch_in *in, const carom_batch_out *out);

static bool has_field(const char *name) {
    const js_field *fields = js_fields();
    for (int i = 0; i < js_field_count(); i++)
        if (!strcmp(fields[i].name, name)) return true;
    return false;
}

// Checks that every field that a file names, such as "carom_contact.v", exists. Returns the number of names.
static int count_fields_of(const char *path) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char line[1000];
    int found = 0;
    while (fgets(line, sizeof line, file)) {
        for (const char *at = line; (at = strstr(at, "\"carom_")); at++) {
            char name[100];
            int length = 0;
            for (const char *c = at + 1; (isalnum((unsigned char)*c) || *c == '_' || *c == '.') && length < 99; c++)
                name[length++] = *c;
            name[length] = 0;
            if (at[length + 1] != '"' || !strchr(name, '.') || strstr(name, ".wasm")) continue;
            if (!has_field(name)) fail_msg("%s: the library has no field %s", path, name);
            found++;
        }
    }
    fclose(file);
    return found;
}

static void test_fields(void **state) {
    (void)state;
    static const char *const files[] = {"batch",   "bodies",   "geometry", "index",
                                        "problem", "registry", "result",   "system"};
    int found = 0;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[1000];
        snprintf(path, sizeof path, "%s/web/carom/src/%s.ts", CAROM_ROOT, files[i]);
        found += count_fields_of(path);
    }
    print_message("%d fields named in TypeScript\n", found);
    assert_true(found >= 15);
}

static problems asked;
static answers single, batch;

static void test_batch(void **state) {
    (void)state;
    enum { ITEMS = 200 };
    int compared = 0;
    for (int k = 0; carom_law_at(NULL, k, CAROM_ONE_CONTACT); k++) {
        const carom_law *law = carom_law_at(NULL, k, CAROM_ONE_CONTACT);
        for (int dim = 2; dim <= 3; dim++) {
            if (!(law->solves & (dim == 2 ? CAROM_2D : CAROM_3D))) continue;
            problems_make(&asked, law, dim, CAROM_POISSON, 1, ITEMS, 0);
            problems_solve(&asked, law, &single);
            const carom_batch_in in = problems_in(&asked, law);
            if (in.params_stride) continue; // the package has one set of coefficients and columns, no set per item
            const carom_batch_out out = answers_out(&batch);
            assert_int_equal(js_batch(law, ITEMS, &in, &out), CAROM_OK);
            if (answers_differ(law->name, dim, ITEMS, &single, &batch)) fail_msg("%s in %d dimensions", law->name, dim);
            compared += ITEMS;
        }
    }
    print_message("%d impacts compared\n", compared);
    assert_true(compared >= 4000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fields),
        cmocka_unit_test(test_batch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
