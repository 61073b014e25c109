# Adds the law `echo` by tools/new_law.sh and runs the tests that run every law. Sourced by new_things.sh after the
# other things except `plain`, because tools/new_law.sh builds the command.
targets="$targets conform limits relations unread batch_ordinary"
clis="$clis laws compare usage solve explain output stream"

sh tools/new_law.sh echo build/release
touched 9 "a room, its page and picture, and four lines"
sh tools/new_law.sh echo build/release 2>"$work/log" && { echo "a second echo is not refused"; exit 1; }
grep -q already "$work/log" || { cat "$work/log"; exit 1; }

prove_law() {
    check build/release/tests/whole/conform/conform 10000 echo
    for test in limits relations unread; do check build/release/tests/whole/conform/$test; done
    check sh tools/law_pictures.sh build/release/carom --check
    # The library returns the bits whose hashes tools/new_law.sh has written.
    cc -std=c17 -O2 -ffp-contract=off -DCAROM_STATIC -I. -Iinclude -Isrc -Itests tests/whole/bits/bits.c build/release/libcarom.a -lm \
        -o "$work/bits"
    "$work/bits" 1000000 echo >"$work/bits.txt"
    grep "^echo " tests/whole/bits/hashes.txt >"$work/hashes.txt"
    check cmp "$work/bits.txt" "$work/hashes.txt"
}
