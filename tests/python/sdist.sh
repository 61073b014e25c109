#!/bin/sh
# Builds a wheel from the source distribution only, without the tree and without downloads. The source distribution
# contains the C library. The wheel contains the licence and the author, and works in a clean virtual environment.
# Usage: sdist.sh ROOT WORKDIR
set -eu
root=$1
work=$2
rm -rf "$work"
mkdir -p "$work/tree"
for name in python CMakeLists.txt cmake include src support mods README.md LICENSE CITATION.cff; do cp -r "$root/$name" "$work/tree/$name"; done
rm -rf "$work/tree/python/build" "$work/tree/python/LICENSE" "$work/tree/python/carom/"*.so
cd "$work/tree/python"
quietly() { "$@" >"$work/build.log" 2>&1 || { tail -40 "$work/build.log"; exit 1; }; }
quietly /usr/bin/python3 -m build --no-isolation --sdist --outdir "$work/dist"
rm -rf "$work/tree"
cd "$work"
tar -tzf dist/carom-*.tar.gz >files
for file in core/CMakeLists.txt core/src/collide/collide.c core/src/tables/laws.def core/mods/scenario/keys.def LICENSE glue.cdef cdef.py \
    tests/conftest.py carom/py.typed carom/materials.json; do
    grep -q "^carom-[0-9.]*/$file\$" files || { echo "the source distribution lacks $file"; exit 1; }
done
# Modules are built if their libraries are installed. Compiling without optimisation saves a minute.
quietly env CMAKE_BUILD_PARALLEL_LEVEL=2 CFLAGS=-O0 CMAKE_ARGS=-DCMAKE_C_FLAGS_RELEASE=-O0 /usr/bin/python3 -m pip wheel --no-build-isolation --no-index --no-deps -w dist dist/carom-*.tar.gz
/usr/bin/python3 -m venv --system-site-packages --without-pip venv
/usr/bin/python3 -m pip --python venv/bin/python install --quiet --no-index --no-deps dist/carom-*.whl
venv/bin/python - <<'END'
import importlib.metadata
import carom
hit = carom.collide([[2.5, -1.5], [-1.5, 2.5]], [-1, 0.6], e=0.5, mu=0.7)
assert abs(hit.P - (0.6, 0.12)).max() < 1e-15 and hit.ok, hit
assert carom.materials("alumina", "glass")
told = importlib.metadata.metadata("carom")
assert told["Author"] == "The carom authors" and told["License"] == "MIT", told.items()
assert any(str(file).endswith("LICENSE") for file in importlib.metadata.files("carom"))
print("carom", carom.__version__, "from its source distribution alone:", hit)
END
