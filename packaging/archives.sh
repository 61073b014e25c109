#!/bin/sh
# Makes the archives of a release and their checksums. They contain the installed files, the sources, the core in two
# files, the npm package and the Python sdist. There is also a bill of materials of the installed files (CycloneDX).
#   packaging/archives.sh BUILD_DIR OUT [NPM.tgz]
# Then it unpacks them and tests that the installed command runs, that the sources are complete and that the checksums
# are right.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
npm=${3:+$(cd "$(dirname "$3")" && pwd)/$(basename "$3")}
rm -rf "$2"
mkdir -p "$2/try"
out=$(cd "$2" && pwd)
version=$(sed -n 's/.*define CAROM_VERSION *"\(.*\)"/\1/p' "$root/include/carom/carom.h")
(cd "$build" && cpack --config CPackConfig.cmake -B "$out/cpack" >"$out/cpack.log" 2>&1) || { tail -20 "$out/cpack.log"; exit 1; }
(cd "$build" && cpack --config CPackSourceConfig.cmake -B "$out/cpack" >"$out/cpack.log" 2>&1) || { tail -20 "$out/cpack.log"; exit 1; }
mv "$out/cpack"/*.tar.gz "$out/cpack"/*.sha256 "$out"
rm -rf "$out/cpack" "$out/cpack.log"
[ -z "$npm" ] || cp "$npm" "$out/carom-npm-$version.tgz"
# Add the playground as one file, if it has been built.
page=${CAROM_PLAYGROUND_HTML:-$root/web/playground/build/playground.html}
[ ! -f "$page" ] || { mkdir "$out/carom-playground-$version" && cp "$page" "$out/carom-playground-$version/playground.html" &&
    tar -czf "$out/carom-playground-$version.tar.gz" -C "$out" "carom-playground-$version" && rm -r "$out/carom-playground-$version"; }
# Builds the Python sdist from a copy, because setuptools writes files into the source tree.
mkdir "$out/tree"
for name in python CMakeLists.txt cmake include src support mods README.md LICENSE CITATION.cff; do cp -r "$root/$name" "$out/tree/$name"; done
(cd "$out/tree/python" && /usr/bin/python3 -m build --no-isolation --sdist --outdir "$out/dist" >"$out/sdist.log" 2>&1) ||
    { tail -20 "$out/sdist.log"; exit 1; }
mv "$out/dist"/carom-*.tar.gz "$out/carom-python-$version.tar.gz"
rm -rf "$out/tree" "$out/dist" "$out/sdist.log"
# Write the core in two files, and the closed forms as inline functions.
/usr/bin/python3 "$root/tools/amalgamate.py" "$out/carom-files-$version"
/usr/bin/python3 "$root/tools/inline.py" "$out/carom-files-$version"
cp -r "$root/matlab" "$root/examples/dropin" "$root/LICENSE" "$out/carom-files-$version"
tar -czf "$out/carom-files-$version.tar.gz" -C "$out" "carom-files-$version"
rm -rf "$out/carom-files-$version"
/usr/bin/python3 "$root/packaging/sbom.py" "$build" "$out/carom-$version.cdx.json"
(cd "$out" && for file in ./*.tar.gz ./*.tgz ./*.cdx.json; do [ ! -e "$file" ] || sha256sum "$file"; done >SHA256SUMS)

# Tests the archives.
(cd "$out" && sha256sum --quiet -c SHA256SUMS && sha256sum --quiet -c ./*.sha256)
installed=$(ls "$out"/carom-"$version"-*.tar.gz)
tar -xzf "$installed" -C "$out/try" --strip-components 1
LD_LIBRARY_PATH=$out/try/lib "$out/try/bin/carom" solve "$out/try/share/doc/carom/examples/falling_rod.json" --strict >/dev/null
tar -tzf "$out/carom-$version.tar.gz" >"$out/try/files"
for file in CMakeLists.txt src/collide/collide.c .ci/run docs/site/build.py debian/rules; do
    grep -qx "carom-$version/$file" "$out/try/files" || { echo "the sources lack $file"; exit 1; }
done
! grep -qE '/(build|node_modules|\.git)/' "$out/try/files" || { echo "the sources contain built files"; exit 1; }
rm -rf "$out/try"
cat "$out/SHA256SUMS"
echo "archives: $(wc -l <"$out/SHA256SUMS") with checksums, unpacked and tested"
