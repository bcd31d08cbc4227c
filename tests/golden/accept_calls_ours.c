// options: --tcr-accept=acc --tcr-report
/* Functions that do what directives do are the runtime's; acc_delete is the program's own,
 * and what a string says is no call. */
#line 1 "openacc.h"
void *acc_copyin(void *, unsigned long);
void acc_copyout(void *, unsigned long);
void acc_map_data(void *, void *, unsigned long);
#line 7 "accept_calls_ours.c"
void acc_delete(const char *account);
void put(double *a, int n);

void put(double *a, int n)
{
    acc_copyin(a, sizeof *a * (unsigned long)n);
    acc_delete("old, no acc_map_data");
}
