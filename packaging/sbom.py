#!/usr/bin/env python3
"""Writes a software bill of materials of a build, as CycloneDX 1.5 JSON.

Usage: sbom.py BUILD OUT.cdx.json

It lists the libraries and the command of BUILD, and the libraries that each of them loads (from its dynamic section).
It also lists the packages of these files with their versions, from dpkg; without dpkg they are named by their sonames.
Last come the components that are compiled in: Random123 if sweeps are built, and the direction numbers of Joe and Kuo.
The same build gives the same bytes.
"""
import glob
import hashlib
import json
import os
import re
import subprocess
import sys
import uuid

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def output(*command):
    try:
        return subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"}).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def needed(file):
    return re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "-dW", file))


def package_of(path):
    """Returns the Debian package of a file, and its version."""
    for place in dict.fromkeys((path, os.path.realpath(path), re.sub("^/usr", "", path), re.sub("^/lib", "/usr/lib", path))):
        owner = output("dpkg-query", "-S", place).split(":")[0].split(",")[0]
        if owner:
            return owner, output("dpkg-query", "-W", "-f=${Version}", owner)
    return None


def package(name, version, more):
    """Returns a component for a Debian package."""
    escaped = version.replace("+", "%2B").replace(":", "%3A").replace("~", "~")
    purl = f"pkg:deb/debian/{name.replace('+', '%2B')}@{escaped}"
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl, **more}


def loaded(file):
    """Returns the paths of the libraries that a file needs, as the loader finds them, by soname."""
    return dict(re.findall(r"^\s*(\S+) => (/\S+)", output("ldd", file), re.M))


def of(soname, path):
    """Returns the component for a shared library that does not belong to carom."""
    found = package_of(path) if path else None
    return package(*found, {}) if found else {"type": "library", "bom-ref": f"soname:{soname}", "name": soname}


def main():
    build, out = sys.argv[1:3]
    with open(os.path.join(ROOT, "include", "carom", "carom.h"), encoding="utf-8") as file:
        version = re.search(r'CAROM_VERSION +"(.*)"', file.read())[1]
    own = sorted(path for path in glob.glob(os.path.join(build, "libcarom*.so"))) + [os.path.join(build, "carom")]
    own = [path for path in own if os.path.exists(path)]
    if not own:
        print(f"{build} holds no library and no command of carom", file=sys.stderr)
        return 1
    components, dependencies = {}, {}
    top = f"pkg:generic/carom@{version}"
    for path in own:
        name = os.path.basename(path)
        with open(path, "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        components[name] = {"type": "application" if name == "carom" else "library", "bom-ref": f"carom:{name}", "name": name, "version": version,
                            "licenses": [{"license": {"id": "MIT"}}], "hashes": [{"alg": "SHA-256", "content": digest}]}
        places, refs = loaded(path), set()
        for soname in needed(path):
            if soname.startswith("libcarom"):
                refs.add("carom:" + re.sub(r"\.so.*", ".so", soname))
                continue
            part = of(soname, places.get(soname))
            components[part["bom-ref"]] = part
            refs.add(part["bom-ref"])
        if name == "libcarom_sweep.so":
            found = output("dpkg-query", "-W", "-f=${Version}", "librandom123-dev")
            bsd = {"licenses": [{"license": {"id": "BSD-3-Clause"}}]}
            random123 = package("librandom123-dev", found, bsd) if found else {"type": "library", "bom-ref": "compiled:Random123", "name": "Random123", **bsd}
            numbers = {"type": "data", "bom-ref": "compiled:new-joe-kuo-6", "name": "new-joe-kuo-6", "author": "Stephen Joe, Frances Y. Kuo", **bsd}
            for part in (random123, numbers):
                components[part["bom-ref"]] = part
                refs.add(part["bom-ref"])
        dependencies[f"carom:{name}"] = sorted(refs)
    dependencies[top] = sorted(f"carom:{os.path.basename(path)}" for path in own)
    for part in components.values():
        dependencies.setdefault(part["bom-ref"], [])
    bom = {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": top, "name": "carom", "version": version, "licenses": [{"license": {"id": "MIT"}}]}},
        "components": sorted(components.values(), key=lambda part: part["bom-ref"]),
        "dependencies": [{"ref": ref, "dependsOn": refs} for ref, refs in sorted(dependencies.items())],
    }
    bom["serialNumber"] = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(bom, sort_keys=True)).urn
    with open(out, "w", encoding="utf-8") as file:
        json.dump(bom, file, indent=2, sort_keys=True)
        file.write("\n")
    print(f"{out}: {len(own)} of carom, {len(components) - len(own)} of others")
    return 0


sys.exit(main())
