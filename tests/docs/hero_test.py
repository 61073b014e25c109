# Checks that the command next to the picture of two cars in README.md draws this picture. Shapes and letters must be
# the same, at the same positions. Usage: hero_test.py CAROM ROOT
import re
import subprocess
import sys
import tempfile
from pathlib import Path

carom, root = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
readme = (root / "README.md").read_text(encoding="utf-8")
scene = re.search(r"```json\n(.*?)```", readme, re.S)[1]
words = re.search(r"`carom draw (cars\.json [^`]*) -o cars\.svg`", readme)[1].split()
committed = {kind: root / re.search(rf'docs/images/impact-{kind}\.svg', readme)[0] for kind in ("light", "dark")}
bad = []


def shapes(svg):
    """Yields the name of the tag and the numbers of every shape of an SVG image. Letters are shapes, too."""
    body = re.sub(r"<defs>.*?</defs>", "", svg, flags=re.S)
    for tag in re.findall(r"<(?:path|rect|use|g|svg)\b[^>]*>", body):
        numbers = [float(n) for n in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", re.sub(r'(?:href|id|class)="[^"]*"', "", tag))]
        yield re.match(r"<\w+", tag)[0], numbers


with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    (folder / "cars.json").write_text(scene, encoding="utf-8")
    for kind, file in committed.items():
        dark = ["--dark"] if kind == "dark" else []
        subprocess.run([carom, "draw", *words, *dark, "-o", "raw.svg"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        subprocess.run([sys.executable, root / "tools/squeeze_svg.py", folder / "raw.svg", folder / "cars.svg"], check=True)
        ours, theirs = list(shapes((folder / "cars.svg").read_text())), list(shapes(file.read_text()))
        if [s for s, _ in ours] != [s for s, _ in theirs]:
            bad.append(f"{file.name} has {len(theirs)} shapes, the command draws {len(ours)}, or others")
            continue
        # The tolerance is 1.5 because coordinates are rounded tenths of a point. Numbers of transformations are
        # compared likewise.
        away = sum(len(a) != len(b) or any(abs(x - y) > 1.5 for x, y in zip(a, b)) for (_, a), (_, b) in zip(ours, theirs))
        if away:
            bad.append(f"{file.name}: {away} of {len(ours)} shapes are elsewhere")
print("\n".join(bad) or "README's picture is what its command draws")
if bad:
    print("tools/gallery.sh CAROM draws it again")
sys.exit(bool(bad))
