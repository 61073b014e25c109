#!/usr/bin/env python3
"""Builds the site: lays the repository's pages out as they lie in it, adds those that the code makes, runs Sphinx.

Usage: build.py --carom CAROM --out FOLDER [--playground DIST] [--pdf]

A link of a page leads in the site where it leads in the repository. Sphinx's warnings are errors, and so is a link into the
site that leads nowhere. --playground puts the built playground beside it; --pdf prints the theory by Chromium.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys

# Without a font made for formulas a browser sets subscripts on the line. The site brings one; Debian's fonts-dejavu-extra has it.
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuMathTeXGyre.ttf"
SITE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(SITE))
sys.path.insert(0, SITE)
import links  # noqa: E402
import pdf  # noqa: E402
import reference  # noqa: E402

# What pages link to outside docs/ and is not a page: it is there to be downloaded.
FOLDERS = ("docs", "examples", "adapters", "include", "impactbench", "paper")
FILES = ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CITATION.cff", "LICENSE", "packaging/README.md", "python/README.md",
         "web/carom/README.md")


# Pages that are below another page in the sidebar. The lists of docs/site/index.md have the others.
CHILDREN = {
    "docs/install": ("docs/troubleshooting",),
    "docs/site/start": ("docs/matlab",),
    "docs/site/guides/engines": ("adapters/README", "docs/billiards"),
    "docs/scenario": ("examples/README", "docs/gallery"),
    "docs/several-contacts": ("docs/site/concepts/several-contacts",),
    "docs/compliant": ("examples/granular/README",),
    "docs/impactbench": ("impactbench/README",),
    "docs/impactbench-results": ("docs/impactbench/*",),
    "docs/reality": ("examples/cube_tosses/README",),
    "docs/papers": ("docs/errata", "docs/bibliography"),
    "reference/command/index": ("reference/parameters",),
    "reference/python/index": ("python/README",),
    "reference/npm": ("web/carom/README",),
    "CONTRIBUTING": ("packaging/README",),
    "docs/policy": ("SECURITY", "CHANGELOG"),
}


def below(path, kept):
    """The list of the pages below a page, which a clone does not show."""
    names = [name for name in CHILDREN.get(path.removesuffix(".md"), ()) if "*" in name or name + ".md" in kept or name.startswith("reference/")]
    return "\n```{toctree}\n:hidden:\n:glob:\n\n" + "\n".join("/" + name for name in names) + "\n```\n" if names else ""


def for_sphinx(text):
    """Pictures that stand alone on a line become Sphinx's, which copies their files."""
    def image(match):
        told = dict(re.findall(r'(\w+)="([^"]*)"', match[0]))
        width = f":width: {told['width']}px\n" if "width" in told else ""
        style = f":class: {told['class']}\n" if "class" in told else ""
        return f"```{{image}} {told['src']}\n:alt: {json.dumps(told.get('alt', ''), ensure_ascii=False)}\n{width}{style}```"
    return re.sub(r"^<img [^>]*>$", image, text, flags=re.M)


def check_tags(path, text):
    """A link or picture written as HTML leads to a file of the repository, because a clone shows it too."""
    for link in re.findall(r'<[^>]*\b(?:href|src)="(?!#|[a-z]+:)([^"#]+)', re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)):
        if not os.path.exists(os.path.join(ROOT, os.path.dirname(path), link)):
            raise SystemExit(f"{path}: {link}: no such file in the repository")


def with_playground(text):
    """The playground is in the site but not in the repository. Its link and frame replace a comment, which a clone does not show."""
    state = "v=1&amp;scene=rod&amp;law=routh&amp;p.restitution=newton&amp;p.e=0.9&amp;p.mu=0.7"
    return text.replace("<!-- playground -->", '<p><a href="../../playground/index.html">Open the playground in its own window.</a></p>\n'
                        f'<iframe class="playground" src="../../playground/index.html#{state}" '
                        'title="The playground: an impact with friction" loading="lazy"></iframe>')


def moved(text):
    """The front page stands in the root of the site, its source in docs/site."""
    def link(match):
        return "](" + os.path.normpath(os.path.join("docs/site", match[1])) + (match[2] or "") + ")"
    text = re.sub(r"\]\((?!https?:|#|/)([^)#\s]+)(#[^)]*)?\)", link, text)
    return re.sub(r"(\{image\} )(\S+)", lambda m: m[1] + os.path.normpath(os.path.join("docs/site", m[2])), text)


def unlisted(kept):
    """A list of the pages of docs/ that no list of the site names, so that a new page is in it at once."""
    lists = "".join(reference.read(ROOT, path) for path in kept if path.startswith("docs/site/") and path.endswith(".md"))
    lists += "".join(f"\n/{name}\n" for names in CHILDREN.values() for name in names)
    more = [path[:-3] for path in kept if re.fullmatch(r"docs/[\w-]+\.md", path) and f"\n/{path[:-3]}\n" not in lists]
    return "\n```{toctree}\n:hidden:\n:caption: More\n\n" + "\n".join("/" + name for name in more) + "\n```\n" if more else ""


def linked(kept):
    """Other files of the repository that pages link to, such as tests: the site offers them as downloads."""
    found = set()
    for path in kept:
        if path.endswith(".md") and os.path.isfile(os.path.join(ROOT, path)):
            for link in re.findall(r"\]\((?!https?:|#|/)([^)#\s]+)", reference.read(ROOT, path)):
                found.add(os.path.normpath(os.path.join(os.path.dirname(path), link)))
    return sorted(path for path in found - set(kept) if not path.endswith(".md") and os.path.isfile(os.path.join(ROOT, path)))


def lay_out(source, carom):
    shutil.rmtree(source, ignore_errors=True)
    kept = subprocess.run(["git", "-C", ROOT, "ls-files", "-co", "--exclude-standard", *FOLDERS, *FILES], stdout=subprocess.PIPE,
                          encoding="utf-8").stdout.split()
    if not kept:  # not a clone: everything that is there
        kept = [os.path.relpath(os.path.join(folder, name), ROOT) for top in FOLDERS
                for folder, _, names in os.walk(os.path.join(ROOT, top)) for name in names] + list(FILES)
    for path in kept + linked(kept):
        here = path.startswith("docs/site/") and not path.endswith(".md")
        elsewhere = path.endswith(".md") and path.startswith("paper/")
        if here or elsewhere or not os.path.isfile(os.path.join(ROOT, path)):
            continue
        target = os.path.join(source, path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if not path.endswith(".md"):
            shutil.copy(os.path.join(ROOT, path), target)
            continue
        text = reference.read(ROOT, path)
        check_tags(path, text)
        text = for_sphinx(text) + below(path, kept)
        if path == "docs/site/index.md":
            target, text = os.path.join(source, "index.md"), moved(text) + unlisted(kept)
        write(target, with_playground(text))
    for path, text in reference.all_pages(ROOT, carom).items():
        write(os.path.join(source, path), text + below(path, kept))


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def doxygen(work):
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    text = reference.read(SITE, "Doxyfile.in")
    for name, value in (("WORK", work), ("ROOT", ROOT), ("PYTHON", sys.executable)):
        text = text.replace(f"@{name}@", value)
    write(os.path.join(work, "Doxyfile"), text)
    subprocess.run(["doxygen", os.path.join(work, "Doxyfile")], check=True)
    told = reference.read(work, "doxygen.log").strip()
    if told:
        raise SystemExit(f"doxygen warns:\n{told}")


def mend_theme(static):
    """Debian's Furo imports one script into another, which a page opened as a file may not do, and a style from the root of a web
    server. Both scripts in one need no import; the style is in carom.css as far as it is missed. Its style also lacks the rule
    for systems that prefer dark pages."""
    script, style = os.path.join(static, "scripts", "furo.js"), os.path.join(static, "styles", "furo.css")
    text = reference.read(static, "scripts/furo.js")
    alone = re.sub(r'^import Gumshoe from "\./gumshoe-patched\.js";\n', "", text)
    if alone != text:
        write(script, reference.read(static, "scripts/gumshoe-patched.js") + alone)
        os.remove(os.path.join(static, "scripts", "gumshoe-patched.js"))
    rules = re.sub(r"@import url\(/javascript/[^)]*\);", "", reference.read(static, "styles/furo.css"))
    if "prefers-color-scheme" not in rules:
        dark = re.search(r'body\[data-theme="dark"\] \{([^}]*--color-background-primary[^}]*)\}', rules)
        if not dark:
            raise SystemExit("the theme has no dark colours")
        preferred = 'body:not([data-theme="light"])'
        rules += (f"@media not print {{ @media (prefers-color-scheme: dark) {{ {preferred} {{{dark[1]}}}\n"
                  f"html {preferred} .only-light {{ display: none !important; }}\n"
                  f"{preferred} .only-dark {{ display: block !important; }} }} }}\n")
    write(style, rules)
    if re.search(r"^\s*(import|export)\b", reference.read(static, "scripts/furo.js"), re.M) or "url(/" in reference.read(static, "styles/furo.css"):
        raise SystemExit("the theme asks for what is not in the site")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--carom", required=True, help="the command whose help becomes pages")
    parser.add_argument("--out", required=True, help="where html/ and what leads to it go")
    parser.add_argument("--playground", help="dist/ of the playground")
    parser.add_argument("--pdf", action="store_true", help="also theory.pdf, by Chromium")
    asked = parser.parse_args()
    if not os.path.exists(FONT):
        raise SystemExit(f"formulas need {FONT}: install fonts-dejavu-extra")
    out = os.path.abspath(asked.out)
    source, html, extra = (os.path.join(out, name) for name in ("source", "html", "extra"))
    lay_out(source, os.path.abspath(asked.carom))
    doxygen(os.path.join(out, "doxygen"))
    shutil.rmtree(extra, ignore_errors=True)
    os.makedirs(extra)
    if asked.playground:
        shutil.copytree(asked.playground, os.path.join(extra, "playground"))
    else:
        write(os.path.join(extra, "playground", "index.html"), "<!doctype html><title>Not built</title><p>This copy of the site was "
              "built without the playground; <a href='../docs/playground.html'>how to build it</a>.</p>")
    environment = dict(os.environ, CAROM_SITE=SITE, CAROM_DOXYGEN=os.path.join(out, "doxygen", "xml"), CAROM_EXTRA=extra,
                       PYTHONDONTWRITEBYTECODE="1")
    shutil.rmtree(html, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-j", "2", "-b", "html", "-c", SITE,
                    "-d", os.path.join(out, "doctrees"), source, html], check=True, env=environment)
    mend_theme(os.path.join(html, "_static"))
    shutil.copy(FONT, os.path.join(html, "_static", "math.ttf"))
    if asked.pdf:
        pdf.make(html, os.path.join(html, "theory.pdf"))
    pages, count = links.check(html, () if asked.pdf else ("theory.pdf",))
    print(f"site: {pages} pages, {count} links inside, none dead; {html}/index.html")


if __name__ == "__main__":
    main()
