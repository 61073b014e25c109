"""Builds the C core with its own CMake, so that flags and sources are defined in one place, and links it into the wheel.

CAROM_BUILD_DIR names a build tree that already holds the static libraries; without it one is made, with the options of CMAKE_ARGS.
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import List, Tuple

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
CARRIED = HERE / "core"  # the C library in a source distribution; in the repository it is the parent directory
ROOT = CARRIED if CARRIED.exists() else HERE.parent
LIBRARY = ("CMakeLists.txt", "cmake", "include", "src", "support", "mods", "README.md", "LICENSE", "CITATION.cff")
if not (HERE / "LICENSE").exists():
    shutil.copy(ROOT / "LICENSE", HERE)  # source distributions contain the file from this directory


MODULES = ("compliant", "siconos", "scenario", "sweep", "fit")  # each is a separate extension, if its library exists


class BuildWithCore(build_ext):
    """Builds or finds the static core before the extensions."""

    def core(self) -> Path:
        ready = os.environ.get("CAROM_BUILD_DIR")
        if ready:
            return Path(ready).resolve()
        tree = Path(self.build_temp).resolve() / "core"
        options = ["-DCMAKE_BUILD_TYPE=Release", "-DCAROM_CLI=OFF", *(f"-DCAROM_{x.upper()}=AUTO" for x in MODULES)]
        options += shlex.split(os.environ.get("CMAKE_ARGS", ""))
        subprocess.run(["cmake", "-S", str(ROOT), "-B", str(tree), *options], check=True)
        subprocess.run(["cmake", "--build", str(tree), "--parallel", "2"], check=True)
        return tree

    def build_extensions(self) -> None:
        tree = self.core()
        for extension in self.extensions:
            extension.include_dirs += [str(ROOT / "include"), str(ROOT / "src")]
            extension.extra_objects += [str(archive) for archive in archives(tree, extension.name)]
            extension.depends += extension.extra_objects  # link again after the library changed
            folders, libraries = outside(tree, extension.name)
            extension.library_dirs += folders
            extension.libraries += libraries
            # Link like the C libraries (cmake/CaromFlags.cmake), so that the loader makes the table of functions
            # read-only.
            if sys.platform.startswith("linux"):
                extension.extra_link_args.append("-Wl,-z,relro,-z,now")
        # A module that the library was built without is left out; Python reports it when its laws are used.
        self.extensions = [x for x in self.extensions if all(map(os.path.exists, x.extra_objects))]
        super().build_extensions()


LIBRARIES = {
    "carom._carom": ["m"],
    "carom._compliant": [f"sundials_{x}" for x in ("arkode", "nvecserial", "sunmatrixdense", "sunlinsoldense")] + ["m"],
    "carom._siconos": ["siconos_numerics", "m"],
}


def outside(tree: Path, extension: str) -> Tuple[List[str], List[str]]:
    """Returns directories and names of the external libraries that an extension needs, as listed in the module's .pc
    file."""
    if extension in LIBRARIES:
        return [], LIBRARIES[extension]
    described = tree / f"carom_{extension.replace('carom._', '')}.pc"
    line = re.search(r"Libs.private:(.*)", described.read_text() if described.exists() else "")
    flags = line.group(1).split() if line else []
    names = [flag[2:] for flag in flags if flag.startswith("-l") and not flag.startswith("-lcarom_")]
    return [flag[2:] for flag in flags if flag.startswith("-L")], [*names, "m"]


def archives(tree: Path, extension: str) -> List[Path]:
    """Returns the static libraries of an extension, in the order for the linker."""
    core, module = tree / "libcarom.a", extension.replace("carom._", "")
    needed = {"carom": [], "sweep": ["mods/sweep/libcarom_sweep.a", "mods/scenario/libcarom_scenario.a", "support/hdf5/libcarom_hdf.a",
                                     "support/atomic_file/libcarom_file.a"]}.get(module, [f"mods/{module}/libcarom_{module}.a"])
    return [*(tree / name for name in needed), core]


class SdistWithCore(sdist):
    """Includes the C library in the source distribution, so that a wheel can be built from it."""

    def make_release_tree(self, base_dir: str, files: List[str]) -> None:
        super().make_release_tree(base_dir, files)
        for name in LIBRARY:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            (Path(base_dir) / "core").mkdir(exist_ok=True)
            copy(ROOT / name, Path(base_dir) / "core" / name)


def version() -> str:
    header = (ROOT / "include/carom/carom.h").read_text()
    found = re.search(r'CAROM_VERSION +"(.*)"', header)
    assert found, "include/carom/carom.h states no CAROM_VERSION"
    return found.group(1)


setup(
    version=version(),
    cffi_modules=[f"carom_build.py:{name}" for name in ("core", *MODULES)],
    cmdclass={"build_ext": BuildWithCore, "sdist": SdistWithCore},
    options={"bdist_wheel": {"py_limited_api": "cp39"}},  # the extensions keep to Python's stable ABI
)
