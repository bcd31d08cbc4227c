/* SPDX-License-Identifier: MIT */
/* Regions with many variables, and with an unroll of their own. */
#include "checks.h"
#include "gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_VARS = 16, N_KINDS = 8 };

/* Variable k is of kind k mod N_KINDS and sees (k + 1) times each element;
 * all of these results are exact. */
static const char *const classes[N_KINDS] = {
    "tcr_sum<double>", "tcr_max<int>", "tcr_sum<float>",      "tcr_sum<long long>",
    "tcr_min<float>",  "tcr_sum<int>", "tcr_xor<long long> ", "tcr_sum<short>"};
static const char *const updates[N_KINDS] = {"+= x",
                                             "= v%d < x ? x : v%d",
                                             "+= (float)x",
                                             "+= x",
                                             "= v%d > x ? (float)x : v%d",
                                             "+= x",
                                             "^= x",
                                             "+= x"};

static char *many_text(int n_vars, int unroll)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    fputs("#include \"tcr_device.cuh\"\n"
          "struct tcr_args_0 { long long lb, step; tcr_ptr<const int> a; };\n"
          "typedef tcr_vars<",
          out);
    for (int k = 0; k < n_vars; k++)
        fprintf(out, "%s%s", k ? ", " : "", classes[k % N_KINDS]);
    fputs("> tcr_vars_0;\n"
          "struct tcr_body_0 {\n"
          "    TCR_DEVICE static void run(const tcr_args_0 &A, long long it,"
          " tcr_vars_0::value &v)\n"
          "    {\n"
          "        int a = A.a[A.lb + it * A.step], x;\n",
          out);
    for (int k = 0; k < n_vars; k++) {
        fprintf(out, "        auto &v%d = tcr_get<%d>(v);\n        x = a * %d;\n        v%d ", k, k,
                k + 1, k);
        for (const char *u = updates[k % N_KINDS]; *u; u++)
            if (*u == '%')
                u++, fprintf(out, "%d", k);
            else
                fputc(*u, out);
        fputs(";\n", out);
    }
    fputs("    }\n};\n", out);
    if (unroll)
        fprintf(out, "TCR_KERNEL_UNROLL(many, tcr_args_0, tcr_vars_0, tcr_body_0, %d)\n", unroll);
    else
        fputs("TCR_KERNEL(many, tcr_args_0, tcr_vars_0, tcr_body_0)\n", out);
    fclose(out);
    return text;
}

static void many_exact(const int *a, size_t n, long long results[N_VARS])
{
    memset(results, 0, N_VARS * sizeof *results);
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < N_VARS; k++) {
            long long x = (long long)a[i] * (k + 1);
            switch (k % N_KINDS) {
            case 1:
                results[k] = i == 0 || x > results[k] ? x : results[k];
                break;
            case 4:
                results[k] = i == 0 || x < results[k] ? x : results[k];
                break;
            case 6:
                results[k] ^= x;
                break;
            default:
                results[k] += x;
                break;
            }
        }
}

static bool many_right(int k, union tcr_slot got, long long exact)
{
    switch (k % N_KINDS) {
    case 0:
    case 2:
    case 4:
        return got.f == (double)exact;
    case 7:
        return got.i == (short)exact;
    default:
        return got.i == exact;
    }
}

static int check_one(int n_vars, int unroll, size_t n)
{
    int wrong = 0, *a = malloc(n * sizeof *a);
    long long exact[N_VARS];
    union tcr_slot got[N_VARS];
    char *text = many_text(n_vars, unroll);
    CUmodule module = gpu_build(text, NULL);
    CUfunction f = gpu_function(module, "many");
    CUdeviceptr device;
    if (!a)
        exit(1);
    for (size_t i = 0; i < n; i++)
        a[i] = (int)(i * 2654435761u >> 7) % 1000;
    many_exact(a, n, exact);
    GPU(cuMemAlloc(&device, n * sizeof *a));
    GPU(cuMemcpyHtoD(device, a, n * sizeof *a));
    gpu_launch(f, device, (long long)n, 0, gpu_full_grid(f, 256), 256);
    gpu_results(got, n_vars);
    for (int k = 0; k < n_vars; k++)
        if (!many_right(k, got[k], exact[k])) {
            wrong++;
            printf("%d variables, unroll %d, n=%zu: variable %d: got %.17g or %lld, exact %lld\n",
                   n_vars, unroll, n, k, got[k].f, got[k].i, exact[k]);
        }
    GPU(cuMemFree(device));
    GPU(cuModuleUnload(module));
    free(text);
    free(a);
    return wrong;
}

void check_many(void)
{
    static const int counts[] = {2, 3, 5, 16};
    int wrong = 0;
    for (int c = 0; c < 4; c++)
        for (int unroll = 0; unroll <= 1; unroll++) {
            wrong += check_one(counts[c], unroll, 1000);
            wrong += check_one(counts[c], unroll, 300007);
        }
    check_row("2 to 16 variables", wrong, "%d wrong", wrong);
}
