# README's picture of two cars is what the command next to it draws: the same shapes and letters at the same places. Usage: hero_test.py CAROM ROOT
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
    """What is drawn: (tag without its numbers, its numbers). Letters are shapes too: names of laws are made of them."""
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
        # 1.5: a number is of tenths of a point, rounded, or of a transformation.
        away = sum(len(a) != len(b) or any(abs(x - y) > 1.5 for x, y in zip(a, b)) for (_, a), (_, b) in zip(ours, theirs))
        if away:
            bad.append(f"{file.name}: {away} of {len(ours)} shapes are elsewhere")
print("\n".join(bad) or "README's picture is what its command draws")
if bad:
    print("tools/gallery.sh CAROM draws it again")
sys.exit(bool(bad))
