// As many problems as take a tenth of a second a question: tools/mutate.py asks each of them about a fault.
#include "collide/prints/asks.h"

const question questions_of_law[] = {{"answer", ask_answer, true, 1680},
                                     {"taken", ask_taken, true, 1680},
                                     {"path", ask_path, true, 2800},
                                     {"solutions", ask_solutions, true, 1400},
                                     {"before", ask_before, true, 28},
                                     {"mass", ask_mass, true, 280},
                                     {"reach", ask_reach, true, 4},
                                     {"slopes", ask_slopes, true, 700},
                                     {"linear", ask_linear, true, 420},
                                     {"batch", ask_batch, true, 28},
                                     {NULL, NULL, false, 0}};

const question questions_of_contact[] = {{"valid", ask_valid, false, 14000},
                                         {"region", ask_region, false, 28000},
                                         {"extent", ask_extent, false, 112},
                                         {"shape", ask_shape, false, 7000},
                                         {"place", ask_place, false, 7000},
                                         {"critical", ask_critical, false, 14000},
                                         {"cone", ask_cone, false, 28000},
                                         {"habits", ask_habits, false, 14000},
                                         {"sticks", ask_sticks, false, 28000},
                                         {"gains", ask_gains, false, 28000},
                                         {"slices", ask_slices, false, 7000},
                                         {"rays", ask_rays, false, 28000},
                                         {"polygons", ask_polygons, false, 14000},
                                         {"covers", ask_covers, false, 56},
                                         {"ways_back", ask_ways_back, false, 420},
                                         {"rows", ask_rows, false, 28000},
                                         {NULL, NULL, false, 0}};
