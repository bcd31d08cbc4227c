int main(void)
{
    static int test_array[1 - 2 * !(sizeof(long) >= 8)];
    test_array[0] = 0;
    return test_array[0];
}
