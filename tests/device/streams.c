/* SPDX-License-Identifier: MIT */
/* Products of two arrays that begin anywhere, against exact results.  Each lies at
 * the end of an allocation of its own: a load beyond it is one that the sanitizer sees. */
#include "checks.h"
#include "gpu.h"
#include "../kernels/regions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct two {
    long long lb, step;
    CUdeviceptr a, b;
};

static const struct pair {
    enum tcr_type a, b, sum;
} pairs[] = {{TCR_F64, TCR_F64, TCR_F64},  {TCR_F32, TCR_F32, TCR_F32}, {TCR_F16, TCR_F16, TCR_F32},
             {TCR_BF16, TCR_F32, TCR_F32}, {TCR_F32, TCR_F64, TCR_F64}, {TCR_I8, TCR_U8, TCR_I32},
             {TCR_I16, TCR_I32, TCR_I64},  {TCR_I64, TCR_I8, TCR_I64}};
enum { N_PAIRS = sizeof pairs / sizeof *pairs };

char *product_text(int type_a, int type_b, int type_sum, const char *kernel)
{
    const char *a = region_types[type_a].device, *b = region_types[type_b].device,
               *sum = region_types[type_sum].device;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    fprintf(out,
            "#include \"tcr_device.cuh\"\n"
            "struct tcr_args_0 { long long lb, step; tcr_ptr<const %s> a; tcr_ptr<const %s> b; };\n"
            "typedef tcr_vars<tcr_sum<%s> > tcr_vars_0;\n"
            "struct tcr_body_0 {\n"
            "    typedef tcr_streams<%s, %s> streams;\n"
            "    TCR_DEVICE static auto stream(tcr_index<0>, const tcr_args_0 &A, long long it)\n"
            "    { return A.a + (A.lb + it); }\n"
            "    TCR_DEVICE static auto stream(tcr_index<1>, const tcr_args_0 &A, long long it)\n"
            "    { return A.b + (A.lb + it); }\n"
            "    template <class Reads> TCR_DEVICE static void\n"
            "    run(const tcr_args_0 &A, long long it, tcr_vars_0::value &v, const Reads &R)\n"
            "    {\n"
            "        long long i = A.lb + it;\n"
            "        tcr_get<0>(v) += (%s)R.template at<0>(A.a[i]) * (%s)R.template "
            "at<1>(A.b[i]);\n"
            "    }\n"
            "};\n"
            "TCR_KERNEL_STREAMS(%s, tcr_args_0, tcr_vars_0, tcr_body_0)\n",
            a, b, sum, a, b, sum, sum, kernel);
    fclose(out);
    return text;
}

/* Small numbers: every product, and every sum of them, is exact. */
static CUdeviceptr fill(enum tcr_type type, size_t n, size_t room, unsigned factor, CUdeviceptr at)
{
    size_t size = region_types[type].size;
    char *host = malloc(n * size + 1);
    if (!host)
        exit(1);
    for (size_t i = 0; i < n; i++)
        if (region_types[type].is_float)
            region_put_float(type, host, i, (double)(i * factor % 7));
        else
            region_put_int(type, host, i, i * factor % 7);
    CUdeviceptr begin = at + room - n * size;
    if (n)
        GPU(cuMemcpyHtoD(begin, host, n * size));
    free(host);
    return begin;
}

static int check_sizes(CUfunction f, const struct pair *p, const size_t *sizes, size_t n_sizes)
{
    int wrong = 0;
    for (size_t s = 0; s < n_sizes; s++)
        for (unsigned shift = 0; shift < 4; shift++) {
            size_t n = sizes[s], size_a = region_types[p->a].size, size_b = region_types[p->b].size;
            size_t room_a = (n + shift % 2 * 3) * size_a, room_b = (n + shift / 2) * size_b;
            CUdeviceptr a, b;
            GPU(cuMemAlloc(&a, room_a));
            GPU(cuMemAlloc(&b, room_b));
            struct two args = {0, 1, fill(p->a, n, room_a, 3, a), fill(p->b, n, room_b, 5, b)};
            long long exact = 0;
            for (size_t i = 0; i < n; i++)
                exact += (long long)(i * 3 % 7 * (i * 5 % 7));
            for (unsigned plain = 0; plain < 2; plain++) {
                gpu_launch_with(f, &args, (long long)n, plain, gpu_full_grid(f, 128), 128);
                union tcr_slot got = gpu_result();
                double x = region_types[p->sum].is_float ? got.f : (double)got.i;
                if (x == (double)exact)
                    continue;
                wrong++;
                printf("%s * %s n=%zu shifted by %u, %u plain=%u: got %.17g, exact %lld\n",
                       region_types[p->a].name, region_types[p->b].name, n, shift % 2 * 3,
                       shift / 2, plain, x, exact);
            }
            GPU(cuMemFree(a));
            GPU(cuMemFree(b));
        }
    return wrong;
}

void check_streams(bool small)
{
    static const size_t sizes[] = {1, 255, 300, 1031, 2303, 4111, 100003, (1 << 20) + 1};
    size_t n_sizes = small ? 5 : sizeof sizes / sizeof *sizes;
    int wrong = 0;
    for (int k = 0; k < N_PAIRS; k++) {
        char *text = product_text(pairs[k].a, pairs[k].b, pairs[k].sum, "product");
        CUmodule module = gpu_build(text, NULL);
        wrong += check_sizes(gpu_function(module, "product"), &pairs[k], sizes, n_sizes);
        GPU(cuModuleUnload(module));
        free(text);
    }
    check_row("two arrays, any alignment", wrong, "%d pairs of types, %zu sizes, %d wrong", N_PAIRS,
              n_sizes, wrong);
}
