#ifdef __cplusplus
extern "C"
#endif
char puts();
int main()
{
    return puts();
}
