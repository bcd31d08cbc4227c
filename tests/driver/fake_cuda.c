/* SPDX-License-Identifier: MIT */
/* A driver with three GPUs, of compute capability 9.0, 8.9 and 9.0. */
int cuInit(unsigned flags)
{
    return (int)flags;
}
int cuDeviceGetCount(int *n)
{
    *n = 3;
    return 0;
}
int cuDeviceGet(int *device, int ordinal)
{
    *device = 10 + ordinal;
    return 0;
}
int cuDeviceGetAttribute(int *value, int attribute, int device)
{
    *value = attribute == 75 ? (device == 11 ? 8 : 9) : (device == 11 ? 9 : 0);
    return 0;
}
