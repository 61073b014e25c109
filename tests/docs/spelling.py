#!/usr/bin/env python3
"""Checks the spelling of every page, British or American. words.txt lists further words. Code, links and file names are skipped.

Usage: spelling.py ROOT [--write]    --write adds unknown words to words.txt; review them before you commit
"""
import os
import re
import subprocess
import sys

ROOT = os.path.abspath(sys.argv[1])
WORDS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "words.txt")


def pages():
    """Yields every Markdown file of the repository."""
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in ("build", "node_modules", ".git", "dist", "__pycache__")]
        for name in sorted(names):
            if name.endswith(".md"):
                yield os.path.join(folder, name)


def prose(text):
    """Returns the text without front matter, code, formulas, addresses and tags."""
    text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.S)
    text = re.sub(r"^(`{3,}).*?^\1", "", text, flags=re.S | re.M)
    text = re.sub(r"^ {4,}.*$", "", text, flags=re.M)
    text = re.sub(r"`[^`]*`|\$\$.*?\$\$|\$[^$\n]*\$|<[^>]*>", " ", text, flags=re.S)
    text = re.sub(r"\]\([^)]*\)|https?:\S+|@\w+|\\\w+|\S*[_/=^{}]\S*|\b\w+\.\w{1,5}\b", " ", text)
    return text.replace("’", "'")


def main():
    known = set()
    with open(WORDS, encoding="utf-8") as file:
        known.update(line.strip() for line in file if line.strip() and not line.startswith("#"))
    unknown, count, files = {}, 0, 0
    everything = []
    for path in pages():
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if path.endswith(os.path.join("docs", "bibliography.md")):  # names and titles in several languages
            text = re.sub(r"^- .*$", "", text, flags=re.M)
        everything.append((os.path.relpath(path, ROOT), prose(text)))
    for path, text in everything:
        files += 1
        count += len(text.split())
    told = subprocess.run(["aspell", "list", "--lang=en", "--encoding=utf-8", "--ignore=2"], input="\n".join(text for _, text in everything),
                          stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout.split()
    lower = {word.lower() for word in known}
    for word in set(told):
        if word not in known and word.lower() not in lower and re.sub(r"'s?$", "", word) not in known:
            unknown[word] = [path for path, text in everything if re.search(rf"\b{re.escape(word)}\b", text)]
    if "--write" in sys.argv:
        with open(WORDS, "a", encoding="utf-8") as file:
            file.write("".join(word + "\n" for word in sorted(unknown, key=str.lower)))
    for word, where in sorted(unknown.items()):
        print(f"{word}: {', '.join(where[:3])}")
    if count < 20000:
        sys.exit(f"only {count} words were read")
    print(f"spelling: {count} words of {files} pages, {len(known)} words of our own")
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
