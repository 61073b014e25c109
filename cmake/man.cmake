# Man pages from the command itself: carom-VERB.1 for every row of verbs.def, carom.1 with the list of verbs, and carom-judge.1 from
# the help of that program if Python is found.
#   cmake -DCAROM=command -DTABLE=verbs.def -DTEMPLATE=carom.1.in -DVERSION=x.y.z -DPYTHON=python3 -DJUDGE=judge.py -DOUT=folder -P man.cmake
function(page name)
  execute_process(COMMAND ${CAROM} help --man ${ARGN} OUTPUT_VARIABLE text RESULT_VARIABLE result)
  if(NOT result EQUAL 0 OR text STREQUAL "")
    message(FATAL_ERROR "no man page: carom help --man ${ARGN}: ${result}")
  endif()
  set(${name} "${text}" PARENT_SCOPE)
endfunction()

file(MAKE_DIRECTORY "${OUT}")
file(GLOB old "${OUT}/carom*.1")
if(old)
  file(REMOVE ${old})
endif()
file(STRINGS "${TABLE}" rows REGEX "^CAROM_VERB[(]")
foreach(row IN LISTS rows)
  string(REGEX REPLACE "^CAROM_VERB.([a-z]+),.*" "\\1" verb "${row}")
  page(text ${verb})
  file(WRITE "${OUT}/carom-${verb}.1" "${text}")
endforeach()
if(PYTHON AND JUDGE)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env COLUMNS=78 PYTHONDONTWRITEBYTECODE=1 ${PYTHON} ${JUDGE} --help OUTPUT_VARIABLE text
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\\" "\\e" text "${text}")
  string(REPLACE "-" "\\-" text "${text}")
  file(WRITE "${OUT}/carom-judge.1" ".TH CAROM\\-JUDGE 1 \"\" \"carom ${VERSION}\" \"User Commands\"\n.SH NAME\n"
    "carom\\-judge \\- identify the impact law of a physics engine\n.SH DESCRIPTION\n.nf\n${text}.fi\n.SH SEE ALSO\n.BR carom (1)\n")
endif()
page(VERBS)
string(STRIP "${VERBS}" VERBS)
configure_file("${TEMPLATE}" "${OUT}/carom.1" @ONLY)
