# The lanes of src/batch are one source built for several instruction sets; the machine chooses when it runs.
# -fno-trapping-math lets gcc turn branches into selects, -fno-math-errno lets both compilers put square roots side by
# side; neither changes a result (tests/batch compares every bit).
set(lanes_flags -O3 -fno-trapping-math -fno-math-errno)
if(CAROM_SANITIZE) # speed is not asked there, and -O3 takes a minute a file
  set(lanes_flags -fno-trapping-math -fno-math-errno)
endif()
# Blocks are whole vectors but for a batch's last, so gcc's shorter vectors for what a loop leaves over (a second copy of
# every law) would run once a batch; the last few go one at a time instead.
if(CMAKE_C_COMPILER_ID STREQUAL GNU)
  check_c_compiler_flag("--param=vect-epilogues-nomask=0" CAROM_HAS_EPILOGUES)
endif()
if(CAROM_HAS_EPILOGUES)
  list(APPEND lanes_flags --param=vect-epilogues-nomask=0)
endif()
# Quotients of numbers that were selected are divided once: gcc would follow each choice to its end and divide on every
# way there, and lanes then wait for all of them (brach: five divisions where two are written).
# What the lanes will read is fetched while they divide: far enough ahead for memory (1500 instructions; at 600 and at
# 3000 a fifth of the gain is lost), in every column of the block and the next.
if(CMAKE_C_COMPILER_ID STREQUAL GNU)
  foreach(flag --param=max-jump-thread-duplication-stmts=1 -fprefetch-loop-arrays --param=prefetch-latency=1500
               --param=simultaneous-prefetches=100 --param=min-insn-to-prefetch-ratio=1
               --param=prefetch-min-insn-to-mem-ratio=1)
    string(MAKE_C_IDENTIFIER "CAROM_HAS_${flag}" has)
    check_c_compiler_flag("${flag}" ${has})
    if(${has})
      list(APPEND lanes_flags ${flag})
    endif()
  endforeach()
endif()
# gcc keeps vectors on the stack where Windows aligns it to 16 bytes only, and moves them as if it were 32.
if(MINGW AND CMAKE_C_COMPILER_ID STREQUAL GNU)
  list(APPEND lanes_flags -Wa,-muse-unaligned-vector-move)
endif()
if(CMAKE_BUILD_TYPE STREQUAL Debug)
  set(lanes_flags "")
endif()
function(carom_lanes level)
  check_c_compiler_flag("${ARGN}" CAROM_HAS_${level})
  if(CAROM_HAS_${level})
    set_source_files_properties(src/batch/level_${level}.c PROPERTIES COMPILE_OPTIONS "${lanes_flags};${ARGN}")
    set(CAROM_LANES_${level} ${lanes_flags} ${ARGN} PARENT_SCOPE)
  endif()
endfunction()
carom_lanes(baseline -ffp-contract=off)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  # Without what level.c does not ask the processor for: old compilers cannot, and a virtual machine may hide it.
  set(unasked -mno-lzcnt -mno-movbe -mno-f16c)
  carom_lanes(v3 -march=x86-64-v3 ${unasked})
  carom_lanes(v4 -march=x86-64-v4 ${unasked} -mprefer-vector-width=512)
endif()
