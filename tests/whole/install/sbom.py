"""Checks the software bill of materials of this build. Every part has the fields that CycloneDX requires, every reference is
defined, and every library that a library of carom loads is listed. Usage: sbom.py ROOT BUILD WORKDIR
"""
import glob
import hashlib
import json
import os
import re
import subprocess
import sys

root, build, work = sys.argv[1:4]
os.makedirs(work, exist_ok=True)


def made(name):
    out = os.path.join(work, name)
    subprocess.run([sys.executable, os.path.join(root, "packaging", "sbom.py"), build, out], check=True)
    with open(out, "rb") as file:
        return file.read()


text = made("one.cdx.json")
assert text == made("two.cdx.json"), "the same build gives other bytes"
bom = json.loads(text)
assert bom["bomFormat"] == "CycloneDX" and bom["specVersion"] == "1.5" and bom["version"] == 1
assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", bom["serialNumber"])
parts = [bom["metadata"]["component"], *bom["components"]]
refs = [part["bom-ref"] for part in parts]
assert len(set(refs)) == len(refs), "two parts of one reference"
for part in parts:
    assert part["type"] in ("application", "library", "data") and part["name"], part
    assert "purl" not in part or (part["purl"].startswith("pkg:") and part["version"]), part
depends = {row["ref"]: row["dependsOn"] for row in bom["dependencies"]}
assert set(depends) == set(refs) and all(ref in depends for row in depends.values() for ref in row)

libraries = glob.glob(os.path.join(build, "libcarom*.so"))
assert libraries
for path in libraries:
    name = os.path.basename(path)
    part = next(part for part in bom["components"] if part["name"] == name)
    with open(path, "rb") as file:
        assert part["hashes"] == [{"alg": "SHA-256", "content": hashlib.sha256(file.read()).hexdigest()}], name
    loads = re.findall(r"\(NEEDED\).*\[(.*)\]", subprocess.run(["readelf", "-dW", path], check=True, capture_output=True, text=True).stdout)
    own = {"carom:" + re.sub(r"\.so.*", ".so", soname) for soname in loads if soname.startswith("libcarom")}
    others = [soname for soname in loads if not soname.startswith("libcarom")]
    assert own <= set(depends[f"carom:{name}"]), name
    assert not others or set(depends[f"carom:{name}"]) - own, f"{name} loads {others}, and none of it is listed"
if os.path.join(build, "libcarom_sweep.so") in libraries:
    names = {ref for ref in depends["carom:libcarom_sweep.so"]}
    assert any("andom123" in ref for ref in names) and "compiled:new-joe-kuo-6" in names, names
print(f"{len(libraries)} libraries, {len(parts)} parts, every reference resolved")
