#!/bin/sh
# Checks that the messages of the libraries contain no options of the command and no commands in backquotes.
# Usage: neutral.sh LIBRARY...
set -eu
bad=0
for library in "$@"; do
    seen=$(strings -n 4 "$library" | wc -l)
    [ "$seen" -ge 100 ] || { echo "$library: only $seen strings, which cannot be all"; bad=1; }
    # After "--" and a letter an option has another letter, a hyphen, or a character that ends a word. This skips
    # machine code that happens to contain "--x".
    if strings -n 4 "$library" | grep -E -- '(^|[ ("])--[a-z]([-a-z_]|[^[:alnum:]]|$)|`carom '; then
        echo "$library speaks the language of the shell"
        bad=1
    fi
    echo "$(basename "$library"): $seen strings"
done
exit $bad
