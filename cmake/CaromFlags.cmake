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
