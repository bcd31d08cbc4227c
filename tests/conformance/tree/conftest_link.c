char nothing_has_this(void);
int main(void) { return nothing_has_this(); }
