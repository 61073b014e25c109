// carom: two things hit, with friction; what happens next?
//
//   carom_contact c = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};
//   carom_params  p = carom_params_default();
//   p.e = 0.5;
//   p.mu = 0.7;
//   carom_result out;
//   carom_status  s = carom_collide(&carom_law_routh, &c, &p, &out);  // out.P, out.v, out.dE, out.mode, out.broken
//
// Normal first, SI units, the impulse acts on A, v[0] < 0 approaches. Nothing allocates, prints, exits or keeps state.
#ifndef CAROM_CAROM_H
#define CAROM_CAROM_H

#include "carom/assembly.h"
#include "carom/base.h"
#include "carom/batch.h"
#include "carom/before.h"
#include "carom/body.h"
#include "carom/chain.h"
#include "carom/combine.h"
#include "carom/contact.h"
#include "carom/critical.h"
#include "carom/engine.h"
#include "carom/error.h"
#include "carom/hodograph.h"
#include "carom/jac.h"
#include "carom/law.h"
#include "carom/laws.h"
#include "carom/many.h"
#include "carom/many_batch.h"
#include "carom/many_jac.h"
#include "carom/mechanism.h"
#include "carom/mechanism_jac.h"
#include "carom/module.h"
#include "carom/motion.h"
#include "carom/outcome.h"
#include "carom/outcomes.h"
#include "carom/params.h"
#include "carom/reach.h"
#include "carom/realise.h"
#include "carom/region.h"
#include "carom/search.h"
#include "carom/sensitivity.h"
#include "carom/solutions.h"
#include "carom/status.h"
#include "carom/trace.h"
#include "carom/translate.h"
#include "carom/version.h"
#include "carom/why.h"

#endif
