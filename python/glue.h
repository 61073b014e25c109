// Defines the data that Python passes to the loops of glue.c.
#ifndef CAROM_PYTHON_GLUE_H
#define CAROM_PYTHON_GLUE_H

#include "carom/derivatives.h"
#include "carom/explain.h"
#include "carom/geometry.h"
#include "carom/motion.h"
#include "tables/looks.h"
#include "tables/module_names.h"

// Describes a broadcast array of doubles: `step` from item to item, `row` and `column` inside an item, counted in doubles.
typedef struct py_array {
    const double *at;
    ptrdiff_t step, row, column;
} py_array;

// Describes a parameter that differs from item to item: `count` numbers each, `column` apart.
typedef struct py_column {
    carom_param param;
    py_array values;
    int count;
} py_column;

typedef struct py_problem {
    const carom_law *law;
    int dim;
    py_array W, v;
    const carom_params *shared;
    const py_column *columns;
    int column_count;
} py_problem;

// Holds the basic results of each item: P and v have `dim` numbers per item.
typedef struct py_answers {
    double *P, *v, *dE;
    uint8_t *mode, *violations, *status;
} py_answers;

#endif
