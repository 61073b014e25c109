# Flags of every target of ours. -ffp-contract=off and no fast-math: the same bits from every compiler.
include(CheckCCompilerFlag)

function(carom_flags target)
  target_compile_options(${target} PRIVATE -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                           -Wdouble-promotion -Wstrict-prototypes)
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
  if(CAROM_SANITIZE)
    target_link_options(${target} PUBLIC -fsanitize=${CAROM_SANITIZE})
  endif()
  if(CAROM_COVERAGE)
    target_link_options(${target} PUBLIC --coverage)
  endif()
endfunction()
