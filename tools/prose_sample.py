#!/usr/bin/env python3
"""Draws random sentences or comments for readers who judge how clear they are.

Usage: prose_sample.py [--comments] [--carom CAROM] [--seed SEED] OUT

Writes OUT.txt, numbered sentences without their places, and OUT.key, the place of each. By default it draws 150 sentences, equally many of
nine kinds of text. These are READMEs, tutorials, pages, law pages, ImpactBench, help, public headers, docstrings and project pages. With
--comments it draws 100 comments of src, mods, cli, python and web instead. The same seed and the same texts give the same sample.

A reader marks each sentence as clear, clumsy, read twice or wrong. Sentences with fewer than four words are not drawn.
"""
import argparse
import os
import random
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import prose  # noqa: E402

# Kind of text and the paths that belong to it; the first that matches counts.
KINDS = [
    ("README", r"README\.md$|paper/paper\.md$"),
    ("tutorials", r"docs/site/.*\.md$|docs/(install|choose-a-law|start)\.md$"),
    ("law pages", r"docs/laws/.*\.md$"),
    ("ImpactBench", r"docs/impactbench.*\.md$"),
    ("project", r"^(CHANGELOG|CONTRIBUTING|SECURITY)\.md$|docs/(policy|development|verification|migration|bibliography|errata|papers)\.md$"),
    ("pages", r"docs/[^/]*\.md$"),
    ("help", r"^carom |tests/messages/"),
    ("headers", r"^include/carom/.*\.h$"),
    ("docstrings", r"^python/carom/.*\.py$|^web/carom/src/.*\.ts$|^matlab/"),
]


def kind_of(name):
    return next((kind for kind, pattern in KINDS if re.search(pattern, name)), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out")
    parser.add_argument("--comments", action="store_true")
    parser.add_argument("--carom")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    texts = list(prose.everything())
    if options.carom:
        texts += [(name, prose.as_prose(text)) for name, text in prose.help_texts(options.carom)]
    kinds = {}
    for name, text in texts:
        kind = "comments" if options.comments and re.match(r"(src|mods|cli|python|web)/.*\.(c|h|py|ts)$", name) else None if options.comments else kind_of(name)
        if kind:
            found = (sentence for _, sentence in prose.sentences(prose.prose_lines(text, None)))
            kinds.setdefault(kind, set()).update((name, s) for s in found if s[-1] in ".?!" and len(s.split()) >= 4)
    draw = random.Random(options.seed)
    count = 100 if options.comments else 150
    drawn = []
    for index, kind in enumerate(sorted(kinds)):
        share = count * (index + 1) // len(kinds) - count * index // len(kinds)
        drawn += draw.sample(sorted(kinds[kind]), min(share, len(kinds[kind])))
    draw.shuffle(drawn)
    with open(options.out + ".txt", "w", encoding="utf-8") as readers, open(options.out + ".key", "w", encoding="utf-8") as key:
        for number, (name, sentence) in enumerate(drawn, 1):
            readers.write(f"{number}. {sentence}\n")
            key.write(f"{number}\t{name}\n")
    print(f"prose_sample: {len(drawn)} of {sum(map(len, kinds.values()))} sentences of {len(kinds)} kinds")
    return 0 if len(drawn) == count else 1


if __name__ == "__main__":
    sys.exit(main())
