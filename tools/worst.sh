#!/bin/sh
# Checks that maxima of residuals, distances and slacks use base/worst.h, which keeps NaN. Fails if one of them is
# computed by a maximum that loses NaN: worst = fmax(worst, x), if (x > worst) worst = x, if (!(x <= worst)) worst = x.
#   tools/worst.sh [ROOT]
set -eu
root=${1:-$(cd "$(dirname "$0")/.." && pwd)}
errors='(worst[a-z_]*|residual|mismatch|astray|apart|slack|[a-z_]+_slack|left|left_too|off|error|jump|differs)'
cd "$root"
found=$(
    grep -rnE "(^|[^a-z_])(->|\.|\*)?$errors = fmax\(" src mods papers cli tests --include='*.[ch]' --exclude=worst.h || true
    grep -rnE "if \(!?\(?[^;]*(<=|>=|<|>) \*?(worst[a-z_]*|residual)\)+ [^;]*(worst[a-z_]*|residual) = " src mods papers cli tests \
        --include='*.[ch]' --exclude=worst.h || true
)
if [ "$found" ]; then
    printf '%s\n' "$found"
    echo "these maxima forget NaN: carom_worst(a, b) and carom_worsen(&worst, x) of base/worst.h do not"
    exit 1
fi
echo "no maximum of an error forgets NaN"
