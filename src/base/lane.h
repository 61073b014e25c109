// Functions that run several problems side by side must end up inside the loop that calls them, whatever the compiler
// thinks of their length. An unoptimised build keeps them as functions: a debugger stops in them, and coverage counts
// each of their branches once and not once for every loop.
#ifndef CAROM_SRC_LANE_H
#define CAROM_SRC_LANE_H

#if defined __GNUC__ && defined __OPTIMIZE__
#define CAROM_LANE static inline __attribute__((always_inline))
#else
#define CAROM_LANE static inline
#endif

// Before a short loop of known length that is to run in lanes: gcc would write it out before it looks for lanes.
#if defined __GNUC__ && !defined __clang__
#define CAROM_ROLLED _Pragma("GCC unroll 1")
#else
#define CAROM_ROLLED
#endif

#ifdef __GNUC__
#define CAROM_APART __attribute__((noinline)) // and these not, since their stack is large
#else
#define CAROM_APART
#endif

#endif
