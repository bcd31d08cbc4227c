/* SPDX-License-Identifier: MIT */
/*
 * acc_devices.c: OpenACC's functions that ask for devices and choose one.
 *
 * Of the compiler's library there is no device where its loops run on the host, while ours may run
 * on a GPU: a program that asks for a GPU sees ours.  What is not about that goes to the library.
 * Wherever the program wants its loops, they run where that pays.
 */
#include <stdatomic.h>
#include <stddef.h>
#include "../../include/tcr.h"
#include "../device/device.h"

/* acc_device_t and acc_device_property_t of gcc's openacc.h */
enum { CURRENT = -1, DEFAULT = 1, HOST = 2, NOT_HOST = 4, NVIDIA = 5 };
enum { MEMORY = 1, FREE_MEMORY = 2, NAME = 0x10001, VENDOR = 0x10002, DRIVER = 0x10003 };

extern int acc_get_num_devices(int) __attribute__((weak));
extern void acc_set_device_type(int) __attribute__((weak));
extern int acc_get_device_type(void) __attribute__((weak));
extern void acc_set_device_num(int, int) __attribute__((weak));
extern int acc_get_device_num(int) __attribute__((weak));
extern size_t acc_get_property(int, int, int) __attribute__((weak));
extern const char *acc_get_property_string(int, int, int) __attribute__((weak));
extern void acc_init(int) __attribute__((weak));
extern void acc_shutdown(int) __attribute__((weak));

static atomic_int chosen; /* by the program; 0: nothing */

int tcr_acc_get_num_devices(int type);
void tcr_acc_set_device_type(int type);
int tcr_acc_get_device_type(void);
void tcr_acc_set_device_num(int number, int type);
int tcr_acc_get_device_num(int type);
size_t tcr_acc_get_property(int number, int type, int which);
const char *tcr_acc_get_property_string(int number, int type, int which);
void tcr_acc_init(int type);
void tcr_acc_shutdown(int type);

/* Is what the program calls so the GPU of ours? */
static bool is_ours(int type)
{
    if (type == DEFAULT || type == CURRENT)
        type = tcr_acc_get_device_type();
    return (type == NOT_HOST || type == NVIDIA) && tcr_device_count() > 0;
}

int tcr_acc_get_num_devices(int type)
{
    if (is_ours(type) || !acc_get_num_devices)
        return is_ours(type) || type == HOST || type == DEFAULT || type == CURRENT;
    return acc_get_num_devices(type);
}

void tcr_acc_set_device_type(int type)
{
    bool ours = type == DEFAULT ? tcr_device_count() > 0 : is_ours(type);

    atomic_store(&chosen, ours ? NVIDIA : type == HOST ? HOST : 0);
    if (!ours && acc_set_device_type)
        acc_set_device_type(type);
}

int tcr_acc_get_device_type(void)
{
    int type = atomic_load(&chosen);

    if (type)
        return type;
    return tcr_device_count() > 0 ? NVIDIA : acc_get_device_type ? acc_get_device_type() : HOST;
}

void tcr_acc_set_device_num(int number, int type)
{
    bool ours = number == 0 && is_ours(type);

    if (ours)
        atomic_store(&chosen, NVIDIA);
    else if (acc_set_device_num)
        acc_set_device_num(number, type); /* which ends the program if it has none */
}

int tcr_acc_get_device_num(int type)
{
    return is_ours(type) || !acc_get_device_num ? 0 : acc_get_device_num(type);
}

size_t tcr_acc_get_property(int number, int type, int which)
{
    if (number == 0 && is_ours(type))
        return which == MEMORY ? tcr_properties.memory : 0; /* 0: not known */
    return acc_get_property ? acc_get_property(number, type, which) : 0;
}

const char *tcr_acc_get_property_string(int number, int type, int which)
{
    if (number == 0 && is_ours(type))
        return which == NAME ? tcr_device_name() : which == VENDOR ? "Nvidia" : NULL;
    return acc_get_property_string ? acc_get_property_string(number, type, which) : NULL;
}

/* The device is opened by the question whether there is one. */
void tcr_acc_init(int type)
{
    if (!is_ours(type) && acc_init)
        acc_init(type);
}

/* Loops may still come, and what they use is given back at the end of the process. */
void tcr_acc_shutdown(int type)
{
    if (!is_ours(type) && acc_shutdown)
        acc_shutdown(type);
}
