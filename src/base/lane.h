// Functions that run several problems side by side must end up inside the loop that calls them, whatever the compiler
// thinks of their length.
#ifndef CAROM_SRC_LANE_H
#define CAROM_SRC_LANE_H

#ifdef __GNUC__
#define CAROM_LANE  static inline __attribute__((always_inline))
#define CAROM_APART __attribute__((noinline)) // and these not, since their stack is large
#else
#define CAROM_LANE static inline
#define CAROM_APART
#endif

#endif
