#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scores.py: standard scores of a list of numbers, and how alike two lists are."""
import array
import math

import tcr

a = array.array("d", (math.sqrt(k) * (1 + k % 3) for k in range(2000)))
b = array.array("d", (math.log1p(k) for k in range(2000)))
small = array.array("b", (k % 256 - 128 for k in range(3000)))

m = tcr.moments(a)
print(f"mean {m.mean:.6f}, deviation {math.sqrt(m.sample_variance):.6f}")
print(f"greatest {tcr.maximum(a):.6f} at {tcr.argmax(a)}, score "
      f"{(tcr.maximum(a) - m.mean) / math.sqrt(m.variance):.4f}")
print(f"cosine {tcr.dot(a, b) / (tcr.nrm2(a) * tcr.nrm2(b)):.6f}")
print(f"bytes: sum {tcr.sum(small)}, of each third {tcr.sum(small, step=3)}, "
      f"magnitude {tcr.amax(small)}")
