#!/bin/sh
# Writes docs/bibliography.md from papers/works.def, and docs/modes.md from src/tables/modes.def and status.def.
#   tools/reference.sh           makes them
#   tools/reference.sh --check   fails if they are out of date, or if a citation has no entry
set -eu
cd "$(dirname "$0")/.."
python3 - "${1:-}" <<'PY'
import re, sys, unicodedata
from pathlib import Path

check = sys.argv[1] == "--check"
text = r'"((?:[^"\\]|\\.)*)"'
number = r"\s*(\d+),\s*(\w+),\s*"


def plain(tex: str) -> str:
    """Converts a C string of BibTeX to text: accents become letters, braces and commands are removed."""
    tex = tex.replace('\\\\', '\\').replace('\\"', '"')
    marks = {'"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", "v": "\u030c"}
    tex = re.sub(r"\{\\([\"'`^~v])\{?\\?(\w)\}?\}", lambda m: unicodedata.normalize("NFC", m[2] + marks[m[1]]), tex)
    tex = tex.replace("{\\oe}", "œ").replace("{\\ss}", "ß").replace("\\it ", "")
    return tex.replace("{", "").replace("}", "").replace("--", "–")


works = re.findall(r"^CAROM_WORK\((\w+)" + (r",\s*" + text) * 7 + r"\)", Path("papers/works.def").read_text(), re.M)
page = ["<!-- made by tools/reference.sh from papers/works.def -->", "# Bibliography", ""]
page += ["This page lists the works that laws, methods and pages cite, ordered by author. It is for readers who want to check a formula. `carom laws --bibtex` prints",
         "the list as BibTeX, with all authors, and `carom laws routh --bibtex` prints the works of one law. An entry has a DOI if we could confirm it. We had the",
         "full text of only five works: Wang & Mason 1992, Hurmuzlu & Marghitu 1994, Chatterjee 1997, Shen & Townsend 1998 and Payr & Glocker 2005. We know most of the",
         "others only from later publications; a page that repeats a number of such a work names where we read it, or states that the number is not certain.", ""]
def family(author: str) -> str:
    """Returns the sort key of a work: the last name of its first author, without accents."""
    name = plain(author).split(" and ")[0].split()[-1]
    return unicodedata.normalize("NFD", name).encode("ascii", "ignore").decode().lower()


for key, cited, kind, author, title, where, year, doi in sorted(works, key=lambda work: (family(work[3]), work[6], work[0])):
    fields = dict(re.findall(r"(\w+) = \{((?:[^{}]|\{[^{}]*\})*)\}", where))
    place = ", ".join(plain(value) if name != "volume" else f"**{value}**" for name, value in fields.items() if name != "number" or kind == "techreport")
    people = plain(author).split(" and ")
    names = ", ".join(people) if len(people) <= 3 and people[-1] != "others" else people[0] + " et al."
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
page = ["<!-- made by tools/reference.sh from src/tables/modes.def and status.def -->", "# Modes, events, statuses and exit codes", ""]
page += ["This page defines the names that carom prints with a result. It is for users who read the output or test it in a program.", ""]
page += ["- A *mode* states how the contact slipped or stuck. `carom solve` and `carom compare` print it. A mode has the same colour in every picture.",
         "- An *event* is a point on the path of an impact at which something changes. `carom trace` prints it.",
         "- A *status* states whether a call succeeded. The functions of the libraries return its number, and JSON output contains its name.",
         "- An *exit code* is the status of the whole command.", ""]
page += ["## Exit codes", "", "| code | meaning | class of the status |", "|---|---|---|",
         "| 0 | success, or a law without a result for this problem | ok, no result |",
         "| 1 | a check failed, for example in `carom judge --strict`; with `--strict`, also a missing result or one that fails a check | |",
         "| 2 | usage error: an unknown verb or option | |",
         "| 3 | invalid input: a file, a matrix, a coefficient or a name | invalid input |",
         "| 4 | numerical failure: overflow or no convergence | numerical failure |",
         "| 5 | a file or memory error | system failure |", ""]
statuses = re.findall(r"^CAROM_STATUS\((\d+),\s*\w+,\s*" + text + r",\s*((?:" + text + r"\s*)+)\)", Path("src/tables/status.def").read_text(), re.M)
classes = ((0, "Statuses: ok", "The call has succeeded, and the result is valid."), (16, "Statuses: no result", "The input is valid, but there is no result."),
           (32, "Statuses: invalid input", "carom rejects the input. The message states what to correct."),
           (128, "Statuses: numerical failure", "The computation failed. carom returns no result."), (160, "Statuses: system failure", "There is too little memory, or a file cannot be read or written."))
status_page = []
for number, name, words, _ in ((int(s[0]), s[1], s[2], 0) for s in statuses):
    for first, title, about in classes:
        if number >= first and not any(title in line for line in status_page) and not any(number >= f for f, _, _ in classes if f > first):
            status_page += ["", f"## {title}", "", about, "", "| number | status | message |", "|---|---|---|"]
    message = "".join(re.findall(text, words)).replace('\\"', '"').replace("|", "\\|")
    status_page.append(f"| {number} | `{name}` | {message} |")
status_page += ["", "Your own laws may return the numbers 224 to 255. These count as \"no result\" and are named `user-224` to `user-255`."]
last = None
for kind, about, name, meaning in rows:
    if (kind, about) != last:
        title = "## Events on a path" if kind == "event" else f"## Modes: {about.rstrip('.')}" if last else "## Modes of any law"
        page += [*([""] if last else []), title, "", f"| {kind} | what happens |", "|---|---|"]
    last = (kind, about)
    page.append(f"| `{name}` | {meaning} |".replace("|P_t| <", "\\|P_t\\| <"))
modes = "\n".join(re.sub(r" ?(?<!\\)\| ?", "|", line) if line.startswith("|") else line for line in page + status_page) + "\n"

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
# Every author and year that a law or method cites must be a work of the bibliography.
cited = [work[1] for work in works] + ["Maw, Barber & Fawcett 1976, 1981"]
for source in [*Path("src").rglob("*.c"), *Path("mods/compliant").rglob("*.c"), *Path("include/carom").glob("*.h")]:
    for words in re.findall(r"\.citation =\s*((?:\"[^\"]*\"\s*)+)", source.read_text()):
        words = "".join(re.findall(r'"([^"]*)"', words))
        for name in re.findall(r"[A-Z][\w]+(?:, [A-Z]\w+)*(?: & [A-Z]\w+)? \d{4}", words):
            if not any(name in work or work in words and name[-4:] == work[-4:] for work in cited):
                print(f"{source}: no work is cited as {name!r}")
                bad = 1
if check and len(rows) < 30 or len(works) < 20 or len(statuses) < 50:
    print("the tables were not read")
    bad = 1
sys.exit(bad)
PY
