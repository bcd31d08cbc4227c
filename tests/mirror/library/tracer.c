/* SPDX-License-Identifier: MIT */
/* Runs a program as a debugger does, which hears of its signals first, and says how many faults
 * there were. */
#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>
enum { NOT_ALLOWED = 77 };
int main(int argc, char **argv)
{
    int status, faults = 0;
    pid_t child = fork(), who;
    if (argc < 2 || child < 0)
        return 2;
    if (child == 0) {
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
            _exit(NOT_ALLOWED);
        execv(argv[1], argv + 1);
        _exit(2);
    }
    if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
        return NOT_ALLOWED;
    ptrace(PTRACE_SETOPTIONS, child, NULL, (void *)PTRACE_O_TRACECLONE);
    ptrace(PTRACE_CONT, child, NULL, NULL);
    while ((who = waitpid(-1, &status, __WALL)) > 0) {
        int number = WIFSTOPPED(status) ? WSTOPSIG(status) : 0;
        if (who == child && !WIFSTOPPED(status))
            break;
        faults += number == SIGSEGV;
        if (number)
            ptrace(PTRACE_CONT, who, NULL,
                   (void *)(long)(number == SIGTRAP || number == SIGSTOP ? 0 : number));
    }
    fprintf(stderr, "faults: %d\n", faults);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
