# A file as an array of a C source, closed by a zero: cmake -DOUT=file.c -DFILE=page.html -DNAME=array -DHEADER=array.h -P embed.cmake
file(READ "${FILE}" bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
file(WRITE "${OUT}" "// Made by cmake/embed.cmake.\n#include \"${HEADER}\"\n\nconst unsigned char ${NAME}[] = {${bytes}0};\n")
