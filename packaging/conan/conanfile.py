"""Conan 2 recipe of the core library: conan create packaging/conan. The recipe has not been run yet."""
import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class Carom(ConanFile):
    name = "carom"
    license = "MIT"
    description = "Impacts of rigid bodies with friction, by 20 laws"
    topics = ("impact", "collision", "friction", "restitution", "rigid bodies")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False]}
    default_options = {"shared": False}
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")

    def set_version(self):
        header = load(self, os.path.join(self.root, "include", "carom", "carom.h"))
        self.version = re.search(r'CAROM_VERSION +"(.*)"', header).group(1)

    def export_sources(self):
        for name in ("CMakeLists.txt", "cmake/*", "include/*", "src/*", "support/*", "mods/*", "docs/*", "examples/*", "adapters/*", "impactbench/*", "README.md",
                     "LICENSE", "CHANGELOG.md", "CITATION.cff"):
            copy(self, name, self.root, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        tools = CMakeToolchain(self)
        tools.cache_variables.update({"CAROM_CLI": False, "CAROM_TESTS": False})
        tools.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "carom")
        self.cpp_info.set_property("cmake_target_name", "carom::carom" if self.options.shared else "carom::carom_static")
        self.cpp_info.set_property("pkg_config_name", "carom")
        self.cpp_info.libs = ["carom"]
        if not self.options.shared:
            self.cpp_info.defines = ["CAROM_STATIC"]
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["m"]
