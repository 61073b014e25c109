#!/bin/sh
# Runs the long tests of tests/inline with PROBLEMS (default 1e7) for each function of carom_inline.h. They compare
# double results with carom_collide, test float results and print the worst cases, and compile the header as OpenCL C.
# They also compare the speed of two functions with the memory bandwidth of the OpenCL device. Takes half an hour on one
# processor.
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
