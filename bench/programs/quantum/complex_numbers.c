// SPDX-License-Identifier: MIT
// A register of C's complex numbers; pairs of amplitudes are found in blocks of both halves.
#include <complex.h>
#include <math.h>

#include "register.h"

#include "../program.h"

static void *state_make(int qubits)
{
    const long length = 1L << qubits;
    double complex *state = allocate((size_t)length, sizeof *state);

#pragma omp parallel for
    for (long i = 0; i < length; i++)
        state[i] = 0.0;
    state[0] = 1.0;
    return state;
}

static void gate_one(void *memory, int qubits, int target, const double matrix[8])
{
    double complex *state = memory;
    const long blocks = 1L << (qubits - target - 1), half = 1L << target;
    const double complex m00 = matrix[0] + matrix[1] * I, m01 = matrix[2] + matrix[3] * I;
    const double complex m10 = matrix[4] + matrix[5] * I, m11 = matrix[6] + matrix[7] * I;

#pragma omp parallel for collapse(2)
    for (long block = 0; block < blocks; block++) {
        for (long k = 0; k < half; k++) {
            const long low = 2 * half * block + k;
            const double complex a = state[low], b = state[low + half];

            state[low] = m00 * a + m01 * b;
            state[low + half] = m10 * a + m11 * b;
        }
    }
}

static void gate_controlled_phase(void *memory, int qubits, int control, int target, double angle)
{
    double complex *state = memory;
    const long length = 1L << qubits, mask = 1L << control | 1L << target;
    const double complex by = cexp(angle * I);

#pragma omp parallel for
    for (long i = 0; i < length; i++) {
        if ((i & mask) == mask)
            state[i] *= by;
    }
}

static void gate_controlled_not(void *memory, int qubits, int control, int target)
{
    double complex *state = memory;
    const long half = 1L << target, pairs = 1L << (qubits - 1), mask = 1L << control;

#pragma omp parallel for
    for (long k = 0; k < pairs; k++) {
        const long low = (k / half) * 2 * half + k % half;

        if (low & mask) {
            const double complex a = state[low];
            state[low] = state[low + half];
            state[low + half] = a;
        }
    }
}

static void gate_two(void *memory, int qubits, int a, int b, double angle)
{
    double complex *state = memory;
    const int first = a < b ? a : b, second = a < b ? b : a;
    const long quarter = 1L << (qubits - 2);
    const double complex c = cos(angle), s = -I * sin(angle);

#pragma omp parallel for
    for (long k = 0; k < quarter; k++) {
        const long low = k & ((1L << first) - 1),
                   middle = k >> first & ((1L << (second - first - 1)) - 1);
        const long i = low | middle << (first + 1) | k >> (second - 1) << (second + 1);
        const long p = i | 1L << first, q = i | 1L << second;
        const double complex x = state[p], y = state[q];

        state[p] = c * x + s * y;
        state[q] = c * y + s * x;
    }
}

static double probability(const void *memory, int qubits, int target)
{
    const double complex *state = memory;
    const long length = 1L << qubits;
    double sum = 0.0;

#pragma omp parallel for reduction(+ : sum)
    for (long i = 0; i < length; i++) {
        if (i >> target & 1)
            sum += creal(state[i]) * creal(state[i]) + cimag(state[i]) * cimag(state[i]);
    }
    return sum;
}

static double norm(const void *memory, int qubits)
{
    const double complex *state = memory;
    const long length = 1L << qubits;
    double sum = 0.0;

#pragma omp parallel for reduction(+ : sum)
    for (long i = 0; i < length; i++)
        sum += creal(state[i] * conj(state[i]));
    return sum;
}

static void collapse(void *memory, int qubits, int target, int outcome, double of)
{
    double complex *state = memory;
    const long length = 1L << qubits;
    const double by = 1.0 / sqrt(of);

#pragma omp parallel for
    for (long i = 0; i < length; i++)
        state[i] = (i >> target & 1) == outcome ? state[i] * by : 0.0;
}

static struct amplitude get(const void *memory, long index)
{
    const double complex *state = memory;

    return (struct amplitude){creal(state[index]), cimag(state[index])};
}

const struct register_calls complex_numbers = {
    state_make, gate_one, gate_controlled_phase, gate_controlled_not, gate_two, probability, norm,
    collapse,   get,
};
