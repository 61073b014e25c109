# Programs for Windows from Debian: gcc of mingw-w64 builds them, wine runs them. tools/windows.sh is who uses it.
# CAROM_WINDOWS is the folder of other libraries built so.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
# Only what was built for Windows is found there; programs that build are this machine's.
set(CMAKE_FIND_ROOT_PATH ${CAROM_WINDOWS} /usr/x86_64-w64-mingw32)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CAROM_WINDOWS)
set(ENV{PKG_CONFIG_LIBDIR} ${CAROM_WINDOWS}/lib/pkgconfig)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# printf as C17 has it, not as msvcrt had it: what warns of the formats knows only the latter, and isfinite there is a choice
# of three functions, of which one takes a float.
# cminpack is a part of the program, not a DLL.
set(CMAKE_C_FLAGS_INIT "-D__USE_MINGW_ANSI_STDIO=1 -DCMINPACK_NO_DLL -Wno-format -Wno-float-conversion")
# A program is one file: what gcc brings is inside.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static")
find_program(CAROM_WINE NAMES wine64 wine PATHS /usr/lib/wine)
if(CAROM_WINE)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${CAROM_WINE})
endif()
