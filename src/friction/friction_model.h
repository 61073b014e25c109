// Whittaker's law with a choice of the bound on friction in 3D (src/tables/frictions.def): Coulomb's cone, or a
// friction model of physics engines. In 2D all are Whittaker's law. Each keeps v_n' = -e v_n and P_t.v_t' <= 0.
//   cone            whittaker.h
//   disc            the cone, but each tangent axis is stopped as if there were no other: whittaker_space.c
//   box             mu P_n along each of t1, t2, which represent the world axes of the engine: whittaker_box.h
//   slip-box        a box along and across the initial slip; along t1, t2 if there is none
//   one-direction   friction only along the initial slip, t = v_t/|v_t| (t1 if there is none): the 2D law with
//                   W = (a w.t; w.t t.T t), v = (v_n, |v_t|), and P = (P_n, P_t t). There is no friction across t
#ifndef CAROM_SRC_FRICTION_MODEL_H
#define CAROM_SRC_FRICTION_MODEL_H

#include "carom/carom.h"

carom_status carom_friction_model(const carom_contact *contact, carom_friction friction, double e, double mu,
                                  double mu_static, carom_result *outcome);
carom_status carom_friction_model_all(const carom_contact *contact, carom_friction friction, double e, double mu,
                                      double mu_static, carom_result *list, int *count);

// Returns the index of a result that contains P and v: +1, -1, or 0 if it has none (carom_alternative.index).
int carom_friction_model_index(const carom_contact *contact, carom_friction friction, double e, double mu,
                               const carom_result *outcome);

// Returns the guarantees that depend on the bound on friction. CAROM_GUARANTEE_COULOMB holds except for the boxes in
// 3D, whose corners lie outside the cone by up to sqrt 2. CAROM_GUARANTEE_UNIQUE holds if there is only one direction.
unsigned carom_friction_model_guarantees(int dim, carom_friction friction);

#endif
