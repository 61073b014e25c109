#!/usr/bin/env python3
"""Checks that pages, help texts, messages and comments are written in plain English.

Usage: prose.py [--carom CAROM] [--sample N SEED] FILE...     checks these files; any hit is an error
       prose.py [--carom CAROM] --all [--update]              checks all files of the repository against tools/prose.txt

Reports file and line of words and constructions to avoid, with a suggestion, of sentences with more than 25 words, two
semicolons or two colons, and of unclear headings. In Markdown it checks the text. In source files it checks the comments and the
docstrings, in tables (.def) also the strings, and in tests/messages the messages. It skips code, link targets and HTML. With --carom it
also checks the help of the command and of every verb.

A hit that is right is allowed by `prose: WORD` in a comment on the same line (`<!-- prose: WORD -->` in Markdown). Allowed hits are
counted and printed.

tools/prose.txt holds the number of hits of files that are not rewritten yet. These numbers may only fall: a file with more hits than
its number, and a file without a number that has a hit, fail. --update writes the present numbers if their sum has not grown.

--sample prints N random sentences of the pages or comments instead, for readers.
"""
import argparse
import ast
import io
import os
import random
import re
import subprocess
import sys
import tokenize

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CEILINGS = os.path.join(ROOT, "tools", "prose.txt")

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
    (r"(?<!there )(?:is|are|was|were) no(?= [a-z]+(?:\W|$))", "is not a"),
    (r"but for", "except"),
    (r"from (?:\S+ = )?[\d.]+(?: \S+)? on", "for ... and above"),
    (r"makes? energy|make of energy", "gains energy"),
    (r"in the plane|in space", "in 2D, in 3D"),
    (r"greatest compression", "maximum compression"),
    (r"devices?", "contact model"),
    (r"promises?|promised", "guarantee, property"),
    (r"rooms?(?! (?:for|to|left|in)\b)", "directory"),
    (r"doors?", "entry point, function"),
    (r"ledgers?", "table, balance"),
    (r"lanes?", "SIMD, vectorised"),
    (r"habits?", "convention"),
    (r"the thesis|the five papers", "name the work"),
    (r"broken", "violated"),
    (r"(?<!link )walkers?(?!'s)", "path follower"),
    (r"cards?", "table"),
    (r"the books?", "balance"),
    (r"(?:energetic|newton's|poisson's|restitution) stops?", "restitution hypothesis"),
    (r"an? (?:third|fourth|fifth|tenth|twentieth|fortieth|hundredth|thousandth) of", "a number: 40 times faster, 10 %"),
    (r"nobody|no one", "a sentence without it"),
    (r"how it is meant|as it is meant", "leave it out"),
    (r"(?:the|its|our) goals?|not reached|(?:busy|idle|quiet) (?:machine|moment|cores?)", "leave out how the page came about"),
]
ANY = re.compile(r"\b(?:" + "|".join(f"(?:{expression})" for expression, _ in AVOID) + r")\b", re.I)  # most lines have none: quicker
AVOID = [(re.compile(rf"\b(?:{expression})\b", re.I), advice) for expression, advice in AVOID]
# "What it does is left to you.": a clause used as a noun at the start of a sentence. A question is fine.
CLAUSE = re.compile(r"^(?:What|Who|Where) (?!is\b|are\b|does\b|do\b).*[^?]$")
ALLOWED = re.compile(r"\bprose: ([\w' -]+?)(?: -->|$)")
# Headings that name a task or a concept. "What you get" is fine, "What no law may leave" is a riddle.
RIDDLE = re.compile(r"(?:What|Who|Whose|Where)\b(?! (?:you|carom|to|is new|is supported)\b)(?!.*\?$)")
MOST_HEADING_WORDS = 9


def prose_lines(text, code="X"):
    """Yields (number, line, allowed words) of prose and tables, without HTML and link targets. Inline code is replaced
    unless code is None.
    """
    fence = None
    for number, line in enumerate(text.split("\n"), 1):
        mark = re.match(r"\s*(`{3,}|:::+)", line)
        if fence or mark:
            fence = None if fence and line.strip().startswith(fence) else fence or mark[1]
            continue
        allowed = ALLOWED.findall(line)
        line = re.sub(r"@\w+@", "X", line)  # a placeholder of a template
        line = re.sub(r"</?(?:a|br|iframe|img|picture|source|sub|sup)\b[^>]*>|<!--.*?-->|\*\*", "", line)
        if code is not None:
            line = re.sub(r"`[^`]*`|--[\w-]+", code, line)
        line = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1" if code is not None else r"[\1]", line)
        line = re.sub(r"\$\$[^$]*\$\$|\$[^$]*\$", "X", line)
        line = re.sub(r"\[?@[a-z]+\d{4}(?:;(?: @[a-z]+\d{4}|$))*\]?", "X", line)  # citations of a paper
        yield number, line, allowed


def sentences(lines):
    """Yields (number, sentence) of paragraphs and list items; tables and headings are not sentences."""
    text, first = "", 0
    for number, line, _ in list(lines) + [(0, "", [])]:
        begins = re.match(r"\s*(?:[-*]|\d+\.) ", line)
        if not line.strip() or begins or line.lstrip().startswith(("|", "#")):
            for sentence in re.split(r"(?<=[.!?])[\s*]+(?=[A-Z*`\"(-]|carom\b)", text):
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
    """Returns [(line, message)] and the number of allowed hits."""
    found, allowed_count = [], 0
    lines = list(prose_lines(text))
    for number, line, allowed in lines:
        heading = re.match(r"#+ (.*)", line)
        if heading and name.endswith(".md"):
            words = heading[1].strip()
            if RIDDLE.match(words):
                found.append((number, f"heading \"{words}\": name the task or the concept"))
            if len(words.split()) > MOST_HEADING_WORDS:
                found.append((number, f"heading of {len(words.split())} words: {words[:60]}"))
        for expression, advice in AVOID if ANY.search(line) else ():
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
    """Returns the help as paragraphs. Examples and names of options are code; the meaning of each option is a
    paragraph.
    """
    text = re.sub(r"^Examples\n(?:  .*\n)+", "", text, flags=re.M)
    text = re.sub(r"^  (?:-o, )?--\S+(?: \S+)*?(?:  +|\n +)", "\n", text, flags=re.M)
    return re.sub(r"^ +(.*)$", r"\n\1\n", re.sub(r"^  +[{\"].*$", "", re.sub(r"^ {20,}", "", text, flags=re.M), flags=re.M), flags=re.M)


C_LIKE = (".c", ".h", ".def", ".cpp", ".hpp", ".js", ".mjs", ".ts", ".tsx", ".c.in", ".h.in", ".def.in")
HASHED = (".sh", ".cmake", "CMakeLists.txt")
C_TOKEN = re.compile(r"(//[^\n]*|/\*.*?\*/)|(\"(?:[^\"\\\n]|\\.)*\")|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`", re.S)


def comments(name, text):
    """Returns the comments of a source file as Markdown. Every comment stays on its line, and the rest is empty."""
    lines = [""] * (text.count("\n") + 2)

    def put(line, words, item=False):
        for offset, words_of_line in enumerate(words.split("\n")):
            plain = re.sub(r"^\s*(?:/\*+|\*+/|\*(?= |$)|//[!/<]*|#+)\s?|\s*\*/\s*$", "", words_of_line)
            if re.fullmatch(r"[-=*#~ ]*", plain):
                plain = ""
            plain = re.sub(r"^ {2,}.*|.*[;{}\\]$|.*@\w+@.*", "", plain)  # an example, a formula or a template
            if item and not offset or re.match(r"\"|\w+:? {2,}", plain):
                plain = "- " + plain
            lines[line + offset] = (lines[line + offset] + " " + re.sub(r"^#", "", plain)).lstrip()

    if name.endswith(C_LIKE):
        at, line = 0, 0
        for token in C_TOKEN.finditer(text):
            line, at = line + text.count("\n", at, token.start()), token.start()
            before = text[:at].rsplit("\n", 1)[-1] if at < 100 else text[at - 100:at].rsplit("\n", 1)[-1]
            if token[1]:
                put(line, token[1], item=bool(before.strip()))
            elif token[2] and name.endswith(".def") and not name.endswith("works.def") and " " in token[2] and not token[2].startswith(("{", "\"{")):
                put(line, re.sub(r"\{\w+\}", "X", token[2][1:-1]), item=not text[max(0, at - 100):at].rstrip().endswith('"'))
    elif name.endswith((".py", ".pyi")):
        try:
            for token in tokenize.generate_tokens(io.StringIO(text).readline):
                if token.type == tokenize.COMMENT and not token.string.startswith("#!"):
                    put(token.start[0] - 1, token.string, item=bool(token.line[:token.start[1]].strip()))
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node, False):
                    put(node.body[0].lineno - 1, "\n".join(re.sub(r"^ *>>>.*", "", row.strip()) for row in ast.get_docstring(node, False).split("\n")))
        except (SyntaxError, tokenize.TokenError):
            pass
    else:
        for number, row in enumerate(text.split("\n")):
            comment = re.match(r"\s*(#(?!!).*)|.*\s(# .*)", row)
            if comment:
                put(number, comment[1] or comment[2], item=not comment[1])
    return "\n".join(lines)


def messages(text):
    """Returns the messages of a file of tests/messages: the lines that are not commands or comments."""
    return "\n".join("" if re.match(r"[#$>]", row) else row for row in text.split("\n"))


def readable(path):
    """Returns the text of a file to check, as Markdown, or None."""
    if not path.endswith(C_LIKE + HASHED + (".py", ".pyi", ".md", ".md.in")) and not re.search(r"tests/messages/\w+\.txt$", path):
        return None
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    if path.endswith((".md", ".md.in")):
        text = re.sub(r"\A---\n.*?\n---\n", lambda matter: "\n" * matter[0].count("\n"), text, flags=re.S)  # the metadata of a paper
        return re.sub(r"^- .*", "", text, flags=re.M) if path.endswith("docs/bibliography.md") else text  # its entries are not sentences
    return messages(text) if path.endswith(".txt") and "messages" in path else comments(path, text)


def everything():
    """Yields (name, text) of all files of the repository that can be checked."""
    kept = subprocess.run(["git", "-C", ROOT, "ls-files", "-co", "--exclude-standard"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          encoding="utf-8").stdout.split("\n")
    if len(kept) < 2:  # not a clone
        skip = ("build", "node_modules", ".git", "dist", "__pycache__")
        kept = [os.path.relpath(os.path.join(folder, name), ROOT) for folder, folders, names in os.walk(ROOT)
                for name in names if not any(part in skip for part in folder[len(ROOT):].split(os.sep))]
    for name in sorted(set(kept)):
        path = os.path.join(ROOT, name)
        if name and os.path.isfile(path) and not os.path.islink(path):
            text = readable(path)
            if text is not None:
                yield name, text


def read_ceilings():
    if not os.path.exists(CEILINGS):
        return {}
    with open(CEILINGS, encoding="utf-8") as file:
        rows = (line.split(None, 1) for line in file if line.strip() and not line.startswith("#"))
        return {name.strip(): int(number) for number, name in rows}


def against_ceilings(results, update):
    """Prints the hits of files above their number; returns the exit code."""
    ceilings = read_ceilings()
    counts = {name: len(found) for name, (found, _) in results.items()}
    allowed = sum(right for _, right in results.values())
    total, most = sum(counts.values()), sum(ceilings.values())
    if update:
        if ceilings and total > most:
            print(f"prose: {total} hits, {most} before: rewrite them first")
            return 1
        with open(CEILINGS, "w", encoding="utf-8") as file:
            file.write("# Hits of tools/prose.py in files that are not rewritten yet. The numbers may only fall: tools/prose.py --all --update\n")
            file.writelines(f"{number} {name}\n" for name, number in sorted(counts.items()) if number)
        return 0
    bad = 0
    for name, number in counts.items():
        if number > ceilings.get(name, 0):
            bad += 1
            print(f"{name}: {number} hits, {ceilings.get(name, 0)} allowed by tools/prose.txt")
            for line, message in results[name][0]:
                print(f"  {name}:{line}: {message}")
    if bad and total <= most:
        print("prose: the sum has not grown; if a file was moved or split, tools/prose.py --all --update writes the numbers again")
    lower = sum(counts.get(name, 0) < number for name, number in ceilings.items())
    print(f"prose: {len(counts)} files, {total} hits of at most {most} in files not rewritten yet, {allowed} allowed by marks")
    if lower and not bad:
        print(f"prose: {lower} files have fewer hits than their number; tools/prose.py --all --update lowers the numbers")
    return 1 if bad or len(counts) < 100 else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pages", nargs="*")
    parser.add_argument("--carom")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--sample", nargs=2, type=int, metavar=("N", "SEED"))
    options = parser.parse_args()
    texts = list(everything()) if options.all else [(page, readable(page) or "") for page in options.pages]
    if options.carom:
        texts += [(name, as_prose(text)) for name, text in help_texts(options.carom)]
    if options.sample:
        every = {sentence: name for name, text in texts for _, sentence in sentences(prose_lines(text, None)) if sentence[-1] in ".?!"}
        every = sorted((name, sentence) for sentence, name in every.items())
        for name, sentence in random.Random(options.sample[1]).sample(every, min(options.sample[0], len(every))):
            print(f"{name}\t{sentence}")
        return 0
    results = {name: check_page(name, text) for name, text in texts}
    if options.all:
        return against_ceilings(results, options.update)
    count = sum(len(found) for found, _ in results.values())
    for name, (found, _) in results.items():
        for number, message in found:
            print(f"{name}:{number}: {message}")
    print(f"prose: {len(texts)} pages, {count} hits, {sum(right for _, right in results.values())} allowed")
    return 1 if count or not texts else 0


if __name__ == "__main__":
    sys.exit(main())
