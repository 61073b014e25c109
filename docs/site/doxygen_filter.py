#!/usr/bin/env python3
"""A header of carom as Doxygen wants it: the plain // comments of the house become ///, trailing ones ///<.

Usage: doxygen_filter.py HEADER
"""
import re
import sys


def told(text):
    """A comment's text; a line set in by three spaces or more is code."""
    code = re.match(r"^ {2,}\S", text)
    text = re.sub(r"([\\@#<>&%])", r"\\\1", text) if not code else text
    return "   " + text if code else text


def without_titles(lines):
    """Titles of sections become empty: rules of dashes, the title between two rules, and a comment of one line that is followed by an empty line.
    Doxygen would put them into the description of what comes next."""
    rule = [re.match(r"^// ?-{3,}", line) for line in lines]

    def is_title(k):
        return lines[k].startswith("//") and 0 < k < len(lines) - 1 and not lines[k + 1].strip() and not lines[k - 1].startswith("//")

    return ["" if rule[k] or (0 < k < len(lines) - 1 and rule[k - 1] and rule[k + 1]) or is_title(k) else line for k, line in enumerate(lines)]


def main(path):
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    lines = without_titles(lines)
    head, trailing = True, False
    out = ["/// @file"]
    for line in lines:
        if head and not line.startswith("//"):
            head = False
        stripped = line.strip()
        if stripped.startswith("//"):
            # Far to the right it goes on with what the line above said behind its code.
            beside = trailing and len(line) - len(line.lstrip()) > 12
            out.append(" " * (len(line) - len(line.lstrip())) + ("///<" if beside else "///") + told(stripped[2:]))
            continue
        match = re.match(r'^((?:[^"/]|"(?:[^"\\]|\\.)*"|/(?!/))*\S)\s+//(.*)$', line)
        trailing = bool(match) and not line.startswith("#")
        out.append(f"{match[1]} ///<{told(match[2])}" if trailing else line)
    sys.stdout.write("\n".join(out))


if __name__ == "__main__":
    main(sys.argv[1])
