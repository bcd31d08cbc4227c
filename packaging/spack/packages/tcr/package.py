# SPDX-License-Identifier: MIT
"""Spack's recipe for tcr; see docs/install.md."""

import os

try:  # Spack 1.0 and newer
    from spack_repo.builtin.build_systems.cmake import CMakePackage
except ImportError:
    pass
from spack.package import *

# The checkout that this file is in.
CHECKOUT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", "..", ".."))


class Tcr(CMakePackage):
    """Drop-in C compiler that also makes tensor-core kernels of reduction loops."""

    git = "file://" + CHECKOUT

    version("main", branch="main")

    variant("cuda", default=False, description="Have NVRTC at hand, for objects with device code")
    variant("libraries", default=False, description="Compile the C API's kernels ahead of time")

    depends_on("c", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("llvm@17:22 +clang")
    depends_on("cuda@12:", when="+cuda", type=("build", "run"))
    depends_on("python@3.8:", type="test")
    depends_on("check", type="test")
    depends_on("pkgconfig", type="test")
    conflicts("+libraries", when="~cuda", msg="the kernels are compiled by the CUDA Toolkit")

    def cmake_args(self):
        args = [
            self.define("TCR_LIBCLANG_ROOT", self.spec["llvm"].prefix),
            self.define("TCR_WERROR", False),
            self.define("TCR_TESTS", self.run_tests),
        ]
        if "~libraries" in self.spec:
            args.append(self.define("TCR_LIBRARY_ARCHS", ""))
        return args

    def setup_run_environment(self, env):
        if "+cuda" in self.spec:
            env.set("CUDA_HOME", self.spec["cuda"].prefix)
