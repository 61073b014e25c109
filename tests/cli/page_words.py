#!/usr/bin/env python3
"""Compare a report page with the text of the same report as PDF.
Usage: page_words.py PAGE.html TEXT [exact], where TEXT is the output of `pdftotext -raw`.
Every text of the page must be in the PDF, in the same order. With "exact", the PDF may have nothing else except page numbers.
Use "exact" only for a page without figures and without repeated table heads."""
import html.parser
import re
import sys

BLOCKS = {"p", "h1", "h2", "h3", "td", "th", "li", "dt", "dd", "caption", "figcaption", "span"}


class Reader(html.parser.HTMLParser):
    """Collects the text of each block that paper shows."""

    def __init__(self):
        super().__init__()
        self.blocks, self.hidden = [""], None

    def handle_starttag(self, tag, attributes):
        if tag in ("title", "style", "details"):
            self.hidden = tag
        if tag in BLOCKS:
            self.blocks.append("")

    def handle_endtag(self, tag):
        if tag == self.hidden:
            self.hidden = None
        if tag in BLOCKS:
            self.blocks.append("")

    def handle_data(self, data):
        if not self.hidden:
            self.blocks[-1] += data


def compact(text):
    return re.sub(r"\s+", "", text)


page, text = open(sys.argv[1]).read(), open(sys.argv[2]).read()
title = re.search(r"<title>(.*?)</title>", page).group(1)
# The footer of each page: its title and number.
text = re.sub(re.escape(title) + r"\s+\d+ / \d+\n", "", text).replace("\f", "")
left, at, missing, numbers = compact(text).replace("•", ""), 0, [], 0
skipped = ""
reader = Reader()
reader.feed(page)
for block in filter(None, map(compact, reader.blocks)):
    found = left.find(block, at)
    if found < 0:
        missing.append(block)
        continue
    numbers += bool(re.fullmatch(r"-?[\d.]+(e[-+]\d+)?", block))
    skipped += left[at:found]
    at = found + len(block)
skipped += left[at:]
if missing or (len(sys.argv) > 3 and skipped) or numbers < 5:
    sys.exit(f"{sys.argv[1]}: missing {missing[:5]}, {numbers} numbers, additional text {skipped[:200]!r}")
