// Tests a build without Cairo: saving a figure returns CAROM_MODULE_MISSING, and its data can be written.
#include <string.h>

#include "mods/draw/figure/figure.h"
#include "support/cmocka.h"

static void says_why(void **state) {
    (void)state;
    carom_figure *figure = carom_figure_create("f", 100.0, 100.0);
    carom_series *line = carom_panel_line(carom_figure_panel(figure), "line", (carom_style){.width = 1.0});
    carom_series_add(line, 1.0, 2.0);
    assert_int_equal(carom_figure_save(figure, "f.svg", NULL), CAROM_MODULE_MISSING);
    char text[64] = "";
    FILE *file = tmpfile();
    assert_non_null(file);
    carom_figure_write_csv(figure, file);
    rewind(file);
    const size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = 0;
    assert_string_equal(text, "panel,series,x,y\n1,line,1,2\n");
    carom_figure_free(figure);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(says_why)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
