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


def main(path):
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
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
