# Tests `carom example`: its verb must read each printed example.
. "$(dirname "$0")/expect.sh"

run 0 example; out 'cars'; silent_err
for name in cars rod ball cradle; do
    run 0 example $name; cp "$work/out" "$work/$name.json"
    run 0 solve "$work/$name.json"; silent_err
done
run 0 example drop; cp "$work/out" "$work/drop.json"; run 0 drop "$work/drop.json" --until 0.5
run 0 example sweep; out '"inputs"'
run 2 example car; code unknown-example; err 'cars'
run 2 example cars rod; code usage
finish
