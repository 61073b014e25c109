# The tables at run time.
. "$(dirname "$0")/expect.sh"

run 0 laws; silent_err
for law in frictionless routh whittaker initial-slip; do out_like "^  $law +plane"; done
run 0 laws routh
out 'newton|poisson|energetic'; out 'μ_s'; out '[0, inf]'; out 'Wang & Mason 1992'; out 'closed form'
out_like '^  coulomb +the impulse stays'; out 'dissipative unless restitution is newton'; out 'carom trace'
run 0 laws whittaker; out 'without a path'
run 0 laws --json; lines 1; out '"name":"frictionless"'; out '"name":"modal"'; out '"module":"core","built":true'
run 0 laws routh --json; lines 1; out '"dims":[2'; out '"range":[0,"inf"]'; out '"choices":["newton","poisson","energetic"]'
finish
