#!/bin/sh
# The libraries' sentences belong to no front end: no option of the shell, no command in backquotes.
# Two dashes, a letter and then no letter are bytes of code that look like text.
# Usage: neutral.sh LIBRARY...
set -eu
bad=0
for library in "$@"; do
    seen=$(strings -n 4 "$library" | wc -l)
    [ "$seen" -ge 100 ] || { echo "$library: only $seen strings, which cannot be all"; bad=1; }
    if strings -n 4 "$library" | grep -E -- '(^|[ ("])--[a-z][a-z_ =]|`carom '; then
        echo "$library speaks the language of the shell"
        bad=1
    fi
    echo "$(basename "$library"): $seen strings"
done
exit $bad
