/* SPDX-License-Identifier: MIT */
/* cuBLAS and cuSPARSE: matrix times vector, without a step that prepares it. */
#include "../peers.h"
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cusparse.h>

namespace
{
cublasHandle_t blas()
{
    static cublasHandle_t handle = nullptr;
    if (!handle && cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
        handle = nullptr;
    return handle;
}

/* Rows after each other are the columns of the transposed matrix. */
int matrix_vector(int f64, int transposed, long m, long n, const void *a, const void *x, void *y)
{
    cublasOperation_t how = transposed ? CUBLAS_OP_N : CUBLAS_OP_T;
    const double one = 1, zero = 0;
    const float one_f = 1, zero_f = 0;
    cublasStatus_t status = f64 ? cublasDgemv(blas(), how, (int)n, (int)m, &one, (const double *)a,
                                              (int)n, (const double *)x, 1, &zero, (double *)y, 1)
                                : cublasSgemv(blas(), how, (int)n, (int)m, &one_f, (const float *)a,
                                              (int)n, (const float *)x, 1, &zero_f, (float *)y, 1);
    return status == CUBLAS_STATUS_SUCCESS && cudaDeviceSynchronize() == cudaSuccess ? 0 : -1;
}

const double ONE = 1, ZERO = 0;
struct {
    cusparseHandle_t handle;
    cusparseSpMatDescr_t a;
    cusparseDnVecDescr_t x, y;
    cusparseSpMVAlg_t algorithm;
    void *scratch;
} spmv;

int csr_open(int algorithm, int rows, int columns, int entries, const int *first, const int *column,
             const double *value, const double *x, double *y)
{
    static const cusparseSpMVAlg_t algorithms[] = {CUSPARSE_SPMV_ALG_DEFAULT,
                                                   CUSPARSE_SPMV_CSR_ALG1, CUSPARSE_SPMV_CSR_ALG2};
    size_t size = 0;
    spmv.algorithm = algorithms[algorithm];
    if ((!spmv.handle && cusparseCreate(&spmv.handle) != CUSPARSE_STATUS_SUCCESS) ||
        cusparseCreateCsr(&spmv.a, rows, columns, entries, (void *)first, (void *)column,
                          (void *)value, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                          CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F) != CUSPARSE_STATUS_SUCCESS ||
        cusparseCreateDnVec(&spmv.x, columns, (void *)x, CUDA_R_64F) != CUSPARSE_STATUS_SUCCESS ||
        cusparseCreateDnVec(&spmv.y, rows, y, CUDA_R_64F) != CUSPARSE_STATUS_SUCCESS ||
        cusparseSpMV_bufferSize(spmv.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &ONE, spmv.a, spmv.x,
                                &ZERO, spmv.y, CUDA_R_64F, spmv.algorithm,
                                &size) != CUSPARSE_STATUS_SUCCESS ||
        cudaMalloc(&spmv.scratch, size ? size : 1) != cudaSuccess)
        return -1;
    return 0;
}

int csr_run()
{
    return cusparseSpMV(spmv.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &ONE, spmv.a, spmv.x, &ZERO,
                        spmv.y, CUDA_R_64F, spmv.algorithm,
                        spmv.scratch) == CUSPARSE_STATUS_SUCCESS &&
                   cudaDeviceSynchronize() == cudaSuccess
               ? 0
               : -1;
}

void csr_close()
{
    cusparseDestroySpMat(spmv.a);
    cusparseDestroyDnVec(spmv.x);
    cusparseDestroyDnVec(spmv.y);
    cudaFree(spmv.scratch);
    spmv.a = nullptr;
    spmv.x = spmv.y = nullptr;
    spmv.scratch = nullptr;
}
} // namespace

extern "C" const struct peer_libraries nests_libraries = {matrix_vector, csr_open, csr_run,
                                                          csr_close};
