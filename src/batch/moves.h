// Performs carom_collide_jvp_batch and carom_collide_vjp_batch at a chosen level.
#ifndef CAROM_SRC_MOVES_H
#define CAROM_SRC_MOVES_H

#include "batch/block.h"
#include "carom/derivatives.h"

carom_status carom_jvp_at(const carom_level *level, const carom_law *law, size_t n, const carom_batch_in *in,
                          const carom_batch_tangent *din, const carom_batch_out *out,
                          const carom_batch_tangent_out *dout);
carom_status carom_vjp_at(const carom_level *level, const carom_law *law, size_t n, const carom_batch_in *in,
                          const carom_batch_out *out, const carom_batch_cotangent *bar_out,
                          const carom_batch_cotangent_out *bar_in);

#endif
