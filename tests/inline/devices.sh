#!/bin/sh
# Tests that clang compiles carom_inline.h as CUDA and HIP code for GPUs, without the toolkits, in double and float. The
# assembly of every function must exist. The code is not run, because there is no such GPU. Usage: devices.sh HEADER
# ROWS WORKDIR
set -eu
header=$1 rows=$2
mkdir -p "$3"
cd "$3"
clang=$(command -v clang-14 || command -v clang) || { echo "clang is missing"; exit 77; }
# One kernel per function, which reads its arguments from memory and writes its result there.
{
    cat <<'END'
#define CAROM_SQRT SQRT
#define CAROM_FABS FABS
#define CAROM_COPYSIGN COPYSIGN
#define CAROM_HUGE HUGE
#ifdef CAROM_INLINE_FLOAT
#define SQRT __builtin_sqrtf
#define FABS __builtin_fabsf
#define COPYSIGN __builtin_copysignf
#define HUGE __builtin_huge_valf()
#else
#define SQRT __builtin_sqrt
#define FABS __builtin_fabs
#define COPYSIGN __builtin_copysign
#define HUGE __builtin_huge_val()
#endif
#include "carom_inline.h"
END
    sed 's/[(),]/ /g' "$rows" | while read -r kind name law stop params; do
        dim=${kind#CAROM_INLINE_} dim=${dim%D}
        numbers=$((dim == 2 ? 5 : 9))
        arguments=x[0]
        for i in $(seq 1 $((numbers - 1 + $(echo "$params" | wc -w)))); do arguments="$arguments, x[$i]"; done
        echo "extern \"C\" __attribute__((global)) void k_$name(const carom_real *x, carom_inline_answer$dim *out) { *out = $name($arguments); }"
    done
} >kernels.cu
count=$(grep -c 'void k_' kernels.cu)
[ "$count" -ge 20 ]
include=$(dirname "$header")
for real in "" -DCAROM_INLINE_FLOAT; do
    "$clang" -x cuda --cuda-device-only -nocudainc -nocudalib --cuda-gpu-arch=sm_70 -ffp-contract=off -O2 -Wall -Wextra -Werror -Wno-unknown-cuda-version \
        $real -I"$include" -S kernels.cu -o cuda.s
    "$clang" -x hip --cuda-device-only -nogpuinc -nogpulib --offload-arch=gfx906 -ffp-contract=off -O2 -Wall -Wextra -Werror $real -I"$include" \
        -S kernels.cu -o hip.s
    for name in $(sed -n 's/.*void \(k_[a-z0-9_]*\)(.*/\1/p' kernels.cu); do
        grep -q "\.entry $name(" cuda.s || { echo "no PTX of $name"; exit 1; }
        grep -q "^$name:" hip.s || { echo "no AMD assembly of $name"; exit 1; }
    done
    # The code for float must not use double precision, and neither code may use fused operations.
    if [ "$real" ] && grep -q '\.f64' cuda.s; then echo "double precision in the code for float"; exit 1; fi
    if grep -q 'fma\.rn' cuda.s; then echo "fused operations"; exit 1; fi
    echo "devices: $count kernels ${real:-double}: $(wc -l <cuda.s) lines of PTX, $(wc -l <hip.s) of gfx906 assembly"
done
