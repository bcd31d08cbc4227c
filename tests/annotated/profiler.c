/* SPDX-License-Identifier: MIT */
/* A profiler's library, as NVTX finds it: it prints ranges, nested.  With NUMBERS it compares
 * the numbers that it uses, as runtime/call/nvtx.c does, with those of NVIDIA's header. */
#include <stdint.h>
#include <stdio.h>

enum { CALLBACKS = 1, VERSION = 3, CORE = 1, PUSH = 9, POP = 11 };

#ifdef NUMBERS
#include <nvtx3/nvToolsExt.h>
_Static_assert((int)CALLBACKS == NVTX_ETID_CALLBACKS && (int)VERSION == NVTX_ETID_VERSIONINFO &&
                   (int)CORE == NVTX_CB_MODULE_CORE && (int)PUSH == NVTX_CBID_CORE_RangePushA &&
                   (int)POP == NVTX_CBID_CORE_RangePop && NVTX_CB_MODULE_SIZE == 7 &&
                   NVTX_CBID_CORE_SIZE == 16 && NVTX_CBID_CUDA_SIZE == 9 &&
                   NVTX_CBID_OPENCL_SIZE == 15 && NVTX_CBID_CUDART_SIZE == 7 &&
                   NVTX_CBID_CORE2_SIZE == 16 && NVTX_CBID_SYNC_SIZE == 7 &&
                   sizeof(NvtxExportTableVersionInfo) == 24,
               "the numbers of NVTX 3");
#endif

typedef void function(void);
struct callbacks {
    size_t size;
    int (*module)(unsigned module, function ****table, unsigned *n);
};
struct version {
    size_t size;
    uint32_t version, reserved;
    void (*set)(uint32_t);
};

static _Thread_local int depth;

static int push(const char *text)
{
    fprintf(stderr, "%*s> %s\n", 2 * depth, "", text);
    return depth++;
}
static int pop(void)
{
    fprintf(stderr, "%*s<\n", 2 * --depth, "");
    return depth;
}

__attribute__((visibility("default"))) int InitializeInjectionNvtx2(const void *(*tell)(uint32_t));
int InitializeInjectionNvtx2(const void *(*tell)(uint32_t))
{
    static const unsigned sizes[] = {0, 16, 9, 15, 7, 16, 7};
    const struct callbacks *c = tell(CALLBACKS);
    const struct version *v = tell(VERSION);
    function ***table = NULL;
    unsigned n = 0;

    for (unsigned m = 0; m < 9; m++) {
        int there = c->module(m, &table, &n);
        if (there != (m >= 1 && m <= 6) || (there && (n != sizes[m] || table[0] || table[n])))
            fprintf(stderr, "module %u is wrong\n", m);
        for (unsigned i = 1; there && i < n; i++)
            if (!table[i])
                fprintf(stderr, "function %u of module %u is wrong\n", i, m);
    }
    if (c->size != sizeof *c || v->size != sizeof *v || v->version != 3 || tell(2) || tell(0))
        fputs("a table is wrong\n", stderr);
    v->set(3);
    c->module(CORE, &table, &n);
    *table[PUSH] = (function *)push;
    *table[POP] = (function *)pop;
    return 1;
}
