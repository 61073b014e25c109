"""No link of the site into itself leads nowhere: neither to a missing file nor to a missing place in a page."""
import os
import sys
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.places, self.links = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ("id", "name") and value:
                self.places.add(value)
            elif name in ("href", "src") and value and tag != "base":
                self.links.append(value)


def check(html, absent=()):
    """(pages, links) of the folder; ends with what is dead. `absent` was not asked to be built."""
    pages = {}
    for folder, _, names in os.walk(html):
        if os.path.relpath(folder, html).split(os.sep)[0] in ("playground", "_static"):
            continue
        for name in names:
            if name.endswith(".html"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    pages[os.path.join(folder, name)] = Page(file.read())
    dead, count = [], 0
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            count += 1
            target = os.path.normpath(os.path.join(os.path.dirname(path), unquote(parts.path))) if parts.path else path
            if os.path.isdir(target):
                target = os.path.join(target, "index.html")
            if os.path.relpath(target, html) in absent:
                continue
            if not os.path.exists(target):
                dead.append(f"{os.path.relpath(path, html)}: {link}: no such file")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].places:
                dead.append(f"{os.path.relpath(path, html)}: {link}: no such place")
    if dead:
        raise SystemExit("dead links:\n" + "\n".join(sorted(set(dead))[:60]) + f"\n{len(dead)} in all")
    return len(pages), count


if __name__ == "__main__":
    print("%d pages, %d links inside, none dead" % check(sys.argv[1]))
