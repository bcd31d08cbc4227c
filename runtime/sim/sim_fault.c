/* SPDX-License-Identifier: MIT */
/*
 * sim_fault.c: a kernel that touches what it may not must cost a launch, not
 * the process.
 *
 * The signal handler sends the faulting fiber to a landing function on a stack
 * swept clean, by changing the context that it returns to: no jump out of a
 * handler, and a stack overflow needs no room on the stack that overflowed.
 */
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <ucontext.h>
#include "sim.h"

static const int caught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
enum { N_CAUGHT = sizeof caught / sizeof caught[0], HANDLER_STACK = 64 * 1024 };

static struct {
    pthread_t owner;
    struct tcr_sim_fiber *const *fiber;
    void (*landing)(int signal, uintptr_t address);
    struct sigaction before[N_CAUGHT];
    stack_t stack_before;
} armed;
static char handler_stack[HANDLER_STACK];

/* Have the interrupted context call landing(signal, address) on the fiber's
 * empty stack.  False: not known how on this machine. */
static bool redirect(ucontext_t *context, const struct tcr_sim_fiber *fiber, int signal,
                     uintptr_t address)
{
    uintptr_t top = ((uintptr_t)fiber->stack + fiber->size) & ~(uintptr_t)15;
#if defined __x86_64__
    greg_t *registers = context->uc_mcontext.gregs;
    registers[REG_RIP] = (greg_t)(uintptr_t)armed.landing;
    registers[REG_RSP] = (greg_t)(top - 8); /* as after a call */
    registers[REG_RDI] = signal;
    registers[REG_RSI] = (greg_t)address;
    return true;
#elif defined __aarch64__
    context->uc_mcontext.pc = (uintptr_t)armed.landing;
    context->uc_mcontext.sp = top;
    context->uc_mcontext.regs[0] = (unsigned long long)signal;
    context->uc_mcontext.regs[1] = address;
    return true;
#else
    (void)context, (void)top, (void)signal, (void)address;
    return false;
#endif
}

static void on_fault(int signal, siginfo_t *info, void *context)
{
    if (pthread_equal(pthread_self(), armed.owner) && *armed.fiber &&
        redirect(context, *armed.fiber, signal, (uintptr_t)info->si_addr))
        return;
    /* Not the kernel's: put back what was there, and let it happen again. */
    for (int i = 0; i < N_CAUGHT; ++i)
        if (caught[i] == signal)
            sigaction(signal, &armed.before[i], NULL);
}

void tcr_sim_fault_arm(struct tcr_sim_fiber *const *fiber,
                       void (*landing)(int signal, uintptr_t address))
{
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};

    armed.owner = pthread_self();
    armed.fiber = fiber;
    armed.landing = landing;
    sigemptyset(&action.sa_mask);
    sigaltstack(&stack, &armed.stack_before);
    for (int i = 0; i < N_CAUGHT; ++i)
        sigaction(caught[i], &action, &armed.before[i]);
}

void tcr_sim_fault_disarm(void)
{
    for (int i = 0; i < N_CAUGHT; ++i)
        sigaction(caught[i], &armed.before[i], NULL);
    sigaltstack(&armed.stack_before, NULL);
}
