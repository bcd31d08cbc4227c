#include "not_there.h"
int x;
