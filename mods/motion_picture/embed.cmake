# A file as an array of a C source: cmake -DOUT=file.c -DFILE=page.html -P embed.cmake
file(READ "${FILE}" bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
file(WRITE "${OUT}" "// Made by mods/motion_picture/embed.cmake.\n#include \"mods/motion_picture/player.h\"\n\n"
  "const unsigned char carom_motion_player[] = {${bytes}0};\n")
