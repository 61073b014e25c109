// Applies a macro to each of up to eight names.
//   CAROM_COUNT(x, y)      2
//   CAROM_EACH(f, x, y)    f(0, x) f(1, y)
// A ninth name is a compiler error.
#ifndef CAROM_SRC_EACH_H
#define CAROM_SRC_EACH_H

#define CAROM_MAX_EACH 8

#define CAROM_COUNT_OF(a, b, c, d, e, f, g, h, count, ...) count
#define CAROM_COUNT(...)                                   CAROM_COUNT_OF(__VA_ARGS__, 8, 7, 6, 5, 4, 3, 2, 1, 0)

#define CAROM_EACH_1(f, a)                      f(0, a)
#define CAROM_EACH_2(f, a, b)                   CAROM_EACH_1(f, a) f(1, b)
#define CAROM_EACH_3(f, a, b, c)                CAROM_EACH_2(f, a, b) f(2, c)
#define CAROM_EACH_4(f, a, b, c, d)             CAROM_EACH_3(f, a, b, c) f(3, d)
#define CAROM_EACH_5(f, a, b, c, d, e)          CAROM_EACH_4(f, a, b, c, d) f(4, e)
#define CAROM_EACH_6(f, a, b, c, d, e, g)       CAROM_EACH_5(f, a, b, c, d, e) f(5, g)
#define CAROM_EACH_7(f, a, b, c, d, e, g, h)    CAROM_EACH_6(f, a, b, c, d, e, g) f(6, h)
#define CAROM_EACH_8(f, a, b, c, d, e, g, h, i) CAROM_EACH_7(f, a, b, c, d, e, g, h) f(7, i)
#define CAROM_EACH_JOINED(count, f, ...)        CAROM_EACH_##count(f, __VA_ARGS__)
#define CAROM_EACH_COUNTED(count, f, ...)       CAROM_EACH_JOINED(count, f, __VA_ARGS__)
#define CAROM_EACH(f, ...)                      CAROM_EACH_COUNTED(CAROM_COUNT(__VA_ARGS__), f, __VA_ARGS__)

#endif
