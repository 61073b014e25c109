# Compares docs/papers.md with the command and the headers. Every item that `carom reproduce` makes must be on the page,
# and every item, law, method, function and file that the page names must exist. Usage: page_test.sh CAROM ROOT
set -eu
carom=$1
root=$2
page=$root/docs/papers.md
bad=0
fail() {
    echo "docs/papers.md: $*"
    bad=1
}

"$carom" reproduce --list | awk 'NR > 1 { print $1, $2 }' >list.tmp
# A range such as `carom reproduce chatterjee fig11.4` to `fig11.9` also names all items between.
sed -n 's/.*`carom reproduce \([a-z-]*\) \([a-z]*[0-9]*[.]\)\([0-9]*\)` to `\2\([0-9]*\)`.*/\1 \2 \3 \4/p' "$page" |
    while read -r paper stem first last; do seq "$first" "$last" | sed "s/^/$paper $stem/"; done >ranges.tmp
while read -r paper item; do
    grep -qF "\`carom reproduce $paper $item\`" "$page" || grep -qx "$paper $item" ranges.tmp || fail "$paper $item is not on it"
done <list.tmp
items=$(wc -l <list.tmp)
[ "$items" -gt 40 ] || fail "only $items items are listed"
grep -o '`carom reproduce [a-z-]* [a-z0-9.]*`' "$page" | tr -d '`' | sed 's/^carom reproduce //' | sort -u |
    grep -vxFf list.tmp | while read -r lost; do echo "$lost"; done >lost.tmp
[ ! -s lost.tmp ] || fail "names items there are none of: $(tr '\n' ' ' <lost.tmp)"

for law in $(grep -o -e '--law [a-z0-9-]*' "$page" | cut -d' ' -f2 | grep -vx all | sort -u); do
    "$carom" laws "$law" >/dev/null 2>&1 || fail "there is no law $law"
done
for method in $(grep -o -e '--method [a-z-]*' "$page" | cut -d' ' -f2 | sort -u); do
    grep -rqE "\"$method\"" "$root/src" "$root/include/carom" || fail "there is no method $method"
done
for name in $(grep -oE '`(carom|CAROM)_[A-Za-z_]*' "$page" | tr -d '`' | sort -u); do
    grep -rqw "$name" "$root/include/carom" || fail "no header has $name"
done
for file in $(grep -oE '(examples|laws|tests|src)/[A-Za-z0-9_./-]+' "$page" | sed 's/[.]$//' | sort -u); do
    [ -e "$root/$file" ] || [ -e "$root/docs/$file" ] || fail "there is no $file"
done
rm -f list.tmp lost.tmp ranges.tmp
[ $bad = 0 ] && echo "$items items of reproduce and everything the page names are there"
exit $bad
