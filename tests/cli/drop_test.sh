# Tests `carom drop` for one body that falls and bounces: the output, and why the motion ends.
. "$(dirname "$0")/expect.sh"
disc='"bodies":[{"name":"ball","mass":1,"shape":{"disc":0.1},"centre":[0,1.1]}]'
law='"law":"routh","params":{"e":0.5,"mu":0.3}'

# A disc dropped from 1 m hits the floor after sqrt(2/g). Each bounce has half the speed of the previous one.
printf '{%s,%s}' "$law" "$disc" >"$work/in"
run 0 drop -; silent_err; out 'ball by routh'; out_like '^ +0 +0\.451524 +impact +floor '; out_like '^ +1 +0\.903047 +impact'; out 'it rests after'
run 0 drop - --e 1 --until 2; out 'it still moves at the time limit, 2 s'; out_like '^ +1 +1\.35457 '
run 0 drop - --law whittaker --e 0.5; out 'ball by whittaker'
run 0 drop - --until 0.5; out_like '^  end +0\.5 '
run 0 drop - --events 3; out 'stopped at'; out_like '^ +2 '; out_lacks ' 3  1.'
run 0 drop - --at 0.2; lines 2; out_like 'routh +0\.2 +0 +0\.9038 +0 +0 +-1\.962 +0 '
run 0 drop - --fps 10 --until 0.45; lines 6
# There is no state after the end of the motion, and a picture shows all of it.
run 3 drop - --at 1e9; silent_out; code bad-value --at; run 3 drop - --at 1e9 --csv; silent_out; run 3 drop - --at 1e9 --json; silent_out
run 0 drop "$(dirname "$0")/../../examples/motion/rod.json" --laws routh,smith --at 1.35; lines 2; out_like '^ +smith'; err 'note: with routh'
for as in '--at 0.1' '--fps 10'; do run 2 drop - $as -o "$work/none.svg"; err "${as% *}"; done
run 2 drop - --no-title; err '--no-title'
run 0 drop - --json; lines 1; out '"stop":"rest"'; out '"runs":[{"name":"routh"'
run 0 drop - --format json; lines 1
run 0 drop - --csv; out 'law,event,kind,plane,feature,t,x,y,angle,'; out 'routh,0,impact,floor,0,0.45152364098573'
run 0 drop - --md; out '| event |'
run 0 drop - --laws routh,smith,whittaker; out 'ball by 3 laws'; out_like '^  smith +[0-9]+ +rest '
run 0 drop - --laws routh,smith --csv; out 'smith,0,impact'; out 'routh,0,impact'

# The reasons for which a motion ends.
printf '{%s,%s,"motion":{"persist":"stop","rest_speed":0}}' "$law" "$disc" >"$work/in"
run 0 drop -; out 'infinitely many bounces end at 1.35457 s'
printf '{%s,%s,"motion":{"persist":"stop"}}' "$law" "$disc" >"$work/in"
run 0 drop -; out 'a contact persists'
printf '{%s,"bodies":[{"mass":1,"shape":{"rectangle":[1,1]},"centre":[0,1]}],"motion":{"several":"stop"}}' "$law" >"$work/in"
run 0 drop -; out 'several contacts at once'
printf '{%s,%s,"gravity":[0,1],"motion":{"until":"inf"}}' "$law" "$disc" >"$work/in"
run 0 drop -; out 'leaves'
printf '{%s,%s,"id":[7,"x"]}' "$law" "$disc" >"$work/in"
run 0 drop - --json; out '{"id":[7,"x"],"name":"ball"'

# Nine corners hit the floor at once; eight of them carry the body.
printf '{%s,"bodies":[{"mass":1,"inertia":1,"shape":{"corners":[[-4,0],[-3,0],[-2,0],[-1,0],[0,0],[1,0],[2,0],[3,0],[4,0],[0,1]]},"centre":[0,1]}],"motion":{"events":1000000}}' "$law" >"$work/in"
run 0 drop -; out_like '^ *0 +0\.451524 +impact +floor +0 '; out_like '^ +floor +8 +'; out 'it rests after 1.34752 s'

# No result: the body turns by more than 1e6 rad. The output has the status, exit code 4, and the state before the flight.
printf '{%s,"bodies":[{"mass":1,"shape":{"rod":1},"centre":[0,1000],"spin":1e5}],"motion":{"until":20}}' "$law" >"$work/in"
run 4 drop -; code overflow; out_like '^  end +0 '
run 0 drop - --until 4
run 4 drop - --laws routh,smith --json; out '"status":"overflow","stop":"no-answer"'

# Pictures and animations must be complete, have the same bytes in every run, and print nothing on standard output.
printf '{%s,%s}' "$law" "$disc" >"$work/in"
for kind in svg pdf png html; do
    run 0 drop - -o "$work/a.$kind"; silent_out; silent_err
    run 0 drop - -o "$work/b.$kind" --laws routh
    cmp -s "$work/a.$kind" "$work/b.$kind" || fail "two $kind of one motion differ"
done
grep -q '^%PDF' "$work/a.pdf" || fail "no PDF"
grep -q '<svg' "$work/a.svg" || fail "no SVG"
# A page must not load anything: no address, no source, no import.
for word in 'http:' 'https:' 'src=' 'href=' 'import' 'url(' 'fetch('; do
    ! grep -qF "$word" "$work/a.html" || fail "the page has $word"
done
run 0 drop - -o "$work/c.svg" --interval 0.01 --dark --no-title
! cmp -s "$work/a.svg" "$work/c.svg" || fail "--interval changes nothing"
run 2 drop - -o "$work/a.txt"; code usage
run 2 drop - -o "$work/a.svg" --interval 1e-9; code usage
run 2 drop - --interval 0; code usage
run 5 drop - -o "$work/none/a.svg"
run 5 drop - -o "$work/none/a.html"
# Text of the file must not end the script of the page.
printf '{%s,"bodies":[{"name":"</script><b>\\"x","mass":1,"shape":{"disc":0.1},"centre":[0,1.1]}]}' "$law" >"$work/in"
run 0 drop - -o "$work/d.html"
[ "$(grep -c '</script>' "$work/d.html")" = 1 ] || fail "a name ends the script"

# Newton's restitution gains energy, which --strict reports.
printf '{"law":"routh","params":{"restitution":"newton","e":1,"mu":0.5},"bodies":[{"mass":1,"shape":{"rod":1},"centre":[0,0.55],"angle":{"deg":45},"velocity":[1,-1]}],"motion":{"until":0.3}}' >"$work/in"
run 0 drop -; out 'GAINS ENERGY'
run 1 drop - --strict

# A plain angle of more than one turn was probably meant in degrees.
sed 's/{"deg":45}/45/' "$work/in" >"$work/turns"; run 0 drop "$work/turns"; err 'bodies[0].angle'; err '{"deg": 45}'
run 0 drop -; silent_err
finish
