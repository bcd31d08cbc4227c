#ifdef FEATURE
#error "no feature"
#endif
#warning "careful"
int w;
