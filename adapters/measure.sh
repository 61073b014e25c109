#!/bin/sh
# Measures the times and energies in adapters/README.md. These are the processor times of a step of 1000 bodies, and
# the energies of a bouncing rod and of a stack of ten boxes, each without and with carom.
# Usage: adapters/measure.sh BUILD
#   BUILD  a build with CAROM_ADAPTERS in which the test web/package has run
set -eu
build=$(cd "$1" && pwd) root=$(cd "$(dirname "$0")/.." && pwd)
for name in chipmunk ode bullet box2d mujoco; do
    scenes="$build/adapters/$name-scenes"
    if [ ! -x "$scenes" ]; then echo "$name: not built"; continue; fi
    more=""
    if [ $name = box2d ]; then more="--continuous 0"; fi
    for law in none routh; do
        # shellcheck disable=SC2086
        echo "$name $law: $("$scenes" bounce --law $law --exact 1 $more 2>/dev/null | grep '^{')"
    done
    if [ $name != mujoco ]; then
        for scene in cost heap; do echo "$name: $("$scenes" $scene 2>/dev/null | grep '^{')"; done
    fi
done
package="$build/tests/web/package/carom"
for name in planck rapier mujoco; do
    sh "$root/adapters/npm_test.sh" $name "$root" "$build/measure" "$package" "$build/carom"
done
