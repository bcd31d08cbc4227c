#pragma GCC system_header
static inline double twice(double x) { void inner(void) { } inner(); return 2 * x; }
