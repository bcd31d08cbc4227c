// Loops that the device cannot take, for a reason that comes before the store:
// they must not be shared among host threads either.
struct node {
    struct node *next;
    double v;
};

static void add_one(double *to)
{
    *to += 1;
}

double through_a_pointer(struct node **q, double *count, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        s += q[i]->v + (double)((unsigned long)q[i] % 8);
        count[0] = count[0] + 1;
    }
    return s;
}

double in_a_function(struct node **q, double *count, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        s += q[i]->v + (double)((unsigned long)q[i] % 8);
        add_one(count);
    }
    return s;
}

double only_read(struct node **q, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        struct node t = *q[i];
        t.v *= 2;
        s += t.next->v;
    }
    return s;
}
