#!/usr/bin/env python3
"""Checks that pages are written in plain English.

Usage: prose.py [--carom CAROM] [--sample N SEED] PAGE...

Reports file and line of words and constructions to avoid, with a suggestion, and of sentences with more than 25 words, two
semicolons or two colons. Code, links' targets and HTML are not checked. With --carom the help of the command and of every verb
is checked too. A hit that is right is allowed by `<!-- prose: WORD -->` on the same line; allowed hits are counted and
printed. --sample prints N random sentences of the pages instead, for readers.
"""
import argparse
import random
import re
import subprocess
import sys

MOST_WORDS = 25

# Expression and what to write instead. Matched in prose, ignoring case, as whole words.
AVOID = [
    (r"says?|said", "prints, reports, states"),
    (r"tells?|told|telling", "reports, shows"),
    (r"asks?|asked|asking", "requests, evaluates, requires"),
    (r"mends?|mended|mending", "fix"),
    (r"stands?|stood", "is listed, applies"),
    (r"anew", "again"),
    (r"beside", "next to, with"),
    (r"whoever|whatever", "anyone who, anything that"),
    (r"(?:is|are|was|were) no(?= [a-z]+(?:\W|$))", "is not a"),
    (r"but for", "except"),
    (r"from (?:\S+ = )?[\d.]+(?: \S+)? on", "for ... and above"),
    (r"makes? energy|make of energy", "gains energy"),
    (r"in the plane|in space", "in 2D, in 3D"),
    (r"greatest compression", "maximum compression"),
    (r"devices?", "contact model"),
    (r"promises?|promised", "guarantee, property"),
    (r"rooms?", "directory"),
    (r"doors?", "entry point, function"),
    (r"ledgers?", "table, balance"),
    (r"lanes?", "SIMD, vectorised"),
    (r"habits?", "convention"),
    (r"the thesis|the five papers", "name the work"),
    (r"goal|not reached|busy machine|idle", "leave out how the page came about"),
]
AVOID = [(re.compile(rf"\b(?:{expression})\b", re.I), advice) for expression, advice in AVOID]
# "What it does is left to you.": a clause used as a noun at the start of a sentence. A question is fine.
CLAUSE = re.compile(r"^(?:What|Who|Where) (?!is\b|are\b|does\b|do\b).*[^?]$")
ALLOWED = re.compile(r"<!-- prose: (.*?) -->")


def prose_lines(text, code="X"):
    """(number, line, allowed words) of prose and tables, without HTML and targets of links; inline code is replaced unless code is None."""
    fence = None
    for number, line in enumerate(text.split("\n"), 1):
        mark = re.match(r"\s*(`{3,}|:::+)", line)
        if fence or mark:
            fence = None if fence and line.strip().startswith(fence) else fence or mark[1]
            continue
        allowed = ALLOWED.findall(line)
        line = re.sub(r"</?(?:a|br|iframe|img|picture|source|sub|sup)\b[^>]*>|<!--.*?-->|\*\*", "", line)
        if code is not None:
            line = re.sub(r"`[^`]*`|--[\w-]+", code, line)
        line = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1" if code is not None else r"[\1]", line)
        line = re.sub(r"\$\$[^$]*\$\$|\$[^$]*\$", "X", line)
        yield number, line, allowed


def sentences(lines):
    """(number, sentence) of paragraphs and list items; tables and headings are not sentences."""
    text, first = "", 0
    for number, line, _ in list(lines) + [(0, "", [])]:
        begins = re.match(r"\s*(?:[-*]|\d+\.) ", line)
        if not line.strip() or begins or line.lstrip().startswith(("|", "#")):
            for sentence in re.split(r"(?<=[.!?])[\s*]+(?=[A-Z*`\"(-])", text):
                if len(sentence.split()) > 3:
                    yield first, sentence.strip(" *")
            text = ""
            if not begins:
                continue
            line = line[begins.end():]
        if not text:
            first = number
        text += " " + line.strip().strip("*")


def check_page(name, text):
    """[(line, message)] and how many hits were allowed."""
    found, allowed_count = [], 0
    lines = list(prose_lines(text))
    for number, line, allowed in lines:
        for expression, advice in AVOID:
            for hit in expression.finditer(line):
                if any(hit[0].lower() in word.lower() for word in allowed):
                    allowed_count += 1
                else:
                    found.append((number, f'"{hit[0]}": write {advice}'))
    for number, sentence in sentences(lines):
        words = len(re.findall(r"[\w'’./=+-]+", sentence))
        if words > MOST_WORDS:
            found.append((number, f"a sentence of {words} words: {sentence[:60]}..."))
        if sentence.count(";") > 1 or len(re.findall(r":(?!\w)", sentence)) > 1:
            found.append((number, f"two semicolons or colons: {sentence[:60]}..."))
        if CLAUSE.match(sentence):
            found.append((number, f"a clause used as a noun: {sentence[:60]}..."))
    return sorted(found), allowed_count


def help_texts(carom):
    def run(*words):
        return subprocess.run([carom, *words], stdout=subprocess.PIPE, check=True, encoding="utf-8").stdout

    overview = run("--help")
    yield "carom --help", overview
    for verb in re.findall(r"^  ([a-z]+)  +[a-z]", overview, re.M):
        done = subprocess.run([carom, verb, "--help"], stdout=subprocess.PIPE, encoding="utf-8")
        if done.returncode == 0:  # a verb of a module that is not built has no help
            yield f"carom {verb} --help", done.stdout


def as_prose(text):
    """Help as paragraphs: examples and names of options are code; each option's meaning is its own paragraph."""
    text = re.sub(r"^Examples\n(?:  .*\n)+", "", text, flags=re.M)
    text = re.sub(r"^  (?:-o, )?--\S+(?: \S+)*?(?:  +|\n +)", "\n", text, flags=re.M)
    return re.sub(r"^ +(.*)$", r"\n\1\n", re.sub(r"^  +[{\"].*$", "", re.sub(r"^ {20,}", "", text, flags=re.M), flags=re.M), flags=re.M)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pages", nargs="*")
    parser.add_argument("--carom")
    parser.add_argument("--sample", nargs=2, type=int, metavar=("N", "SEED"))
    asked = parser.parse_args()
    texts = []
    for page in asked.pages:
        with open(page, encoding="utf-8") as file:
            texts.append((page, file.read()))
    if asked.carom:
        texts += [(name, as_prose(text)) for name, text in help_texts(asked.carom)]
    if asked.sample:
        every = {sentence: name for name, text in texts for _, sentence in sentences(prose_lines(text, None)) if sentence[-1] in ".?!"}
        every = sorted((name, sentence) for sentence, name in every.items())
        for name, sentence in random.Random(asked.sample[1]).sample(every, min(asked.sample[0], len(every))):
            print(f"{name}\t{sentence}")
        return 0
    count = allowed = 0
    for name, text in texts:
        found, right = check_page(name, text)
        allowed += right
        count += len(found)
        for number, message in found:
            print(f"{name}:{number}: {message}")
    print(f"prose: {len(texts)} pages, {count} hits, {allowed} allowed")
    return 1 if count or not texts else 0


if __name__ == "__main__":
    sys.exit(main())
