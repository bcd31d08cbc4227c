/* SPDX-License-Identifier: MIT */
/*
 * shut.h: a filter of system calls, for a program that has started.
 *
 * Allowed is what the same loops need when a plain compiler has compiled them for OpenMP:
 * memory, threads and the streams that are open; and sched_getaffinity, which the runtime calls
 * once to count the processors, as OpenMP libraries do.  No file is opened, no other process
 * looked at, nothing started.  SHUT_ALLOWED: other calls in place of these.
 */
#ifndef SHUT_H
#define SHUT_H

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const unsigned allowed[] = {
#ifdef SHUT_ALLOWED
    SHUT_ALLOWED
#else
    SYS_read,      SYS_write,       SYS_writev,    SYS_close,         SYS_fstat,
    SYS_mmap,      SYS_mprotect,    SYS_munmap,    SYS_mremap,        SYS_madvise,
    SYS_brk,       SYS_futex,       SYS_clone,     SYS_rt_sigaction,  SYS_rt_sigprocmask,
    SYS_exit,      SYS_exit_group,  SYS_gettid,    SYS_getpid,        SYS_set_robust_list,
    SYS_lseek,     SYS_sched_yield, SYS_prlimit64, SYS_clock_gettime, SYS_sched_getaffinity,
    SYS_getrandom, SYS_newfstatat,
#ifdef SYS_clone3
    SYS_clone3,
#endif
#ifdef SYS_rseq
    SYS_rseq,
#endif
#endif
};

/* All other calls end the process, or fail with EPERM (refuse).  By prctl(), or by syscall() of
 * prctl (number) or seccomp (seccomp).  0, or -1: there are no filters. */
static int shut_in(const char *how)
{
    enum { N = sizeof allowed / sizeof *allowed };
    struct sock_filter code[2 * N + 3];
    struct sock_fprog program = {.filter = code};
    unsigned n = 0, rest = SECCOMP_RET_KILL_PROCESS;

    if (strcmp(how, "free") == 0)
        return 0;
    if (strcmp(how, "refuse") == 0)
        rest = SECCOMP_RET_ERRNO | EPERM;
    code[n++] =
        (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (unsigned k = 0; k < N; k++) {
        code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, allowed[k], 0, 1);
        code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    }
    code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, rest);
    program.len = (unsigned short)n;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return -1;
    if (strcmp(how, "number") == 0)
        return (int)syscall(SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
    if (strcmp(how, "seccomp") == 0)
        return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

#endif
