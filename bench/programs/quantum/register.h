// SPDX-License-Identifier: MIT
// The state of a register of qubits: 2^qubits amplitudes, as structures or as C's complex numbers.
#ifndef REGISTER_H
#define REGISTER_H

struct amplitude {
    double re, im;
};

// What a circuit needs of a register; qubit 0 is the lowest bit of an amplitude's number.
struct register_calls {
    void *(*make)(int qubits);
    void (*one)(void *state, int qubits, int target,
                const double matrix[8]); // rows: re, im, re, im
    void (*controlled_phase)(void *state, int qubits, int control, int target, double angle);
    void (*controlled_not)(void *state, int qubits, int control, int target);
    void (*two)(void *state, int qubits, int a, int b, double angle); // exp(-i angle (XX + YY) / 2)
    double (*probability)(const void *state, int qubits, int target); // of a 1
    double (*norm)(const void *state, int qubits);
    void (*collapse)(void *state, int qubits, int target, int outcome, double probability);
    struct amplitude (*get)(const void *state, long index);
};

extern const struct register_calls structures, complex_numbers;

#endif
