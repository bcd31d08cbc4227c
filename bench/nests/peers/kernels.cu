/* SPDX-License-Identifier: MIT */
/* The limits of the memory, and nests as one writes them in CUDA by hand. */
#include "../peers.h"
#include <cstdio>
#include <cuda_runtime.h>

namespace
{
constexpr int BLOCK = 256;

/* Has what was launched been done? */
int done()
{
    return cudaGetLastError() == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess ? 0 : -1;
}

int processors()
{
    static int n = 0;
    if (n == 0)
        cudaDeviceGetAttribute(&n, cudaDevAttrMultiProcessorCount, 0);
    return n;
}

/* Room for the parts of a sum, and the sum behind them. */
constexpr int PARTS = 8192;
double *parts()
{
    static double *p = nullptr;
    if (!p && cudaMalloc(&p, (PARTS + 1) * sizeof *p) != cudaSuccess)
        p = nullptr;
    return p;
}

__device__ double block_sum(double x)
{
    __shared__ double warps[BLOCK / 32];
    for (int d = 16; d > 0; d /= 2)
        x += __shfl_down_sync(0xffffffffu, x, d);
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = x;
    __syncthreads();
    x = 0;
    for (int w = 0; w < BLOCK / 32; w++)
        x += warps[w];
    return x;
}

__global__ void add_parts(const double *part, int n, double *sum)
{
    double x = 0;
    for (int i = threadIdx.x; i < n; i += BLOCK)
        x += part[i];
    x = block_sum(x);
    if (threadIdx.x == 0)
        *sum = x;
}

/* The sum of the blocks' parts, on the host. */
int finish(int blocks, double *sum_host)
{
    add_parts<<<1, BLOCK>>>(parts(), blocks, parts() + PARTS);
    return cudaMemcpy(sum_host, parts() + PARTS, sizeof *sum_host, cudaMemcpyDeviceToHost) ==
                   cudaSuccess
               ? done()
               : -1;
}

/* ---- limits ---- */

__global__ void read_kernel(const uint4 *a, size_t n, unsigned *out)
{
    size_t stride = (size_t)gridDim.x * BLOCK, i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
    unsigned x = 0;
    for (; i + 3 * stride < n; i += 4 * stride) {
        uint4 v[4];
        for (int k = 0; k < 4; k++)
            v[k] = a[i + k * stride];
        for (int k = 0; k < 4; k++)
            x += v[k].x + v[k].y + v[k].z + v[k].w;
    }
    for (; i < n; i += stride)
        x += a[i].x + a[i].y + a[i].z + a[i].w;
    if (x == 0x9e3779b9u) /* so that it is needed */
        *out = x;
}

int read(const void *a, size_t size)
{
    read_kernel<<<processors() * 8, BLOCK>>>((const uint4 *)a, size / sizeof(uint4),
                                             (unsigned *)parts());
    return done();
}

int copy(void *to, const void *from, size_t size)
{
    return cudaMemcpyAsync(to, from, size, cudaMemcpyDeviceToDevice) == cudaSuccess ? done() : -1;
}

/* ---- grids: blocks of 32 x 8 points walk down the grid ---- */

dim3 tiles(int ny, int nx)
{
    unsigned across = (unsigned)(nx - 2 + 31) / 32, down = (unsigned)(ny - 2 + 7) / 8;
    unsigned most = PARTS / across > 0 ? PARTS / across : 1;
    return dim3(across, down < most ? down : most);
}

__global__ void stencil_norm_kernel(int ny, int nx, const double *u, double *v, double *part)
{
    int column = 1 + blockIdx.x * 32 + threadIdx.x % 32;
    double norm = 0;
    for (int row = 1 + blockIdx.y * 8 + threadIdx.x / 32; row < ny - 1; row += gridDim.y * 8)
        if (column < nx - 1) {
            size_t at = (size_t)row * nx + column;
            double next = 0.25 * (u[at - nx] + u[at + nx] + u[at - 1] + u[at + 1]),
                   change = next - u[at];
            v[at] = next;
            norm += change * change;
        }
    norm = block_sum(norm);
    if (threadIdx.x == 0)
        part[blockIdx.y * gridDim.x + blockIdx.x] = norm;
}

int stencil_norm(int ny, int nx, const double *u, double *v, double *norm_host)
{
    dim3 grid = tiles(ny, nx);
    if (grid.x * grid.y > PARTS)
        return -1;
    stencil_norm_kernel<<<grid, BLOCK>>>(ny, nx, u, v, parts());
    return finish((int)(grid.x * grid.y), norm_host);
}

__global__ void stencil_faces_kernel(int ny, int nx, const double *kx, const double *ky,
                                     const double *p, double *w, double *part)
{
    int column = 1 + blockIdx.x * 32 + threadIdx.x % 32;
    double pw = 0;
    for (int row = 1 + blockIdx.y * 8 + threadIdx.x / 32; row < ny - 1; row += gridDim.y * 8)
        if (column < nx - 1) {
            size_t at = (size_t)row * nx + column;
            double x = (1.0 + (kx[at + 1] + kx[at]) + (ky[at + nx] + ky[at])) * p[at] -
                       (kx[at + 1] * p[at + 1] + kx[at] * p[at - 1]) -
                       (ky[at + nx] * p[at + nx] + ky[at] * p[at - nx]);
            w[at] = x;
            pw += x * p[at];
        }
    pw = block_sum(pw);
    if (threadIdx.x == 0)
        part[blockIdx.y * gridDim.x + blockIdx.x] = pw;
}

int stencil_faces(int ny, int nx, const double *kx, const double *ky, const double *p, double *w,
                  double *pw_host)
{
    dim3 grid = tiles(ny, nx);
    if (grid.x * grid.y > PARTS)
        return -1;
    stencil_faces_kernel<<<grid, BLOCK>>>(ny, nx, kx, ky, p, w, parts());
    return finish((int)(grid.x * grid.y), pw_host);
}

/* ---- a step of conjugate gradients ---- */

__global__ void advance_kernel(int n, double alpha, const double *p, const double *q, double *x,
                               double *r, double *part)
{
    double rr = 0;
    int stride = gridDim.x * BLOCK, i = blockIdx.x * BLOCK + threadIdx.x;
    for (; i < n / 2; i += stride) {
        double2 pi = ((const double2 *)p)[i], qi = ((const double2 *)q)[i];
        double2 xi = ((double2 *)x)[i], ri = ((double2 *)r)[i];
        xi.x += alpha * pi.x, xi.y += alpha * pi.y;
        ri.x -= alpha * qi.x, ri.y -= alpha * qi.y;
        ((double2 *)x)[i] = xi;
        ((double2 *)r)[i] = ri;
        rr += ri.x * ri.x + ri.y * ri.y;
    }
    if (i == n / 2 && n % 2 != 0) {
        x[n - 1] += alpha * p[n - 1];
        r[n - 1] -= alpha * q[n - 1];
        rr += r[n - 1] * r[n - 1];
    }
    rr = block_sum(rr);
    if (threadIdx.x == 0)
        part[blockIdx.x] = rr;
}

int advance(int n, double alpha, const double *p, const double *q, double *x, double *r,
            double *rr_host)
{
    int blocks = processors() * 8;
    advance_kernel<<<blocks, BLOCK>>>(n, alpha, p, q, x, r, parts());
    return finish(blocks, rr_host);
}

/* ---- all pairs, tiles of the other bodies in shared memory (GPU Gems 3, chapter 31) ---- */

constexpr double SOFT = 0.01;

template <class T> struct alignas(16) body {
    T x, y, z, w;
};

template <class T> __global__ void pairs_kernel(int n, const body<T> *p, body<T> *a)
{
    using V = body<T>;
    __shared__ V tile[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    V own = p[i < n ? i : 0];
    T x = 0, y = 0, z = 0;
    for (int from = 0; from < n; from += BLOCK) {
        V other = p[from + (int)threadIdx.x < n ? from + (int)threadIdx.x : 0];
        if (from + (int)threadIdx.x >= n)
            other.w = 0; /* has no mass */
        tile[threadIdx.x] = other;
        __syncthreads();
#pragma unroll 16
        for (int k = 0; k < BLOCK; k++) {
            V b = tile[k];
            T dx = b.x - own.x, dy = b.y - own.y, dz = b.z - own.z;
            T inverse = T(1) / sqrt(dx * dx + dy * dy + dz * dz + T(SOFT));
            T pull = b.w * inverse * inverse * inverse;
            x += pull * dx;
            y += pull * dy;
            z += pull * dz;
        }
        __syncthreads();
    }
    if (i < n) {
        a[i] = V{x, y, z, 0};
    }
}

int pairs_f32(int n, const void *p, void *a)
{
    pairs_kernel<float>
        <<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(n, (const body<float> *)p, (body<float> *)a);
    return done();
}

int pairs_f64(int n, const void *p, void *a)
{
    pairs_kernel<double>
        <<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(n, (const body<double> *)p, (body<double> *)a);
    return done();
}

void versions(char *text, size_t size)
{
    int runtime = 0;
    cudaRuntimeGetVersion(&runtime);
    snprintf(text, size, "CUDA %d.%d", runtime / 1000, runtime % 100 / 10);
}
} // namespace

extern "C" const struct peer_kernels nests_kernels = {
    versions, read, copy, stencil_norm, stencil_faces, advance, pairs_f32, pairs_f64};
