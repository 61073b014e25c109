#!/bin/sh
# Builds the wheel as a user would and installs it into a clean virtual environment without any index.
# Usage: wheel.sh ROOT BUILD_DIR WORKDIR
# The tree is copied, because setuptools writes files into it. The static library of this build is used.
set -eu
root=$1
build=$2
work=$3
rm -rf "$work"
mkdir -p "$work/tree"
cp -r "$root/python" "$work/tree/python"
ln -s "$root/include" "$work/tree/include"
ln -s "$root/src" "$work/tree/src"
cp "$root/LICENSE" "$work/tree"
rm -rf "$work/tree/python/build" "$work/tree/python/carom/"*.so
cd "$work/tree/python"
! command -v ccache >/dev/null || export CC="ccache gcc"
CAROM_BUILD_DIR=$build /usr/bin/python3 -m build --no-isolation --wheel --outdir "$work/dist" >"$work/build.log" 2>&1 ||
    { tail -40 "$work/build.log"; exit 1; }
cd "$work"
/usr/bin/python3 -m venv --system-site-packages --without-pip "$work/venv"
/usr/bin/python3 -m pip --python "$work/venv/bin/python" install --quiet --no-index --no-deps "$work"/dist/carom-*.whl
"$work/venv/bin/python" -c 'import carom; print("carom", carom.__version__, "from", carom.__file__)'
# The extension modules are linked with immediate binding, as the C libraries are.
found=0
for file in "$work"/venv/lib/python3*/site-packages/carom/*.so; do
    found=$((found + 1))
    ! command -v readelf >/dev/null || readelf -dW "$file" | grep -q BIND_NOW || { echo "$file: addresses are bound when first used"; exit 1; }
done
[ "$found" -gt 0 ]
