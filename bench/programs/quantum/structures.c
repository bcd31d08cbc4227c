// SPDX-License-Identifier: MIT
// A register of structures; pairs of amplitudes are found by strides.
#include <math.h>

#include "register.h"

#include "../program.h"

static void *state_make(int qubits)
{
    const long length = 1L << qubits;
    struct amplitude *state = allocate((size_t)length, sizeof *state);

#pragma omp parallel for
    for (long i = 0; i < length; i++) {
        state[i].re = 0.0;
        state[i].im = 0.0;
    }
    state[0].re = 1.0;
    return state;
}

static void gate_one(void *memory, int qubits, int target, const double matrix[8])
{
    struct amplitude *state = memory;
    const long half = 1L << target, pairs = 1L << (qubits - 1);
    const struct amplitude m00 = {matrix[0], matrix[1]}, m01 = {matrix[2], matrix[3]};
    const struct amplitude m10 = {matrix[4], matrix[5]}, m11 = {matrix[6], matrix[7]};

#pragma omp parallel for
    for (long k = 0; k < pairs; k++) {
        const long low = (k / half) * 2 * half + k % half;
        const long high = low + half;
        const struct amplitude a = state[low], b = state[high];

        state[low].re = m00.re * a.re - m00.im * a.im + m01.re * b.re - m01.im * b.im;
        state[low].im = m00.re * a.im + m00.im * a.re + m01.re * b.im + m01.im * b.re;
        state[high].re = m10.re * a.re - m10.im * a.im + m11.re * b.re - m11.im * b.im;
        state[high].im = m10.re * a.im + m10.im * a.re + m11.re * b.im + m11.im * b.re;
    }
}

static void gate_controlled_phase(void *memory, int qubits, int control, int target, double angle)
{
    struct amplitude *state = memory;
    const long length = 1L << qubits, mask = 1L << control | 1L << target;
    const double c = cos(angle), s = sin(angle);

#pragma omp parallel for
    for (long i = 0; i < length; i++) {
        if ((i & mask) == mask) {
            const double re = state[i].re, im = state[i].im;
            state[i].re = c * re - s * im;
            state[i].im = c * im + s * re;
        }
    }
}

static void gate_controlled_not(void *memory, int qubits, int control, int target)
{
    struct amplitude *state = memory;
    const long blocks = 1L << (qubits - target - 1), half = 1L << target;

#pragma omp parallel for collapse(2)
    for (long block = 0; block < blocks; block++) {
        for (long k = 0; k < half; k++) {
            const long low = block * 2 * half + k;

            if (low >> control & 1) {
                const struct amplitude a = state[low];
                state[low] = state[low + half];
                state[low + half] = a;
            }
        }
    }
}

static void gate_two(void *memory, int qubits, int a, int b, double angle)
{
    struct amplitude *state = memory;
    const int first = a < b ? a : b, second = a < b ? b : a;
    const long quarter = 1L << (qubits - 2);
    const double c = cos(angle), s = sin(angle);

#pragma omp parallel for
    for (long k = 0; k < quarter; k++) {
        long i = k;

        i = (i >> first << (first + 1)) | (i & ((1L << first) - 1));
        i = (i >> second << (second + 1)) | (i & ((1L << second) - 1));
        const long p = i | 1L << first, q = i | 1L << second;
        const struct amplitude x = state[p], y = state[q];

        state[p].re = c * x.re + s * y.im;
        state[p].im = c * x.im - s * y.re;
        state[q].re = c * y.re + s * x.im;
        state[q].im = c * y.im - s * x.re;
    }
}

static double probability(const void *memory, int qubits, int target)
{
    const struct amplitude *state = memory;
    const long half = 1L << target, pairs = 1L << (qubits - 1);
    double sum = 0.0;

#pragma omp parallel for reduction(+ : sum)
    for (long k = 0; k < pairs; k++) {
        const long high = (k / half) * 2 * half + k % half + half;
        sum += state[high].re * state[high].re + state[high].im * state[high].im;
    }
    return sum;
}

static double norm(const void *memory, int qubits)
{
    const struct amplitude *state = memory;
    const long length = 1L << qubits;
    double sum = 0.0;

#pragma omp parallel for reduction(+ : sum)
    for (long i = 0; i < length; i++)
        sum += state[i].re * state[i].re + state[i].im * state[i].im;
    return sum;
}

static void collapse(void *memory, int qubits, int target, int outcome, double of)
{
    struct amplitude *state = memory;
    const long length = 1L << qubits;
    const double by = 1.0 / sqrt(of);

#pragma omp parallel for
    for (long i = 0; i < length; i++) {
        const double keep = (i >> target & 1) == outcome ? by : 0.0;
        state[i].re *= keep;
        state[i].im *= keep;
    }
}

static struct amplitude get(const void *memory, long index)
{
    const struct amplitude *state = memory;

    return state[index];
}

const struct register_calls structures = {
    state_make, gate_one, gate_controlled_phase, gate_controlled_not, gate_two, probability, norm,
    collapse,   get,
};
