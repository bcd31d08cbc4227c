/* SPDX-License-Identifier: MIT */
/* thread_data.c: a library with variables of its threads' own, for test_team.c. */
_Thread_local int of_a_thread;

int *its_address(void);

int *its_address(void)
{
    return &of_a_thread;
}
