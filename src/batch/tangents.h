// Computes the derivative of one item of a batch by derivative/jacobian.h. Used for laws without vectorised derivatives
// and for items that are not ordinary.
#ifndef CAROM_SRC_TANGENTS_H
#define CAROM_SRC_TANGENTS_H

#include "carom/derivatives.h"

// Computes the tangents of one item. `out` may be NULL.
void carom_tangent_item(const carom_law *law, const carom_batch_in *in, const carom_batch_tangent *din,
                        const carom_batch_out *out, const carom_batch_tangent_out *dout, size_t i);
void carom_cotangent_item(const carom_law *law, const carom_batch_in *in, const carom_batch_out *out,
                          const carom_batch_cotangent *bar_out, const carom_batch_cotangent_out *bar_in, size_t i);

#endif
