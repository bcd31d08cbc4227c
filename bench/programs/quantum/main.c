// SPDX-License-Identifier: MIT
// quantum [QUBITS [LAYERS [struct|complex]]]: LAYERS of random gates on a register, a quantum
// Fourier transform, and measurements.
#include <math.h>

#include "register.h"

#include "../program.h"

static const double pi = 3.14159265358979323846;
static unsigned long seed = 20240601;

static double roll(void)
{
    seed = seed * 6364136223846793005ul + 1442695040888963407ul;
    return (double)(seed >> 11) / 9007199254740992.0;
}

static void hadamard(const struct register_calls *r, void *state, int qubits, int target)
{
    const double h = sqrt(0.5), matrix[8] = {h, 0.0, h, 0.0, h, 0.0, -h, 0.0};

    r->one(state, qubits, target, matrix);
}

// A rotation about an axis of its own.
static void rotation(const struct register_calls *r, void *state, int qubits, int target)
{
    const double theta = pi * roll(), phi = 2.0 * pi * roll();
    const double c = cos(0.5 * theta), s = sin(0.5 * theta);
    const double matrix[8] = {c, 0.0, -s * cos(phi), -s * sin(phi), s * cos(phi), -s * sin(phi),
                              c, 0.0};

    r->one(state, qubits, target, matrix);
}

static int random_layers(const struct register_calls *r, void *state, int qubits, int layers)
{
    int gates = 0;

    for (int layer = 0; layer < layers; layer++) {
        for (int q = 0; q < qubits; q++, gates++)
            rotation(r, state, qubits, q);
        for (int q = layer % 2; q + 1 < qubits; q += 2, gates++) {
            if (q % 4 < 2)
                r->controlled_not(state, qubits, q, q + 1);
            else
                r->two(state, qubits, q, q + 1, 0.3 + 0.1 * layer);
        }
        r->controlled_not(state, qubits, qubits - 1, 0);
        r->two(state, qubits, 0, qubits - 1, 0.2);
        gates += 2;
    }
    return gates;
}

static int fourier(const struct register_calls *r, void *state, int qubits)
{
    int gates = 0;

    for (int q = qubits - 1; q >= 0; q--, gates++) {
        hadamard(r, state, qubits, q);
        for (int c = q - 1; c >= 0; c--, gates++)
            r->controlled_phase(state, qubits, c, q, pi / (double)(1L << (q - c)));
    }
    return gates;
}

int main(int argc, char **argv)
{
    const int qubits = (int)number(argc, argv, 1, 26);
    const int layers = (int)number(argc, argv, 2, 6);
    const struct register_calls *r =
        argc > 3 && strcmp(argv[3], "struct") == 0 ? &structures : &complex_numbers;

    if (qubits < 3 || qubits > 34) {
        fprintf(stderr, "quantum: 3 to 34 qubits\n");
        return 2;
    }
    const double start = omp_get_wtime();
    void *state = r->make(qubits);
    const double made = omp_get_wtime();
    int gates = random_layers(r, state, qubits, layers);
    double ones = 0.0;
    for (int q = 0; q < qubits; q++)
        ones += (q + 1) * r->probability(state, qubits, q);
    gates += fourier(r, state, qubits);
    const double before = r->norm(state, qubits);
    const double one = r->probability(state, qubits, qubits / 2);
    const int outcome = roll() < one;
    r->collapse(state, qubits, qubits / 2, outcome, outcome ? one : 1.0 - one);
    const double after = r->norm(state, qubits);
    const struct amplitude some =
        r->get(state, (1L << qubits) - 1 - (outcome ? 0L : 1L << qubits / 2));
    const double end = omp_get_wtime();

    printf("%d qubits, %d gates, outcome %d\n", qubits, gates, outcome);
    print_check("norm", before, 1e-9);
    print_check("ones", ones, 1e-9);
    print_check("probability", one, 1e-8);
    print_check("collapsed", after, 1e-9);
    print_check("amplitude", some.re * some.re + some.im * some.im, 1e-6);
    print_time("setup", made - start);
    print_time("gates", end - made);
    free(state);
    return 0;
}
