"""The theory as one document to print: the articles of the built pages one after the other, printed by Chromium."""
import os
import re
import shutil
import subprocess
import tempfile

STYLE = """
@page { size: A4; margin: 18mm 16mm; }
body { font: 10pt/1.4 "DejaVu Serif", serif; color: #000; }
@font-face { font-family: "carom math"; src: url(_static/math.ttf); }
math { font-family: "carom math", math; }
.article { break-before: page; } h1 { font-size: 20pt; } h2 { font-size: 13pt; }
h1, h2, h3 { break-after: avoid; font-family: "DejaVu Sans", sans-serif; }
pre { font: 7pt/1.3 "DejaVu Sans Mono", monospace; background: #f4f4f4; padding: 6px; white-space: pre-wrap; break-inside: avoid; }
code { font: 8.5pt "DejaVu Sans Mono", monospace; }
table { border-collapse: collapse; font-size: 8pt; } td, th { border: 1px solid #bbb; padding: 3px 5px; vertical-align: top; text-align: left; } td p, th p { margin: 0; }
img { max-width: 100%; height: auto; max-height: 120mm; } a { color: inherit; text-decoration: none; } .headerlink, .toctree-wrapper { display: none; }
.names { columns: 2; column-gap: 12mm; } .math { text-align: center; margin: 8px 0; }
"""


def listed(html, page):
    """What the list of a page leads to, in its order."""
    with open(os.path.join(html, page), encoding="utf-8") as file:
        text = file.read()
    inside = re.search(r'<div class="toctree-wrapper compound">(.*?)</div>', text, re.S)[1]
    folder = os.path.dirname(page)
    return [os.path.normpath(os.path.join(folder, link)) for link in re.findall(r'href="([^"#]+)"', inside)]


def article(html, page):
    with open(os.path.join(html, page), encoding="utf-8") as file:
        text = re.search(r'<article role="main">(.*?)</article>', file.read(), re.S)[1]
    folder = os.path.dirname(page)
    text = re.sub(r'(src)="(?!https?:|data:)([^"]*)"', lambda m: f'{m[1]}="{os.path.normpath(os.path.join(folder, m[2]))}"', text)
    text = re.sub(r' href="(?!https?:)[^"]*"', "", text)
    return re.sub(r' id="[^"]*"', "", text)


def front(html, pages):
    """A first page: what it is, of which version, and what is in it."""
    def head(page, pattern):
        with open(os.path.join(html, page), encoding="utf-8") as file:
            return re.sub(r"<a class=\"headerlink\".*?</a>", "", re.search(pattern, file.read(), re.S)[1])
    version = head(pages[0], r"<title>.*?carom (\S+?)\s*</title>")
    names = "".join(f"<li>{head(page, r'<h1>(.*?)</h1>')}</li>" for page in pages)
    return (f"<h1>carom {version}: the theory</h1><p>Impacts with friction: what every answer must obey, then each law, contact device and "
            f"method for several contacts, on a page of its own. Printed from the site.</p><ol class=\"names\">{names}</ol>")


def make(html, path):
    pages = ["docs/site/theory.html"] + listed(html, "theory/laws.html") + ["docs/compliant.html"] \
        + listed(html, "theory/devices.html") + ["docs/several-contacts.html"] \
        + ["docs/modes.html", "docs/bibliography.html"]
    pages = list(dict.fromkeys(pages))
    whole = os.path.join(html, "theory-print.html")
    with open(whole, "w", encoding="utf-8") as file:
        file.write(f'<!doctype html><meta charset="utf-8"><title>carom: the theory</title><style>{STYLE}</style>'
                   + front(html, pages) + "\n".join(f'<div class="article">{article(html, page)}</div>' for page in pages))
    chromium = shutil.which("chromium")
    if not chromium:
        raise SystemExit("the PDF needs chromium")
    with tempfile.TemporaryDirectory() as home:
        subprocess.run([chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={home}", "--no-pdf-header-footer",
                        f"--print-to-pdf={path}", "file://" + whole], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       timeout=300)
    os.remove(whole)
    with open(path, "rb") as file:
        count = len(re.findall(rb"/Type\s*/Page\b", file.read()))
    if count < len(pages):
        raise SystemExit(f"{path} has {count} pages for {len(pages)} articles")
    print(f"theory.pdf: {len(pages)} articles on {count} pages, {os.path.getsize(path) // 1024} kB")
