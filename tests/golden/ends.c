/* Paths on which the program ends are nothing that the device has to do. */
struct file;
extern struct file *err;
int fprintf(struct file *, const char *, ...);
int printf(const char *, ...);
void abort(void) __attribute__((noreturn));
void exit(int);
_Noreturn void quit(int);
void longjmp(void *, int) __attribute__((noreturn));
void die(const char *, ...);
void __assert_fail(const char *, const char *, unsigned, const char *);
int MPI_Abort(int, int);

#define assert_strictly(e) ((e) ? (void)0 : __assert_fail(#e, "this", 1, "f"))
#define assert(e)                                                                                  \
    ((void)sizeof((e) ? 1 : 0), __extension__({                                                    \
         if (e)                                                                                    \
             ;                                                                                     \
         else                                                                                      \
             __assert_fail(#e, "this", 1, "f");                                                    \
     }))
#define REQUIRE(e)                                                                                 \
    do {                                                                                           \
        if (!(e)) {                                                                                \
            fprintf(err, "%s\n", #e);                                                              \
            MPI_Abort(0, 1);                                                                       \
        }                                                                                          \
    } while (0)

static void fatal(const char *what, int i)
{
    if (i > 0)
        fprintf(err, "%s %d\n", what, i);
    else
        fprintf(err, "%s\n", what);
    exit(1);
}

static int perhaps(int i)
{
    if (i > 7)
        return 1;
    exit(1);
}

double taken(const double *a, const int *k, int n)
{
    double s = 0, t = 0;
    int i, j, m;
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) {
        assert_strictly(a[i] >= 0);
        assert(k[i] < n);
        REQUIRE(k[i] != 3);
        s += a[i];
    }
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) { /* t is set wherever s is reached */
        switch (k[i]) {
        case 0:
            t = 1;
            break;
        case 1:
        case 2:
            fprintf(err, "kind %d at %g\n", k[i], s);
            quit(2);
        default:
            fatal("kind", i);
        case 3:
            t = a[i];
        }
        s += t;
    }
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) { /* what j is known to be within helps a[j] */
        j = k[i];
        j >= 0 || (abort(), 0);
        (void)(j > 100 && (abort(), 0));
        m = perhaps(j);
        s += m;
        for (j = 0; j < 3; j++)
            do {
                int more = k[i] + j;
                if (more > 5)
                    break;
                fatal("few", more);
            } while (0);
    }
    return s;
}

double others(const double *a, void *back, int n)
{
    double s = 0;
    int i;
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) { /* to another place of the program: the host may */
        if (a[i] < 0)
            longjmp(back, 1);
        s += a[i];
    }
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) { /* it may come back: to the host */
        if (a[i] < 0)
            die("negative");
        s += a[i];
    }
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) { /* on some paths only; on the others it is output */
        if (a[i] < 0) {
            printf("negative\n");
            if (a[i] < -1)
                exit(1);
        }
        s += a[i];
    }
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) {
        if (a[i] < 0) {
            if (a[i] > -1)
                break;
            exit(1);
        }
        s += a[i];
    }
    return s;
}
