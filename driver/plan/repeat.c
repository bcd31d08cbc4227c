/* SPDX-License-Identifier: MIT */
/*
 * repeat.c: see repeat.h.
 */
#include "repeat.h"

#include <string.h>

/* A name that ends in `=` takes a value, without the slashes of a path.  Of -fNAME and
 * -mNAME there is -fno-NAME and -mno-NAME, too. */
static const char *const allowed[] = {
    /* the language */
    "-ansi", "-std=", "-fgnu89-inline", "-fms-extensions", "-fplan9-extensions", "-fasm",
    "-fblocks", "-fcommon", "-ffreestanding", "-fhosted", "-fbuiltin", "-fsigned-char",
    "-funsigned-char", "-fsigned-bitfields", "-funsigned-bitfields", "-fshort-enums",
    "-fshort-wchar", "-fpack-struct",
    "-fpack-struct=", "-fexec-charset=", "-fwide-exec-charset=", "-fsingle-precision-constant",
    "-flax-vector-conversions", "-flax-vector-conversions=", "-fstrict-flex-arrays",
    "-fstrict-flex-arrays=", "-fcond-mismatch", "-fdollars-in-identifiers",
    "-fextended-identifiers", "-fopenmp", "-fopenmp=", "-fopenmp-simd",
    "-fopenmp-version=", "-fopenacc", "-foffload=disable", "-foffload=default",
    "-foffload=nvptx-none", "-foffload=amdgcn-amdhsa", "-fgnu-tm", "-fexceptions",
    "-fnon-call-exceptions", "-fasynchronous-unwind-tables", "-funwind-tables", "-pthread",
    "-pthreads",
    /* arithmetic */
    "-ffast-math", "-fmath-errno", "-ftrapping-math", "-fsignaling-nans", "-frounding-math",
    "-funsafe-math-optimizations", "-fassociative-math", "-freciprocal-math", "-ffinite-math-only",
    "-fhonor-nans", "-fhonor-infinities", "-fsigned-zeros", "-fapprox-func", "-ffloat-store",
    "-fexcess-precision=", "-ffp-contract=", "-ffp-model=", "-ffp-exception-behavior=",
    "-ffp-eval-method=", "-fdenormal-fp-math=", "-fcx-limited-range", "-fcx-fortran-rules",
    "-fcomplex-arithmetic=", "-fwrapv", "-fwrapv-pointer", "-ftrapv", "-fstrict-overflow",
    "-fstrict-aliasing", "-fdelete-null-pointer-checks", "-fallow-store-data-races",
    /* optimisation */
    "-O", "-O0", "-O1", "-O2", "-O3", "-O4", "-Os", "-Oz", "-Og", "-Ofast",
    "--param=", "-fomit-frame-pointer", "-foptimize-sibling-calls", "-finline",
    "-finline-functions", "-finline-small-functions", "-finline-limit=", "-fkeep-inline-functions",
    "-fkeep-static-functions", "-fkeep-static-consts", "-funroll-loops", "-funroll-all-loops",
    "-fpeel-loops", "-funswitch-loops", "-fsplit-loops", "-fvectorize", "-fslp-vectorize",
    "-ftree-vectorize", "-ftree-loop-vectorize", "-ftree-slp-vectorize", "-fvect-cost-model",
    "-fvect-cost-model=", "-fsimd-cost-model=", "-fveclib=", "-fprefetch-loop-arrays", "-fgraphite",
    "-fgraphite-identity", "-floop-nest-optimize", "-floop-interchange", "-floop-block",
    "-floop-strip-mine", "-floop-parallelize-all",
    "-ftree-parallelize-loops=", "-ftree-loop-distribution", "-ftree-loop-distribute-patterns",
    "-ftree-loop-im", "-ftree-pre", "-ftree-vrp", "-ftree-ter", "-fgcse", "-fgcse-after-reload",
    "-fgcse-sm", "-fgcse-las", "-fipa-cp", "-fipa-cp-clone", "-fipa-pta", "-fipa-ra", "-fipa-icf",
    "-fipa-sra", "-fschedule-insns", "-fschedule-insns2", "-fmodulo-sched", "-fivopts",
    "-fexpensive-optimizations", "-freorder-blocks", "-freorder-blocks-and-partition",
    "-freorder-functions", "-fjump-tables", "-fmerge-constants", "-fmerge-all-constants",
    "-falign-functions", "-falign-functions=", "-falign-loops", "-falign-loops=", "-falign-jumps",
    "-falign-jumps=", "-falign-labels", "-falign-labels=", "-ftoplevel-reorder", "-funit-at-a-time",
    "-fwhole-program", "-fweb", "-frename-registers", "-fsplit-wide-types", "-fcprop-registers",
    "-fthread-jumps", "-fcrossjumping", "-fif-conversion", "-fif-conversion2", "-ftracer",
    "-fsection-anchors", "-flifetime-dse", "-flifetime-dse=", "-fstack-reuse=", "-fira-algorithm=",
    "-fira-region=", "-flive-range-shrinkage", "-fno-fat-lto-objects", "-ffat-lto-objects",
    "-flto=none", "-frandom-seed=",
    /* the object */
    "-fpic", "-fPIC", "-fpie", "-fPIE", "-fplt", "-fsemantic-interposition",
    "-fvisibility=", "-ffunction-sections", "-fdata-sections", "-fzero-initialized-in-bss",
    "-ftls-model=", "-fdirect-access-external-data", "-fident", "-fleading-underscore",
    "-fverbose-asm", "-fcf-protection", "-fcf-protection=", "-fstack-protector",
    "-fstack-protector-strong", "-fstack-protector-all", "-fstack-protector-explicit",
    "-fstack-clash-protection", "-fstack-check", "-fsplit-stack", "-fhardened",
    "-ftrivial-auto-var-init=", "-fzero-call-used-regs=", "-fharden-compares",
    "-fharden-conditional-branches", "-fpatchable-function-entry=", "-finstrument-functions",
    "-fsanitize=", "-fsanitize-recover", "-fsanitize-recover=", "-fsanitize-trap",
    "-fsanitize-trap=", "-fsanitize-address-use-after-scope", "-fsanitize-undefined-trap-on-error",
    "-p", "-pg", "-fabi-version=", "-frecord-gcc-switches", "-frecord-command-line",
    "-Wa,--noexecstack", "-w",
    /* debugging information */
    "-g", "-g0", "-g1", "-g2", "-g3", "-ggdb", "-ggdb0", "-ggdb1", "-ggdb2", "-ggdb3", "-gdwarf",
    "-gdwarf-2", "-gdwarf-3", "-gdwarf-4", "-gdwarf-5", "-gdwarf32", "-gdwarf64", "-gstrict-dwarf",
    "-gno-strict-dwarf", "-gcolumn-info", "-gno-column-info", "-gline-tables-only", "-gz",
    "-gz=", "-grecord-gcc-switches", "-gno-record-gcc-switches", "-fvar-tracking",
    "-fvar-tracking-assignments", "-fstandalone-debug", "-feliminate-unused-debug-types",
    "-feliminate-unused-debug-symbols", "-fdwarf2-cfi-asm", "-fdebug-types-section",
    "-flimit-debug-info",
    /* the machine */
    "-m16", "-m32", "-m64", "-mx32", "-march=", "-mtune=", "-mcpu=", "-mabi=", "-mcmodel=",
    "-mfpmath=", "-mfpu=", "-mfloat-abi=", "-mprefer-vector-width=", "-mtls-dialect=",
    "-mbranch-protection=", "-mpreferred-stack-boundary=", "-mstack-alignment=",
    "-mincoming-stack-boundary=", "-mlong-double-64", "-mlong-double-80", "-mlong-double-128",
    "-mveclibabi=", "-mrecip", "-mrecip=", "-mred-zone", "-mshstk", "-momit-leaf-frame-pointer",
    "-mgeneral-regs-only", "-mharden-sls=", "-mindirect-branch=", "-mindirect-branch-register",
    "-mfunction-return=", "-mretpoline", "-mpopcnt", "-mlzcnt", "-mbmi", "-mbmi2", "-mf16c",
    "-mfma", "-mfma4", "-mmmx", "-m3dnow", "-msse", "-msse2", "-msse3", "-mssse3", "-msse4",
    "-msse4.1", "-msse4.2", "-msse4a", "-msse2avx", "-mavx", "-mavx2", "-mavx512f", "-mavx512cd",
    "-mavx512bw", "-mavx512dq", "-mavx512vl", "-mavx512er", "-mavx512pf", "-mavx512ifma",
    "-mavx512vbmi", "-mavx512vbmi2", "-mavx512vnni", "-mavx512bitalg", "-mavx512vpopcntdq",
    "-mavx512bf16", "-mavx512fp16", "-mavxvnni", "-mvzeroupper", "-mcx16", "-msahf", "-mmovbe",
    "-mrdrnd", "-mrdseed", "-madx", "-maes", "-mpclmul", "-msha", "-mgfni", "-mvaes",
    "-mvpclmulqdq", "-mxsave", "-mxsaveopt", "-mfsgsbase", "-mprfchw", "-mclflushopt", "-mclwb",
    "-mtbm", "-mxop", "-mlwp", "-mieee-fp", "-msoft-float", "-mhard-float", "-mstackrealign",
    "-maccumulate-outgoing-args", "-mpush-args", "-mfused-madd", "-mstrict-align",
    "-moutline-atomics", "-mfix-cortex-a53-835769", "-mfix-cortex-a53-843419", "-mrelax", NULL};

/* What concerns messages, preprocessing, and paths in positions: those of the text are mapped
 * already. */
static const char *const dropped[] = {"-W",
                                      "-pedantic",
                                      "--pedantic",
                                      "-pipe",
                                      "--pipe",
                                      "-v",
                                      "--verbose",
                                      "-Q",
                                      "-time",
                                      "-ftime-report",
                                      "-fmem-report",
                                      "-fdiagnostics-",
                                      "-fno-diagnostics-",
                                      "-fcolor-diagnostics",
                                      "-fno-color-diagnostics",
                                      "-fansi-escape-codes",
                                      "-fcaret-diagnostics",
                                      "-fno-caret-diagnostics",
                                      "-fshow-column",
                                      "-fno-show-column",
                                      "-fmessage-length=",
                                      "-fmax-errors=",
                                      "-ferror-limit=",
                                      "-fmacro-backtrace-limit=",
                                      "-ftabstop=",
                                      "-fopt-info",
                                      "-Rpass",
                                      "-ffile-prefix-map=",
                                      "-fdebug-prefix-map=",
                                      "-fdebug-compilation-dir",
                                      "-ffile-compilation-dir=",
                                      "-fprofile-prefix-map=",
                                      "-fdirectives-only",
                                      "-fpreprocessed",
                                      "-fsyntax-only",
                                      "-Qunused-arguments",
                                      "-Qn",
                                      "-Qy",
                                      "--sysroot",
                                      NULL};

static bool is_value(const char *text)
{
    static const char characters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                     "0123456789._+,:-=";

    return *text && text[strspn(text, characters)] == '\0';
}

/* Is `word` the option `name`, or its negation? */
static bool is_option(const char *word, const char *name)
{
    size_t n = strlen(name);
    const char *value = word;

    if (words_starts(word, name))
        value = word + n;
    else if (strchr("fm", name[1]) && word[1] == name[1] && words_starts(word + 2, "no-") &&
             words_starts(word + 5, name + 2))
        value = word + n + 3;
    else
        return false;
    return name[n - 1] == '=' ? is_value(value) : *value == '\0';
}

bool repeat_allows(const char *word)
{
    if (word[0] != '-' || word[1] == '\0')
        return false;
    for (size_t i = 0; allowed[i]; i++)
        if (is_option(word, allowed[i]))
            return true;
    return false;
}

bool repeat_allows_own(const char *word)
{
    static const char *const own[] = {"--tcr-arch=",  "--tcr-accept=",  "--tcr-openmp=",
                                      "--tcr-strict", "--tcr-lineinfo", "--tcr-inner="};

    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (is_option(word, own[i]))
            return true;
    return false;
}

static bool is_dropped(const struct arg *arg)
{
    if (arg->use & (OPT_CPP | OPT_DEPEND | OPT_LINK | OPT_MODE | OPT_OUTPUT | OPT_LANG))
        return true;
    for (size_t i = 0; dropped[i]; i++)
        if (words_starts(arg->text, dropped[i]))
            return !words_starts(arg->text, "-Wa,");
    return false;
}

/* In one word, by its usual name. */
static const char *one_word(const struct arg *arg)
{
    static const char *const names[][2] = {{"--param", "--param="}, {"--std", "-std="}};

    for (size_t i = 0; arg->next && i < sizeof names / sizeof *names; i++)
        if (strcmp(arg->text, names[i][0]) == 0)
            return words_join(names[i][1], arg->next, "");
    return words_starts(arg->text, "--std=") ? arg->text + 1 : arg->text;
}

bool repeat_take(struct words *to, const struct arg *arg)
{
    const char *word = one_word(arg);

    if (is_dropped(arg))
        return true;
    if ((arg->next && word == arg->text) || !repeat_allows(word))
        return false;
    words_add(to, word);
    return true;
}
