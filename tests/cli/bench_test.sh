# Tests the output of `carom bench`.
. "$(dirname "$0")/expect.sh"

run 0 bench --law routh --n 1000 --threads 1 --seconds 0.02 --json; lines 1; silent_err
out '"level":'; out '"seed":'; out '"law":"routh"'; out '"restitution":"poisson"'; out '"dim":2'; out '"n":1000'
out '"threads":1'; out '"fraction_of_limit":'; out '"speedup_over_scalar":'; out '"bytes":73'
run 0 bench --law chatterjee2 --n 1000 --threads 2 --seconds 0.01 --csv; lines 3; out_like '^chatterjee2,,3,1000,2,121,'
run 0 bench --law frictionless --n 500 --threads 1 --seconds 0.01; out 'of limit'; out 'load average'
out_like '^ *law +dim +n +threads '
run 0 bench --law impulse-ratio --n 200 --threads 1 --seconds 0.01; out "impulse-ratio"
run 0 bench --jacobian --law glocker --n 500 --seconds 0.01; out "times the batch"; out_like "^glocker  *2 "
run 0 bench --law glocker --n 200 --threads 1 --seconds 0.01 --level baseline; out ", baseline; load"
run 2 bench --level v9; code usage; err '--level v9'; silent_out
run 2 bench --n 0; code usage; err '--n 0'
run 2 bench --threads 3; code usage; err '--threads 3'
run 2 bench --seconds soon; code usage; err '--seconds'
run 2 bench --law smith; code usage; err '"smith"'
run 3 bench --law ruoth; code unknown-law; err '"ruoth"'; err '"routh"'; silent_out
run 3 bench --law nope; code unknown-law; err '"nope"'; silent_out
finish
