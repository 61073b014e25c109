#!/bin/sh
# Checks that the messages of the libraries contain no options of the command and no commands in backquotes.
# Usage: neutral.sh LIBRARY...
set -eu
bad=0
constants=$(mktemp)
trap 'rm -f "$constants"' EXIT
for library in "$@"; do
    # Only the constants of a shared library, because machine code may contain "--x" by chance.
    case $library in
    *.a) cp "$library" "$constants" ;;
    *) objcopy -O binary -j .rodata "$library" "$constants" ;;
    esac
    seen=$(strings -n 4 "$constants" | wc -l)
    [ "$seen" -ge 10 ] || { echo "$library: only $seen strings, which cannot be all"; bad=1; }
    # After "--" and a letter an option has another letter, a hyphen, or a character that ends a word.
    if strings -n 4 "$constants" | grep -E -- '(^|[ ("])--[a-z]([-a-z_]|[^[:alnum:]]|$)|`carom '; then
        echo "$library speaks the language of the shell"
        bad=1
    fi
    echo "$(basename "$library"): $seen strings"
done
exit $bad
