// Tests that carom does not change how a process lets HDF5 report errors. The setting must be the same after every call
// of carom, whether the call succeeds or fails.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <hdf5.h>

#include "carom/sweep.h"
#include "support/cmocka.h"

static const char study[] =
    "{\"scenario\":{\"W\":[[2.5,-1.5],[-1.5,2.5]],\"v\":[-1,0.6],\"params\":{\"e\":0.5,\"mu\":0.5}},"
    "\"laws\":[\"routh\"],\"inputs\":{\"v[1]\":{\"uniform\":[-2,2]}},\"samples\":100,\"outputs\":[\"dE\"]}";

static int reports;

static herr_t of_stack(hid_t stack, void *data) {
    (void)stack;
    ++*(int *)data;
    return 0;
}

static herr_t of_default(void *data) {
    ++*(int *)data;
    return 0;
}

// Checks that the setting is unchanged: HDF5 reported no error of carom, and reports one error of the process.
static void is_as_before(bool newer) {
    unsigned is_newer = 2;
    void *data = NULL;
    assert_int_equal(reports, 0);
    assert_true(H5Eauto_is_v2(H5E_DEFAULT, &is_newer) >= 0);
    assert_int_equal(is_newer, newer);
    if (newer) {
        H5E_auto2_t now = NULL;
        assert_true(H5Eget_auto2(H5E_DEFAULT, &now, &data) >= 0);
        assert_true(now == of_stack);
    } else {
        H5E_auto1_t now = NULL;
        assert_true(H5Eget_auto1(&now, &data) >= 0);
        assert_true(now == of_default);
    }
    assert_ptr_equal(data, &reports);
    assert_true(H5Fopen("no such file", H5F_ACC_RDONLY, H5P_DEFAULT) < 0);
    assert_int_equal(reports, 1);
    reports = 0;
}

static void sweeps(const char *folder, bool newer) {
    carom_error why;
    char file[64], other[64];
    snprintf(file, sizeof file, "%s/s.h5", folder);
    snprintf(other, sizeof other, "%s/none/s.h5", folder);
    carom_sweep *s = carom_sweep_parse(study, strlen(study), 0, NULL, &why);
    assert_int_equal(carom_sweep_run(s, file, NULL, NULL, &why), CAROM_OK);
    is_as_before(newer);
    assert_int_equal(carom_sweep_run(s, file, NULL, NULL, &why), CAROM_FILE_EXISTS);
    is_as_before(newer);
    assert_int_equal(carom_sweep_run(s, other, NULL, NULL, &why), CAROM_CANNOT_WRITE);
    is_as_before(newer);
    carom_sweep_results *r = carom_sweep_open(file, NULL, &why);
    assert_non_null(r);
    is_as_before(newer);
    carom_sweep_close(r);
    carom_sweep_free(s);
    remove(file);
    assert_null(carom_sweep_open(file, NULL, &why));
    is_as_before(newer);
}

static void reports_are_the_processes_own(void **state) {
    (void)state;
    char folder[] = "/tmp/carom_reports.XXXXXX";
    assert_non_null(mkdtemp(folder));
    for (int newer = 0; newer < 2; newer++) {
        if (newer) H5Eset_auto2(H5E_DEFAULT, of_stack, &reports);
        if (!newer) H5Eset_auto1(of_default, &reports);
        sweeps(folder, newer);
    }
    rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(reports_are_the_processes_own)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
