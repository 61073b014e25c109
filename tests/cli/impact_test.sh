# Several contacts at once: what is refused, and who reads a file that is not for this verb.
. "$(dirname "$0")/expect.sh"
examples=$(dirname "$0")/../../examples
walker=$examples/impact/walker_lands.json

# A file cut in half is named, as is standard input.
head -c 300 "$walker" >"$work/half.json"
run 3 impact "$work/half.json"; err "$work/half.json, line "; err 'not JSON'; silent_out
cp "$work/half.json" "$work/in"; run 3 impact; err 'standard input, line '; run 3 impact -; err 'standard input, line '
run 3 impact "$work/half.json" --json; out '"code":"bad-json"'; out 'half.json, line '
: >"$work/in"
finish
