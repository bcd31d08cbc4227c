char sin(void);
int main(void) { return sin(); }
