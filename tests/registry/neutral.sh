#!/bin/sh
# The libraries' sentences belong to no front end: no option of the shell, no command in backquotes.
# Usage: neutral.sh LIBRARY...
set -eu
bad=0
for library in "$@"; do
    seen=$(strings -n 4 "$library" | wc -l)
    [ "$seen" -ge 100 ] || { echo "$library: only $seen strings, which cannot be all"; bad=1; }
    # Behind the first letter of an option comes more of it, or none of a word: code of the machine may spell "--x" too.
    if strings -n 4 "$library" | grep -E -- '(^|[ ("])--[a-z]([-a-z_]|[^[:alnum:]]|$)|`carom '; then
        echo "$library speaks the language of the shell"
        bad=1
    fi
    echo "$(basename "$library"): $seen strings"
done
exit $bad
