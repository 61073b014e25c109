# cminpack: CAROM_CMINPACK_FOUND, CAROM_CMINPACK_INCLUDE_DIRS, CAROM_CMINPACK_LINK_LIBRARIES.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(CAROM_CMINPACK QUIET cminpack)
endif()
