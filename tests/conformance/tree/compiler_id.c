#if defined(__clang__)
#define COMPILER_ID "Clang"
#elif defined(__GNUC__)
#define COMPILER_ID "GNU"
#else
#define COMPILER_ID ""
#endif
char const *info_compiler = "INFO" ":" "compiler[" COMPILER_ID "]";
#define STR_(x) #x
#define STR(x) STR_(x)
char const *info_standard = "INFO" ":" "standard_default[" STR(__STDC_VERSION__) "]";
int main(int argc, char *argv[])
{
    int require = 0;
    require += info_compiler[argc];
    require += info_standard[argc];
    (void)argv;
    return require;
}
