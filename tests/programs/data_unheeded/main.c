/* SPDX-License-Identifier: MIT
 *
 * Data directives of one file that cannot be honoured: those of the other hold nothing on the
 * device, or the first would read and change what is old.
 *
 * options: -w
 * device: 2
 */
#include <stdio.h>

double look(double *a, int n);
void change(double *a, int n);

static double a[1000];

int main(void)
{
#pragma tcr enter data copyin(a)
#pragma tcr loop
    for (int i = 0; i < 1000; i++)
        a[i] = i;
    printf("%g\n", look(a, 1000));
    change(a, 1000);
#pragma tcr loop
    for (int i = 0; i < 1000; i++)
        a[i] += 1;
#pragma tcr exit data copyout(a)
    printf("%g %g\n", a[0], a[999]);
    return 0;
}
