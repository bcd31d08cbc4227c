# 1 "orig.c"
int pre(void)
{
    return 7;
}
