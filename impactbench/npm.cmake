# npm ci in the current folder, then the stamp that it is done; a warning instead if it fails, as it does without a network.
execute_process(COMMAND ${NPM} ci --silent RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(failed)
  message(WARNING "npm ci failed, so there are no engines in JavaScript: ${output}")
else()
  file(TOUCH npm.stamp)
endif()
