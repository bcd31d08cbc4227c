# SPDX-License-Identifier: MIT
# Helpers of the tests: sourced before each.

# enabled FILE: it holds a loop that tcr has taken over.
enabled() { nm "$1" | grep -q ' tcr_region_[0-9]*$'; }
# right FILE: the program of samples/build prints what it should.
right() { "$1" | diff "$SAMPLES/expected.txt" -; }
# sample: its sources, here.
sample() { cp "$SAMPLES"/*.[ch] "$SAMPLES/expected.txt" .; }
