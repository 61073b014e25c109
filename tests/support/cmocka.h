// Includes cmocka.h after the headers that it needs, and adds a comparison of doubles.
#ifndef CAROM_TESTS_CMOCKA_H
#define CAROM_TESTS_CMOCKA_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

// Fails unless |got - wanted| <= tol max(1, |wanted|) or both are equal. NaN fails.
#define assert_near(got, wanted, tol)                                                                                  \
    do {                                                                                                               \
        const double got_ = (got), wanted_ = (wanted);                                                                 \
        if (!(fabs(got_ - wanted_) <= (tol)*fmax(1.0, fabs(wanted_))) && !(got_ == wanted_))                           \
            fail_msg("%s = %.17g, wanted %.17g within %g (off by %.3g)", #got, got_, wanted_, (double)(tol),           \
                     got_ - wanted_);                                                                                  \
    } while (0)

#endif
