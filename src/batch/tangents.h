// The derivative of one item of a batch, by derivative/jacobian.h: how laws without derivatives in lanes and items that are not
// ordinary are answered.
#ifndef CAROM_SRC_TANGENTS_H
#define CAROM_SRC_TANGENTS_H

#include "carom/derivatives.h"

// `out` may be NULL.
void carom_tangent_item(const carom_law *law, const carom_batch_in *in, const carom_batch_tangent *din,
                        const carom_batch_out *out, const carom_batch_tangent_out *dout, size_t i);
void carom_cotangent_item(const carom_law *law, const carom_batch_in *in, const carom_batch_out *out,
                          const carom_batch_cotangent *bar_out, const carom_batch_cotangent_out *bar_in, size_t i);

#endif
