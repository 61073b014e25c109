# Tables of the papers.
. "$(dirname "$0")/expect.sh"

run 0 reproduce; out 'table7.1'; out 'table7.2'
for table in table7.1 table7.2; do
    run 0 reproduce chatterjee $table; silent_err; out 'Every value agrees'; out_lacks DIFFERS
    run 0 reproduce chatterjee $table --json; lines 1; out '"verdict":"agrees"'; out_lacks '"differs"'
done
run 0 reproduce chatterjee table7.1; out '0.6573736 (erratum)'; out 'no outcome'
run 2 reproduce chatterjee table9; err 'there is no "chatterjee table9"'
run 2 reproduce chatterjee; err 'there is no "chatterjee"'
finish
