#!/bin/sh
# Makes docs/bibliography.md from papers/works.def and docs/modes.md from src/tables/modes.def.
#   tools/reference.sh           makes them
#   tools/reference.sh --check   says whether they are what it would make, and whether every citation has its work
set -eu
cd "$(dirname "$0")/.."
python3 - "${1:-}" <<'PY'
import re, sys, unicodedata
from pathlib import Path

check = sys.argv[1] == "--check"
text = r'"((?:[^"\\]|\\.)*)"'
number = r"\s*(\d+),\s*(\w+),\s*"


def plain(tex: str) -> str:
    """The text of a C string of BibTeX: accents as letters, no braces or commands."""
    tex = tex.replace('\\\\', '\\').replace('\\"', '"')
    marks = {'"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303"}
    tex = re.sub(r"\{\\([\"'`^~])\{?\\?(\w)\}?\}", lambda m: unicodedata.normalize("NFC", m[2] + marks[m[1]]), tex)
    tex = tex.replace("{\\oe}", "œ").replace("{\\ss}", "ß").replace("\\it ", "")
    return tex.replace("{", "").replace("}", "").replace("--", "–")


works = re.findall(r"^CAROM_WORK\((\w+)" + (r",\s*" + text) * 7 + r"\)", Path("papers/works.def").read_text(), re.M)
page = ["<!-- made by tools/reference.sh from papers/works.def -->", "# Bibliography", ""]
page += ["What the laws and methods cite; `carom laws --bibtex` prints it as BibTeX, `carom laws routh --bibtex` what one law", "cites. A DOI is given where it is certain.", ""]
def family(author: str) -> str:
    """What a work is sorted by: the first author's last name without accents."""
    name = plain(author).split(" and ")[0].split()[-1]
    return unicodedata.normalize("NFD", name).encode("ascii", "ignore").decode().lower()


for key, cited, kind, author, title, where, year, doi in sorted(works, key=lambda work: (family(work[3]), work[6], work[0])):
    fields = dict(re.findall(r"(\w+) = \{((?:[^{}]|\{[^{}]*\})*)\}", where))
    place = ", ".join(plain(value) if name != "volume" else f"**{value}**" for name, value in fields.items() if name != "number")
    names = plain(author).replace(" and ", ", ")
    link = f" [doi:{doi}](https://doi.org/{doi.replace('(', '%28').replace(')', '%29')})" if doi else ""
    page.append(f"- {names} ({year}). *{plain(title)}*. {place}.{link}")
bibliography = "\n".join(page) + "\n"
raw = re.findall(r".*[{}\\].*", bibliography)

rows, section = [], []
for line in Path("src/tables/modes.def").read_text().splitlines():
    heading = re.match(r"// (.*)$", line)
    mode = re.match(r"CAROM_MODE\(" + number + r"(NULL|" + text + r"),\s*" + text + r"\)", line)
    event = re.match(r"CAROM_EVENT\(" + number + text + r",\s*" + text + r"\)", line)
    if mode:
        rows.append(("mode", section, mode.group(4) or "(none)", mode.group(5)))
    elif event:
        rows.append(("event", section, event.group(3), event.group(4)))
    elif heading and not line.startswith("//   "):
        section = heading.group(1)
page = ["<!-- made by tools/reference.sh from src/tables/modes.def -->", "# Modes and events", ""]
page += ["What `solve`, `compare` and maps call the way a contact went: its mode; and what `trace` calls the points of a path: events.", "A mode has one colour in every picture.", ""]
last = None
for kind, about, name, meaning in rows:
    if (kind, about) != last:
        title = "## Events on a path" if kind == "event" else f"## {about.rstrip('.')}" if last else "## Any law"
        page += [*([""] if last else []), title, "", f"| {kind} | what happens |", "|---|---|"]
    last = (kind, about)
    page.append(f"| `{name}` | {meaning} |".replace("|P_t| <", "\\|P_t\\| <"))
modes = "\n".join(page) + "\n"

bad = 0
if raw:
    print(f"docs/bibliography.md would show LaTeX: {raw[0]}")
    bad = 1
for name, made in (("docs/bibliography.md", bibliography), ("docs/modes.md", modes)):
    if not check:
        Path(name).write_text(made)
    elif Path(name).read_text() != made:
        print(f"{name} is out of date: run tools/reference.sh")
        bad = 1
# Every author and year that a law or method cites is a work.
cited = [work[1] for work in works] + ["Maw, Barber & Fawcett 1976, 1981"]
for source in [*Path("src").rglob("*.c"), *Path("mods/compliant").rglob("*.c"), *Path("include/carom").glob("*.h")]:
    for words in re.findall(r"\.citation =\s*((?:\"[^\"]*\"\s*)+)", source.read_text()):
        words = "".join(re.findall(r'"([^"]*)"', words))
        for name in re.findall(r"[A-Z][\w]+(?:, [A-Z]\w+)*(?: & [A-Z]\w+)? \d{4}", words):
            if not any(name in work or work in words and name[-4:] == work[-4:] for work in cited):
                print(f"{source}: no work is cited as {name!r}")
                bad = 1
if check and len(rows) < 30 or len(works) < 20:
    print("the tables were not read")
    bad = 1
sys.exit(bad)
PY
