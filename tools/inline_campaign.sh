#!/bin/sh
# Long runs of tests/inline: PROBLEMS (1e7) for each function of carom_inline.h, in double against carom_collide, in float with the worst
# cases, as OpenCL C, and the speed of two functions beside the memory of the device. Half an hour on one processor.
# Usage: tools/inline_campaign.sh BUILD [PROBLEMS]
set -eu
build=$(cd "$1" && pwd)
problems=${2:-10000000}
cd "$build/tests/inline"
./inline_bits "$problems"
./inline_accuracy "$problems" --worst
./inline_opencl files/carom_inline.h "$problems"
./inline_opencl files/carom_inline.h 100000 carom_inline_routh_poisson_2d 10000000
./inline_opencl files/carom_inline.h 100000 carom_inline_chatterjee3_3d 1000000
