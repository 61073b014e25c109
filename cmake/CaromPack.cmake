# `cpack` in a build tree makes an archive of what is installed, `cpack --config CPackSourceConfig.cmake` one of the sources,
# each with its SHA-256 beside it.
set(CPACK_GENERATOR TGZ)
set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_PACKAGE_VENDOR "The carom authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_SOURCE_PACKAGE_FILE_NAME carom-${PROJECT_VERSION})
set(CPACK_SOURCE_IGNORE_FILES "/\\.git/" "/\\.git$" "/build/" "/node_modules/" "/__pycache__/" "/\\.hypothesis/" "/\\.mypy_cache/")
include(CPack)
