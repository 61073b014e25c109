# Flags of every target of ours. -ffp-contract=off and no fast-math: the same bits from every compiler.
include(CheckCCompilerFlag)
include(CheckCSourceCompiles)
include(CheckLinkerFlag)
include(CheckPIESupported)
check_pie_supported(LANGUAGES C)

# Hardened: canaries, checked copies, addresses bound before main and then read only, marked jump targets. Sanitizers
# and coverage look at plain code; mingw-w64 has its helpers in a library of their own.
option(CAROM_HARDEN "Stack protector, _FORTIFY_SOURCE, full RELRO and marked jump targets, where the compiler has them" ON)
set(CAROM_HARDEN_COMPILE "")
set(CAROM_HARDEN_LINK "")
if(CAROM_HARDEN AND NOT CAROM_SANITIZE AND NOT CAROM_COVERAGE AND NOT EMSCRIPTEN AND NOT MINGW)
  foreach(flag -fstack-protector-strong -fcf-protection)
    string(MAKE_C_IDENTIFIER "CAROM_HAS${flag}" has)
    check_c_compiler_flag(${flag} ${has})
    if(${has})
      list(APPEND CAROM_HARDEN_COMPILE ${flag})
    endif()
  endforeach()
  # Level 3 where the C library takes it without a word, else 2; neither without an optimiser.
  set(CMAKE_REQUIRED_FLAGS "-Werror -O2 -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3")
  check_c_source_compiles("#include <string.h>\nint main(void) { return (int)strlen(\"\"); }" CAROM_HAS_FORTIFY_3)
  unset(CMAKE_REQUIRED_FLAGS)
  set(fortify 2)
  if(CAROM_HAS_FORTIFY_3)
    set(fortify 3)
  endif()
  list(APPEND CAROM_HARDEN_COMPILE
       "$<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=${fortify}>")
  check_linker_flag(C "-Wl,-z,relro,-z,now" CAROM_HAS_RELRO)
  if(CAROM_HAS_RELRO)
    set(CAROM_HARDEN_LINK "-Wl,-z,relro,-z,now")
  endif()
endif()

# A build without a type, as a subproject may be, is optimised all the same: its lanes are.
get_property(CAROM_MANY_CONFIGS GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(NOT CMAKE_BUILD_TYPE AND NOT CAROM_MANY_CONFIGS)
  list(PREPEND CAROM_HARDEN_COMPILE -O2)
endif()

# carom_cold(target): code that runs a few times per command is optimised less, which compiles faster.
function(carom_cold target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# carom_flags(target): what the libraries, the command and the tests are built with. A case that a switch over a table
# forgets is an error of the build, unless the target's own flags say otherwise: a `default` would answer in its place.
function(carom_flags target)
  target_compile_options(${target} PRIVATE -ffp-contract=off -Wall -Wextra -Wno-unused-parameter -Wpedantic -Wshadow -Wconversion
                                           -Wdouble-promotion -Wstrict-prototypes -Werror=switch-enum ${CAROM_HARDEN_COMPILE})
  if(CAROM_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(CAROM_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${CAROM_SANITIZE} -fno-sanitize-recover=all
                                             -fno-omit-frame-pointer)
    # gcc 12 under ASan takes the row W[0] of an inlined `const double W[3][3]` for the whole array.
    if(CMAKE_C_COMPILER_ID STREQUAL GNU)
      target_compile_options(${target} PRIVATE -Wno-stringop-overflow)
    endif()
  endif()
  if(CAROM_COVERAGE)
    target_compile_options(${target} PRIVATE --coverage)
  endif()
  carom_link_flags(${target})
endfunction()

function(carom_link_flags target)
  target_link_options(${target} PRIVATE ${CAROM_HARDEN_LINK})
  if(CAROM_SANITIZE)
    target_link_options(${target} PUBLIC -fsanitize=${CAROM_SANITIZE})
  endif()
  if(CAROM_COVERAGE)
    target_link_options(${target} PUBLIC --coverage)
  endif()
endfunction()

# What is installed: shared libraries find each other beside themselves, in the build tree as where they are installed,
# and others where the linker found them. The same path in both places: CMake would else pad the one of the build tree
# with an empty element, which the loader takes for the current folder.
function(carom_installed target)
  set_target_properties(${target} PROPERTIES BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH_USE_LINK_PATH ON
                                             LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
endfunction()

# Until 1.0 every minor version may change the binary interface, and its name says so: libcarom.so.0.1.
set(CAROM_SOVERSION ${PROJECT_VERSION_MAJOR})
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(CAROM_SOVERSION 0.${PROJECT_VERSION_MINOR})
endif()
