# Tests that text of a user or a file is printed in messages without control characters, which a terminal would
# interpret.
. "$(dirname "$0")/expect.sh"
red=$(printf '\033[31m')
plain() {
    ! LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" "$work/out" || fail "$said: a control character on stdout"
    ! LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" "$work/err" || fail "$said: a control character on stderr"
}
run 2 "ver${red}b"; err 'ver\x1b[31mb'; plain
run 2 solve "--${red}"; err '\x1b[31m'; plain
run 2 solve a "$red"; err '\x1b[31m'; plain
run 3 solve --law "$red"; code unknown-law '--law'; plain
run 3 solve --set "$red=1"; code coefficient-unknown '--set'; plain
run 3 laws "$red"; err '\x1b[31m'; plain
run 5 solve "$work/$red"; err '\x1b[31m'; plain
run 3 solve --law "$(printf 'r\302\233m')"; err 'r\xc2\x9bm'
run 3 solve --law "$(printf 'r\377\b')"; err 'r\xff\x08'; plain
run 3 solve --law 'Größe'; err '"Größe"'
for line in '{"law":"\u001b[31m"}' '{"\u001b[31m":1,"bodies":[]}' '{"law":"routh","params":{"\u001b[31m":1}}' \
    '{"law":"routh","params":{"restitution":"\u001b[31m"}}' '{"bodies":[{"\u001b[31m":1},"fixed"],"contact":{}}' \
    '{"law":"routh","v":["\u001b[31m"]}'; do
    printf '%s' "$line" >"$work/in"
    run 3 solve -; err '\x1b[31m'; plain
    run 3 solve --jsonl; plain
done
# A name in a table.
printf '%s' '{"law":"routh","params":{"e":1,"mu":0},"bodies":[{"name":"\u001b[31mrod","mass":1,"shape":{"rod":1},"centre":[0.3,0.4],"velocity":[0,-1]},"fixed"],"contact":{"point":[0,0],"normal":[0,1]}}' >"$work/in"
run 0 solve -; plain; out 'rod'
finish
