#ifndef TWO_H
#define TWO_H
#define TWO (ONE + 1)
#endif
