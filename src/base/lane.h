// CAROM_LANE forces the compiler to inline functions that solve several problems at once into the loop that calls them.
// An unoptimised build keeps them as functions, so that a debugger can stop in them. Coverage then counts each branch
// once instead of once per loop.
#ifndef CAROM_SRC_LANE_H
#define CAROM_SRC_LANE_H

#if defined __GNUC__ && defined __OPTIMIZE__
#define CAROM_LANE static inline __attribute__((always_inline))
#else
#define CAROM_LANE static inline
#endif

// Precedes a short loop of known length that is to be vectorised. Otherwise gcc would unroll it before it vectorises.
#if defined __GNUC__ && !defined __clang__
#define CAROM_ROLLED _Pragma("GCC unroll 1")
#else
#define CAROM_ROLLED
#endif

#ifdef __GNUC__
#define CAROM_APART __attribute__((noinline)) // not inlined, because its stack frame is large
#else
#define CAROM_APART
#endif

#endif
