/* SPDX-License-Identifier: MIT */
/*
 * sim_fiber.c: stacks for the threads of a simulated block, and the switch
 * between them.
 *
 * A switch in assembly costs some nanoseconds, swapcontext() two system calls;
 * a block of 256 threads makes thousands.  It returns to another place than it was
 * called from, which a shadow stack (CET) takes for an attack: where the processor
 * keeps one, the C library switches both.  The sanitizers are told about every
 * switch, as they keep books on stacks.
 */
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include "../../include/tcr.h"
#include "sim.h"

#if defined __has_feature
#if __has_feature(address_sanitizer)
#define SIM_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define SIM_TSAN 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define SIM_ASAN 1
#endif
#ifdef __SANITIZE_THREAD__
#define SIM_TSAN 1
#endif
#ifdef SIM_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef SIM_TSAN
#include <sanitizer/tsan_interface.h>
#endif

#include <ucontext.h>

#if defined __x86_64__ || defined __aarch64__
#define SIM_ASSEMBLY 1
#endif

enum { STACK_BYTES = 256 * 1024 };

/* The thread's own stack, while fibers run. */
static struct tcr_sim_fiber outside;

bool tcr_sim_contexts;

/* Is the switch the C library's? */
static bool needs_contexts(void)
{
#ifndef SIM_ASSEMBLY
    return true;
#elif defined __x86_64__ && defined __CET__ && (__CET__ & 2)
    unsigned long long shadow_stack = 0; /* and stays it where there is none */
    __asm__ volatile("rdsspq %0" : "+r"(shadow_stack));
    return tcr_sim_contexts || shadow_stack != 0;
#else
    return tcr_sim_contexts;
#endif
}

/* How far below the end of its pages a stack begins: else the threads of a warp, which run in turn,
 * would have what they use at the same place of a page, and in the few lines of a processor's cache
 * for that place. */
static size_t colour(void)
{
    static size_t created;

    return created++ * 11 % 64 * 64;
}

int tcr_sim_fiber_create(struct tcr_sim_fiber *f)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *memory = mmap(NULL, page + STACK_BYTES, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return TCR_E_NO_MEMORY;
    if (mprotect(memory, page, PROT_NONE) != 0) {
        munmap(memory, page + STACK_BYTES);
        return TCR_E_NO_MEMORY;
    }
    *f = (struct tcr_sim_fiber){.stack = memory + page, .size = STACK_BYTES - colour()};
    f->context = needs_contexts() ? malloc(sizeof(ucontext_t)) : NULL;
    if (!f->context && needs_contexts()) {
        munmap(memory, page + STACK_BYTES);
        return TCR_E_NO_MEMORY;
    }
    return 0;
}

#ifdef SIM_ASSEMBLY

/* Save the registers that a call preserves on the stack, leave the stack
 * pointer in *save, and go on where `load` was left. */
void tcr_sim_switch(void **save, void *load);

#ifdef __x86_64__
__asm__(".text\n"
        ".globl tcr_sim_switch\n"
        ".hidden tcr_sim_switch\n"
        ".type tcr_sim_switch, @function\n"
        "tcr_sim_switch:\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    ret\n"
        ".size tcr_sim_switch, . - tcr_sim_switch\n");

/* Six registers, the address to return to, and a null caller above it. */
static void *first_frame(char *top, void (*entry)(void))
{
    void **frame = (void **)(void *)(top - 64);
    for (int i = 0; i < 8; ++i)
        frame[i] = NULL;
    frame[6] = (void *)(uintptr_t)entry;
    return frame;
}
#else
__asm__(".text\n"
        ".globl tcr_sim_switch\n"
        ".hidden tcr_sim_switch\n"
        ".type tcr_sim_switch, %function\n"
        "tcr_sim_switch:\n"
        "    sub sp, sp, #160\n"
        "    stp x19, x20, [sp, #0]\n"
        "    stp x21, x22, [sp, #16]\n"
        "    stp x23, x24, [sp, #32]\n"
        "    stp x25, x26, [sp, #48]\n"
        "    stp x27, x28, [sp, #64]\n"
        "    stp x29, x30, [sp, #80]\n"
        "    stp d8, d9, [sp, #96]\n"
        "    stp d10, d11, [sp, #112]\n"
        "    stp d12, d13, [sp, #128]\n"
        "    stp d14, d15, [sp, #144]\n"
        "    mov x9, sp\n"
        "    str x9, [x0]\n"
        "    mov sp, x1\n"
        "    ldp x19, x20, [sp, #0]\n"
        "    ldp x21, x22, [sp, #16]\n"
        "    ldp x23, x24, [sp, #32]\n"
        "    ldp x25, x26, [sp, #48]\n"
        "    ldp x27, x28, [sp, #64]\n"
        "    ldp x29, x30, [sp, #80]\n"
        "    ldp d8, d9, [sp, #96]\n"
        "    ldp d10, d11, [sp, #112]\n"
        "    ldp d12, d13, [sp, #128]\n"
        "    ldp d14, d15, [sp, #144]\n"
        "    add sp, sp, #160\n"
        "    ret\n"
        ".size tcr_sim_switch, . - tcr_sim_switch\n");

/* Twenty registers; the twelfth is the address to return to. */
static void *first_frame(char *top, void (*entry)(void))
{
    void **frame = (void **)(void *)(top - 160);
    for (int i = 0; i < 20; ++i)
        frame[i] = NULL;
    frame[11] = (void *)(uintptr_t)entry;
    return frame;
}
#endif

#endif

static ucontext_t outside_context;

static void prepare_context(struct tcr_sim_fiber *f, void (*entry)(void))
{
    ucontext_t *context = f->context;
    getcontext(context);
    context->uc_stack.ss_sp = f->stack;
    context->uc_stack.ss_size = f->size;
    context->uc_link = NULL;
    makecontext(context, entry, 0);
}

/* One of them is the thread's own stack. */
static void swap(struct tcr_sim_fiber *from, struct tcr_sim_fiber *to)
{
    if (from->context || to->context)
        swapcontext(from->context ? from->context : &outside_context,
                    to->context ? to->context : &outside_context);
#ifdef SIM_ASSEMBLY
    else
        tcr_sim_switch(&from->sp, to->sp);
#endif
}

void tcr_sim_fiber_prepare(struct tcr_sim_fiber *f, void (*entry)(void))
{
    if (f->context)
        prepare_context(f, entry);
#ifdef SIM_ASSEMBLY
    else
        f->sp = first_frame(f->stack + f->size, entry);
#endif
    f->sanitizer[0] = NULL;
#ifdef SIM_TSAN
    /* A new one each time: its shadow call stack has no way back to empty. */
    if (f->sanitizer[1])
        __tsan_destroy_fiber(f->sanitizer[1]);
    f->sanitizer[1] = __tsan_create_fiber(0);
#endif
}

void tcr_sim_fiber_enter(struct tcr_sim_fiber *f)
{
#ifdef SIM_ASAN
    __sanitizer_start_switch_fiber(&outside.sanitizer[0], f->stack, f->size);
#endif
#ifdef SIM_TSAN
    outside.sanitizer[1] = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(f->sanitizer[1], 0);
#endif
    swap(&outside, f);
#ifdef SIM_ASAN
    __sanitizer_finish_switch_fiber(outside.sanitizer[0], NULL, NULL);
#endif
}

void tcr_sim_fiber_leave(struct tcr_sim_fiber *f, bool last)
{
#ifdef SIM_ASAN
    __sanitizer_start_switch_fiber(last ? NULL : &f->sanitizer[0], outside.stack, outside.size);
#endif
#ifdef SIM_TSAN
    __tsan_switch_to_fiber(outside.sanitizer[1], 0);
#endif
    (void)last;
    swap(f, &outside);
#ifdef SIM_ASAN
    __sanitizer_finish_switch_fiber(f->sanitizer[0], NULL, NULL);
#endif
}

void tcr_sim_fiber_started(struct tcr_sim_fiber *f)
{
#ifdef SIM_ASAN
    const void *bottom;
    __sanitizer_finish_switch_fiber(f->sanitizer[0], &bottom, &outside.size);
    outside.stack = (char *)(uintptr_t)bottom;
#endif
    (void)f;
}

void tcr_sim_fiber_abandon(struct tcr_sim_fiber *f)
{
#ifdef SIM_ASAN
    ASAN_UNPOISON_MEMORY_REGION(f->stack, f->size);
#endif
    (void)f;
}
