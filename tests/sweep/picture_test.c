// Tests the histograms of a sweep. The axis of a quantity that is never negative begins at 0 or above. Empty bins at
// the ends are not drawn. Each density integrates to 1.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/map/sweep_picture.h"
#include "support/cmocka.h"

static const char study[] =
    "{\"scenario\":{\"W\":[[2.5,-1.5],[-1.5,2.5]],\"v\":[-1,0.6],\"params\":{\"e\":0.5,\"mu\":0.3}},"
    "\"laws\":[\"routh\",\"brach\"],\"inputs\":{\"v[0]\":{\"uniform\":[-2,-1]},\"v[1]\":{\"uniform\":[-2,2]}},"
    "\"samples\":3000,\"outputs\":[\"v_n\",\"P_n\",\"v_t\"],"
    "\"histograms\":{\"v_n\":[-8,8],\"P_n\":[0,9],\"v_t\":[-9,9]}}";

static carom_sweep_results *make(void) {
    char path[] = "/tmp/carom_picture.XXXXXX", file[sizeof path + 8];
    carom_error why;
    assert_non_null(mkdtemp(path));
    snprintf(file, sizeof file, "%s/s.h5", path);
    carom_sweep *s = carom_sweep_parse(study, strlen(study), 0, NULL, &why);
    assert_non_null(s);
    assert_int_equal(carom_sweep_run(s, file, NULL, NULL, &why), CAROM_OK);
    carom_sweep_free(s);
    carom_sweep_results *results = carom_sweep_open(file, NULL, &why);
    assert_non_null(results);
    remove(file);
    rmdir(path);
    return results;
}

static double area(const carom_series *s) {
    double sum = 0.0;
    for (size_t i = 0; i + 1 < s->count; i++) sum += 0.5 * (s->y[i] + s->y[i + 1]) * (s->x[i + 1] - s->x[i]);
    return sum;
}

static void axes_fit_the_samples(void **state) {
    (void)state;
    carom_sweep_results *results = make();
    const carom_units units = {0};
    int asked = 0;
    carom_figure *figure = carom_sweep_figure(results, &units, &asked);
    assert_non_null(figure);
    assert_int_equal(asked, 3);
    assert_int_equal(figure->panel_count, 3);
    for (int k = 0; k < 3; k++) {
        const carom_panel *panel = figure->panels[k];
        double least[5];
        carom_sweep_moments(results, 0, NULL, NULL, least, NULL);
        assert_true(k == 2 ? least[2 + k] < 0.0 && panel->x.low < 0.0 : panel->x.low >= 0.0);
        assert_true(panel->x.high < 8.0);
        assert_true(panel->y.low == 0.0);
        assert_int_equal(panel->series_count, 2);
        for (size_t law = 0; law < 2; law++) {
            const carom_series *s = panel->series[law];
            assert_true(fabs(area(s) - 1.0) < 1e-12);
            assert_true(s->y[0] == 0.0 && s->y[s->count - 1] == 0.0);
            for (size_t i = 0; i < s->count; i++) assert_true(s->x[i] <= panel->x.high);
        }
    }
    carom_figure_free(figure);
    carom_sweep_close(results);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(axes_fit_the_samples)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
