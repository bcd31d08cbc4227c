/* SPDX-License-Identifier: MIT */
/* thread_data.c: a library with variables of its threads' own, for test_team.c, and a function for
 * the end of the process, for test_start.c. */
_Thread_local int of_a_thread;

int *its_address(void);
void its_end(void *ended);

int *its_address(void)
{
    return &of_a_thread;
}

void its_end(void *ended)
{
    *(int *)ended = 1;
}
