// Tests laws in environments that a caller may have changed: another rounding mode, denormals flushed to zero, and
// frequent signals. Every law must return the same result as in the default environment, within a tolerance, and must
// not change the rounding mode. Each law solves 300 random problems.
#include "support/cmocka.h"

#include <fenv.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/time.h>

#include "base/eigen.h"
#include "base/worst.h"
#include "bench/apply.h"
#include "support/floor.h"
#include "support/laws.h"

enum { PROBLEMS = 300 };

typedef struct tally {
    long asked, answered;
    double worst;
} tally;

// Solves each problem in the default environment, and again between calls of `begin` and `end`. Returns how many
// problems were solved again and the largest difference of the impulses.
static tally both(bool (*begin)(void), void (*end)(void)) {
    tally t = {0};
    for (int k = 0; carom_law_at(NULL, k, CAROM_ONE_CONTACT); k++) {
        const carom_law *law = carom_law_at(NULL, k, CAROM_ONE_CONTACT);
        for (uint64_t i = 0; i < PROBLEMS; i++) {
            random_stream r = random_at(261, i);
            const int dim = !(law->solves & CAROM_3D) ? 2 : !(law->solves & CAROM_2D) ? 3 : 2 + (int)(i % 2);
            carom_contact c = random_contact(&r, dim, 1.0);
            carom_params p = random_params(&r, dim);
            carom_result plain, other;
            random_own(&r, law, &p);
            if (random_apply(law, &c, &p, &plain) != CAROM_OK) continue;
            assert_true(begin());
            const carom_status status = carom_collide(law, &c, &p, &other);
            end();
            t.asked++;
            if (status != CAROM_OK) continue;
            t.answered++;
            carom_worsen(&t.worst, carom_distance(dim, other.P, plain.P));
        }
    }
    return t;
}

static int mode;

static bool round_otherwise(void) {
    return fesetround(mode) == 0;
}

static void round_again(void) {
    assert_int_equal(fegetround(), mode); // the law has not changed the mode
    assert_int_equal(fesetround(FE_TONEAREST), 0);
}

// carom_collide works in every rounding mode, with a smaller accuracy. The largest difference was 2.2e-11; the bound is
// 1e-8. Batches require rounding to nearest (batch.h), so they are not tested.
static void rounding(void **state) {
    static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    (void)state;
    for (int i = 0; i < 3; i++) {
        mode = modes[i];
        const tally t = both(round_otherwise, round_again);
        printf("rounding mode %d: worst %.2g\n", mode, t.worst);
        assert_true(floor_met("rounding", t.answered, t.asked, 0.99));
        assert_true(t.worst <= 1e-8);
    }
}

#if defined(__x86_64__)
#include <immintrin.h>
static unsigned kept;

static bool flush(void) {
    kept = _mm_getcsr();
    _mm_setcsr(kept | 0x8040); // flushes denormal results and operands
    return true;
}

static void flush_no_more(void) {
    _mm_setcsr(kept);
}

// Ordinary problems have no denormal intermediate results, so the bits must be the same.
static void flushed(void **state) {
    (void)state;
    const tally t = both(flush, flush_no_more);
    assert_true(floor_met("flushed", t.answered, t.asked, 1.0));
    assert_true(t.worst == 0.0);
}
#endif

#ifdef ITIMER_REAL // not on systems without interval timers
static volatile sig_atomic_t rings;

static void ring(int unused) {
    (void)unused;
    carom_contact c = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};
    carom_params p = carom_params_default();
    carom_result out;
    carom_collide(&carom_law_routh, &c, &p, &out);
    rings = rings + 1;
}

static bool nothing(void) {
    return true;
}

static void no_more(void) {}

// Checks that a signal handler may call carom_collide while another call of it is interrupted, as carom keeps no state.
static void signals(void **state) {
    const struct itimerval often = {{0, 200}, {0, 200}}, never = {{0, 0}, {0, 0}};
    (void)state;
    const struct sigaction action = {.sa_handler = ring};
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    tally t = both(nothing, no_more);
    for (int more = 0; rings < 20 && more < 100; more++) t = both(nothing, no_more);
    setitimer(ITIMER_REAL, &never, NULL);
    assert_true(rings >= 20);
    assert_true(floor_met("signals", t.answered, t.asked, 1.0));
    assert_true(t.worst == 0.0);
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounding),
#if defined(__x86_64__)
        cmocka_unit_test(flushed),
#endif
#ifdef ITIMER_REAL
        cmocka_unit_test(signals),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
