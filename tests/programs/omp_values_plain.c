/* The same where OpenMP's directives are comments.
 * flags: -O1
 * accept: omp
 * refused: call-effects volatile
 */
#include "omp_values.c"
