# Headers, the core's libraries, carom.pc and find_package(carom). Each module installs itself (carom_library).
include(CMakePackageConfigHelpers)

install(TARGETS carom carom_static EXPORT carom-targets)
install(DIRECTORY include/carom DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT carom-targets NAMESPACE carom:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/carom)

configure_package_config_file(cmake/carom-config.cmake.in carom-config.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/carom)
write_basic_package_version_file(carom-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/carom-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/carom-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/carom)

# To be read without the source tree: README's links lead where they led there.
install(FILES README.md LICENSE CHANGELOG.md CITATION.cff SECURITY.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN man EXCLUDE PATTERN _static EXCLUDE PATTERN "*.py" EXCLUDE
        PATTERN "Doxyfile.in" EXCLUDE)
install(DIRECTORY impactbench DESTINATION ${CMAKE_INSTALL_DOCDIR}
        FILES_MATCHING PATTERN "cases*" PATTERN "*.jsonl" PATTERN "LICENSE" PATTERN "driver.h" PATTERN "driver.mjs")
install(DIRECTORY adapters DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN tests EXCLUDE PATTERN node_modules EXCLUDE)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN __pycache__ EXCLUDE PATTERN .* EXCLUDE)

# The prefix of a pkg-config file is where the file lies, up from its folder.
file(RELATIVE_PATH CAROM_UP /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/carom.pc.in carom.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/carom.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
