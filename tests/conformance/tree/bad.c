int bad(void)
{
    return x + ;
}
