// Contains the files of examples/ that `carom example` prints: their text, each ended by a zero byte.
#ifndef CAROM_CLI_EXAMPLES_H
#define CAROM_CLI_EXAMPLES_H

extern const unsigned char carom_example_two_cars[], carom_example_falling_rod[], carom_example_superball[],
    carom_example_impact_cradle[], carom_example_motion_rod[], carom_example_sweeps_two_cars[];

#endif
