#include <stddef.h>

struct node {
    double x, y;
    struct node *next;
};
typedef struct {
    double re, im;
} pair;
struct mesh {
    int n;
    double *v;
    struct node *nodes;
    pair *pairs;
};
struct handle;

extern double scale;
extern int offsets[4];

double weight(const double *a, int i);
double row_sum(int n, double (*m)[8], int i);
double node_norm(const struct mesh *m, int i);
double pair_abs(pair p);
void split(double x, double *whole, double *rest);
int kind_of(int i);
double window(const struct mesh *m, int i);
const double *element(const struct mesh *m, int i);
double old_style();
double chain(double x);
void smooth(int n, const double *from, double *to, int i);
unsigned char narrow(int i);
struct handle *open_handle(double *values, int n);
double handle_value(const struct handle *h, int i);
/* SPDX-License-Identifier: MIT */
