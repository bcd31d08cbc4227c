#ifndef __GNUC__
choke me
#endif
int main(void) { return 0; }
