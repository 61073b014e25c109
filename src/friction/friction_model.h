// Whittaker's law with what bounds friction in space as a choice (src/tables/frictions.def): Coulomb's cone, or a habit of
// physics engines. In the plane all are Whittaker's law. Each keeps v_n' = -e v_n and P_t.v_t' <= 0.
//   cone            whittaker.h
//   disc            the cone, against the slip that each tangent axis sees alone: whittaker_space.c
//   box             mu P_n along each of t1, t2, which stand for the axes of the engine's world: whittaker_box.h
//   slip-box        the same along and across the slip before; along t1, t2 where there is none
//   one-direction   friction along the slip before alone, t = v_t/|v_t| (t1 where there is none): the plane's law with
//                   W = (a w.t; w.t t.T t), v = (v_n, |v_t|), and P = (P_n, P_t t). What slips across is left alone
#ifndef CAROM_SRC_FRICTION_MODEL_H
#define CAROM_SRC_FRICTION_MODEL_H

#include "carom/carom.h"

carom_status carom_friction_model(const carom_contact *contact, carom_friction friction, double e, double mu,
                                  double mu_static, carom_result *outcome);
carom_status carom_friction_model_all(const carom_contact *contact, carom_friction friction, double e, double mu,
                                      double mu_static, carom_result *list, int *count);

// The index of one of its outcomes, which has P and v: +1, -1 or none, 0 (solutions.h).
int carom_friction_model_index(const carom_contact *contact, carom_friction friction, double e, double mu,
                               const carom_result *outcome);

// What it promises by how friction is bounded: CAROM_GUARANTEE_COULOMB, but for the boxes in space, whose corners lie outside the
// cone by up to sqrt 2; CAROM_GUARANTEE_UNIQUE where there is one direction only.
unsigned carom_friction_model_guarantees(int dim, carom_friction friction);

#endif
