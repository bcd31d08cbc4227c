#include "answer.h"
int answer(void)
{
    return ANSWER;
}
